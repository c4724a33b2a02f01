"""Reasons of illegal chess moves, checked for every pair of squares on many boards."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.games.chess.board import read_square, square_name
from kibitz.games.chess.illegal_moves import explain_castling, explain_move, explain_piece
from tests.chess.boards import board_of, placed

CHESS = kibitz.load("chess")

#: Crowded and empty, with checks, pins, pawns at home and far ahead, to be taken in passing and to castle.
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/2p5/3p4/KP4kr/1R2Pp2/8/6P1/8 b - e3 0 1",
    "4k3/8/8/q1b1r3/8/2N1P3/3Q1R2/R3K2R w KQ - 0 1",
    "4k2r/pP4p1/4n3/8/7b/8/1p3P1P/2B1K3 w - - 0 1",
    "4k2r/pP4p1/4n3/8/7B/8/1p3P1P/2B1K3 b - - 0 1",
]


def way(start: str, end: str) -> list[str] | None:
    """The squares between two on a line that a queen goes; None if they are on none."""
    files, ranks = ord(end[0]) - ord(start[0]), int(end[1]) - int(start[1])
    far = max(abs(files), abs(ranks))
    if min(abs(files), abs(ranks)) not in (0, far):
        return None
    return [
        chr(ord(start[0]) + step * files // far) + str(int(start[1]) + step * ranks // far)
        for step in range(1, far)
    ]


def steps(start: str, end: str) -> tuple[int, int]:
    return abs(ord(end[0]) - ord(start[0])), abs(int(end[1]) - int(start[1]))


def wrong_with_the_way(fen: str, start: str, end: str) -> str:
    """What is wrong with how a piece goes, whatever becomes of its king; empty if nothing is."""
    pieces, mover, passing = placed(fen), fen.split()[1], fen.split()[3]
    piece = pieces[start]
    files, ranks = steps(start, end)
    between = way(start, end)
    if piece in "Pp":
        ahead = (int(end[1]) - int(start[1])) * (1 if mover == "w" else -1)
        if (files, ahead) == (1, 1):
            return "" if end in pieces or end == passing else f"nothing to take on {end}"
        if files or ahead not in (1, 2) or (ahead == 2 and start[1] != ("2" if mover == "w" else "7")):
            return f"a pawn does not go from {start} to {end}"
        blocked = next((square for square in [*(between or ()), end] if square in pieces), None)
        return f"the pawn on {start} is blocked on {blocked}" if blocked else ""
    goes = {
        "N": sorted((files, ranks)) == [1, 2],
        "K": max(files, ranks) == 1,
        "R": min(files, ranks) == 0,
        "B": files == ranks,
        "Q": between is not None,
    }[piece.upper()]
    if not goes:
        name = {"N": "knight", "K": "king", "R": "rook", "B": "bishop", "Q": "queen"}[piece.upper()]
        return f"a {name} does not go from {start} to {end}"
    blocked = next((square for square in between or () if square in pieces), None)
    return f"the way from {start} to {end} is blocked on {blocked}" if blocked else ""


@pytest.mark.parametrize("fen", FENS)
def test_every_two_squares_that_are_no_move_get_the_true_reason(fen: str) -> None:
    board, pieces = board_of(fen), placed(fen)
    allowed = {move.parts[:2] for move in CHESS.position(fen).moves}
    ours = str.isupper if fen.split()[1] == "w" else str.islower
    us, them = ("white", "black") if fen.split()[1] == "w" else ("black", "white")
    for source in range(64):
        for target in range(64):
            start, end = square_name(source), square_name(target)
            said = explain_move(board, source, target, None)
            if (source, target) in allowed:
                continue
            if start not in pieces:
                assert said == f"there is no piece on {start}"
            elif not ours(pieces[start]):
                assert said.endswith(f"on {start} is {them}'s")
            elif source == target:
                assert said.endswith(f"is on {end} already")
            elif pieces[start] in "Kk" and steps(start, end)[0] > 1 and start[1] == end[1]:
                assert "castle" in said
            elif end in pieces and ours(pieces[end]):
                assert said.startswith(f"{us}'s own ")
                assert said.endswith(f" is on {end}")
            elif wrong := wrong_with_the_way(fen, start, end):
                assert wrong in said
            elif board.check:
                assert said == f"{us} is in check and would still be"
            else:
                assert said == f"{us}'s king would be in check"


@pytest.mark.parametrize(
    ("fen", "start", "end", "name"),
    [
        (FENS[0], "e7", "e5", "the pawn on e7 is black's"),
        (FENS[0], "b8", "c6", "the knight on b8 is black's"),
        (FENS[0], "a1", "b1", "white's own knight is on b1"),
        (FENS[0], "e1", "e2", "white's own pawn is on e2"),
        (FENS[0], "d1", "d1", "the queen is on d1 already"),
    ],
)
def test_pieces_are_named(fen: str, start: str, end: str, name: str) -> None:
    assert explain_move(board_of(fen), read_square(start), read_square(end), None) == name


@pytest.mark.parametrize(
    ("start", "end", "becomes", "only"),
    [
        ("e6", "e7", 4, True),  # not yet the last rank
        ("b7", "b8", 4, False),
        ("e1", "e2", 4, True),  # no pawn
        ("e1", "e2", None, False),
    ],
)
def test_only_a_pawn_on_the_last_rank_becomes_something(
    start: str, end: str, becomes: int | None, only: bool
) -> None:
    board = board_of("6k1/1P6/4P3/8/8/8/8/4K3 w - - 0 1")
    said = explain_move(board, read_square(start), read_square(end), becomes)
    assert ("only a pawn that reaches the last rank" in said) is only


def test_a_black_pawn_becomes_something_on_the_first_rank() -> None:
    board = board_of("6k1/8/8/8/8/4p3/1p6/4K3 b - - 0 1")
    assert "only a pawn" in explain_move(board, read_square("e3"), read_square("e2"), 4)
    assert "only a pawn" not in explain_move(board, read_square("b2"), read_square("b1"), 4)


@pytest.mark.parametrize(
    ("fen", "letter", "target", "said"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "N", "e4", "white has no knight"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "Q", "e4", "black has no queen"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "N", None, "no knight of white's can do that"),
        # A reason is given for a single piece, not for several.
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "N", "e4", "a knight does not go from a1 to e4"),
        ("4k3/8/8/8/8/8/8/N3K2N w - - 0 1", "N", "e4", "no knight of white's can go to e4"),
        (
            "4k3/8/8/8/8/8/4r3/N3K2N w - - 0 1",
            "N",
            "e4",
            "no knight of white's can go to e4; white is in check",
        ),
    ],
)
def test_a_kind_of_piece_that_goes_nowhere(fen: str, letter: str, target: str | None, said: str) -> None:
    square = None if target is None else read_square(target)
    assert explain_piece(board_of(fen), "PNBRQK".index(letter), square, None) == said


def test_promotion_is_asked_of_a_single_piece_too() -> None:
    board = board_of("4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
    assert "only a pawn" in explain_piece(board, 1, read_square("b3"), 4)


@pytest.mark.parametrize(
    ("fen", "kings_side", "said"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", True, "white may not castle on the king's side"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", False, "white may not castle on the queen's side"),
        ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", False, "black may not castle on the queen's side"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", True, "black may not castle on the king's side"),
        ("r3k2r/4R3/8/8/8/8/8/4K3 b kq - 0 1", True, "black can't castle while in check"),
        *(
            (f"4k3/8/8/8/8/8/8/R3K{row} w KQ - 0 1", True, "on the king's side: something stands in between")
            for row in ("B1R", "1NR")
        ),
        *(
            (
                f"4k3/8/8/8/8/8/8/R{row}K2R w KQ - 0 1",
                False,
                "on the queen's side: something stands in between",
            )
            for row in ("N2", "1B1", "2Q")
        ),
        *(
            (
                f"r{row}k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
                False,
                "black can't castle on the queen's side: something",
            )
            for row in ("n2", "1b1", "2q")
        ),
        *(
            (
                f"4k3/8/8/8/8/{row}/8/R3K2R w KQ - 0 1",
                True,
                "on the king's side: the king would pass or reach",
            )
            for row in ("5r2", "6r1")
        ),
        *(
            (
                f"r3k2r/8/{row}/8/8/8/8/4K3 b kq - 0 1",
                False,
                "on the queen's side: the king would pass or reach",
            )
            for row in ("2R5", "3R4")
        ),
    ],
)
def test_obstacles_to_castling(fen: str, kings_side: bool, said: str) -> None:
    assert said in explain_castling(board_of(fen), kings_side)
    start = read_square("e1" if fen.split()[1] == "w" else "e8")
    king_to = start + (2 if kings_side else -2)
    assert said in explain_move(board_of(fen), start, king_to, None)


@pytest.mark.parametrize(
    ("row", "kings_side", "said"),
    [
        # The king goes from b1 to g1 and the rook from c1 to f1.
        ("1KR1N3/4r3", True, "something stands in between"),
        ("1KR3N1/4r3", True, "something stands in between"),
        ("1KR4N/4r3", True, "attacked"),
        # The king goes from b1 to c1, the rook from a1 over it to d1.
        ("RK1N4/2r5", False, "something stands in between"),
        ("RKN5/2r5", False, "something stands in between"),
        ("RK2N3/2r5", False, "attacked"),
        # The rook lands where the king stood.
        ("5K1R/6r1", True, "attacked"),
        ("4KR2/6r1", True, "attacked"),
        ("3K3R/4r3", True, "attacked"),
    ],
)
def test_in_chess960_all_that_either_passes_or_reaches_must_be_free(
    row: str, kings_side: bool, said: str
) -> None:
    first, second = row.split("/")
    fen = f"4k3/8/{second}/8/8/8/8/{first} w {'K' if kings_side else 'Q'} - 0 1"
    assert said in explain_castling(board_of(fen, "chess960"), kings_side)
