"""What a record says about the session it came from: how it was drawn, and its seed."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.base.errors import BadOption
from kibitz.base.options import split_spec
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.records.record import Record


def recorded_game(record: Record, wishes: Mapping[str, str] | None = None) -> Game:
    """The record's game, written and drawn as it was then where that is still understood.

    `wishes` are options that say otherwise; only those of drawing and notation count.
    """
    looks = {option.name for option in record.game.options if option.display}

    def shown(told: Mapping[str, str]) -> Game:
        options = {name: value for name, value in {**told, **(wishes or {})}.items() if name in looks}
        return load(record.game.spec, **options) if options else record.game

    try:
        return shown(split_spec(f"x:{record.tags.get('Display', '')}")[1])
    except BadOption:
        return shown({})


def recorded_seed(record: Record, otherwise: int = 0) -> int:
    """The seed the game began with, so that the dice go on as they would have."""
    text = record.tags.get("Seed", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else otherwise
