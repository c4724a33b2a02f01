"""Explanations of quiet moves, against python-chess."""

import pytest

import kibitz
from kibitz.games.chess.board import Board
from kibitz.games.chess.move_effects import move_effects

_CHESS = kibitz.load("chess")


def _said(fen: str, text: str) -> list[str]:
    position = _CHESS.position(fen)
    move = position.move(text)
    before, after = (Board.of(_CHESS.rules.describe(each.state)) for each in (position, position.play(move)))
    return [reason.text for reason in move_effects(before, after, move.parts, None)]


@pytest.mark.parametrize(
    ("fen", "move", "said"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ["castles"]),
        (_CHESS.notation.format_state(_CHESS.start().state), "Nf3", ["brings the knight into play"]),
        (_CHESS.notation.format_state(_CHESS.start().state), "e4", ["puts a pawn into the centre, on e4"]),
        (_CHESS.notation.format_state(_CHESS.start().state), "a3", ["guards b4"]),
        (
            "4k3/8/8/8/8/8/P7/4KN2 w - - 0 30",
            "Ng3",
            ["brings the knight to g3, where it has 6 squares instead of 4"],
        ),
        ("4k3/8/3q4/8/8/8/8/R3K3 w - - 0 30", "Rd1", ["attacks the queen on d6"]),
        (
            "4k3/3r4/3q4/8/8/8/8/R3K3 w - - 0 30",
            "Ra6",
            ["puts the rook on a6 where the queen on d6 can take it"],
        ),
        ("4k3/8/8/8/r2N4/8/2P5/4K3 w - - 0 30", "c3", ["protects the knight on d4"]),
        ("4k3/8/8/8/8/8/P7/R3K3 w - - 0 30", "Rd1", ["puts the rook on the open d-file"]),
        ("4k3/3p4/8/8/8/8/P7/R3K3 w - - 0 30", "Rd1", ["puts the rook on the half-open d-file"]),
        (
            "4k3/8/8/8/8/8/4P3/4KB2 w - - 0 30",
            "e3",
            ["opens the way for the bishop on f1, which gets 5 more squares"],
        ),
    ],
)
def test_purposes_of_quiet_moves(fen: str, move: str, said: list[str]) -> None:
    assert _said(fen, move)[: len(said)] == said


def test_attacks_agree_with_the_rules() -> None:
    chess = pytest.importorskip("chess")
    board, position = chess.Board(), _CHESS.start()
    game = "e4 e5 Nf3 Nc6 d4 exd4 c3 dxc3 Bc4 cxb2 Bxb2 d6 Qb3 Qd7 Ng5 Na5 Bxf7+ Kd8 Qd5 c6 Qf5"
    for text in game.split():
        for move in position.moves:
            one = chess.Move.from_uci(move.text)
            after = board.copy()
            after.push(one)
            for said in _said(str(position), move.text):
                if not said.startswith(("attacks", "protects")):
                    continue
                at = chess.parse_square(said.split()[-1])
                covered = after.is_attacked_by(board.turn, at)
                if said.startswith("attacks"):
                    assert covered, (said, board.fen(), move)
                    assert after.color_at(at) != board.turn
                else:  # it is covered now, or nobody attacks it any more
                    assert covered or not after.is_attacked_by(not board.turn, at), (said, board.fen(), move)
                    assert after.color_at(at) == board.turn
        board.push_san(text)
        position = position.play(position.move(text))
