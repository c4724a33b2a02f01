"""Explanations of chess moves in positions whose point every club player knows."""

import re

import pytest

import kibitz
from kibitz import Draw, Estimate, Loss, Win
from kibitz.analysis.explain import explain
from kibitz.base.limit import Limit
from kibitz.base.move import Line
from kibitz.games.chess.board import Board
from kibitz.games.chess.kinds import Kind
from kibitz.games.chess.motifs import mate_name

_CHESS = kibitz.load("chess")
assert _CHESS.teacher is not None
_TEACHER = _CHESS.teacher
_LIMIT = Limit(nodes=200_000)


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
            "loses a rook: Nxf7 forks the queen on d8 and the rook on h8",
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
def test_knowledge_of_club_players(fen: str, move: str, words: str) -> None:
    said = _said(fen, move)
    assert words in said, said


def test_a_mate_is_said_once_and_in_moves() -> None:
    """Philidor's legacy: it was said three times, in moves and in plies."""
    fen = "5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1"
    assert _said(fen, "Qg8+").endswith("It mates in two, with a smothered mate")
    assert _said(fen, "Nf7+").endswith("misses a win: Qg8+ wins in 2")
    # What other moves would allow is no merit of this one.
    assert "fork" not in _said("7k/8/8/6Q1/8/1q6/1r6/7K w - - 0 1", "Qd8+")


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        ("8/P6k/8/8/8/8/6K1/1r6 w - - 0 1", "a8=Q", "a8=Q makes a queen. It "),
        ("8/ppp5/8/PPP5/6k1/8/8/6K1 w - - 0 1", "b6", "It makes a queen for "),
        ("5q1k/4P1pp/8/8/8/8/8/K4R2 w - - 0 1", "exf8=N", "makes a knight and wins the queen"),
        # A queen is left where it stands.
        (
            "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "d3",
            "overlooks Nxg5, which takes the queen on g5. It looks much weaker than Nxg5",
        ),
        (
            "rnbqkb1r/pppp1ppp/8/4N3/4n3/8/PPPPQPPP/RNB1KB1R b KQkq - 1 4",
            "Nf6",
            "loses the queen for a knight: Nc6+ gives a discovered check",
        ),
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "Qg6", "ends the game in a draw (stalemate)"),
    ],
)
def test_wrong_or_missing_answers(fen: str, move: str, words: str) -> None:
    assert words in _said(fen, move)


def test_a_line_that_ends_in_the_middle_of_an_exchange_wins_nothing() -> None:
    """White takes last, and black takes back."""
    fen = "4k3/8/8/p7/1p6/P7/8/4K3 w - - 0 1"
    assert not any("wins" in text for text in _reasons(fen, "Kd2 Kd7 axb4", Estimate(2.0)))
    assert "wins a pawn" in _reasons(fen.replace("p7/1p6", "8/1p6"), "Kd2 Kd7 axb4", Estimate(2.0))


def test_mates_are_counted_in_moves() -> None:
    assert "mates in two" in _said("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7")
    # The king has to go to the corner, and the queen comes closer.
    said = _said("8/8/8/8/8/5k2/4q3/6K1 w - - 0 1")
    assert "loses in 1" in said


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
    return [reason.text for reason in _TEACHER.reasons(position, moves[0], Line(moves), values)]


def _effects(fen: str, move: str) -> list[str]:
    """What a move does, whatever it is worth."""
    position = _CHESS.position(fen)
    return [reason.text for reason in _TEACHER.effects(position, position.move(move))]


