"""A position as the page draws it: plain values, with what never changes apart from what does."""

from __future__ import annotations

from functools import lru_cache

from kibitz.base.move import Move
from kibitz.base.side import Side as PlayerSide
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.service.replies import Actor, Board, Side, View

#: Sides by number, as messages name them.
SIDES: tuple[Side, Side, Actor] = ("first", "second", "chance")


def view_json(position: Position, last: Move | None) -> tuple[Board | None, View]:
    """The board that a position is drawn on (None where it is a text), and what is on it now."""
    over = position.is_over
    view: View = {
        "turn": None if over else SIDES[position.turn],
        "mover": "first" if position.mover is PlayerSide.FIRST else "second",
    }
    if not over:
        example = position.moves[0]
        written = position.game.notation.format_move_in(position, example)
        if written != example.text:
            view["example"] = written  # of a move as people write it, where gestures name it otherwise
    look = position.game.view.board(position, last=last)
    if look is None:
        view["text"] = position.draw(last, unicode=True)
        view["gestures"] = [(str(move), None, None, str(move)) for move in position.moves]
        return None, view
    view["pieces"] = [(p.cell, p.side, p.shape, p.text, p.name) for p in look.pieces]
    if look.gestures:
        view["gestures"] = [(g.move.text, g.to, g.source, g.choice) for g in look.gestures]
    elif not over:  # what chance may do, for who looks at what might have been
        view["gestures"] = [(move.text, None, None, move.text) for move in position.moves]
    if look.last:
        view["last"] = look.last
    if look.threatened:
        view["threatened"] = look.threatened
    if look.lines:
        view["lines"] = look.lines
    if look.die is not None:
        view["die"] = look.die
    if look.notes:
        view["notes"] = look.notes
    board: Board = {
        "width": look.width,
        "height": look.height,
        "names": look.names,
        "ground": look.ground,
        "colours": look.colours,
        "links": look.links,
        "falls": look.falls,
        "turns": look.turns,
        "rows": look.rows,
        "columns": look.columns,
        "labelled": look.labelled,
        "faces": look.faces,
        "ghosts": ghosts(position.game),
    }
    return board, view


@lru_cache(maxsize=256)
def ghosts(game: Game) -> list[tuple[str, str] | None]:
    """The shape and text of what each side puts on the board; None where nobody knows before.

    A page shows it where a person points.
    """
    found: list[tuple[str, str] | None] = [None, None]
    position = game.start()
    for _ in range(2):
        look = game.view.board(position)
        moves = [] if look is None else [g for g in look.gestures if g.source is None and g.to is not None]
        if not moves:
            break
        side, position = position.turn, position.play(moves[0].move)
        look = game.view.board(position)
        laid = [] if look is None else [p for p in look.pieces if p.cell == moves[0].to and p.side == side]
        if laid and found[side] is None:
            found[side] = (laid[0].shape, laid[0].text)
    return found
