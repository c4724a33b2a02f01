"""Every answer of every puzzle is right and every other move is wrong, by a solver that is not ours."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import kibitz
from kibitz.records.record import Record
from kibitz.training.finding import puzzle_at
from kibitz.training.making import make_puzzles
from kibitz.training.mistakes import people_in, puzzles_from
from kibitz.training.puzzle import GRADES, Puzzle, Task
from kibitz.words.random import Random
from kibitz.words.side import Side
from tests.training.solver import mine, move_wins_within, plain, wins_within, worth


def check(puzzle: Puzzle, own: kibitz.Game | None = None) -> None:
    position = puzzle.start(own)
    assert str(position) == puzzle.position
    right = [move for move in position.moves if puzzle.is_right(move)]
    wrong = [move for move in position.moves if not puzzle.is_right(move)]
    assert len(right) == len(puzzle.answers) > 0
    assert wrong
    assert puzzle.grade in GRADES
    if position.game.has_chance:
        best = max(mine(position, move) for move in position.moves)
        assert all(mine(position, move) == pytest.approx(best, abs=1e-9) for move in right)
        least = {Task.BEST_ROLL: 0.02, Task.BEST_MOVE: 0.05}[puzzle.task] - 1e-9
        assert all(mine(position, move) <= best - least for move in wrong)
        assert (position.turn is Side.CHANCE) == (puzzle.task is Task.BEST_ROLL)
        return
    results = {move: worth(position, move) for move in position.moves}
    match puzzle.task:
        case Task.WIN_IN:
            assert plain(position) == (1, puzzle.plies)
            assert all(results[move] == (1, puzzle.plies) for move in right)
            assert all(results[move][0] < 1 or results[move][1] > (puzzle.plies or 0) for move in wrong)
        case Task.ONLY_WIN:
            assert [results[move][0] for move in right] == [1]
            assert all(results[move][0] < 1 for move in wrong)
        case Task.SAVE:
            assert [results[move][0] for move in right] == [0]
            assert all(results[move][0] == -1 for move in wrong)
        case Task.BETTER:
            played = position.move(puzzle.played)
            best = max(result for result, _ in results.values())
            assert {results[move][0] for move in right} == {best}
            assert all(results[move][0] < best for move in wrong)
            assert played in wrong
    line = position
    for text in puzzle.line:
        line = line.play(text)
    assert line.is_over
    assert line.outcome is not None
    assert line.outcome.for_side(position.turn) == plain(position)[0]


@pytest.mark.parametrize(
    ("spec", "count", "tasks"),
    [
        ("tictactoe", 25, {Task.WIN_IN, Task.SAVE}),
        ("mnk:width=4,height=3,length=3", 20, {Task.WIN_IN}),
        ("tictactoe:misere=yes", 12, {Task.WIN_IN, Task.ONLY_WIN, Task.SAVE}),
        ("connect:width=4,height=4,length=3", 20, {Task.WIN_IN}),
        ("connect:width=4,height=4", 10, {Task.SAVE}),
    ],
)
def test_puzzles_are_proved(spec: str, count: int, tasks: set[Task]) -> None:
    found = list(make_puzzles(kibitz.load(spec), count, Random(1)))
    assert len(found) > count // 2
    seen = Counter(puzzle.task for puzzle in found)
    for puzzle in found:
        check(puzzle)
    assert tasks <= set(seen)
    assert len({puzzle.id for puzzle in found}) == len(found)


@pytest.mark.parametrize("spec", ["ewn:size=3,stones=2,setup=12", "ewn:size=3,stones=3,setup=213"])
def test_puzzles_with_dice_are_proved(spec: str) -> None:
    game = kibitz.load(spec)
    kibitz.solve(game)
    found = list(make_puzzles(game, 12, Random(2)))
    for puzzle in found:
        check(puzzle, game)
    assert {puzzle.task for puzzle in found} == {Task.BEST_ROLL, Task.BEST_MOVE}


def test_wins_on_boards_that_nobody_has_solved() -> None:
    found = list(make_puzzles(kibitz.load("mnk:width=6,height=6,length=4,numbering=letters"), 5, Random(3)))
    assert found
    for puzzle in found:
        position = puzzle.start()
        assert puzzle.task is Task.WIN_IN
        assert puzzle.plies is not None
        assert not wins_within(position, puzzle.plies - 2)
        for move in position.moves:
            assert move_wins_within(position, move, puzzle.plies) == puzzle.is_right(move)


def test_the_same_chance_makes_the_same_puzzles() -> None:
    game = kibitz.load("tictactoe")
    one, other = (list(make_puzzles(game, 6, Random(5))) for _ in range(2))
    assert one == other
    easy = list(make_puzzles(game, 4, Random(5), grades=(1, 2)))
    assert {puzzle.grade for puzzle in easy} <= {1, 2}
    saving = list(make_puzzles(game, 3, Random(5), tasks=(Task.SAVE,)))
    assert {puzzle.task for puzzle in saving} == {Task.SAVE}


def test_what_wins_at_once_is_easier_than_what_wins_late() -> None:
    found = list(make_puzzles(kibitz.load("connect4"), 30, Random(1), tasks=(Task.WIN_IN,)))
    grades: dict[int, list[int]] = {}
    for puzzle in found:
        grades.setdefault(puzzle.plies or 0, []).append(puzzle.grade)
    means = {plies: sum(some) / len(some) for plies, some in grades.items()}
    assert means[1] == 1
    assert means[1] < means[3] < max(means.values())


def test_mistakes_become_puzzles() -> None:
    # x misses a win and loses; o's own mistakes count only where a person plays it.
    text = '[Game "tictactoe"]\n[First "Anna"]\n[Second "{}"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2'
    both = Record.parse(text.format("Ben"))
    assert people_in(both) == {Side.FIRST, Side.SECOND}
    found = list(puzzles_from(both, "game"))
    assert [puzzle.played for puzzle in found] == ["2", "3", "4", "6"]
    for puzzle in found:
        check(puzzle)
        assert puzzle.record == "game"
    alone = Record.parse(text.format("level:strength=3"))
    assert people_in(alone) == {Side.FIRST}
    assert [puzzle.played for puzzle in puzzles_from(alone)] == ["3", "4"]
    assert list(puzzles_from(Record(kibitz.load("tictactoe")))) == []


def test_mistakes_in_random_games_are_proved() -> None:
    rng, tasks = Random(8), set()
    game = kibitz.load("mnk:width=4,height=3,length=3")
    for _ in range(8):
        position, moves = game.start(), []
        while not position.is_over:
            moves.append(position.moves[int(rng.random() * len(position.moves))])
            position = position.play(moves[-1])
        for puzzle in puzzles_from(Record(game, tuple(moves), outcome=position.outcome)):
            check(puzzle)
            tasks.add(puzzle.task)
    assert Task.BETTER in tasks


def test_no_puzzle_where_there_is_none() -> None:
    game = kibitz.load("tictactoe")
    assert puzzle_at(game.start()) is None  # every move draws
    assert puzzle_at(game.position("xxx/oo./...")) is None
    assert puzzle_at(game.position("xox/oxo/ox.")) is None  # one move only
    assert puzzle_at(kibitz.load("mnk:width=9,height=9,length=5").start()) is None


def test_files_give_the_same_puzzle_back() -> None:
    for puzzle in make_puzzles(kibitz.load("tictactoe"), 5, Random(1)):
        again = Puzzle.from_json(json.loads(json.dumps(puzzle.to_json())))
        assert again == puzzle
        assert again.id == puzzle.id
    for damage in ({}, {"task": "nonsense"}, {"grade": 9}, {"answers": 3}, {"plies": "x"}):
        with pytest.raises(kibitz.BadFile):
            Puzzle.from_json({**puzzle.to_json(), **damage} if damage else damage)


def test_rules_of_ones_own_are_not_run_by_a_puzzle() -> None:
    game = kibitz.load(str(Path(kibitz.__file__).parent / "examples" / "nim.py"))
    (puzzle,) = make_puzzles(game, 1, Random(2))
    with pytest.raises(kibitz.BadOption, match="rules of its own"):
        puzzle.start()
    assert puzzle.start(game).game is game