@pytest.mark.parametrize(
    ("fen", "line", "plies", "text"),
    [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", 1, "mates in one, with a back-rank mate"),
        ("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "Nf7#", 1, "mates in one, with a smothered mate"),
        ("7k/8/6K1/8/8/8/Q7/8 w - - 0 1", "Qa8#", 1, "mates in one"),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7 Kg8 Rb8#", 3, "mates in two"),
    ],
)
def test_a_mate_is_reported_with_its_name(fen: str, line: str, plies: int, text: str) -> None:
    assert _reasons(fen, line, Win(plies))[0] == text


def test_a_mate_that_is_allowed_is_reported_with_its_first_move() -> None:
    fen = "6k1/p4ppp/8/8/8/8/8/K2R4 b - - 0 1"
    received = ["allows back-rank mate in one beginning with Rd8#"]
    assert _reasons(fen, "a6 Rd8#", Loss(2), Estimate(-5.0)) == received
    # Where everything loses, no move is to blame.
    assert _reasons(fen, "a6 Rd8#", Loss(2)) == []


def test_a_draw_is_as_good_as_an_even_guess() -> None:
    fen = "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 1 3"
    assert "pins the knight on c3 to the king" in _effects(fen, "Bb4")
    trade = "4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1"
    assert "trades rooks" in _reasons(trade, "Rxd7 Kxd7", Estimate(-0.01), Draw())
    assert "trades rooks" in _reasons(trade, "Rxd7 Kxd7", Draw(), Estimate(0.01))
    # A pawn's worth behind a draw, nothing is said for it.
    assert "trades rooks" not in _reasons(trade, "Rxd7 Kxd7", Estimate(-1.0), Draw())


#: A rook against a knight and two pawns; a rook against five pawns. Both are even.
_KNIGHT = "n5k1/6pp/8/8/8/8/8/R5K1 w - - 0 1"
_PAWN = "6k1/p3pppp/8/8/8/8/8/R5K1 w - - 0 1"
#: The same the other way round: white's knight can be taken.
_HANGING = "r5k1/8/8/8/8/8/6PP/N5K1 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "line", "score", "said"),
    [
        # The value shows six parts of ten of a piece, and eight of a pawn.
        (_KNIGHT, "Rxa8+ Kf7", 1.8, ["wins a knight"]),
        (_KNIGHT, "Rxa8+ Kf7", 1.7, []),
        (_PAWN, "Rxa7 Kf8", 0.8, ["wins a pawn"]),
        (_PAWN, "Rxa7 Kf8", 0.7, []),
        # A piece that stays won for four plies is won where the value shows some of it, a pawn is not.
        (_KNIGHT, "Rxa8+ Kf7 Kg2 Ke6 Kf3", 0.8, ["wins a knight"]),
        (_KNIGHT, "Rxa8+ Kf7 Kg2 Ke6 Kf3", 0.7, []),
        (_KNIGHT, "Rxa8+ Kf7 Kg2 Ke6", 0.8, []),
        (_KNIGHT, "Rxa8+ Kf7 Kg2 Ke6", 0.0, []),
        (_PAWN, "Rxa7 Kf8 Kg2 Ke8 Kf3 Kd8 Kg2", 0.0, []),
        # A line that is the capture alone: what may be taken back is not won.
        ("nr4k1/6pp/8/8/8/8/8/R5K1 w - - 0 1", "Rxa8", 5.0, []),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 5.0, []),
        (_KNIGHT, "Rxa8+", 5.0, ["wins a knight"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 5.0, ["wins a pawn"]),
        # What is taken on the ninth ply is seen, what comes later is not.
        (_KNIGHT, "Kf1 Kf7 Kg1 Kg8 Kf1 Kf7 Kg1 Kg8 Rxa8+", 3.0, ["wins a knight"]),
        (_KNIGHT, "Kf1 Kf7 Kg1 Kg8 Kf1 Kf7 Kg1 Kg8 Kf1 Kf7 Rxa8", 3.0, []),
        # The other side castles, which takes nothing.
        ("4k2r/6pp/8/8/n7/8/8/R5K1 w k - 0 1", "Rxa4 O-O Ra5 Kh8 Ra4", -4.0, ["wins a knight"]),
    ],
)
def test_claimed_wins_are_verified(fen: str, line: str, score: float, said: list[str]) -> None:
    found = _reasons(fen, line, Estimate(score))
    assert [text for text in found if text.startswith(("wins", "loses"))] == said


