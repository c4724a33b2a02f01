"""Endgame tables: known longest mates, every value by the rules, and their use in searches."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz import _core
from kibitz.base.limit import Limit
from kibitz.base.value import Draw, Loss, Value, Win
from kibitz.games.chess.board import Board
from kibitz.games.control import control_with
from kibitz.games.position import Position
from kibitz.players.registry import make_player
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.solve_plan import make_plan
from kibitz.solving.table import Table, table_in_memory

CHESS = kibitz.load("chess")
#: The material of each unit in the core's order, and its longest mate in moves, as published.
LONGEST = {"KK": 0, "KNK": 0, "KBK": 0, "KRK": 16, "KQK": 10, "KPK": 28}
LONGEST_OF_FOUR = {
    "KBBK": 19, "KBNK": 33, "KQKR": 35, "KQKB": 17, "KQKN": 21, "KRKB": 29, "KRKN": 40, "KQKQ": 13, "KRKR": 19
}  # fmt: skip


@cache
def table(pieces: int = 3) -> Table:
    return table_in_memory(CHESS, solve_in_memory(CHESS, control_with(None), make_plan(CHESS, pieces=pieces)))


def value(position: Position) -> Value:
    found = table().value(position)
    assert found is not None
    return found


def longest(run: _core.EndgameRun, unit: int) -> int:
    """The longest mate of a unit, in moves; a byte is one more than the plies, wins being even."""
    stored = run.solve(unit, _core.Control())
    return max((byte // 2 for byte in stored if byte not in (0, 255) and byte % 2 == 0), default=0)


def test_longest_mates_of_three_pieces() -> None:
    run = _core.endgame_run(CHESS.rules, 3, 1, 1)
    assert [longest(run, unit) for unit in range(run.units)] == list(LONGEST.values())


@pytest.mark.slow
def test_longest_mates_of_four_pieces() -> None:
    run = _core.endgame_run(CHESS.rules, 4, 1, 2)
    found = {longest(run, unit) for unit in range(run.units)}
    assert found >= set(LONGEST_OF_FOUR.values())


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("8/8/8/8/8/2k5/2q5/K7 w - - 0 1", Draw()),  # nowhere to go, and not in check
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", Win(1)),
        ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Loss(0)),
        ("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1", Draw()),  # the pawn is held
        ("8/8/1KP5/8/8/8/8/3k4 w - - 0 1", None),
    ],
)
def test_single_positions(fen: str, expected: Value | None) -> None:
    position = CHESS.position(fen)
    if position.is_over:
        assert position.outcome is not None
        assert expected is not None
        return
    found = value(position)
    assert found == expected if expected is not None else isinstance(found, Win)


def positions(count: int, seed: int, pieces: int = 3) -> Iterator[Position]:
    """Positions with so many pieces, by lot."""
    rng = Random(seed)
    while count:
        squares = [0] * 64
        others = rng.choices((1, 2, 3, 4, 5, 7, 8, 9, 10, 11), k=pieces - 2)
        for square, piece in zip(rng.sample(range(64), pieces), (6, 12, *others), strict=True):
            squares[square] = piece
        numbers = Board(tuple(squares), rng.randrange(2), (-1, -1, -1, -1)).numbers()
        try:
            position = Position(CHESS, CHESS.rules.assemble(numbers))
        except ValueError:
            continue  # a king could be taken, or a pawn is where none can be
        if not position.is_over:
            count -= 1
            yield position


def test_every_value_follows_from_those_after_it() -> None:
    """What a position is worth is the best of what its moves lead to, one ply later."""
    for position in positions(400, seed=1):
        after = []
        for move in position.moves:
            next_one = position.play(move)
            if next_one.is_over:
                ended = next_one.outcome
                assert ended is not None
                after.append(Win(1) if ended.winner is not None else Draw())
            else:
                worth = -value(next_one)
                after.append(type(worth)(None if worth.plies is None else worth.plies + 1))
        assert value(position) == max(after), str(position)


@pytest.mark.parametrize(("pieces", "count"), [(3, 2000), pytest.param(4, 20_000, marks=pytest.mark.slow)])
def test_wins_and_losses_are_those_of_syzygy(pieces: int, count: int) -> None:
    """Against the files in python-chess's source package, whose folder a variable names."""
    folder = Path(os.environ.get("KIBITZ_PYTHON_CHESS", "nowhere")) / "data" / "syzygy" / "regular"
    if not folder.is_dir():
        pytest.skip("KIBITZ_PYTHON_CHESS names no folder with Syzygy files")
    chess = pytest.importorskip("chess")
    syzygy = pytest.importorskip("chess.syzygy")
    with syzygy.open_tablebase(str(folder)) as theirs:
        for position in positions(count, 2, pieces):
            found = table(pieces).value(position)
            assert found is not None
            wdl = theirs.probe_wdl(chess.Board(str(position)))
            assert found.result == (wdl > 0) - (wdl < 0), str(position)


@pytest.mark.parametrize("pieces", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_mates_take_as_long_as_others_found(pieces: int) -> None:
    """The distances that python-chess's source package lists: moves to the mate, below 0 if one is mated."""
    path = Path(os.environ.get("KIBITZ_PYTHON_CHESS", "nowhere")) / "data" / "endgame-dm-4.epd"
    if not path.is_file():
        pytest.skip("KIBITZ_PYTHON_CHESS names no folder with listed endings")
    seen = 0
    for line in path.read_text().splitlines():
        found = re.fullmatch(r"(.+) dm (-?\d+);", line)
        if found and sum(letter.isalpha() for letter in line.split()[0]) == pieces:
            position, moves = CHESS.position(found[1]), int(found[2])
            expected = Win(2 * moves - 1) if moves > 0 else Loss(-2 * moves) if moves else Draw()
            assert table(pieces).value(position) == expected, line
            seen += 1
    assert seen >= 3


def test_fifty_moves_are_heeded() -> None:
    """A mate that comes after a draw may be claimed is none that the table vouches for."""
    sure = CHESS.position("8/8/8/3k4/8/8/8/KQ6 w - - 60 40")
    late = CHESS.position("8/8/8/3k4/8/8/8/KQ6 w - - 95 60")
    assert isinstance(table().value(sure), Win)
    assert table().value(late) is None


def test_analysis_knows_endings_at_once() -> None:
    position = CHESS.position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    found = kibitz.analyse(position, Limit(nodes=1000))
    assert found.source.kind == "table"
    assert found.value == value(position)
    assert make_player("level:strength=100").choose(position).value == found.value


def test_searches_ask_the_table() -> None:
    """With the table a capture that leads to an ending is seen through to the mate."""
    position = CHESS.position("8/8/8/3k4/8/8/1q6/KQ6 w - - 0 1")
    engine = _core.make_selective_engine(CHESS.rules, 2**20)
    limits = _core.SearchLimits(depth=2)
    found = engine.search(position.state, limits, _core.Control(), tablebase=table().probe)
    best = max(
        (-value(position.play(capture)) for capture in ("Qxb2", "Kxb2")), key=lambda each: -(each.plies or 0)
    )
    assert found.pv_lines[0].value.kind == "win"
    assert found.pv_lines[0].value.number == (best.plies or 0) + 1
