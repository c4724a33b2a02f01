"""Session settings stored in a record's tags: display options and seed."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.base.errors import BadOption
from kibitz.base.options import split_spec
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.records.record import Record


def recorded_game(record: Record, overrides: Mapping[str, str] | None = None) -> Game:
    """Return the record's game with its stored display options, as far as they are still valid.

    `overrides` overrides them; only options of drawing and notation count.
    """
    shown = {option.name for option in record.game.options if option.display}

    def load_with(stored: Mapping[str, str]) -> Game:
        options = {name: value for name, value in {**stored, **(overrides or {})}.items() if name in shown}
        return load(record.game.spec, **options) if options else record.game

    try:
        return load_with(split_spec(f"x:{record.tags.get('Display', '')}")[1])
    except BadOption:
        return load_with({})


def recorded_seed(record: Record, otherwise: int = 0) -> int:
    """Return the record's seed, so that the dice continue as they would have."""
    text = record.tags.get("Seed", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else otherwise