@pytest.mark.parametrize(
    ("line", "score", "best", "said"),
    [
        ("Kf2 Rxa1", -1.8, 0.0, True),
        ("Kf2 Rxa1", -1.7, 0.5, False),  # the value does not show it
        ("Kf2 Rxa1", -1.8, -0.1, False),  # another move is hardly better
        ("Kf2 Rxa1 Kf3 Kg7 Kf2 Kg8", 0.0, 1.8, True),  # it stays lost
        ("Kf2 Rxa1 Kf3 Kg7 Kf2 Kg8", 0.0, 1.7, False),
        ("Kf2 Rxa1 Kf3 Kg7 Kf2", 0.0, 1.8, False),
    ],
)
def test_claimed_losses_are_verified(line: str, score: float, best: float, said: bool) -> None:
    lost = ["loses a knight: Rxa1 takes the knight on a1"]
    assert _reasons(_HANGING, line, Estimate(score), Estimate(best)) == (lost if said else [])


@pytest.mark.parametrize(
    ("fen", "line", "how"),
    [
        (
            "r5k1/8/8/8/8/1N6/6PP/6K1 w - - 0 1",
            "Na1 Rxa1+",
            ": Rxa1+ takes the knight on a1",
        ),
        ("r5k1/8/8/8/8/N7/1P4PP/6K1 w - - 0 1", "Kf2 Rxa3 Ke2", ": Rxa3 takes the knight on a3"),
        (
            "6k1/8/8/8/3n4/7P/8/R3K3 w - - 0 1",
            "h4 Nc2+ Kd2 Nxa1",
            ": Nc2+ forks the king and the rook on a1",
        ),
        # The other side only threatened, and took something else.
        ("6k1/8/8/b7/3n4/7P/8/RB2K3 w - - 0 1", "Kf2 Bc3 Kf1 Bxa1", " after Bc3"),
    ],
)
def test_how_something_is_lost(fen: str, line: str, how: str) -> None:
    (said,) = _reasons(fen, line, Estimate(-9.0), Estimate(9.0))
    assert said.startswith("loses ")
    assert said.endswith(how)


@pytest.mark.parametrize(
    ("line", "score", "best", "said"),
    [
        ("Kf2 Rxa1 Kf3 Kg7 Kf2 Kg8", -1.9, None, True),
        ("Kf2 Rxa1 Kf3 Kg7 Kf2 Kg8", -2.0, None, False),  # a pawn's worth in return is not enough
        ("Kf2 Rxa1 Kf3 Kg7 Kf2 Kg8", -1.9, -1.8, False),  # another move is better
        ("Kf2 Rxa1 Kf3 Kg7 Kf2", -1.9, None, False),  # it may be won back
    ],
)
def test_options_of_another_command(line: str, score: float, best: float | None, said: bool) -> None:
    found = _reasons(_HANGING, line, Estimate(score), None if best is None else Estimate(best))
    assert found == (["gives a knight, and search sees enough in return"] if said else [])


@pytest.mark.parametrize(
    ("fen", "line", "said"),
    [
        ("4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1", "Rxd7 Kxd7", ["trades rooks"]),
        ("4k3/p2b4/8/4N3/8/8/P7/4K3 w - - 0 1", "Nxd7 Kxd7", ["trades a knight for a bishop"]),
        ("4k3/p2n4/8/1B6/8/8/P7/4K3 w - - 0 1", "Bxd7+ Kxd7", ["trades a bishop for a knight"]),
        ("4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1", "Rxd7 Ke8f8", []),  # nothing is taken back
        ("4k3/3n4/8/8/8/8/3R4/4K3 w - - 0 1", "Rxd7 Kxd7", []),  # a rook is no knight
        ("4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1", "Rd6 Rxd6", []),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 cxd6", None),
    ],
)
def test_trades(fen: str, line: str, said: list[str] | None) -> None:
    found = [text for text in _reasons(fen, line, Estimate(0.0)) if text.startswith("trades")]
    assert said is None or found == said


