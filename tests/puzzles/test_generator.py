"""Generation of puzzles: when it stops, what it leaves out, and its progress."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.base.cancel import Cancel
from kibitz.base.errors import Stopped
from kibitz.base.random import Random
from kibitz.games.position import Position
from kibitz.puzzles import generator
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.puzzle import Puzzle, Task

GAME = kibitz.load("tictactoe")


def puzzle(position: Position, task: Task = Task.SAVE, grade: int = 3) -> Puzzle:
    return Puzzle("tictactoe", str(position), task, ("1",), ("1",), "Draw()", grade)


@pytest.fixture
def random_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "make_player", lambda spec: kibitz.player("random"))


def test_after_forty_games_without_a_puzzle_there_seem_to_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[int] = []
    cells = iter("123456789")

    def played(game: kibitz.Game, rng: Random) -> Iterator[Position]:
        games.append(len(games))
        return iter([GAME.start().play(next(cells))] if len(games) in (40, 80) else [])

    monkeypatch.setattr(generator, "_played", played)
    monkeypatch.setattr(generator, "puzzle_at", puzzle)
    assert len(list(make_puzzles(GAME, 3, Random(1)))) == 2
    assert len(games) == 120


def test_one_puzzle_a_game_until_there_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    games = heard = 0
    replies = "359"  # none like another
    received: list[tuple[int, int]] = []

    def played(game: kibitz.Game, rng: Random) -> Iterator[Position]:
        nonlocal games
        games += 1
        start = GAME.start()
        return iter([start.play("1", replies[games - 1]), start.play("2", replies[games - 1])])

    def found(position: Position) -> Puzzle:
        nonlocal heard
        heard += 1
        return puzzle(position)

    monkeypatch.setattr(generator, "_played", played)
    monkeypatch.setattr(generator, "puzzle_at", found)
    made = list(make_puzzles(GAME, 3, Random(1), progress=lambda done, of: received.append((done, of))))
    assert [each.position for each in made] == [str(GAME.start().play("1", n)) for n in replies]
    assert (games, heard) == (3, 3)
    assert received == [(1, 3), (2, 3), (3, 3)]


def test_known_and_unwanted_puzzles_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    start = GAME.start()
    positions = [start.play(text) for text in ("1", "2", "5")]
    same = start.play("3")  # a corner like the other
    at = {
        str(positions[0]): puzzle(positions[0], grade=1),
        str(positions[1]): puzzle(positions[1], Task.WIN_IN, grade=4),
        str(positions[2]): puzzle(positions[2], Task.ONLY_WIN, grade=4),
        str(same): puzzle(same),
    }
    monkeypatch.setattr(generator, "_played", lambda game, rng: iter([*positions, same]))
    monkeypatch.setattr(generator, "puzzle_at", lambda position: at[str(position)])

    def made(**wishes: Any) -> list[str]:
        return [each.position for each in make_puzzles(GAME, 9, Random(1), **wishes)]

    one, two, three = map(str, positions)
    assert made() == [one, two, three]
    assert made(grades=(4,)) == [two, three]
    assert made(tasks=(Task.SAVE, Task.WIN_IN)) == [one, two]
    assert made(known=lambda puzzle: puzzle.position == two) == [one, three]


@pytest.mark.usefixtures("random_players")
def test_every_place_of_a_game_is_looked_at_from_a_random_one_on(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(generator, "_PATIENCE", 1)
    monkeypatch.setattr(generator, "puzzle_at", lambda position: looked.append(str(position)))
    begins = set()
    for seed in range(12):
        looked.clear()
        assert list(make_puzzles(GAME, 1, Random(seed))) == []
        stones = [len(text) - text.count(".") for text in looked]
        begin = stones.index(min(stones))
        run_in_order = stones[begin:] + stones[:begin]
        assert run_in_order == list(range(run_in_order[0], run_in_order[0] + len(run_in_order)))
        assert run_in_order[0] == len(str(GAME.start())) - 9  # the start is among them, the end is not
        assert not any(GAME.position(text).is_over for text in looked)
        begins.add(stones[0])
    assert len(begins) > 3


@pytest.mark.usefixtures("random_players")
def test_a_game_without_end_is_given_up_after_300_plies(
    monkeypatch: pytest.MonkeyPatch, long_game_file: Path
) -> None:
    looked: list[Position] = []
    monkeypatch.setattr(generator, "_PATIENCE", 1)
    monkeypatch.setattr(generator, "puzzle_at", looked.append)
    assert list(make_puzzles(kibitz.load(str(long_game_file)), 1, Random(1))) == []
    assert len(looked) == 300


@pytest.mark.usefixtures("random_players")
def test_dice_are_rolled_on_the_way() -> None:
    game = kibitz.load("ewn:size=3,stones=2,setup=12")
    kibitz.solve(game)
    found = list(make_puzzles(game, 2, Random(1)))
    assert all(replace(each, grade=1).start(game).game is game for each in found)


@pytest.mark.usefixtures("random_players")
def test_making_puzzles_can_be_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    with Cancel() as cancel:

        def nothing(position: Position) -> None:
            nonlocal looked
            looked += 1
            if looked == 3:
                cancel.now()

        monkeypatch.setattr(generator, "puzzle_at", nothing)
        with pytest.raises(Stopped):
            list(make_puzzles(GAME, 1, Random(1)))
    assert looked == 3
