"""Detection of puzzles, by values made up by hand: near wins, only moves, clear chances."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Limit, Loss, Value, Win
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin, RollAnalysis
from kibitz.base.move import Line, Move
from kibitz.games.control import control_for
from kibitz.games.position import Position
from kibitz.puzzles import detector, difficulty, proof
from kibitz.puzzles.detector import puzzle_at
from kibitz.puzzles.difficulty import depth_to_see, grade_of
from kibitz.puzzles.puzzle import Puzzle, Task

GAME = kibitz.load("tictactoe")
START = GAME.start()
DICE = kibitz.load("ewn:size=3,stones=3,setup=213")
NIM = kibitz.load(str(Path(kibitz.__file__).parent / "examples" / "nim.py"))


def judged(position: Position, values: Sequence[Value], source: Origin) -> Analysis:
    if position.turn is kibitz.Side.CHANCE:
        rolls = tuple(
            RollAnalysis(roll, chance, value)
            for (roll, chance), value in zip(position.chances, values, strict=True)
        )
        return Analysis(position, Expect(0.5), source, rolls=rolls)
    moves = tuple(
        MoveAnalysis(move, value, Line([move])) for move, value in zip(position.moves, values, strict=False)
    )
    return Analysis(position, values[0], source, moves)


def puzzle(
    monkeypatch: pytest.MonkeyPatch,
    position: Position,
    *values: Value,
    searched: Sequence[Value] = (),
    depth: int = 5,
) -> Puzzle | None:
    """The puzzle where sources say this of the moves, and a search so deep that."""

    def evaluate_position(position: Position) -> Analysis:
        return judged(position, values, Origin("table"))

    def full_width(position: Position, limit: Limit) -> Analysis:
        return judged(position, searched or values, Origin("search", depth=depth))

    monkeypatch.setattr(detector, "evaluate_position", evaluate_position)
    monkeypatch.setattr(proof, "evaluate_position", evaluate_position)
    monkeypatch.setattr(proof, "exact_values", lambda position: None if searched else {})
    monkeypatch.setattr(proof, "analyse_full_width", full_width)
    monkeypatch.setattr(detector, "winning_line", lambda position, line, plies: line)
    monkeypatch.setattr(detector, "grade_of", lambda position, answers: 3)
    return puzzle_at(position)


@pytest.mark.parametrize(
    ("values", "task", "answers"),
    [
        ([Win(3)] + [Draw()] * 8, Task.WIN_IN, "1"),
        ([Win(3), Win(3), Win(3)] + [Loss(2)] * 6, Task.WIN_IN, "123"),
        ([Win(3)] * 4 + [Loss(2)] * 5, None, ""),  # more than a third: no need to search
        ([Win(3)] + [Win(5)] * 8, Task.WIN_IN, "1"),  # the soonest
        ([Win(9)] + [Win(11)] * 8, Task.WIN_IN, "1"),
        ([Win(10)] + [Win(11)] * 8, None, ""),  # too long to be worked out
        ([Win(11)] + [Draw()] * 8, Task.ONLY_WIN, "1"),
        ([Win()] + [Loss(2)] * 8, Task.ONLY_WIN, "1"),
        ([Draw()] + [Loss(2)] * 8, Task.SAVE, "1"),
        ([Draw(), Draw()] + [Loss(2)] * 7, None, ""),
        ([Loss(4)] + [Loss(2)] * 8, None, ""),
        ([Loss(4), Loss(2)], None, ""),
    ],
)
def test_wins_and_only_moves(
    monkeypatch: pytest.MonkeyPatch, values: list[Value], task: Task | None, answers: str
) -> None:
    found = puzzle(monkeypatch, START, *values)
    if task is None:
        assert found is None
        return
    assert found is not None
    assert (found.task, found.answers) == (task, tuple(answers))
    assert found.plies == (values[0].plies if task is Task.WIN_IN else None)
    assert (found.game, found.position, found.line) == ("tictactoe", str(START), ("1",))
    assert (found.value, found.grade) == (str(values[0]), 3)


@pytest.mark.parametrize(
    ("searched", "depth", "there"),
    [
        ([Win(5)] + [Estimate(0)] * 8, 5, True),
        ([Win(5)] + [Estimate(0)] * 8, 4, False),  # not everything was seen so deep
        ([Win()] + [Estimate(0)] * 8, 5, False),
        ([Estimate(3)] + [Loss(2)] * 8, 5, False),
        ([Draw(3)] + [Estimate(-3)] * 8, 5, False),
    ],
)
def test_where_nothing_is_known_a_search_must_see_the_whole_win(
    monkeypatch: pytest.MonkeyPatch, searched: list[Value], depth: int, there: bool
) -> None:
    found = puzzle(monkeypatch, START, *[Estimate(1)] * 9, searched=searched, depth=depth)
    assert (found is not None) == there
    assert found is None or (found.task, found.answers, found.plies) == (Task.WIN_IN, ("1",), 5)


def test_where_a_search_sees_all_ends_only_moves_are_puzzles_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found = puzzle(monkeypatch, START, searched=[Draw(3)] + [Loss(2)] * 8, depth=9)
    assert found is not None
    assert (found.task, found.answers) == (Task.SAVE, ("1",))


def rolled() -> Position:
    """A position with dice in which there is a choice."""
    start = DICE.start()
    return next(after for roll in start.moves if len((after := start.play(roll)).moves) > 2)


@pytest.mark.parametrize(
    ("best", "second", "there"),
    [(0.05, 0.0, True), (0.0499, 0.0, False), (0.9, 0.5, True), (0.9, 0.89, False)],
)
def test_with_dice_the_best_move_is_clear_from_five_percent_on(
    monkeypatch: pytest.MonkeyPatch, best: float, second: float, there: bool
) -> None:
    position = rolled()
    found = puzzle(monkeypatch, position, Expect(best), Expect(second), Expect(0.0))
    assert (found is not None) == there
    if found is not None:
        assert found.task is Task.BEST_MOVE
        assert found.answers == (str(position.moves[0]),)
    assert puzzle(monkeypatch, position, Expect(best), Estimate(second), Expect(0.0)) is None
    assert puzzle(monkeypatch, position, Win(1), Expect(0.2), Expect(0.0)) is None


@pytest.mark.parametrize(
    ("chances", "right", "grade"),
    [
        ((0.75, 0.5, 0.25), 1, 1),
        ((0.7, 0.5, 0.25), 1, 2),
        ((0.6, 0.5, 0.25), 1, 3),
        ((0.55, 0.5, 0.25), 1, 4),
        ((0.53, 0.5, 0.25), 1, 5),
        ((0.51, 0.5, 0.25), 0, 0),
        ((0.02, 0.0, 0.0), 1, 5),
        ((0.04, 0.0, 0.0), 1, 4),
        ((0.08, 0.0, 0.0), 1, 3),
        ((0.15, 0.0, 0.0), 1, 2),
        ((0.25, 0.0, 0.0), 1, 1),
        ((0.9, 0.9, 0.1), 0, 0),  # most rolls are right
        ((0.9, 0.9, 0.9), 0, 0),
    ],
)
def test_the_best_roll_is_graded_by_its_lead(
    monkeypatch: pytest.MonkeyPatch, chances: tuple[float, ...], right: int, grade: int
) -> None:
    start = DICE.start()
    assert len(start.moves) == 3
    found = puzzle(monkeypatch, start, *map(Expect, chances))
    if not right:
        assert found is None
        return
    assert found is not None
    assert (found.task, found.grade) == (Task.BEST_ROLL, grade)
    assert found.answers == found.line == (str(start.moves[0]),)
    assert puzzle(monkeypatch, start, *map(Expect, chances[:2]), Expect(0.1, False)) is None
    assert puzzle(monkeypatch, start, *map(Expect, chances[:2]), Loss(3)) is None


def test_two_of_four_rolls_may_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    start = kibitz.load("ewn:size=4,stones=4,setup=1234").start()
    found = puzzle(monkeypatch, start, *map(Expect, (0.9, 0.9, 0.2, 0.1)))
    assert found is not None
    assert found.answers == tuple(map(str, start.moves[:2]))
    assert found.line == found.answers[:1]


Seen = dict[int, set[Move] | None]


@pytest.mark.parametrize(
    ("right_at", "stops", "depth"),
    [
        ({1, 2, 3, 4, 5, 6, 7, 8}, None, 1),
        ({2, 3, 4, 5, 6, 7, 8}, None, 2),
        ({1, 2, 4, 5, 6, 7, 8}, None, 4),  # right at first, then wrong again
        ({1, 2, 3}, None, 1),  # three times in a row: it keeps to it
        ({1, 2}, None, 9),
        ({4, 5, 6}, None, 4),
        (set(), None, 9),
        (set(), 4, 4),  # beyond the effort limit, the depth before counts
        ({2, 3}, 3, 2),
    ],
)
def test_the_depth_from_which_on_only_answers_seem_best(
    monkeypatch: pytest.MonkeyPatch, right_at: set[int], stops: int | None, depth: int
) -> None:
    answer, wrong = START.moves[:2]

    def best(position: Position, depth: int) -> set[Move] | None:
        return None if depth == stops else {answer} if depth in right_at else {answer, wrong}

    monkeypatch.setattr(difficulty, "_best", best)
    assert depth_to_see(START, [answer]) == depth
    assert depth_to_see(START, [answer, wrong]) == 1


@functools.cache
def plain(position: Position, depth: int) -> tuple[int, int]:
    """A look so deep by trying everything: result and minus the plies to it, nothing where it ends."""
    if position.outcome is not None:
        return position.outcome.for_side(position.turn), 0
    if depth == 0:
        return 0, 0
    worth = []
    for move in position.moves:
        result, plies = plain(position.play(move), depth - 1)
        worth.append((-result, plies + 1 if result else 0))
    return max(worth, key=lambda each: (each[0], -each[0] * each[1]))


def seen_from(position: Position, answers: set[Move]) -> int:
    """The same depth by the plain look."""
    least = 1
    for depth in range(1, 9):
        if depth == least + 3:
            break
        worth = {}
        for move in position.moves:
            result, plies = plain(position.play(move), depth - 1)
            worth[move] = (-result, result * plies)
        if not {move for move in worth if worth[move] == max(worth.values())} <= answers:
            least = depth + 1
    return least


def test_a_look_ahead_sees_what_trying_everything_sees() -> None:
    depths = set()
    for heaps in ((0, 1, 2), (0, 2, 2), (1, 1, 1), (1, 1, 2), (0, 0, 3), (1, 2, 2)):
        position = NIM.position(f"{heaps} first")
        for move in position.moves:
            depth = depth_to_see(position, [move])
            assert depth == seen_from(position, {move})
            depths.add(depth)
    assert len(depths) > 2


@pytest.mark.parametrize(
    ("depth", "forcing", "quiet"),
    [(1, 1, 1), (2, 2, 3), (3, 3, 4), (4, 3, 4), (5, 4, 5), (6, 4, 5), (7, 5, 5), (9, 5, 5)],
)
def test_grades_by_depth_and_whether_it_threatens(
    monkeypatch: pytest.MonkeyPatch, depth: int, forcing: int, quiet: int
) -> None:
    monkeypatch.setattr(difficulty, "depth_to_see", lambda position, answers: depth)

    def grade(text: str, *answers: str) -> int:
        position = GAME.position(text)
        return grade_of(position, [position.move(answer) for answer in answers])

    assert grade("x../.o./...", "3") == forcing  # it threatens to win at 2
    assert grade("x../.o./...", "9") == quiet  # o stands between
    assert grade("x../.o./...", "9", "3") == forcing
    assert grade("x.x/o../.o.", "2") == forcing  # it wins
    assert grade("x../.oo/..x", "4") == forcing  # it stops a win
    # Of two moves one guesses the right one.
    assert grade("xox/xo./o.x", "8") == min(2, forcing)


def test_a_look_ahead_costs_less_where_python_makes_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Limit] = []
    real = control_for

    def noted(limit: Limit) -> Any:
        asked.append(limit)
        return real(limit)

    monkeypatch.setattr(difficulty, "control_for", noted)
    costs = []
    for position in (START, kibitz.load("morris").start()):
        asked.clear()
        depth_to_see(position, position.moves)
        costs.append(max(limit.nodes or 0 for limit in asked))
    assert costs[0] > 10 * costs[1] > 0
