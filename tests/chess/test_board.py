"""Chess boards in numbers, against positions by hand."""

from __future__ import annotations

import pytest

from kibitz.games.chess.board import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Board,
    piece_name,
    read_square,
    square_name,
)
from tests.chess.boards import board_of

START = board_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")


def test_squares_count_along_the_ranks() -> None:
    names = [file + rank for rank in "12345678" for file in "abcdefgh"]
    assert [square_name(square) for square in range(64)] == names
    assert [read_square(name) for name in names] == list(range(64))


def test_pieces_on_the_first_and_last_rank() -> None:
    row = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK]
    assert [START.kind(square) for square in range(8)] == row
    assert [START.kind(square) for square in range(56, 64)] == row
    assert [START.kind(square) for square in (8, 15, 48, 55)] == [PAWN] * 4
    assert START.kind(20) is None
    assert [START.colour(square) for square in (0, 15, 16, 47, 48, 63)] == [0, 0, None, None, 1, 1]


def test_where_a_kind_of_piece_stands() -> None:
    assert list(START.places(0, PAWN)) == list(range(8, 16))
    assert list(START.places(1, PAWN)) == list(range(48, 56))
    assert [list(START.places(colour, KNIGHT)) for colour in (0, 1)] == [[1, 6], [57, 62]]
    assert (START.king(0), START.king(1)) == (4, 60)


def test_the_core_s_numbers_make_the_same_board() -> None:
    board = board_of("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 21")
    assert (board.mover, board.castlers, board.clock, board.number) == (1, (7, 0, 63, 56), 0, 21)
    assert square_name(board.passing) == "e3"
    assert not board.check
    assert Board.of(board.numbers()) == board
    assert len(board.numbers()) == 64 + 9
    checked = board_of("4k3/8/8/8/8/8/4r3/4K3 w - - 17 40")
    assert (checked.passing, checked.clock, checked.number, checked.check) == (-1, 17, 40, True)
    assert Board.of(checked.numbers()) == checked


def test_a_board_of_which_little_is_said_has_just_begun() -> None:
    board = Board(START.squares, 0, (-1, -1, -1, -1))
    assert (board.passing, board.clock, board.number, board.check) == (-1, 0, 1, False)


def test_plies_go_up_with_every_move() -> None:
    plies = [Board(START.squares, mover, START.castlers, number=n).ply for n in (1, 2, 3) for mover in (0, 1)]
    assert plies == list(range(plies[0], plies[0] + 6))


@pytest.mark.parametrize(
    ("kind", "colour", "name"), [(PAWN, 0, "white pawn"), (KING, 1, "black king"), (QUEEN, 1, "black queen")]
)
def test_names_of_pieces(kind: int, colour: int, name: str) -> None:
    assert piece_name(kind, colour) == name
