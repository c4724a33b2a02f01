"""The games of a journal as a resumed match reads them."""

from __future__ import annotations

from pathlib import Path

from kibitz.arena.game_result import GameResult
from kibitz.arena.journal import open_journal
from kibitz.arena.schedule import Plan


def games_of(path: Path, plan: Plan | None = None) -> dict[int, GameResult]:
    """Every game in it by its number; an empty one is begun if a plan is given."""
    with open_journal(path, plan) as journal:
        return dict(journal.results)
