"""The legal moves of a position: a tuple that also finds notation."""

from __future__ import annotations

import copy
import pickle

import pytest

import kibitz
from kibitz.base.random import Random, pick
from tests.python_game.take import always, take_with

SPECS = ("tictactoe", "connect4", "numerical", "ewn", "chess", "kalah", "dots_and_boxes", "morris")


@pytest.mark.parametrize("spec", SPECS)
def test_every_way_to_write_a_move_is_found_and_no_other_text(spec: str) -> None:
    game, rng = kibitz.load(spec), Random(3)
    position = game.start(rng)
    everything = {str(move) for move in position.moves}
    for _ in range(30):
        if position.is_over:
            break
        moves = position.moves
        allowed = {str(move) for move in moves}
        everything |= allowed
        for place, move in enumerate(moves):
            assert str(move) in moves
            assert position.write(move) in moves
            assert moves.index(str(move)) == moves.index(move) == place
            assert moves.count(str(move)) == moves.count(move) == 1
        for text in everything - allowed:
            # What is no move's name may still be read as one here, such as e8 for e8=Q.
            assert (text in moves) == _is_played(position, text)
        assert "nonsense" not in moves
        assert "" not in moves
        position = position.play(pick(rng, moves))


def _is_played(position: kibitz.Position, text: str) -> bool:
    try:
        position.play(text)
    except kibitz.KibitzError:
        return False
    return True


def test_moves_as_chess_players_write_them() -> None:
    moves = kibitz.load("chess").start().moves
    assert [text for text in ("e4", "e2e4", "Nf3", "e5", "Ke2", "O-O") if text in moves] == [
        "e4",
        "e2e4",
        "Nf3",
    ]


@pytest.mark.parametrize("spec", ["tictactoe", "nim"])
def test_they_are_a_tuple_in_everything_else(spec: str) -> None:
    position = kibitz.load(spec).start()
    moves, plain = position.moves, tuple(position.moves)
    assert isinstance(moves, tuple)
    assert type(plain) is tuple
    assert moves == plain
    assert plain == moves
    assert (hash(moves), repr(moves), moves[1:]) == (hash(plain), repr(plain), plain[1:])
    assert type(pickle.loads(pickle.dumps(moves))) is tuple
    assert pickle.loads(pickle.dumps(moves)) == copy.deepcopy(moves) == plain
    assert moves is position.moves
    assert plain[0] in moves
    assert moves.index(plain[2]) == 2
    assert [other for other in (5, None) if other in moves] == []
    with pytest.raises(ValueError):
        moves.index("nonsense")
    assert moves.count("nonsense") == 0


def test_moves_outlive_their_position() -> None:
    moves = kibitz.load("chess").position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").moves
    assert [text for text in ("O-O", "O-O-O", "Ke8") if text in moves] == ["O-O", "O-O-O"]


def test_moves_that_bring_a_position_back_are_not_found_where_that_is_forbidden() -> None:
    """There is no going back, as whether a text is found depends on what came before."""
    game = take_with(
        start=always(0),
        moves=always(["on", "back"]),
        play=lambda self, at, move: at + 1 if move == "on" else max(0, at - 1),
        outcome=lambda self, at: "draw" if at == 9 else None,
        turn=always("first"),
        repetition=kibitz.Repetition(forbidden=True),
    )
    position = game.start().play("on")
    assert [text for text in ("on", "back") if text in position.moves] == ["on"]
    assert [text for text in ("on", "back") if text in position.without_history().moves] == ["on", "back"]


def test_no_moves_of_a_game_that_is_over() -> None:
    moves = kibitz.load("tictactoe").start().play("1 4 2 5 3").moves
    assert moves == ()
    assert "9" not in moves


def test_an_error_of_the_rules_is_not_taken_for_a_no() -> None:
    position = take_with(format_move_in=lambda self, state, move: 1 / 0).start()
    assert "1" in position.moves
    with pytest.raises(kibitz.BadGame, match="ZeroDivisionError"):
        _ = "one" in position.moves


def test_games_and_positions_are_their_own_copies() -> None:
    """They never change; a copy that is made again would forget the numbers of the moves."""
    game = take_with()
    for value in (game, game.start(), kibitz.load("chess").start()):
        assert copy.copy(value) is value
        assert copy.deepcopy([value])[0] is value
