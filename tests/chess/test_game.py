"""Chess besides its moves: draw claims, endings, win probability, lists of moves."""

from __future__ import annotations

import math

import pytest

import kibitz
from kibitz.base.errors import BadNotation, BadOption, IllegalMove
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.base.value import Draw, Estimate, Loss, Win
from kibitz.games.board_view import Piece
from kibitz.games.chess.game import Chess

CHESS = kibitz.load("chess")


def _ended(position: kibitz.Position) -> str | None:
    assert isinstance(CHESS, Chess)
    return CHESS.how_it_ended(position)


@pytest.mark.parametrize(("clock", "claims"), [(99, False), (100, True), (149, True), (150, False)])
def test_after_fifty_moves_of_each_side_a_draw_may_be_claimed(clock: int, claims: bool) -> None:
    """And after seventy-five it is one, so that nothing is left to claim."""
    position = CHESS.position(f"4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90")
    assert ("fifty moves" in (CHESS.draws.claim_reason(position) or "")) is claims


def test_a_repetition_after_undo_may_be_claimed() -> None:
    position = CHESS.start()
    for times in (2, 3):
        assert CHESS.draws.claim_reason(position) is None
        position = position.play("Nf3 Nf6 Ng1 Ng8")
        assert position.times == times
    assert "3 times" in (CHESS.draws.claim_reason(position) or "")


@pytest.mark.parametrize(
    ("number", "value", "agrees"),
    [
        (29, Estimate(-1.0), True),
        (29, Estimate(-0.9), False),
        (29, Draw(), False),
        (29, Loss(9), True),
        (30, Estimate(0.0), True),
        (30, Estimate(0.1), False),
        (30, Win(9), False),
    ],
)
def test_when_a_computer_agrees_on_a_draw(number: int, value: kibitz.Value, agrees: bool) -> None:
    position = CHESS.position(f"4k3/8/8/8/8/8/8/R3K3 w - - 0 {number}")
    assert CHESS.draws.accepts(position, value) is agrees


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 150 90", "draw: seventy-five moves"),
        ("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "mate: white wins"),
        ("8/8/8/8/8/4k3/8/r3K3 w - - 0 1", "mate: black wins"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "draw: stalemate"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 150 90", "draw: stalemate"),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "draw: insufficient material"),
    ],
)
def test_how_a_game_ended(fen: str, said: str | None) -> None:
    found = _ended(CHESS.position(fen))
    assert found == said if said is None else (found or "").startswith(said)


def test_the_fifth_time_ends_the_game() -> None:
    position = CHESS.start()
    for _ in range(3):
        position = position.play("Nf3 Nf6 Ng1 Ng8")
    assert _ended(position) is None
    position = position.play("Nf3 Nf6 Ng1 Ng8")
    assert position.times == 5
    assert _ended(position) == "draw: fivefold repetition"
    assert CHESS.draws.claim_reason(position) is None


def _chance(points: float) -> float:
    found = CHESS.scale.win_probability(points)
    assert found is not None
    return found


def test_chances_follow_the_curve() -> None:
    assert _chance(0.0) == 0.5
    for points in (0.3, 1.8, 9.0):
        assert math.isclose(_chance(points) / _chance(-points), math.exp(points / 1.8))
        assert math.isclose(_chance(points) + _chance(-points), 1)
    # However large a lead is, it stays a number; from fifty pawns on nothing changes.
    assert _chance(49.0) < _chance(50.0) == _chance(1e300) < 1
    assert _chance(-49.0) > _chance(-50.0) == _chance(-1e300) > 0


def test_moves_that_mate_have_names() -> None:
    position = CHESS.position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    assert CHESS.teacher.name_win(position, position.move("Rd8#")) == "back-rank mate"
    position = CHESS.position("7k/8/6K1/8/8/8/Q7/8 w - - 0 1")
    assert CHESS.teacher.name_win(position, position.move("Qa8#")) == ""


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 e5 2.Nf3 Nc6", ["e4", "e5", "Nf3", "Nc6"]),
        ("12... Nf6 13. d4", ["Nf6", "d4"]),
        ("... e5", ["e5"]),
        ("e4", ["e4"]),
        ("1.", ["1."]),  # a lone number is reported unchanged
    ],
)
def test_numbers_between_moves_are_left_out(text: str, moves: list[str]) -> None:
    assert CHESS.notation.split_moves(text) == moves


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O", "e8g8"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O-O", "e8c8"),
        ("8/P7/8/8/8/8/1k6/4K3 w - - 0 1", "a8=N", "a7a8n"),
        ("8/P7/8/8/8/8/1k6/4K3 w - - 0 1", "a8=Q", "a7a8q"),
    ],
)
def test_moves_between_programs(fen: str, move: str, text: str) -> None:
    assert CHESS.position(fen).move(move).text == text
    if move.startswith("O"):
        # Onto the rook, wherever they began.
        onto = kibitz.load("chess960").position(fen).move(move).text
        assert onto == text[:2] + ("h" if move == "O-O" else "a") + text[1]


