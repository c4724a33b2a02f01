"""Play again from a position of a reviewed game."""

from __future__ import annotations

import secrets
import sys

from kibitz.base.limit import Limit
from kibitz.base.options import split_spec
from kibitz.base.side import Side
from kibitz.game_review.review import Review
from kibitz.players.registry import is_computer, resources
from kibitz.players.spec import PlayerSpec
from kibitz.records.record import Record
from kibitz.records.record_store import Store
from kibitz.terminal.commands import position_before
from kibitz.terminal.console_io import Console, EndOfInput, open_console
from kibitz.terminal.game_setup import GameSetup
from kibitz.terminal.play import play
from kibitz.terminal.text_renderer import TextRenderer

#: The usual limit of `kibitz play` for a move of the computer.
_LIMIT = Limit(seconds=5)


def play_again(record: Record, ply: int, *, plain: bool = False) -> int:
    """Play from before a ply, as the side to move, and return the exit code.

    The opponent is the one of the record, if it is a player of Kibitz; else the person is asked.
    """
    position = position_before(record, ply)
    setup = GameSetup(
        game=record.game.spec,
        options=split_spec(f"x:{record.tags.get('Display', '')}")[1],
        opponent=_opponent(record, position.turn),
        side=str(position.turn),
        position=str(position),
        seed=secrets.randbelow(10**9),
        limit=_LIMIT,
    )
    console = open_console(sys.stdin, sys.stdout, plain=plain)
    return play(setup, console, TextRenderer(console), Store())


def offer_again(found: Review) -> int:
    """Ask whether to play again from a mistake of a review; play, and return the exit code."""
    plies = [each.ply + 1 for each in found.own_faults]
    if not plies:
        return 0
    console = open_console(sys.stdin, sys.stdout)
    try:
        ply = _ask_ply(console, plies)
    except (EndOfInput, KeyboardInterrupt):
        return 0
    return 0 if ply is None else play_again(found.record, ply)


def _ask_ply(console: Console, plies: list[int]) -> int | None:
    """Ask for one of some plies; None to leave."""
    question = f"\nPlay again from before one of these mistakes, ply {', '.join(map(str, plies))}? [no]"
    while True:
        answer = console.ask(question).lower()
        if answer in ("", "n", "no", "q", "quit"):
            return None
        if answer.isascii() and answer.isdecimal() and int(answer) in plies:
            return int(answer)
        console.print(f"Type one of these numbers, or Enter to leave: {', '.join(map(str, plies))}")


def _opponent(record: Record, side: Side) -> str | None:
    """Return the player of the other side, if it is a player of Kibitz that needs no file."""
    text = record.tags.get("Second" if side is Side.FIRST else "First", "")
    return text if is_computer(text) and not resources(PlayerSpec.read(text)) else None
