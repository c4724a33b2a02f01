"""Descriptions of saved games: players, state, turn and date."""

from __future__ import annotations

from datetime import datetime

from kibitz.base.side import Side
from kibitz.players.registry import display_name
from kibitz.puzzles.mistakes import people_in
from kibitz.records.record import Record
from kibitz.records.record_store import Saved

_PERSON = "person"


def format_players(record: Record) -> str:
    """Return who plays: `you against difficulty 50`, `two people`, `random against table`."""
    people = people_in(record)
    first, second = (_name(record, side) for side in (Side.FIRST, Side.SECOND))
    if people == {Side.FIRST}:
        return f"{first} against {second}"
    if people == {Side.SECOND}:
        return f"{second} against {first}"
    return "two people" if people and first == second else f"{first} against {second}"


def _name(record: Record, side: Side) -> str:
    spec = record.tags.get("First" if side is Side.FIRST else "Second", _PERSON)
    return "you" if spec == _PERSON else display_name(spec)


def format_state(record: Record) -> str:
    """Return the number of moves, and the result or whose turn it is."""
    made = sum(position.turn is not Side.CHANCE for position in record.positions()[: len(record.moves)])
    moves = "1 move" if made == 1 else f"{made} moves"
    if record.outcome is not None:
        by = f" ({name})" if (name := record.end_name) else ""
        winner = record.outcome.winner
        if winner is None:
            return f"{moves}, drawn{by}"
        people = people_in(record)
        if len(people) == 1:
            return f"{moves}, {'you won' if winner in people else 'you lost'}{by}"
        return f"{moves}, {record.game.side_name(winner)} won{by}"
    turn = record.positions()[-1].mover
    name = record.game.side_name(turn)
    return f"{moves}, {name} to move"


def format_date(changed: float, now: datetime | None = None) -> str:
    """Return a time relative to now: `today at 20:15`, `yesterday at 9:03`, `on 3 May 2026`."""
    then, today = datetime.fromtimestamp(changed), now or datetime.now()
    days = (today.date() - then.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} at {then.hour}:{then:%M}"
    return f"on {then.day} {then:%B %Y}"


def describe_saved(saved: Saved) -> str:
    """A saved game in a phrase: `tic-tac-toe, you against random, 3 moves, x to move, today at 20:15`."""
    assert saved.record is not None
    record = saved.record
    return (
        f"{record.game.title}, {format_players(record)}, {format_state(record)}, {format_date(saved.changed)}"
    )
