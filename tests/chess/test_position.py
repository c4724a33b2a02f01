"""Positions of chess have FEN, SAN and checks; they stay positions of chess."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

import kibitz
from kibitz import BadNotation, BadOption, IllegalMove, WrongGame
from kibitz.base.random import pick
from kibitz.games.chess.position import ChessPosition

START = kibitz.load("chess").start()


def test_every_position_of_chess_is_one() -> None:
    played = START.play("e4")
    others = [kibitz.load("chess960").start(), played, played.without_history(), copy.copy(played)]
    others += [pickle.loads(pickle.dumps(played)), kibitz.load("chess").position(played.fen())]
    others += [kibitz.Position(played.game, played.state), kibitz.Session(START.game).position]
    assert all(type(each) is ChessPosition for each in others)
    assert type(kibitz.load("connect4").start()) is kibitz.Position


def test_moves_are_texts_or_moves() -> None:
    move = START.move("Nf3")
    assert START.san(move) == START.san("g1f3") == START.write("Ng1-f3") == "Nf3"
    assert START.uci(move) == START.uci("Nf3") == "g1f3"
    assert START.write_line("e4 e5 Nf3") == START.write_line(["e2e4", "e7e5", "g1f3"]) == "e4 e5 Nf3"
    assert "e4" in START.legal_moves
    assert "g1f3" in START.legal_moves
    assert "e5" not in START.moves
    assert START.legal_moves is START.moves
    assert START.legal_moves.count() == 20
    assert START.legal_moves.count("e4") == START.legal_moves.count(move) == 1
    assert START.legal_moves.count("e5") == 0


def test_illegal_moves_are_refused() -> None:
    for name in ("san", "uci"):
        with pytest.raises(IllegalMove):
            getattr(START, name)("e5")
        with pytest.raises(BadNotation, match="move must be a Move or a text, not 5"):
            getattr(START, name)(5)
        with pytest.raises(WrongGame):
            getattr(START, name)(kibitz.load("tictactoe").start().moves[0])


def test_it_answers_as_python_chess_does() -> None:
    chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")
    rng = Random(1)
    for _ in range(12):
        position, board = START, chess.Board()
        while not position.is_over:
            assert position.fullmove_number == board.fullmove_number
            assert position.halfmove_clock == board.halfmove_clock
            for number in range(64):
                piece = board.piece_at(number)
                assert position.piece_at(number) == (piece and piece.symbol())
            for move in position.moves:
                theirs = chess.Move.from_uci(str(move))
                assert position.is_capture(move) == board.is_capture(theirs)
                assert position.gives_check(move) == board.gives_check(theirs)
            move = pick(rng, position.moves)
            position = position.play(move)
            board.push_uci(str(move))
        assert position.is_insufficient_material() == board.is_insufficient_material()


def test_draws_that_python_chess_knows_too() -> None:
    dance = "Nf3 Nf6 Ng1 Ng8"
    twice, thrice = START.play(dance), START.play(dance, dance)
    assert [twice.is_repetition(count) for count in (1, 2, 3)] == [True, True, False]
    assert not twice.can_claim_draw()
    assert thrice.is_repetition()
    assert thrice.can_claim_draw()
    assert kibitz.load("chess").position("4k3/8/8/8/8/8/R7/4K3 w - - 100 90").can_claim_draw()
    for fen, dead in (
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", False),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),  # stalemate
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", False),  # checkmate
    ):
        assert kibitz.load("chess").position(fen).is_insufficient_material() == dead


def test_squares_have_names_and_numbers() -> None:
    assert [START.piece_at(square) for square in ("a1", 0, "e8", "e4")] == ["R", "R", "k", None]
    for wrong in ("i1", "E4", "", 64, -1, None, 1.0):
        with pytest.raises(BadOption, match="a square is a name such as e4"):
            START.piece_at(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "check", "checkmate", "stalemate"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", True, True, False),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False, False, True),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", True, False, False),
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", False, False, False),  # a draw for lack of material
    ],
)
def test_checks(fen: str, check: bool, checkmate: bool, stalemate: bool) -> None:
    position = kibitz.load("chess").position(fen)
    assert position.fen() == fen
    assert (position.is_check(), position.is_checkmate(), position.is_stalemate()) == (
        check,
        checkmate,
        stalemate,
    )


def test_a_session_takes_moves_and_texts() -> None:
    session = kibitz.Session(START.game)
    session.play("e4")
    session.play(session.position.move("e5"))
    assert [str(move) for move in session.moves] == ["e2e4", "e7e5"]
    with pytest.raises(WrongGame):
        session.play(kibitz.load("tictactoe").start().moves[0])
