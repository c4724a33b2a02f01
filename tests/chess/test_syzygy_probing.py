"""Probing of Syzygy tables: captures, en passant, distances, values of moves.

The files are made here. Most say the same of every position, which is true of those that are asked about.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import kibitz
from kibitz.base.move import Line
from kibitz.base.value import Draw, Loss, Win
from kibitz.games.chess.syzygy import Syzygy
from kibitz.games.chess.syzygy_index import Arrangement
from kibitz.games.chess.syzygy_source import FOLDERS_VARIABLE, SyzygySource
from kibitz.games.exact_source import Cover, Knowledge
from tests.chess.syzygy_writer import Part, write_table

CHESS = kibitz.load("chess")
P, R, Q, K = 1, 4, 5, 6
BLACK = 8
_KRK = [K, R, K + BLACK]


def _constant(folder: Path, name: str, listed: list[int], white: int, black: int) -> None:
    """A file that says the same of every position with white to move, and of every one with black to move."""
    pawns = "P" in name
    both = "P" in name.split("v")[0] and "P" in name.split("v")[1]
    head = bytes([0, *([0x11] if both else []), *(piece * 17 for piece in listed)])
    parts = [Part([white + 2], constant=True), Part([black + 2], constant=True)]
    rows = 4 if pawns else 1
    write_table(folder / f"{name}.rtbw", [head] * rows, [parts] * rows, split=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Queens, rooks and pawns win alone."""
    _constant(tmp_path, "KQvK", [K, Q, K + BLACK], 2, -2)
    _constant(tmp_path, "KRvK", _KRK, 2, -2)
    _constant(tmp_path, "KPvK", [P, K, K + BLACK], 2, -2)
    return tmp_path


def _wdl(folder: Path, fen: str) -> int | None:
    return Syzygy(folder).wdl(CHESS.position(fen))


@pytest.mark.parametrize(
    ("fen", "wdl"),
    [
        ("8/8/8/8/8/2k5/8/K2R4 w - - 0 1", 2),
        ("8/8/8/8/8/2k5/8/K2R4 b - - 0 1", -2),
        ("8/8/8/8/8/2K5/8/k2r4 b - - 0 1", 2),
        ("8/8/8/8/8/2K5/8/k2r4 w - - 0 1", -2),
        ("8/8/8/8/8/2K5/3P4/k7 w - - 0 1", 2),
        ("8/8/8/8/8/8/1Kp5/7k w - - 0 1", 0),  # the pawn is taken at once
        ("8/3p4/2k5/8/8/8/8/K7 w - - 0 1", -2),
        ("8/3p4/2k5/8/8/8/8/K7 b - - 0 1", 2),
        # The rook is taken at once, and insufficient material.
        ("8/8/8/8/8/8/2k5/K2R4 b - - 0 1", 0),
        ("8/8/8/8/8/8/8/K6k w - - 0 1", 0),
        # Nobody has a file for this.
        ("8/8/8/3k4/8/8/8/KB1N4 w - - 0 1", None),
    ],
)
def test_winners(folder: Path, fen: str, wdl: int | None) -> None:
    assert _wdl(folder, fen) == wdl


