"""Board views: every move has a gesture, and the pieces agree with the text."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.games.board_view import owned_lines

SPECS = (
    "tictactoe",
    "mnk:width=7,height=3,length=3",
    "numerical",
    "numerical:size=4,first_odd=no",
    "connect4",
    "connect:width=5,height=4,length=3",
    "ewn",
    "ewn:size=4,stones=3,faces=4",
)


@pytest.mark.parametrize("spec", SPECS)
def test_every_decision_has_one_gesture(spec: str) -> None:
    game, rng = kibitz.load(spec), Random(1)
    for _ in range(10):
        position = game.start(rng)
        while not position.is_over:
            board = game.view.board(position)
            assert board is not None
            assert len(board.names) == len(set(board.names)) == board.width * board.height
            taken = {piece.cell: piece for piece in board.pieces}
            assert len(taken) == len(board.pieces)
            if position.turn is Side.CHANCE:
                assert not board.gestures
                assert board.die == 0
                position = position.play(position.roll(rng))
                continue
            assert tuple(gesture.move for gesture in board.gestures) == position.moves
            touched = {(g.source, g.to, g.choice) for g in board.gestures}
            assert len(touched) == len(position.moves)
            gesture = board.gestures[int(rng.random() * len(board.gestures))]
            mover = position.turn
            if gesture.source is not None:
                assert taken[gesture.source].side == mover
            position = position.play(gesture.move)
            after = game.view.board(position)
            assert after is not None
            # The piece lies where the gesture said, and is the mover's.
            assert [p.side for p in after.pieces if p.cell == gesture.to] == [mover]
        end = game.view.board(position)
        assert end is not None
        assert not end.gestures
        won_by_line = (
            position.outcome is not None and position.outcome.winner is not None and spec[:3] != "ewn"
        )
        assert bool(end.lines) == won_by_line


def test_lines_of_one_owner() -> None:
    assert owned_lines([1, 1, 1, 2, 2, 0, 0, 0, 2], 3, 3, 3) == ((0, 1, 2),)
    assert set(owned_lines([1, 0, 2, 0, 1, 0, 2, 0, 1], 3, 3, 3)) == {(0, 4, 8)}
    assert owned_lines([0, 2], 2, 1, 1) == ((1,),)
