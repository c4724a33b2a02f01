"""Positions for the page: plain values, with constant parts separate from changing ones."""

from __future__ import annotations

from functools import lru_cache

from kibitz.base.move import Move
from kibitz.base.side import Side as PlayerSide
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.service.replies import Actor, Board, Side, View

#: Sides by number, as in messages.
SIDES: tuple[Side, Side, Actor] = ("first", "second", "chance")


def view_json(position: Position, last: Move | None) -> tuple[Board | None, View]:
    """Return the constant board of a position (None for a text picture), and its current content."""
    over = position.is_over
    view: View = {
        "turn": None if over else SIDES[position.turn],
        "mover": "first" if position.mover is PlayerSide.FIRST else "second",
    }
    if not over:
        example = position.moves[0]
        written = position.game.notation.format_move_in(position, example)
        if written != example.text:
            view["example"] = written  # if it differs from the name in gestures
    board_data = position.game.view.board(position, last=last)
    if board_data is None:
        view["text"] = position.draw(last, unicode=True)
        view["gestures"] = [(str(move), None, None, str(move)) for move in position.moves]
        return None, view
    view["pieces"] = [(p.cell, p.side, p.shape, p.text, p.name) for p in board_data.pieces]
    if board_data.gestures:
        view["gestures"] = [(g.move.text, g.to, g.source, g.choice) for g in board_data.gestures]
    elif not over:  # chance outcomes, for analysis
        view["gestures"] = [(move.text, None, None, move.text) for move in position.moves]
    if board_data.last:
        view["last"] = board_data.last
    if board_data.threatened:
        view["threatened"] = board_data.threatened
    if board_data.lines:
        view["lines"] = board_data.lines
    if board_data.die is not None:
        view["die"] = board_data.die
    if board_data.notes:
        view["notes"] = board_data.notes
    board: Board = {
        "width": board_data.width,
        "height": board_data.height,
        "names": board_data.names,
        "ground": board_data.ground,
        "colours": board_data.colours,
        "links": board_data.links,
        "falls": board_data.falls,
        "turns": board_data.turns,
        "rows": board_data.rows,
        "columns": board_data.columns,
        "labelled": board_data.labelled,
        "faces": board_data.faces,
        "ghosts": ghosts(position.game),
    }
    return board, view


@lru_cache(maxsize=256)
def ghosts(game: Game) -> list[tuple[str, str] | None]:
    """Return the shape and text of a new piece of each side; None if that depends on the move.

    A page shows it under the pointer.
    """
    found: list[tuple[str, str] | None] = [None, None]
    position = game.start()
    for _ in range(2):
        board_data = game.view.board(position)
        moves = (
            []
            if board_data is None
            else [g for g in board_data.gestures if g.source is None and g.to is not None]
        )
        if not moves:
            break
        side, position = position.turn, position.play(moves[0].move)
        board_data = game.view.board(position)
        laid = (
            []
            if board_data is None
            else [p for p in board_data.pieces if p.cell == moves[0].to and p.side == side]
        )
        if laid and found[side] is None:
            found[side] = (laid[0].shape, laid[0].text)
    return found
