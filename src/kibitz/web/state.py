"""A session as the page sees it: plain values, complete every time."""

from __future__ import annotations

from typing import Any

from kibitz.games.look import Look
from kibitz.games.position import Position
from kibitz.session.session import Session
from kibitz.words.side import Side


def state_json(session: Session) -> dict[str, Any]:
    """Everything that a page needs to show a game."""
    positions = session.positions
    return {
        "rules": rules_json(session),
        "players": [session.name_of(Side.FIRST), session.name_of(Side.SECOND)],
        "ply": len(session.moves),
        "moves": [
            {"text": str(move), "side": str(before.turn)}
            for move, before in zip(session.moves, positions[:-1], strict=True)
        ],
        "waits": _waits(session),
        "outcome": _outcome_json(session),
        "clock": _clock_json(session),
        "canUndo": session.can_undo,
        "canRedo": session.can_redo,
        "view": view_json(session, len(session.moves)),
    }


def rules_json(session: Session) -> dict[str, Any]:
    """What does not change during the game."""
    game = session.game
    return {
        "spec": game.spec,
        "title": game.title,
        "sides": list(game.side_names),
        "dice": game.has_chance,
        "help": game.move_example,
    }


def view_json(session: Session, ply: int) -> dict[str, Any]:
    """The board after so many moves and rolls."""
    position = session.positions[ply]
    board = position.game.look(position)
    return {
        "ply": ply,
        "position": str(position),
        "turn": None if position.is_over else str(position.turn),
        "mover": str(position.mover),
        "board": None if board is None else look_json(board),
        "text": None if board is not None else position.draw(unicode=True),
        "legal": [str(move) for move in position.moves],
        "last": _last_json(session, ply),
    }


def look_json(look: Look) -> dict[str, Any]:
    """A position's pieces, and the gestures for its moves."""
    return {
        "look": _kind(look),
        "width": look.width,
        "height": look.height,
        "names": look.names,
        "pieces": [
            {"cell": p.cell, "side": p.side, "shape": p.shape, "text": p.text, "name": p.name}
            for p in look.pieces
        ],
        "gestures": [
            {"move": str(g.move), "to": g.to, "from": g.source, "choice": g.choice} for g in look.gestures
        ],
        "ground": look.ground,
        "falls": look.falls,
        "turns": look.turns,
        "rows": look.rows,
        "columns": look.columns,
        "labelled": look.labelled,
        "last": look.last,
        "lines": look.lines,
        "die": look.die,
        "faces": look.faces,
        "notes": look.notes,
    }


def _kind(look: Look) -> str:
    """The four kinds of boards that the page knows."""
    shapes = {piece.shape for piece in look.pieces}
    if look.falls:
        return "discs"
    if look.notes and look.die is None:
        return "numbers"
    numbered = "stone" in shapes or "square" in shapes or look.die is not None
    return "stone" + "s" if numbered else "marks"


def _last_json(session: Session, ply: int) -> dict[str, Any] | None:
    """Where the last decision before a ply happened."""
    for at in range(ply - 1, -1, -1):
        before: Position = session.positions[at]
        if before.turn is Side.CHANCE:
            continue
        board = before.game.look(before)
        move = session.moves[at]
        touched = next((g for g in board.gestures if g.move == move), None) if board else None
        return {
            "move": str(move),
            "side": int(before.turn),
            "to": touched and touched.to,
            "from": touched and touched.source,
        }
    return None


def _waits(session: Session) -> str:
    if session.is_over:
        return "over"
    if session.waits_for_person:
        return "person"
    return "dice" if session.position.turn is Side.CHANCE else "computer"


def _clock_json(session: Session) -> dict[str, Any] | None:
    clock = session.clock
    if clock is None:
        return None
    return {
        "seconds": clock.control.seconds,
        "increment": clock.control.increment,
        "left": [round(clock.left(side), 2) for side in (Side.FIRST, Side.SECOND)],
        "running": None if clock.running is None else str(clock.running),
    }


def _outcome_json(session: Session) -> dict[str, Any] | None:
    ending = session.ending
    if ending is None:
        return None
    winner = ending.outcome.winner
    words = "It is a draw" if winner is None else f"{session.game.side_name(winner)} wins"
    if (reason := ending.reason(session.game.side_name)) is not None:
        words += f", as {reason}"
    return {
        "result": str(ending.outcome),
        "winner": None if winner is None else str(winner),
        "words": words[0].upper() + words[1:] if len(words.split()[0]) > 1 else words,
    }
