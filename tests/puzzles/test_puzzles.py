"""Every answer of every puzzle is right and every other move wrong, by an independent solver."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.mistakes import puzzles_from, puzzles_from_store
from kibitz.puzzles.puzzle import GRADES, Puzzle, Task
from kibitz.records.people import people_in
from kibitz.records.record import Record
from kibitz.records.record_store import Store
from tests.puzzles.solver import mine, move_wins_within, plain, wins_within, worth


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


def test_wins_on_unsolved_boards() -> None:
    found = list(make_puzzles(kibitz.load("mnk:width=6,height=6,length=4,numbering=letters"), 5, Random(3)))
    assert found
    for puzzle in found:
        position = puzzle.start()
        assert puzzle.task is Task.WIN_IN
        assert puzzle.plies is not None
        assert not wins_within(position, puzzle.plies - 2)
        for move in position.moves:
            assert move_wins_within(position, move, puzzle.plies) == puzzle.is_right(move)


@pytest.mark.parametrize(
    "fen",
    [
        "5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1",
        "2Q5/5k2/5N2/6Kn/8/8/8/8 w - - 1 86",
        "6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1",
    ],
)
def test_a_puzzle_of_chess_knows_the_shortest_mate_and_all_that_begin_it(fen: str) -> None:
    puzzle = puzzle_at(kibitz.load("chess").position(fen))
    assert puzzle is not None
    position = puzzle.start()
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


def test_immediate_wins_are_easier_than_late_ones() -> None:
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
    with pytest.raises(kibitz.BadOption, match="rules are in a Python file"):
        puzzle.start()
    assert puzzle.start(game).game is game


@pytest.mark.parametrize(
    ("task", "plies", "question"),
    [
        (Task.WIN_IN, 1, "x to move wins in one move. How?"),
        (Task.WIN_IN, 2, "x to move wins in one move. How?"),
        (Task.WIN_IN, 3, "x to move wins in 2 moves. How?"),
        (Task.WIN_IN, 7, "x to move wins in 4 moves. How?"),
        (Task.ONLY_WIN, None, "x to move. Only one move wins. Which?"),
        (Task.SAVE, None, "x to move. Only one move saves the draw. Which?"),
        (Task.BEST_MOVE, None, "x to move. One move is clearly the best. Which?"),
        (Task.BEST_ROLL, None, "x is about to roll. Which roll would be the best?"),
        (Task.BETTER, None, "x played b2 here. Find a move that draws."),
    ],
)
def test_questions(task: Task, plies: int | None, question: str) -> None:
    start = kibitz.load("tictactoe:numbering=letters").start()
    puzzle = Puzzle("tictactoe", str(start), task, ("1",), ("1",), "Draw()", 2, plies, played="b2")
    assert puzzle.question(start) == question
    better = replace(puzzle, task=Task.BETTER, played="b2")
    for value, wanted in (
        ("Win(3)", "a move that wins"),
        ("Points(3)", "the best move"),
        ("?", "the best move"),
    ):
        assert replace(better, value=value).question(start) == f"x played b2 here. Find {wanted}."
    # What is no move here is called what the file says.
    assert "z9" in replace(puzzle, task=Task.BETTER, played="z9").question(start)


def test_puzzles_differ_by_game_position_and_task() -> None:
    one = Puzzle("tictactoe", "x../.../...", Task.SAVE, ("5",), ("5",), "Draw()", 2)
    others = [
        replace(one, game="connect4"),
        replace(one, position=".x./.../..."),
        replace(one, task=Task.ONLY_WIN),
    ]
    assert len({puzzle.id for puzzle in (one, *others)}) == 4
    assert replace(one, grade=5, played="1").id == one.id
    assert re.fullmatch(r"[0-9a-f]{12}", one.id)  # a number that cards are known by


@pytest.mark.parametrize("grade", [0, 6, "2", None])
def test_grades_go_from_one_to_five(grade: object) -> None:
    good = Puzzle("tictactoe", "", Task.SAVE, ("5",), ("5",), "Draw()", 1).to_json()
    for fine in GRADES:
        assert Puzzle.from_json({**good, "grade": fine}).grade == fine
    assert list(GRADES) == [1, 2, 3, 4, 5]
    with pytest.raises(kibitz.BadFile):
        Puzzle.from_json({**good, "grade": grade})


def test_anything_but_a_player_is_a_person() -> None:
    for name, person in (
        ("Anna", True),
        ("level:strength=3", False),
        ("random", False),
        ("=,:", True),
        ("level:strength", True),
        ("", True),
    ):
        record = Record(kibitz.load("tictactoe"), tags={"First": name, "Second": "random"})
        assert (Side.FIRST in people_in(record)) == person
        assert Side.SECOND not in people_in(record)


def test_estimates_make_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.parse('[Game "tictactoe"]\n\n1. 1 2 2. 5 9 3. 3 7 *')
    assert len(list(puzzles_from(record))) == 2

    monkeypatch.setattr("kibitz.puzzles.mistakes.proved_values", lambda position: None)
    assert list(puzzles_from(record)) == []


def test_with_dice_nearly_equal_moves_are_accepted() -> None:
    game = kibitz.load("ewn:size=3,stones=3,setup=213")
    kibitz.solve(game)
    rng, found = Random(3), []
    for _ in range(12):
        position, moves = game.start(), []
        while not position.is_over:
            moves.append(position.moves[int(rng.random() * len(position.moves))])
            position = position.play(moves[-1])
        found += list(puzzles_from(Record(game, tuple(moves), outcome=position.outcome)))
    assert {Task.BETTER, Task.BEST_MOVE} == {puzzle.task for puzzle in found}
    for puzzle in found:
        position = puzzle.start(game)
        chances = {move: mine(position, move) for move in position.moves}
        best = max(chances.values())
        near = {move for move, chance in chances.items() if best - chance <= 0.0005}
        assert {move for move in position.moves if puzzle.is_right(move)} == near
        assert chances[position.move(puzzle.played)] < best - 0.02


def test_saved_games_are_searched_once_and_when_they_are_over(tmp_path: Path) -> None:
    text = '[Game "tictactoe"]\n[First "Anna"]\n[Second "random"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 {}'
    store = Store(tmp_path / "games")
    for name, result in (("one", "1/2-1/2"), ("two", "1/2-1/2"), ("known", "1/2-1/2")):
        store.save(name, Record.parse(text.format(result)))
    store.save("unfinished", Record.parse('[Game "tictactoe"]\n\n1. 1 2 *'))
    received: list[tuple[int, int]] = []
    found = dict(
        puzzles_from_store(store, lambda name: name == "known", lambda done, of: received.append((done, of)))
    )
    assert set(found) == {"one", "two"}
    assert received == [(0, 2), (1, 2)]
    for name, puzzles in found.items():
        assert [(puzzle.record, puzzle.played) for puzzle in puzzles] == [(name, "3"), (name, "4")]
    assert dict(puzzles_from_store(store, lambda name: name != "one")).keys() == {"one"}