def test_castling_rights_are_in_no_file(folder: Path) -> None:
    assert _wdl(folder, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1") is None
    assert _wdl(folder, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1") == 2


def test_a_capture_that_wins_needs_no_other_file(folder: Path) -> None:
    assert _wdl(folder, "k6r/8/8/8/8/8/8/K6R w - - 0 1") == 2
    assert _wdl(folder, "k6r/8/8/8/8/8/8/K6R b - - 0 1") == 2
    # A rook that can't be taken is in no file here.
    assert _wdl(folder, "k5r1/8/8/8/8/8/8/K6R w - - 0 1") is None
    _constant(folder, "KRvKR", [K, R, R + BLACK, K + BLACK], 1, -1)
    # With equal material a file stores one side to move only.
    for mover in "wb":
        assert _wdl(folder, f"k5r1/8/8/8/8/8/8/K6R {mover} - - 0 1") == 1
        assert _wdl(folder, f"k6r/8/8/8/8/8/8/K6R {mover} - - 0 1") == 2


def test_the_best_of_captures_and_file_counts(folder: Path) -> None:
    """Taking the queen with the rook draws, for the king takes back."""
    fen = "kq6/8/8/8/8/8/8/KR6 w - - 0 1"
    assert _wdl(folder, fen) is None
    _constant(folder, "KQvKR", [K, Q, K + BLACK, R + BLACK], 2, -2)
    assert _wdl(folder, fen) == 0
    assert _wdl(folder, "k7/1q6/8/8/8/8/8/K6R w - - 0 1") == -2


def test_captures_need_the_tables_they_lead_to(tmp_path: Path) -> None:
    _constant(tmp_path, "KQvKR", [K, Q, K + BLACK, R + BLACK], 2, -2)
    assert _wdl(tmp_path, "1q5k/8/8/8/8/8/8/KR6 w - - 0 1") is None
    assert _wdl(tmp_path, "2q3k1/8/8/8/8/8/8/K6R w - - 0 1") == -2


def test_a_capture_that_mates_needs_no_file(tmp_path: Path) -> None:
    assert _wdl(tmp_path, "r6k/8/6K1/8/8/8/8/R7 w - - 0 1") == 2
    assert Syzygy(tmp_path).dtz(CHESS.position("r6k/8/6K1/8/8/8/8/R7 w - - 0 1")) == 1


def test_taking_in_passing_is_tried(folder: Path) -> None:
    fen = "8/8/8/3pP3/8/8/8/K6k w - d6 0 1"
    assert _wdl(folder, fen) == 2
    _constant(folder, "KPvKP", [P, P + BLACK, K, K + BLACK], -2, 2)
    assert _wdl(folder, fen) == 2
    assert _wdl(folder, fen.replace("d6", "-")) == -2


#: Black's only move is to take in passing, after which white takes the pawn and wins.
_ONLY_IN_PASSING = "k7/2Q5/8/8/1pP5/1K6/8/8 b - c3 0 1"


def test_where_nothing_else_is_allowed_the_file_is_not_believed(folder: Path) -> None:
    """It takes the position for stalemate."""
    position = CHESS.position(_ONLY_IN_PASSING)
    assert [str(move) for move in position.moves] == ["b4c3"]
    _constant(folder, "KQPvKP", [P, P + BLACK, K, Q, K + BLACK], 2, 0)
    tables = Syzygy(folder)
    assert tables.wdl(position) == -2
    assert tables.dtz(position) == -1


def test_the_first_folder_and_the_largest_file_decide_the_piece_count(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for each, value in ((first, 2), (second, 0)):
        each.mkdir()
        _constant(each, "KRvK", _KRK, value, -value)
    position = CHESS.position("8/8/8/8/8/2k5/8/K2R4 w - - 0 1")
    assert Syzygy(first, second).wdl(position) == 2
    assert Syzygy(second, first).wdl(position) == 0
    assert Syzygy(first).most == 3
    _constant(second, "KQvKR", [K, Q, K + BLACK, R + BLACK], 2, -2)
    assert Syzygy(first, second).most == 4
    assert Syzygy().most == 0


# Plies


_NUMBERS = tuple(random.Random(4).choices(range(5), k=31332))
_PLACES = Arrangement(_KRK, 0, 15, (0, 0), 0)


def _rook_table(folder: Path, flags: int) -> None:
    head = bytes([0, *(piece * 17 for piece in _KRK)])
    write_table(folder / "KRvK.rtbz", [head], [[Part(_NUMBERS, flags)]])


def _number(position: kibitz.Position) -> int:
    """What the file keeps of a position with a white king, a white rook and a black king."""
    rows = str(position).split()[0].split("/")
    text = "".join("".join("." * int(each) if each.isdigit() else each for each in row) for row in rows[::-1])
    return _NUMBERS[_PLACES.number([text.index(letter) for letter in "KRk"])]


_WHITE, _BLACK = "8/8/8/8/8/2k5/8/K2R4 w - - 0 1", "8/8/8/3k4/8/8/8/K2R4 b - - 0 1"


def test_plies_of_the_side_that_the_file_keeps(folder: Path) -> None:
    white, black = CHESS.position(_WHITE), CHESS.position(_BLACK)
    _rook_table(folder, 12)
    assert Syzygy(folder).dtz(white) == 1 + _number(white)
    _rook_table(folder, 0)  # in moves
    assert Syzygy(folder).dtz(white) == 1 + 2 * _number(white)
    _rook_table(folder, 1 | 12)
    assert Syzygy(folder).dtz(black) == -1 - _number(black)


def test_plies_of_the_other_side_are_one_more(folder: Path) -> None:
    """The winner takes the shortest way, the loser the longest."""
    white, black = CHESS.position(_WHITE), CHESS.position(_BLACK)
    _rook_table(folder, 12)
    after = [black.play(move) for move in black.moves]
    assert Syzygy(folder).dtz(black) == -1 - max(1 + _number(each) for each in after)
    _rook_table(folder, 1 | 12)
    kept = [white.play(move) for move in white.moves]
    # Moves that leave the rook to be taken, or black without a move, win nothing.
    kept = [
        each for each in kept if not each.is_over and not any(each.play(move).is_over for move in each.moves)
    ]
    assert Syzygy(folder).dtz(white) == 1 + min(1 + _number(each) for each in kept)


def test_a_mate_comes_after_one_ply(folder: Path) -> None:
    _rook_table(folder, 1 | 12)
    assert Syzygy(folder).dtz(CHESS.position("7k/8/6K1/8/8/8/8/R7 w - - 0 1")) == 1


@pytest.mark.parametrize(("wdl", "plies"), [(1, 101), (-1, -101)])
def test_wins_spoilt_by_the_fifty_move_rule_count_a_hundred_plies_more(
    folder: Path, wdl: int, plies: int
) -> None:
    _constant(folder, "KRvK", _KRK, wdl, wdl)
    _rook_table(folder, 12)
    white = CHESS.position(_WHITE)
    assert Syzygy(folder).wdl(white) == wdl
    assert Syzygy(folder).dtz(white) == plies + (1 if wdl > 0 else -1) * 2 * _number(white)


def test_spoilt_wins_are_found_by_their_moves_too(folder: Path) -> None:
    _constant(folder, "KRvK", _KRK, 1, -1)
    white, black = CHESS.position(_WHITE), CHESS.position(_BLACK)
    _rook_table(folder, 1 | 12)
    kept = [white.play(move) for move in white.moves]
    kept = [each for each in kept if not any(each.play(move).is_over for move in each.moves)]
    assert Syzygy(folder).dtz(white) == 1 + min(101 + 2 * _number(each) for each in kept)
    _rook_table(folder, 12)
    after = [black.play(move) for move in black.moves]
    assert Syzygy(folder).dtz(black) == -1 - max(101 + 2 * _number(each) for each in after)


def test_a_draw_has_no_plies(folder: Path) -> None:
    tables = Syzygy(folder)
    assert tables.dtz(CHESS.position("8/8/8/8/8/8/2k5/K2R4 b - - 0 1")) == 0
    assert tables.dtz(CHESS.position("8/8/8/3k4/8/8/8/KB1N4 w - - 0 1")) is None
    assert tables.dtz(CHESS.position(_WHITE)) is None  # without a file of plies


def test_a_pawn_s_move_that_wins_comes_next(folder: Path) -> None:
    assert Syzygy(folder).dtz(CHESS.position("8/8/8/8/8/2K5/3P4/k7 w - - 0 1")) == 1
    # Spoiled by the fifty moves, but so is what it leads to.
    _constant(folder, "KPvK", [P, K, K + BLACK], 1, -1)
    assert Syzygy(folder).dtz(CHESS.position("8/8/8/8/8/2K5/3P4/k7 w - - 0 1")) == 101


@pytest.mark.parametrize(("wdl", "plies"), [(2, -2), (1, -102)])
def test_the_losing_side_prefers_king_moves(folder: Path, wdl: int, plies: int) -> None:
    """The file knows white's plies, none at all: after a pawn's move the count begins anew at once."""
    listed = [P + BLACK, K, R, K + BLACK]
    _constant(folder, "KRvKP", listed, wdl, -wdl)
    head = bytes([0, *(piece * 17 for piece in listed)])
    write_table(folder / "KRvKP.rtbz", [head] * 4, [[Part([0], 12, constant=True)]] * 4)
    tables = Syzygy(folder)
    white = CHESS.position("8/8/8/8/8/k5p1/8/K6R w - - 0 1")
    assert tables.dtz(white) == (1 if wdl == 2 else 101)
    black = CHESS.position("8/8/8/8/8/k5p1/8/K6R b - - 0 1")
    assert tables.dtz(black) == plies


def test_a_pawn_that_alone_can_move_is_moved(folder: Path) -> None:
    """Black's king has no square."""
    listed = [P + BLACK, K, R, K + BLACK]
    _constant(folder, "KRvKP", listed, 2, -2)
    head = bytes([0, *(piece * 17 for piece in listed)])
    write_table(folder / "KRvKP.rtbz", [head] * 4, [[Part([0], 12, constant=True)]] * 4)
    position = CHESS.position("k7/8/K7/8/8/6p1/8/1R6 b - - 0 1")
    assert [str(move) for move in position.moves] == ["g3g2"]
    assert Syzygy(folder).dtz(position) == -1


# Values of moves


def _asked(folder: Path, fen: str, monkeypatch: pytest.MonkeyPatch) -> Knowledge | None:
    monkeypatch.setenv(FOLDERS_VARIABLE, str(folder))
    return SyzygySource().ask(CHESS.position(fen), kibitz.Limit())


def test_moves_come_in_the_order_in_which_they_win(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _rook_table(folder, 1 | 12)
    white = CHESS.position(_WHITE)
    found = _asked(folder, _WHITE, monkeypatch)
    assert found is not None
    assert found.value == Win()
    assert {each.move for each in found.moves} == set(white.moves)
    won = [each for each in found.moves if each.value == Win()]
    plies = [_number(white.play(each.move)) for each in won]
    assert plies == sorted(plies)
    assert len(set(plies)) > 2
    # Those that leave the rook to be taken come last.
    lost = found.moves[len(won) :]
    assert {str(each.move) for each in lost} == {"d1d2", "d1d3", "d1d4"}
    assert all(each.value == Draw() for each in lost)
    assert all(each.line == Line([each.move]) for each in found.moves)


def test_the_losing_side_holds_out_longest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _rook_table(folder, 12)
    black = CHESS.position(_BLACK)
    found = _asked(folder, _BLACK, monkeypatch)
    assert found is not None
    assert found.value == Loss()
    assert {each.value for each in found.moves} == {Loss()}
    plies = [_number(black.play(each.move)) for each in found.moves]
    assert plies == sorted(plies, reverse=True)
    assert len(set(plies)) > 1


def test_a_mate_is_known_exactly(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _rook_table(folder, 1 | 12)
    found = _asked(folder, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", monkeypatch)
    assert found is not None
    assert found.value == found.moves[0].value == Win(1)
    assert str(found.moves[0].move) == "a1a8"


def test_wins_spoilt_by_the_fifty_move_rule_are_draws(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _constant(folder, "KRvK", _KRK, 1, -1)
    _rook_table(folder, 1 | 12)
    found = _asked(folder, _WHITE, monkeypatch)
    assert found is not None
    assert {each.value for each in found.moves} == {Draw()}


@pytest.mark.parametrize("late", [False, True])
def test_where_the_clock_decides_nothing_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """With plies that end the count of a hundred just in time, and one too late."""
    _rook_table(folder, 12)
    black = CHESS.position(_BLACK)
    longest = max(1 + _number(black.play(move)) for move in black.moves)
    # Black's move is counted too.
    fen = _BLACK.replace("0 1", f"{100 - longest - 1 + late} 80")
    found = _asked(folder, fen, monkeypatch)
    assert (found is None) is late


def test_a_file_that_is_missing_leaves_all_unsaid(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _asked(folder, _WHITE, monkeypatch) is None  # there are no plies


def test_few_pieces_without_castling_rights_are_covered(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDERS_VARIABLE, str(folder))
    source = SyzygySource()
    assert source.covers(CHESS.position(_WHITE)) is Cover.KNOWN
    assert source.covers(CHESS.position("8/8/8/8/8/2k5/8/KB1R4 w - - 0 1")) is Cover.NO
    assert source.covers(CHESS.position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")) is Cover.NO


def test_several_folders_are_named_with_the_usual_sign_between_them(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path_factory.mktemp("more")
    _constant(other, "KQvKR", [K, Q, K + BLACK, R + BLACK], 2, -2)
    monkeypatch.setenv(FOLDERS_VARIABLE, os.pathsep.join(["", str(folder), str(other)]))
    assert SyzygySource().covers(CHESS.position("8/8/8/8/8/2k5/8/KB1R4 w - - 0 1")) is Cover.KNOWN