@pytest.mark.parametrize(("best", "said"), [(0.0, True), (0.5, True), (0.6, False)])
def test_a_move_far_below_the_best_is_not_praised_for_small_things(best: float, said: bool) -> None:
    fen = "4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1"
    found = _reasons(fen, "Rxd7 Kxd7", Estimate(0.0), Estimate(best))
    assert ("trades rooks" in found) is said
    assert "trades rooks" not in _reasons(fen, "Rxd7 Kxd7", Estimate(0.0), Win(5))


@pytest.mark.parametrize(
    ("fen", "line", "said"),
    [
        ("4k3/8/8/4p3/3N4/8/8/4K3 w - - 0 1", "Nf3 Kd7", ["takes the knight on d4 out of danger"]),
        ("4k3/8/8/4p3/3N4/8/8/4K3 b - - 0 1", "Kd7 Nf3", []),
        ("4k3/8/5p2/4p3/3N4/8/8/4K3 w - - 0 1", "Ke2 Kd7", []),
        ("4k3/8/8/4p1p1/3N4/8/8/4K3 w - - 0 1", "Nf5 Kd7", ["takes the knight on d4 out of danger"]),
        ("4k3/8/6p1/4p3/3N4/8/8/4K3 w - - 0 1", "Nf5 Kd7", []),  # out of one danger into another
        ("4k3/8/4p3/3np3/8/8/4P3/4K3 w - - 0 1", "e4 Kd7", []),
        ("4k3/8/2n5/4p3/3N4/8/8/4K3 w - - 0 1", "Nxc6 Kd7", []),  # it took something
        ("4k3/8/8/4r3/8/8/8/4K3 w - - 0 1", "Kf1 Kd7", []),  # out of check it had to go
        ("4k3/8/8/r7/P7/8/8/4K3 w - - 0 1", "Ke2 Kd7", []),
        ("4k3/8/8/3r4/3P4/8/8/4K3 w - - 0 1", "Ke2 Kd7", []),
        ("4k3/8/8/8/8/r7/P7/4K2R w K - 0 1", "O-O Kd7", []),
    ],
)
def test_pieces_are_taken_out_of_danger(fen: str, line: str, said: list[str]) -> None:
    found = [text for text in _effects(fen, line.split()[0]) if text.endswith("out of danger")]
    assert found == said


def test_three_sentences_are_enough() -> None:
    """The knight wins a pawn that stopped three others."""
    fen = "4k3/1p6/8/2N5/PPP5/8/8/4K3 w - - 0 1"
    said = _said(fen, "Nxb7")
    assert said.startswith(
        "Nxb7 takes the pawn on b7 and makes the pawn on a4 a passed pawn. It wins a pawn."
    )
    assert said.count(". ") == 2


def test_a_fork_is_reported_only_where_something_is_taken() -> None:
    fen, fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "forks the king and the rook on a8"
    assert _reasons(fen, "Nc7+ Kd8 Nxa8", Estimate(3.0)) == ["wins a rook", fork]
    assert fork not in _reasons(fen, "Nc7+ Kd8 Nd5", Estimate(3.0))
    assert _reasons(fen, "Nc7+ Kd8 Nxa8", Win(9)) == ["mates in five", fork]
    assert _reasons(fen, "Nc7+ Kd8 Nd5", Win(9)) == ["mates in five"]


