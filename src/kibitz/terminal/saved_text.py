"""Descriptions of saved games: players, state, turn and date."""

from __future__ import annotations

from datetime import datetime

from kibitz.base.side import Side
from kibitz.players.registry import display_name
from kibitz.records.people import people_among
from kibitz.records.summary import GameSummary

_PERSON = "person"


def format_players(game: GameSummary) -> str:
    """Return who plays: `you against difficulty 50`, `two people`, `random against table`."""
    people = people_among(game.first, game.second)
    first, second = (display_player(spec) for spec in (game.first, game.second))
    if people == {Side.FIRST}:
        return f"{first} against {second}"
    if people == {Side.SECOND}:
        return f"{second} against {first}"
    return "two people" if people and first == second else f"{first} against {second}"


def display_player(spec: str) -> str:
    """Return a player's name in a list."""
    return "you" if spec in ("", _PERSON) else display_name(spec)


def format_state(game: GameSummary) -> str:
    """Return the number of moves, and the result or whose turn it is."""
    moves = "1 move" if game.moves == 1 else f"{game.moves} moves"
    if not game.is_finished:
        return f"{moves}, {game.side_name} to move"
    by = f" ({game.ending})" if game.ending else ""
    winner = {"1-0": Side.FIRST, "0-1": Side.SECOND}.get(game.result)
    if winner is None:
        return f"{moves}, drawn{by}"
    people = people_among(game.first, game.second)
    if len(people) == 1:
        return f"{moves}, {'you won' if winner in people else 'you lost'}{by}"
    return f"{moves}, {game.side_name} won{by}"


def format_date(changed: float, now: datetime | None = None) -> str:
    """Return a time relative to now: `today at 20:15`, `yesterday at 9:03`, `on 3 May 2026`."""
    then, today = datetime.fromtimestamp(changed), now or datetime.now()
    days = (today.date() - then.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} at {then.hour}:{then:%M}"
    return f"on {then.day} {then:%B %Y}"


def describe_saved(game: GameSummary, changed: float) -> str:
    """A saved game in a phrase: `tic-tac-toe, you against random, 3 moves, x to move, today at 20:15`."""
    return f"{game.title}, {format_players(game)}, {format_state(game)}, {format_date(changed)}"
