"""Every value of the frozen sets, confirmed by another solver."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import _core
from kibitz.base.value import Draw, Expect, Loss, Points, Value, Win
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.truth.catalogue import SETS, truth_set
from kibitz.truth.question import Question
from tests.analysis import truth as recursion
from tests.truth.solvers import ExpectedScore, OutOfBudget, Retrograde, mates_in

#: Small enough for recursion in Python over everything that can still happen.
SMALL = (
    *("tictactoe", "tictactoe-misere", "mnk-4x3x3", "connect-4x4x3"),
    *("nim", "chomp", "domineering", "dots-and-boxes", "kalah", "othello-4x4"),
)
#: Searched to the end by alpha-beta in the core, an algorithm that is not that of the tables.
SEARCHED = ("mnk-4x4x4", "numerical", "numerical-12", "connect-5x4")
#: Positions that recursion may visit in the larger games.
BUDGET = 60_000


def answered(question: Question) -> list[tuple[kibitz.Position, kibitz.Move, Value]]:
    """The position with each of its moves and what the set says of it; the moves are all there are."""
    position = question.game.position(question.position)
    assert {str(move) for move in position.moves} == question.values.keys(), question.id
    return [(position, move, question.values[str(move)]) for move in position.moves]


def result_and_plies(value: Value) -> tuple[float | None, int | None]:
    return (value.points, 0) if isinstance(value, Points) else (value.result, value.plies)


@pytest.mark.parametrize("name", SMALL)
def test_recursion_finds_the_same(name: str) -> None:
    for question in truth_set(name):
        for position, move, value in answered(question):
            result, plies = recursion.after_move(position, move)
            found = (result, 0) if isinstance(value, Points) else (result, plies)
            assert found == result_and_plies(value), f"{question.id} {move}"


@pytest.mark.parametrize("name", SEARCHED)
def test_search_to_the_end_finds_the_same(name: str) -> None:
    switches = _core.Switches(table_bytes=64 * 2**20, killers=True, history=True)
    for question in truth_set(name):
        position = question.game.position(question.position)
        report = position.game.rules.search(
            position.state, "alphabeta", 99, control_for(kibitz.Limit()), every_move=True, switches=switches
        )
        for found in report.moves:
            move = str(position.game.codec.line(position, found.line)[0])
            value = value_from_core(found.value, False)
            written = question.values[move]
            if isinstance(written, Draw):  # a search does not say how long a draw takes
                assert isinstance(value, Draw), f"{question.id} {move}"
            else:
                assert value == written, f"{question.id} {move}"


@pytest.mark.parametrize("name", ["race", "pig"])
def test_sweeps_over_the_whole_game_find_the_same_chances(name: str) -> None:
    chances = recursion.Chances(truth_set(name).game.start())
    for question in truth_set(name):
        for position, move, value in answered(question):
            assert isinstance(value, Expect)
            found = chances.of(position, move)
            assert value.chance == pytest.approx(found, abs=1e-9), f"{question.id} {move}"


@pytest.mark.parametrize(
    ("name", "budget", "at_least"),
    [
        ("ewn-3x3", BUDGET, 20),
        ("ewn-4x4", BUDGET, 5),
        ("ewn-3-stones", BUDGET, 20),
        ("ewn-4-stones", BUDGET, 3),
        pytest.param("ewn-3x3", 10_000_000, 240, marks=pytest.mark.slow),
        pytest.param("ewn-4x4", 3_000_000, 40, marks=pytest.mark.slow),
        pytest.param("ewn-3-stones", 3_000_000, 240, marks=pytest.mark.slow),
        pytest.param("ewn-4-stones", 3_000_000, 20, marks=pytest.mark.slow),
    ],
)
def test_expected_scores_by_recursion(name: str, budget: int, at_least: int) -> None:
    truth = truth_set(name)
    solver = ExpectedScore(budget)
    done = 0
    # Those with few stones are the cheapest.
    for question in sorted(truth, key=lambda each: each.position.count("r") + each.position.count("b")):
        for position, move, value in answered(question):
            assert isinstance(value, Expect)
            try:
                first = solver.of(position.play(move))
            except OutOfBudget:
                break
            own = first if position.turn is kibitz.Side.FIRST else 1 - first
            assert value.chance == pytest.approx(own, abs=2 * truth.precision + 1e-9), f"{question.id} {move}"
        else:
            done += 1
            continue
        break
    assert done >= at_least


def test_retrograde_analysis_finds_the_same_where_positions_come_back() -> None:
    truth = truth_set("morris")
    solver = Retrograde(truth.game.start())
    for question in truth:
        for position, move, value in answered(question):
            result, plies = solver.of(position.play(move))
            assert value.result == -result, f"{question.id} {move}"
            if plies is not None:
                assert value.plies == plies + 1, f"{question.id} {move}"


@pytest.mark.parametrize("name", ["chess-3-pieces", "chess-4-pieces"])
def test_short_mates_are_found_by_search(name: str) -> None:
    seen = 0
    for question in truth_set(name):
        position = question.game.position(question.position)
        best = question.best_value
        if isinstance(best, Win) and best.plies is not None and best.plies <= 3:
            assert mates_in(position, best.plies), question.id
            assert best.plies == 1 or not mates_in(position, best.plies - 2), question.id
            seen += 1
        for position, move, value in answered(question):
            if isinstance(value, Loss) and value.plies is not None and value.plies <= 4:
                after = position.play(move)
                assert mates_in(after, value.plies - 1), question.id
                assert value.plies == 2 or not mates_in(after, value.plies - 3), question.id
                seen += 1
    assert seen >= 3


def test_results_of_chess_are_those_of_syzygy() -> None:
    """Against the files in python-chess's source package, whose folder a variable names."""
    folder = Path(os.environ.get("KIBITZ_PYTHON_CHESS", "nowhere")) / "data" / "syzygy" / "regular"
    if not folder.is_dir():
        pytest.skip("KIBITZ_PYTHON_CHESS names no folder with Syzygy files")
    chess = pytest.importorskip("chess")
    syzygy = pytest.importorskip("chess.syzygy")
    with syzygy.open_tablebase(str(folder)) as theirs:
        for name in ("chess-3-pieces", "chess-4-pieces"):
            for question in truth_set(name):
                for position, move, value in answered(question):
                    assert value.result == -_syzygy_result(chess, theirs, position, move), question.id