@pytest.mark.parametrize(
    ("fen", "move", "error", "said"),
    [
        # The message has the whole text without surrounding spaces.
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", " O-O ", IllegalMove, r"^O-O: white may not castle"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O-O", IllegalMove, "queen's side"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", " Nf3 ", IllegalMove, r"^Nf3: white has no knight"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "f3", IllegalMove, "white has no pawn"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "ed", IllegalMove, "no pawn of white's can do that"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e5q", IllegalMove, "last rank"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e5=Q", IllegalMove, "last rank"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4-d5", IllegalMove, r"^e4d5: .*nothing to take on d5"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "x9", BadNotation, "is not a move"),
    ],
)
def test_illegal_moves(fen: str, move: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        CHESS.position(fen).move(move)


@pytest.mark.parametrize(
    ("fen", "move", "written"),
    [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"),
        ("6k1/6pp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8+"),
        ("6k1/6pp/8/8/8/8/8/K2R4 w - - 0 1", "d1d7", "Rd7"),
        # A check with which the game is drawn is still only a check.
        ("6k1/6pp/8/8/8/8/8/K2R4 w - - 149 90", "d1d8", "Rd8+"),
        ("k7/8/1K6/2Q5/8/8/8/8 w - - 0 1", "c5c7", "Qc7"),
    ],
)
def test_check_and_mate_are_written(fen: str, move: str, written: str) -> None:
    position = CHESS.position(fen)
    assert position.write(position.move(move)) == written


def test_arrangements_are_for_chess960() -> None:
    assert str(kibitz.load("chess", arrangement=518).start()) == str(CHESS.start())
    for arrangement in (0, 517, 519):
        with pytest.raises(BadOption, match="518"):
            kibitz.load("chess", arrangement=arrangement)
    for arrangement in (-2, 960):
        with pytest.raises(BadOption):
            kibitz.load("chess960", arrangement=arrangement)
    # Without lots to draw, the usual one.
    assert str(kibitz.load("chess960").start()) == str(CHESS.start())
    assert (CHESS.title, kibitz.load("chess960").title) == ("Chess", "Chess960")


@pytest.mark.parametrize(("which", "pieces"), [(0, "BBQNNRKR"), (-1, "RKRNNQBB")])
def test_lots_are_drawn_from_the_first_arrangement_to_the_last(
    monkeypatch: pytest.MonkeyPatch, which: int, pieces: str
) -> None:
    monkeypatch.setattr("kibitz.games.chess.game.pick", lambda rng, among: among[which])
    assert f"/{pieces} w" in str(kibitz.load("chess960").start(Random(1)))


def test_an_arrangement_that_is_given_is_not_drawn_by_lot() -> None:
    game = kibitz.load("chess960:arrangement=3")
    assert {str(game.start(Random(seed))) for seed in range(9)} == {str(game.start())}


def test_tables_have_four_pieces_at_most() -> None:
    assert CHESS.solving.endgame is not None
    assert CHESS.solving.endgame.most_pieces == 4
    for fen, pieces in (("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 3), (str(CHESS.start()), 32)):
        assert CHESS.solving.endgame.pieces(CHESS.position(fen)) == pieces


@pytest.mark.parametrize("rights", ["KQkq", "K", "Q", "k", "q", "-"])
def test_kings_and_rooks_at_home_may_castle(rights: str) -> None:
    """A rook that is not at home stands one step ahead."""
    home = {"K": (63, 55), "Q": (56, 48), "k": (7, 15), "q": (0, 8)}
    kinds = {(piece.side, piece.shape): piece for piece in CHESS.editor.pieces}
    cells: list[Piece | None] = [None] * 64
    cells[60], cells[4] = kinds[0, "king"], kinds[1, "king"]
    for right, (at_home, away) in home.items():
        cells[at_home if right in rights else away] = kinds[int(right.islower()), "rook"]
    text = CHESS.editor.compose(cells, Side.SECOND)
    assert text.split()[1:] == ["b", rights, "-", "0", "1"]
    assert kibitz.load("chess960").editor.compose(cells, Side.FIRST).split()[1:] == ["w", "-", "-", "0", "1"]
    cells[60], cells[52] = None, kinds[0, "king"]
    assert CHESS.editor.compose(cells, Side.FIRST).split()[2] == (
        "".join(right for right in rights if right in "kq") or "-"
    )