@pytest.mark.parametrize(
    ("line", "plies", "said"),
    [
        ("a6", 2, "allows mate in one"),
        ("a6", 4, "allows mate in two"),
        ("a6 Rd4", 6, "allows mate in three beginning with Rd4"),
        ("a6 Rd8#", 2, "allows back-rank mate in one beginning with Rd8#"),
    ],
)
def test_mates_that_are_allowed_are_counted_in_moves(line: str, plies: int, said: str) -> None:
    fen = "6k1/p4ppp/8/8/8/8/8/K2R4 b - - 0 1"
    assert _reasons(fen, line, Loss(plies), Estimate(0.0)) == [said]
    assert _reasons(fen, line, Loss(plies), Draw()) == [said]


def test_a_win_of_unknown_distance_is_not_mentioned() -> None:
    assert _reasons("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", Win()) == []
    assert _reasons("6k1/p4ppp/8/8/8/8/8/K2R4 b - - 0 1", "a6 Rd8#", Loss(), Estimate(0.0)) == []


def test_a_mate_that_the_line_does_not_reach_has_no_name() -> None:
    fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
    assert _reasons(fen, "Rd8#", Win(1)) == ["mates in one, with a back-rank mate"]
    assert _reasons("6k1/5pp1/7p/8/8/8/8/K2R4 w - - 0 1", "Rd8+", Win(3)) == ["mates in two"]


def test_moves_that_are_named_are_allowed_where_they_are_named() -> None:
    """A game of theory, with little search: nothing fails, and answers are answers."""
    position = _CHESS.start()
    for text in _CHESS.notation.split_moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6"):
        move = position.move(text)
        found = explain(position, move, Limit(nodes=5_000))
        after = position.play(move)
        for reason in found.reasons:
            if reason.kind in (Kind.LOSES_MATERIAL, Kind.ALLOWS_MATE):
                assert set(reason.moves) <= set(after.moves)
        position = after