def _syzygy_result(chess: Any, tables: Any, position: kibitz.Position, move: kibitz.Move) -> int:
    board = chess.Board(str(position))
    board.push(chess.Move.from_uci(str(move)))
    if board.is_checkmate():
        return -1
    wdl = int(tables.probe_wdl(board))
    return (wdl > 0) - (wdl < 0)


@pytest.mark.parametrize("part", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_values_of_connect_four_are_those_of_bitbully(part: int) -> None:
    bitbully = pytest.importorskip("bitbully", reason="BitBully is not installed (pip install '.[oracles]')")
    solver = bitbully.BitBully()
    for question in truth_set("connect4").questions[::part]:
        for position, move, value in answered(question):
            after = position.play(move)
            if after.is_over:
                assert isinstance(value, Win | Draw)
                assert value.plies == 1
                continue
            assert value == _from_score(-int(solver.mtdf(_board(bitbully, after))), after), question.id


def _board(bitbully: Any, position: kibitz.Position) -> Any:
    """Return their board with the same stones, given by rows from the top."""
    cells = position.game.rules.describe(position.state)
    numbers = [int(cell) for cell in cells[:42]]
    return bitbully.Board([numbers[7 * row : 7 * row + 7] for row in range(6)])


def _from_score(score: int, after: kibitz.Position) -> Value:
    """A score counts the winner's stones that are left over; the value is that before the move."""
    stones = sum(1 for cell in after.game.rules.describe(after.state)[:42] if cell)
    if score == 0:
        return Draw(42 - stones + 1)
    # Who wins with s stones in hand ends the game with that many of the 21 unused.
    mover_wins = score > 0
    winner_is_first = mover_wins == (stones % 2 == 1)
    last = 2 * (21 - abs(score) + 1) - (1 if winner_is_first else 0)
    plies = last - stones + 1
    return Win(plies) if mover_wins else Loss(plies)


def test_every_set_is_verified_by_some_test() -> None:
    others = {"race", "pig", "ewn-3x3", "ewn-4x4", "ewn-3-stones", "ewn-4-stones", "morris", "connect4"}
    assert {*SMALL, *SEARCHED, *others, "chess-3-pieces", "chess-4-pieces"} == set(SETS)
