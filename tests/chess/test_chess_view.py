"""Chess boards as text and as board views, against drawings by hand."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.games.board_view import BoardView

CHESS = kibitz.load("chess")

_CASTLES = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
_AT_THE_RIGHT = "4k3/8/8/8/8/8/4K2P/8 w - - 0 1"


def _look(position: kibitz.Position, last: kibitz.Move | None = None) -> BoardView:
    found = position.game.view.board(position, last=last)
    assert found is not None
    return found


def test_the_start() -> None:
    assert CHESS.view.draw(CHESS.start()).split("\n") == [
        "8  r n b q k b n r",
        "7  p p p p p p p p",
        *(f"{rank}  . . . . . . . ." for rank in (6, 5, 4, 3)),
        "2  P P P P P P P P",
        "1  R N B Q K B N R",
        "   a b c d e f g h",
        "white to move",
    ]


@pytest.mark.parametrize(
    ("fen", "move", "rows"),
    [
        (None, "e4", ["2  P P P P[.]P P P", "4  . . . .[P]. . ."]),
        (_AT_THE_RIGHT, "h4", ["2  . . . . K . .[.]", "4  . . . . . . .[P]", "3  . . . . . . . ."]),
        (_CASTLES, "Rb1", ["1 [.|R]. . K . . R"]),
        (_CASTLES, "Rg1", ["1  R . . . K .[R|.]"]),
        # Castling is the king's move.
        (_CASTLES, "O-O", ["1  R . . .[.]R[K]."]),
        (_CASTLES, "O-O-O", ["1  . .[K]R[.]. . R"]),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O", ["8  r . . .[.]r[k]."]),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O-O", ["8  . .[k]r[.]. . r"]),
    ],
)
def test_the_squares_of_the_last_move_are_in_brackets(fen: str | None, move: str, rows: list[str]) -> None:
    position = CHESS.position(fen) if fen else CHESS.start()
    last = position.move(move)
    drawn = CHESS.view.draw(position.play(last), last=last).split("\n")
    assert set(rows) <= set(drawn)
    marked = {row for row in drawn if "[" in row or "]" in row}
    assert marked == {row for row in rows if "[" in row}


def test_figures_instead_of_letters() -> None:
    drawn = CHESS.view.draw(CHESS.start(), unicode=True).split("\n")
    assert drawn[0] == "8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert drawn[1] == "7  " + " ".join("♟" * 8)
    assert drawn[2] == "6  " + " ".join("·" * 8)
    assert drawn[7] == "1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"


def test_paint_distinguishes_pieces_brackets_and_the_rest() -> None:
    position = CHESS.position("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1")
    last = position.move("Rb1")
    painted: list[tuple[str, str]] = []

    def paint(text: str, role: str) -> str:
        painted.append((role, text))
        return text

    drawn = CHESS.view.draw(position.play(last), last=last, paint=paint)
    assert drawn == CHESS.view.draw(position.play(last), last=last)
    of = {role: [text for each, text in painted if each == role] for role, _ in painted}
    assert of["first"] == ["R", "K"]
    assert of["second"] == ["k", "p"]
    assert of["last"] == ["[", "|", "]"]
    assert sorted(of["quiet"]) == sorted(["."] * 60 + list("12345678") + ["a b c d e f g h"])


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "black to move"),
        ("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", "black to move, in check"),
        ("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "mate: white wins"),
    ],
)
def test_below_the_board_stands_who_is_to_move_or_who_won(fen: str, status: str) -> None:
    position = CHESS.position(fen)
    assert CHESS.view.draw(position).split("\n")[-1] == status
    assert _look(position).notes == ((status, None),)


def test_a_board_to_touch() -> None:
    position = CHESS.position("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    look = _look(position)
    assert (look.width, look.height, look.ground, look.turns) == (8, 8, "checks", True)
    assert look.names == tuple(file + rank for rank in "87654321" for file in "abcdefgh")
    assert (look.rows, look.columns) == (tuple("87654321"), tuple("abcdefgh"))
    pieces = {look.names[one.cell]: (one.side, one.shape, one.text, one.name) for one in look.pieces}
    assert pieces == {
        "e8": (1, "king", "K", "black king"),
        "a7": (0, "pawn", "P", "white pawn"),
        "e1": (0, "king", "K", "white king"),
        "h1": (0, "rook", "R", "white rook"),
    }
    touched = {
        each.move.text: (look.names[each.source or 0], look.names[each.to or 0], each.choice)
        for each in look.gestures
    }
    assert touched.keys() == {move.text for move in position.moves}
    assert {text: touched[text] for text in ("e1g1", "e1f1", "a7a8n")} == {
        "e1g1": ("e1", "g1", ""),
        "e1f1": ("e1", "f1", ""),
        "a7a8n": ("a7", "a8", "knight"),
    }
    assert {touched[f"a7a8{letter}"][2] for letter in "qrbn"} == {"queen", "rook", "bishop", "knight"}
    assert (look.last, look.threatened) == ((), ())


def test_in_chess960_the_king_is_put_on_the_rook() -> None:
    """Where it lands may be next to where it stands."""
    position = kibitz.load("chess960").position("4k3/8/8/8/8/8/8/5KR1 w K - 0 1")
    look = _look(position)
    castling = next(each for each in look.gestures if each.move.parts[2] == 1)
    assert (look.names[castling.source or 0], look.names[castling.to or 0]) == ("f1", "g1")
    plain = next(each for each in look.gestures if each.move.text == "f1e1")
    assert look.names[plain.to or 0] == "e1"
    wide = _look(kibitz.load("chess960").position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    castling = next(each for each in wide.gestures if each.move.parts[2] == 1)
    assert wide.names[castling.to or 0] == "h1"


def test_the_last_move_and_a_check_are_seen() -> None:
    position = CHESS.position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    for text, squares in (("Ra8+", ["a1", "a8"]), ("O-O-O", ["e1", "c1"])):
        last = position.move(text)
        look = _look(position.play(last), last)
        assert [look.names[cell] for cell in look.last] == squares
        assert [look.names[cell] for cell in look.threatened] == (["e8"] if "+" in text else [])


def test_every_piece_can_be_put_on_a_board() -> None:
    names = [f"{colour} {kind}" for colour in ("white", "black") for kind in _KINDS]
    assert [piece.name for piece in CHESS.editor.pieces] == names
    assert {piece.cell for piece in CHESS.editor.pieces} == {-1}
    assert [piece.side for piece in CHESS.editor.pieces] == [0] * 6 + [1] * 6
    assert [piece.shape for piece in CHESS.editor.pieces] == [*_KINDS, *_KINDS]
    assert "".join(piece.text for piece in CHESS.editor.pieces) == "PNBRQK" * 2


_KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")


def test_from_blacks_side_everything_is_turned() -> None:
    """The lines back to front, each back to front; the brackets stay around the squares."""
    last = CHESS.start().move("e4")
    position = CHESS.start().play(last)
    plain = CHESS.view.draw(position, last=last).split("\n")
    turned = CHESS.view.draw(position, last=last, flipped=True).split("\n")
    assert [line[0] for line in turned[:8]] == list("12345678")
    assert turned[8].split() == list("hgfedcba")
    for one, other in zip(plain[:8], reversed(turned[:8]), strict=True):
        assert one[3::2] == other[3::2][::-1]
    assert turned[1] == "2  P P P[.]P P P P"
    assert turned[3] == "4  . . .[P]. . . ."
    assert plain[9:] == turned[9:]
