"""What is said about moves of chess: positions whose point every club player knows."""

import pytest

import kibitz
from kibitz import Draw, Estimate, Loss, Win
from kibitz.analysis.explain import explain
from kibitz.games.chess.board import Board
from kibitz.games.chess.motifs import mate_name
from kibitz.games.chess.reasons import Kind, chess_reasons
from kibitz.words.limit import Limit
from kibitz.words.move import Line

_CHESS = kibitz.load("chess")
_LIMIT = Limit(nodes=100_000)


def _said(fen: str, move: str | None = None) -> str:
    return str(explain(_CHESS.position(fen), move, _LIMIT))


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        # A knight forks king and rook.
        ("r3k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQ - 0 1", "Nxc7+", "forks the king and the rook on a8"),
        ("r3k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQ - 0 1", "Nxc7+", "wins the exchange"),
        # The fried liver: not knowing about Nxf7.
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
            "h6",
            "allows Nxf7, which forks the queen on d8 and the rook on h8",
        ),
        ("6k1/5ppp/8/8/8/8/1q3PPP/3R2K1 b - - 0 1", "Qxa2", "Rd8# (back-rank mate)"),
        # A rook behind the king is skewered by a check.
        ("3k3r/8/8/8/8/8/6B1/R5K1 w - - 0 1", "Ra8+", "skewers the king and the rook on h8"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "makes a passed pawn on d5"),
        (
            "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 1 3",
            "Bb4",
            "pins the knight on c3 to the king",
        ),
        ("k7/p7/8/3q4/4P3/8/7P/4K2R w - - 0 1", "exd5", "wins the queen"),
        ("4k3/8/8/8/2b5/8/1P6/3RKR2 b - - 0 1", "Bxf1", "wins the exchange"),
        ("3rr1k1/ppp2ppp/2n5/8/3N4/2P1B3/PP3PPP/3RR1K1 b - - 0 1", "Rxd4", "loses the exchange"),
        # The bishop gives check, and the rook behind it attacks the queen.
        (
            "3q2k1/pp3ppp/8/8/8/3B4/5PPP/3R2K1 w - - 0 1",
            "Bxh7+",
            "uncovers an attack of the rook on the queen on d8",
        ),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "Qg5", "loses the queen"),
    ],
)
def test_what_club_players_know(fen: str, move: str, words: str) -> None:
    said = _said(fen, move)
    assert words in said, said


def test_mates_are_counted_in_moves() -> None:
    assert "mates in two" in _said("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7")
    # The king has to go to the corner, and the queen comes closer.
    said = _said("8/8/8/8/8/5k2/4q3/6K1 w - - 0 1")
    assert "loses in 2" in said


def test_a_bare_trade_wins_nothing() -> None:
    said = _said("4k3/pp3ppp/8/3q4/3Q4/8/PP3PPP/4K3 w - - 0 1", "Qxd5") + _said(
        "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "Bxc6"
    )
    assert "trades a bishop for a knight" in said
    gambit = _said("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "exd5")
    assert "wins" not in gambit


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        ("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", "smothered mate"),
        ("3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "back-rank mate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ""),
    ],
)
def test_names_of_mates(fen: str, name: str) -> None:
    position = _CHESS.position(fen)
    assert position.is_over
    assert mate_name(Board.of(_CHESS.rules.describe(position.state))) == name


def _reasons(fen: str, line: str, value: kibitz.Value, best: kibitz.Value | None = None) -> list[str]:
    """What is said of the first move of a line that is worth so much, where another may be worth more."""
    position = _CHESS.position(fen)
    moves, at = [], position
    for text in line.split():
        moves.append(at.move(text))
        at = at.play(moves[-1])
    other = next(move for move in position.moves if move != moves[0])
    values = {moves[0]: value, other: best or value}
    return [reason.text for reason in chess_reasons(position, moves[0], Line(moves), values)]


@pytest.mark.parametrize(
    ("fen", "line", "plies", "text"),
    [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", 1, "mates in one, with a back-rank mate"),
        ("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "Nf7#", 1, "mates in one, with a smothered mate"),
        ("7k/8/6K1/8/8/8/Q7/8 w - - 0 1", "Qa8#", 1, "mates in one"),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7 Kg8 Rb8#", 3, "mates in two"),
    ],
)
def test_a_mate_is_told_with_its_name(fen: str, line: str, plies: int, text: str) -> None:
    assert _reasons(fen, line, Win(plies))[0] == text


def test_a_mate_that_is_allowed_is_told_with_its_first_move() -> None:
    fen = "6k1/p4ppp/8/8/8/8/8/K2R4 b - - 0 1"
    told = ["allows back-rank mate in one beginning with Rd8#"]
    assert _reasons(fen, "a6 Rd8#", Loss(2), Estimate(-5.0)) == told
    # Where everything loses, no move is to blame.
    assert _reasons(fen, "a6 Rd8#", Loss(2)) == []


def test_a_draw_is_as_good_as_an_even_guess() -> None:
    fen = "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 1 3"
    pin = "pins the knight on c3 to the king"
    assert pin in _reasons(fen, "Bb4 e5", Estimate(-0.01), Draw())
    assert pin in _reasons(fen, "Bb4 e5", Draw(), Estimate(0.01))
    # A pawn's worth behind a draw, nothing is said for it.
    assert pin not in _reasons(fen, "Bb4 e5", Estimate(-1.0), Draw())


def test_moves_that_are_named_are_allowed_where_they_are_named() -> None:
    """A game of theory, with little search: nothing fails, and answers are answers."""
    position = _CHESS.start()
    for text in _CHESS.split_moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6"):
        move = position.move(text)
        found = explain(position, move, Limit(nodes=5_000))
        after = position.play(move)
        for reason in found.reasons:
            if reason.kind in (Kind.HANGS, Kind.ALLOWS, Kind.ALLOWS_MATE):
                assert set(reason.moves) <= set(after.moves)
        position = after
