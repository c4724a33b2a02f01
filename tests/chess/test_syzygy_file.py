"""Syzygy files made by an independent writer are read correctly, also by python-chess."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from kibitz.base.errors import BadFile
from kibitz.games.chess.syzygy_file import SyzygyFile, material_name
from kibitz.games.chess.syzygy_index import Arrangement
from tests.chess.syzygy_writer import Part, write_table

P, N, R, Q, K, P2, N2, K2 = 1, 2, 4, 5, 6, 9, 10, 14
_THREE = 31332
_WITH_PAWN = 6 * 63 * 62


@lru_cache(maxsize=8)
def _numbers(total: int, seed: int) -> tuple[int, ...]:
    """Numbers from 0 to 4, some of them in rows that repeat."""
    rng = random.Random(seed)
    found: list[int] = []
    while len(found) < total:
        found += rng.choice(((2, 4) * 9, (2,) * 40, (0,), (1, 3), (2, 4, 2), (4, 0, 3, 1)))
    return tuple(found[:total])


def _head(order: int, *sides: Sequence[int]) -> bytes:
    """How the pieces of both sides are listed, and when the leading ones are counted, in half a byte each."""
    first, second = sides if len(sides) == 2 else (sides[0], sides[0])
    return bytes([order, *(a | b << 4 for a, b in zip(first, second, strict=True))])


def _pieces(kinds: Sequence[int], squares: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for kind, square in zip(kinds, squares, strict=True):
        found.setdefault(kind, []).append(square)
    return found


def _turned(pieces: dict[int, list[int]], mirror: int) -> dict[int, list[int]]:
    """Colours exchanged, and the board turned over where it matters."""
    return {kind ^ 8: [square ^ mirror for square in squares] for kind, squares in pieces.items()}


def _draws(kinds: Sequence[int], count: int, seed: int) -> list[tuple[int, ...]]:
    """Squares for pieces, kings apart and pawns where they may stand."""
    rng = random.Random(seed)
    found: list[tuple[int, ...]] = []
    while len(found) < count:
        squares = rng.sample(range(64), len(kinds))
        kings = [square for square, kind in zip(squares, kinds, strict=True) if kind in (K, K2)]
        pawns = [square for square, kind in zip(squares, kinds, strict=True) if kind in (P, P2)]
        apart = max(abs(kings[0] % 8 - kings[1] % 8), abs(kings[0] // 8 - kings[1] // 8)) > 1
        if apart and all(8 <= pawn < 56 for pawn in pawns):
            found.append(tuple(squares))
    return found


_ROOK = (K, R, K2)


@pytest.fixture(scope="module")
def rook_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """King and rook against king; the pieces of the second side are listed in another order."""
    path = tmp_path_factory.mktemp("syzygy") / "KRvK.rtbw"
    parts = [Part(_numbers(_THREE, seed)) for seed in (1, 2)]
    write_table(path, [_head(0, _ROOK, (R, K, K2))], [parts], split=True)
    return path


def test_written_data_is_read(rook_file: Path) -> None:
    file = SyzygyFile(rook_file)
    first, second = (Arrangement(listed, 0, 15, (0, 0), 0) for listed in (_ROOK, (R, K, K2)))
    assert first.total == _THREE
    for king, rook, other in _draws(_ROOK, 300, 3):
        pieces = _pieces(_ROOK, (king, rook, other))
        wanted = (
            _numbers(_THREE, 1)[first.number((king, rook, other))] - 2,
            _numbers(_THREE, 2)[second.number((rook, king, other))] - 2,
        )
        assert tuple(file.wdl_of(pieces, False, side) for side in (0, 1)) == wanted
        assert tuple(file.wdl_of(_turned(pieces, 0), True, side) for side in (0, 1)) == wanted


def test_every_place_from_the_first_to_the_last_is_found(rook_file: Path) -> None:
    """Also at both ends of blocks and of the stretches that the index knows."""
    pairs = SyzygyFile(rook_file)._pairs[0]
    for side, seed in enumerate((1, 2)):
        numbers = _numbers(_THREE, seed)
        for place in (*range(300), *range(15000, 15200), *range(_THREE - 200, _THREE)):
            assert pairs[side].number(place) == numbers[place]


def test_python_chess_reads_the_same(rook_file: Path) -> None:
    chess = pytest.importorskip("chess")
    syzygy = pytest.importorskip("chess.syzygy")
    ours, theirs = SyzygyFile(rook_file), syzygy.WdlTable(str(rook_file))
    for squares in _draws(_ROOK, 200, 4):
        for side in (0, 1):
            assert theirs.probe_wdl_table(_board(chess, squares, side)) == ours.wdl_of(
                _pieces(_ROOK, squares), False, side
            )
    theirs.close()


def _board(chess: Any, squares: tuple[int, ...], side: int) -> Any:
    board = chess.Board(None)
    for square, letter in zip(squares, "KRk", strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = side == 0
    return board


def test_one_part_is_for_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "KRvK.rtbw"
    write_table(path, [_head(0, _ROOK)], [[Part([4], constant=True)]])
    file = SyzygyFile(path)
    pieces = _pieces(_ROOK, (0, 20, 63))
    assert [file.wdl_of(pieces, False, side) for side in (0, 1)] == [2, 2]


_PAWN = (P, K, K2)


@pytest.fixture(scope="module")
def pawn_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """King and pawn against king; in half of the parts all is the same.

    The pawn is counted second where white is to move, and last where black is.
    """
    path = tmp_path_factory.mktemp("syzygy") / "KPvK.rtbw"
    parts = [
        [Part([4], constant=True), Part([0], constant=True)],
        [Part(_numbers(_WITH_PAWN, 5)), Part([1], constant=True)],
        [Part([3], constant=True), Part([2], constant=True)],
        [Part([1], constant=True), Part(_numbers(_WITH_PAWN, 6))],
    ]
    write_table(path, [_head(0x21, _PAWN)] * 4, parts, split=True)
    return path


def test_pawns_have_a_part_for_each_pair_of_files(pawn_file: Path) -> None:
    file = SyzygyFile(pawn_file)
    assert file.has_pawns
    constant: dict[tuple[int, int], int] = {
        (0, 0): 4,
        (0, 1): 0,
        (1, 1): 1,
        (2, 0): 3,
        (2, 1): 2,
        (3, 0): 1,
    }
    for squares in _draws(_PAWN, 300, 7):
        column = min(squares[0] % 8, 7 - squares[0] % 8)
        for side in (0, 1):
            place = Arrangement(_PAWN, 1 + side, 15, (1, 0), column).number(squares)
            kept = constant.get((column, side))
            wanted = (_numbers(_WITH_PAWN, 5 + side)[place] if kept is None else kept) - 2
            pieces = _pieces(_PAWN, squares)
            assert file.wdl_of(pieces, False, side) == wanted
            # The same seen from the other side of the board.
            assert file.wdl_of(_turned(pieces, 56), True, side) == wanted


@pytest.mark.parametrize(
    ("name", "listed", "both"),
    [
        ("KPvKP", (P, P2, K, K2), True),
        ("KRvKP", (P2, K, R, K2), False),  # black's pawn leads, for white has none
        ("KPPvKP", (P2, P, P, K, K2), True),  # the colour with fewer leads
        ("KPvKPP", (P, P2, P2, K, K2), True),
    ],
)
def test_the_pawns_of_one_colour_lead(tmp_path: Path, name: str, listed: tuple[int, ...], both: bool) -> None:
    path = tmp_path / f"{name}.rtbw"
    head = _head(0, listed)
    # Where both have pawns, another byte says when those that follow are counted.
    heads = [head[:1] + bytes([0x11]) + head[1:] if both else head] * 4
    write_table(
        path,
        heads,
        [[Part([column], constant=True), Part([4], constant=True)] for column in range(4)],
        split=True,
    )
    file = SyzygyFile(path)
    for squares in _draws(listed, 40, 8):
        leading = min(
            min(square % 8, 7 - square % 8)
            for square, kind in zip(squares, listed, strict=True)
            if kind == listed[0]
        )
        assert file.wdl_of(_pieces(listed, squares), False, 0) == leading - 2
        assert file.wdl_of(_pieces(listed, squares), False, 1) == 2
        assert file.wdl_of(_turned(_pieces(listed, squares), 56), True, 0) == leading - 2


# Plies to the next capture or pawn's move


def _maps(*rows: Sequence[int], wide: bool = False) -> bytes:
    size = "<H" if wide else "<B"
    return b"".join(struct.pack(size, number) for row in rows for number in (len(row), *row))


_PLIES = ((10, 20, 30, 40, 50), (11, 21, 31, 41, 51), (12, 22, 32, 42, 52), (13, 23, 33, 43, 53))


@pytest.mark.parametrize(
    ("flags", "maps", "wdl", "plies"),
    [
        # Counted in moves, in plies where the file says so; of what the fifty moves spoil always in moves.
        (0, b"", 2, lambda number: 2 * number),
        (0, b"", -2, lambda number: 2 * number),
        (4, b"", 2, lambda number: number),
        (4, b"", -2, lambda number: 2 * number),
        (8, b"", -2, lambda number: number),
        (8, b"", 2, lambda number: 2 * number),
        (12, b"", 1, lambda number: 2 * number),
        (12, b"", -1, lambda number: 2 * number),
        # By lists for wins, losses, wins that are draws, losses that are draws.
        (2 | 12, _maps(*_PLIES), 2, lambda number: _PLIES[0][number]),
        (2 | 12, _maps(*_PLIES), -2, lambda number: _PLIES[1][number]),
        (2 | 12, _maps(*_PLIES), 1, lambda number: 2 * _PLIES[2][number]),
        (2 | 12, _maps(*_PLIES), -1, lambda number: 2 * _PLIES[3][number]),
        (2 | 12 | 16, _maps(*_PLIES, wide=True), 2, lambda number: _PLIES[0][number]),
        (2 | 12 | 16, _maps((300,) * 5, (301,) * 5, (0,) * 5, (0,) * 5, wide=True), -2, lambda number: 301),
    ],
)
def test_plies(tmp_path: Path, flags: int, maps: bytes, wdl: int, plies: Any) -> None:
    path = tmp_path / "KRvK.rtbz"
    numbers = _numbers(_THREE, 1)
    write_table(path, [_head(0, _ROOK)], [[Part(numbers, flags)]], maps)
    file, arrangement = SyzygyFile(path), Arrangement(_ROOK, 0, 15, (0, 0), 0)
    assert not file.wdl
    for squares in _draws(_ROOK, 30, 9):
        pieces = _pieces(_ROOK, squares)
        assert file.dtz_of(pieces, False, 0, wdl) == plies(numbers[arrangement.number(squares)])
        # The file is about white to move.
        assert file.dtz_of(pieces, False, 1, wdl) is None
        assert file.dtz_of(_turned(pieces, 0), True, 0, wdl) == file.dtz_of(pieces, False, 0, wdl)


def test_a_file_may_be_about_the_other_side(tmp_path: Path) -> None:
    path = tmp_path / "KRvK.rtbz"
    write_table(path, [_head(0, _ROOK)], [[Part(_numbers(_THREE, 1), 1)]])
    file, pieces = SyzygyFile(path), _pieces(_ROOK, (1, 20, 63))
    place = Arrangement(_ROOK, 0, 15, (0, 0), 0).number((1, 20, 63))
    assert file.dtz_of(pieces, False, 0, -2) is None
    assert file.dtz_of(pieces, False, 1, -2) == 2 * _numbers(_THREE, 1)[place]


def test_the_same_pieces_on_both_sides_have_one_side(tmp_path: Path) -> None:
    listed = (K, K2, Q, Q + 8)
    path = tmp_path / "KQvKQ.rtbz"
    write_table(path, [_head(0, listed)], [[Part([0], 1, constant=True)]])
    file = SyzygyFile(path)
    pieces = _pieces(listed, (0, 63, 20, 30))
    assert [file.dtz_of(pieces, False, side, 2) for side in (0, 1)] == [0, 0]


def test_plies_with_pawns_have_lists_for_each_file(tmp_path: Path) -> None:
    """Lists of bytes, lists of wider numbers behind an odd byte, none, and all the same."""
    path = tmp_path / "KPvK.rtbz"
    parts = [
        [Part(_numbers(_WITH_PAWN, 5), 2 | 12)],
        [Part([0], 2 | 12 | 16, constant=True)],
        [Part([0], 0, constant=True)],
        [Part(_numbers(_WITH_PAWN, 6), 1)],
    ]
    narrow, wide = _maps(*_PLIES[:3], (7, 8, 9, 10)), _maps((700,), (800,), (900,), (1000,), wide=True)
    assert len(narrow) % 2 == 1
    write_table(path, [_head(0, _PAWN)] * 4, parts, narrow + bytes(1) + wide)
    file = SyzygyFile(path)
    for squares in _draws(_PAWN, 200, 10):
        column = min(squares[0] % 8, 7 - squares[0] % 8)
        place = Arrangement(_PAWN, 0, 15, (1, 0), column).number(squares)
        wanted = (
            (_PLIES[0][_numbers(_WITH_PAWN, 5)[place]], None),
            (700, None),
            (0, None),
            (None, 2 * _numbers(_WITH_PAWN, 6)[place]),
        )[column]
        pieces = _pieces(_PAWN, squares)
        assert tuple(file.dtz_of(pieces, False, side, 2) for side in (0, 1)) == wanted
        assert tuple(file.dtz_of(_turned(pieces, 56), True, side, 2) for side in (0, 1)) == wanted


# What is wrong with a file


def test_a_file_of_the_other_kind_is_refused(rook_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "KRvK.rtbz"
    other.write_bytes(rook_file.read_bytes())
    with pytest.raises(BadFile, match="is not a Syzygy file"):
        SyzygyFile(other)


@pytest.mark.parametrize("size", [0, 3, 4, 6, 10, 20, 40])
def test_a_file_cut_short_is_named(rook_file: Path, tmp_path: Path, size: int) -> None:
    cut = tmp_path / "KRvK.rtbw"
    cut.write_bytes(rook_file.read_bytes()[:size])
    with pytest.raises(BadFile, match=r"KRvK\.rtbw"):
        SyzygyFile(cut)


def test_trailing_data_is_named(rook_file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "KRvK.rtbw"
    cut.write_bytes(rook_file.read_bytes()[:200])
    file = SyzygyFile(cut)
    pieces = _pieces(_ROOK, (27, 1, 63))
    with pytest.raises(BadFile, match=r"KRvK\.rtbw"):
        file.wdl_of(pieces, False, 0)
    cut = tmp_path / "KRvK.rtbz"
    write_table(cut, [_head(0, _ROOK)], [[Part(_numbers(_THREE, 1))]])
    cut.write_bytes(cut.read_bytes()[:200])
    file = SyzygyFile(cut)
    with pytest.raises(BadFile, match=r"KRvK\.rtbz"):
        file.dtz_of(pieces, False, 0, 2)


def test_a_symbol_made_of_itself_is_damage(rook_file: Path, tmp_path: Path) -> None:
    """The first pair of symbols stands for itself twice."""
    data = bytearray(rook_file.read_bytes())
    at = 5 + 4 + 1 + 10 + 2 * 3 + 2 + 3 * 4
    assert data[at : at + 3] == bytes([6, 3 << 4, 0])
    data[at : at + 3] = bytes([4, 4 << 4, 0])
    (tmp_path / "KRvK.rtbw").write_bytes(data)
    with pytest.raises(BadFile, match="contains itself"):
        SyzygyFile(tmp_path / "KRvK.rtbw")


@pytest.mark.parametrize(
    ("kinds", "white", "black"),
    [
        ((K, K2), "KvK", "KvK"),
        ((K, R, P, P, K2, N2), "KRPPvKN", "KNvKRPP"),
        ((K, Q, Q, K2, Q + 8, P2), "KQQvKQP", "KQPvKQQ"),
        ((K, R, 3, N, P, K2), "KRBNPvK", "KvKRBNP"),
    ],
)
def test_material_has_a_name(kinds: tuple[int, ...], white: str, black: str) -> None:
    pieces = _pieces(kinds, range(len(kinds)))
    assert material_name(pieces, black=False) == white
    assert material_name(pieces, black=True) == black