@pytest.mark.parametrize(
    ("fen", "line", "score", "words"),
    [
        # The Scandinavian; the same with a pawn less for white from the start; and two pieces short besides.
        (
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
            "Qxd5 Nf3 Qd8",
            0.0,
            "wins back a pawn",
        ),
        ("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PP1/RNBQKBNR b KQkq - 0 2", "Qxd5 Nf3 Qd8", 1.0, "wins a pawn"),
        ("rn2kb1r/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "Qxd4 Nf3 Qd8", -6.0, "wins a pawn"),
        # A knight or a bishop short, and one of the other kind is taken.
        ("4k3/5ppp/8/3p4/4B3/8/3P1PPP/4K3 b - - 0 1", "dxe4 Ke2 Ke7", 0.0, "wins back a bishop"),
        ("4k3/5ppp/2n5/3p4/4B3/2N5/3P1PPP/4K3 b - - 0 1", "dxe4 Ke2 Ke7", 0.0, "wins back a bishop"),
        ("4k3/5ppp/2n5/3p4/4B3/8/3P1PPP/4K3 b - - 0 1", "dxe4 Ke2 Ke7", 3.0, "wins a bishop"),
        # Three pawns for a piece are even, and still nothing that was lost before.
        ("4k3/5ppp/8/3p4/4B3/8/3P4/4K3 b - - 0 1", "dxe4 Ke2 Ke7", 3.0, "wins a bishop"),
    ],
)
def test_lost_data_is_recovered(fen: str, line: str, score: float, words: str) -> None:
    assert _reasons(fen, line, Estimate(score))[0] == words


@pytest.mark.parametrize("nodes", [2_000, 20_000, 200_000])
def test_a_piece_that_nothing_protects_is_won_however_long_the_line(nodes: int) -> None:
    """Where the game is drawn after it, search may show no more than the move itself."""
    position = _CHESS.position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    said = str(explain(position, "exd5", Limit(nodes=nodes)))
    assert re.search("It wins (back )?the queen", said)  # with a table of the ending the line is another
    assert "pushes" not in said
    guarded = str(explain(_CHESS.position("3rk3/8/8/3q4/8/8/8/3QK3 w - - 0 1"), "Qxd5", Limit(nodes=nodes)))
    assert "wins the queen" not in guarded


@pytest.mark.parametrize(
    ("moves", "move", "line", "score", "said"),
    [
        # The exchange variation: a bishop for a knight, then a pawn is taken and won back.
        ("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6", "dxc6", "dxc6 O-O f6", -0.3, ["takes back the bishop on c6"]),
        # White takes a pawn with it; taking back does not win the bishop.
        ("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6", "dxc6", "dxc6 Nxe5 f6", -0.3, ["takes back the bishop on c6"]),
        # A knight takes a pawn that the knight protects: that wins a knight for a pawn.
        (
            "e4 e5 Nf3 Nc6 Nxe5",
            "Nxe5",
            "Nxe5 d4 Ng6",
            2.0,
            ["takes back the knight on e5", "wins a knight for a pawn"],
        ),
        (
            "e4 e5 Qh5 Nc6 Qxe5+",
            "Nxe5",
            "Nxe5 d4 Ng6",
            8.0,
            ["takes back the queen on e5", "wins the queen for a pawn"],
        ),
    ],
)
def test_material_counts_from_before_what_the_other_side_took(
    moves: str, move: str, line: str, score: float, said: list[str]
) -> None:
    position = _CHESS.start()
    for text in moves.split():
        position = position.play(text)
    assert move == line.split()[0]
    steps = [position.move(line.split()[0])]
    reached = position.play(steps[0])
    for text in line.split()[1:]:
        steps.append(reached.move(text))
        reached = reached.play(steps[-1])
    reasons = _TEACHER.effects(position, steps[0])
    reasons += _TEACHER.reasons(position, steps[0], Line(steps), {steps[0]: Estimate(score)})
    material = (Kind.WINS_MATERIAL, Kind.LOSES_MATERIAL, Kind.TAKES_BACK)
    assert [reason.text for reason in reasons if reason.kind in material] == said


def test_captures_elsewhere_count_as_recaptures() -> None:
    position = _CHESS.position("4k3/7p/8/1n6/3P4/8/8/4K2R b - - 0 1").play("Nxd4")
    line = [position.move("Rxh7")]
    line.append(position.play(line[0]).move("Kd8"))
    reasons = _TEACHER.reasons(position, line[0], Line(line), {line[0]: Estimate(0.0)})
    assert not [reason for reason in _TEACHER.effects(position, line[0]) if reason.kind == Kind.TAKES_BACK]
    assert not [reason for reason in reasons if reason.kind == Kind.WINS_MATERIAL]


def test_restoring_material_is_winning_it_back() -> None:
    """Where nobody knows what came before: a knight and a pawn short, then even."""
    fen = "4k3/5ppp/8/3p4/4N3/8/5P2/4K3 b - - 0 1"  # even, then a knight up
    assert _reasons(fen, "dxe4 Ke2 Ke7", Estimate(2.0))[0] == "wins a knight"
    short = "4k3/5ppp/8/3p4/4N3/8/4PPPP/4K3 b - - 0 1"
    assert _reasons(short, "dxe4 Kd2 Ke7", Estimate(-0.3))[0] == "wins back a knight"


def test_promotions_are_reported_beside_losses() -> None:
    fen = "8/2qQ3P/5B2/1K2p3/8/3p4/5k2/8 w - - 0 1"
    said = _reasons(fen, "h8=N Qxd7+ Kc4 Ke2", Estimate(-4.2), Estimate(5.0))
    assert said[0] == "makes a knight but loses the queen: Qxd7+ takes the queen on d7"


def test_a_search_that_cuts_does_not_say_how_much_later_a_mate_comes() -> None:
    """Both queens' moves mate in two; a shallow search sees one of them in three."""
    said = _said("b7/1Q6/8/1R6/8/1K1Q3P/8/2k2N2 w - - 0 1", "Qd2+")
    assert "wins later than Qc2#, which wins at once" in said
    assert not any(f"wins {count} later" in said for count in range(1, 9))
