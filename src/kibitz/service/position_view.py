"""Positions for the page: plain values, with constant parts separate from changing ones."""

from __future__ import annotations

from functools import lru_cache

from kibitz.base.move import Move
from kibitz.base.side import Side as PlayerSide
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.service.replies import Actor, Board, PositionText, Side, View

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
    drawn = position.game.view.board(position, last=last)
    if drawn is None:
        view["text"] = position.draw(last, unicode=True)
        view["gestures"] = [(str(move), None, None, str(move)) for move in position.moves]
        return None, view
    view["pieces"] = [(p.cell, p.side, p.shape, p.text, p.name) for p in drawn.pieces]
    if drawn.gestures:
        view["gestures"] = [(g.move.text, g.to, g.source, g.choice) for g in drawn.gestures]
    elif not over:  # chance outcomes, for analysis
        view["gestures"] = [(move.text, None, None, move.text) for move in position.moves]
    if drawn.last:
        view["last"] = drawn.last
    if drawn.threatened:
        view["threatened"] = drawn.threatened
    if drawn.lines:
        view["lines"] = drawn.lines
    if drawn.die is not None:
        view["die"] = drawn.die
    if drawn.notes:
        view["notes"] = drawn.notes
    board: Board = {
        "width": drawn.width,
        "height": drawn.height,
        "names": drawn.names,
        "ground": drawn.ground,
        "colours": drawn.colours,
        "links": drawn.links,
        "falls": drawn.falls,
        "turns": drawn.turns,
        "rows": drawn.rows,
        "columns": drawn.columns,
        "labelled": drawn.labelled,
        "faces": drawn.faces,
        "ghosts": ghosts(position.game),
    }
    return board, view


def position_text(position: Position, last: Move | None = None) -> PositionText:
    """Return a position as text, with the legal moves."""
    game, over = position.game, position.is_over
    return {
        "game": game.spec,
        "title": game.title,
        "position": str(position),
        "board": position.draw(last),
        "sides": list(game.side_names),
        "turn": None if over else SIDES[position.turn],
        "moves": [] if over else [position.write(move) for move in position.moves],
        "outcome": str(position.outcome) if over else None,
    }


@lru_cache(maxsize=256)
def ghosts(game: Game) -> list[tuple[str, str] | None]:
    """Return the shape and text of a new piece of each side; None if that depends on the move.

    A page shows it under the pointer.
    """
    found: list[tuple[str, str] | None] = [None, None]
    position = game.start()
    for _ in range(2):
        drawn = game.view.board(position)
        moves = [] if drawn is None else [g for g in drawn.gestures if g.source is None and g.to is not None]
        if not moves:
            break
        side, position = position.turn, position.play(moves[0].move)
        drawn = game.view.board(position)
        laid = [] if drawn is None else [p for p in drawn.pieces if p.cell == moves[0].to and p.side == side]
        if laid and found[side] is None:
            found[side] = (laid[0].shape, laid[0].text)
    return found
