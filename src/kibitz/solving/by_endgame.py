"""Solving all positions with few pieces, independent of the game's start position."""

from __future__ import annotations

from functools import partial

from kibitz import _core
from kibitz.base.errors import BadFile
from kibitz.files.sections import Bytes, Solution
from kibitz.files.table_file import TableFile
from kibitz.games.game import Game
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.layouts import Endgame

#: Number of positions up to which a chance has this many bytes. Larger tables use one byte for positions with
#: the most pieces and two for the others.
_WIDTHS = {4_000_000: 8, 20_000_000: 2}
_HELD = 1_000_000_000
#: Bytes per value in a table without dice.
_ABSENT = b"\xff"


def width_of(places: int) -> int:
    """Return the bytes per chance of positions with the most pieces, in a table of this size."""
    return next((width for most, width in _WIDTHS.items() if places <= most), 1)


def is_streamed(places: int) -> bool:
    """Return whether a table is too large for memory, so that its parts stay on disk until it is written."""
    return places > _HELD


def solve_by_endgame(
    game: Game, pieces: int, control: _core.Control, kept: Checkpoints, threads: int, width: int | None = None
) -> Solution:
    """Return the chances of all positions with up to so many pieces, computed unit by unit."""
    width = width or width_of(_core.endgame_run(game.rules, pieces, 1, 1).places)
    run = _core.endgame_run(game.rules, pieces, width, threads)
    control.begin(sum(run.steps(unit) for unit in range(run.units)))
    streamed = is_streamed(run.places)
    if streamed:
        kept.stay()
    chances: list[Bytes] = []

    def restore(unit: int, part: TableFile) -> None:
        # Copied, so that the part's file can be removed while its chances are in use.
        stored = part.section("chances") if streamed else part.copy_section("chances")
        run.restore(unit, stored)
        chances.append(stored)

    def read(part: TableFile) -> None:
        chances.append(part.section("chances"))

    for unit in range(run.units):
        name = f"pieces-{pieces}-unit-{unit}"
        if kept.restore(name, partial(restore, unit)):
            control.advance(run.steps(unit))
        else:
            try:
                found = run.solve(unit, control)
            except ValueError as refusal:  # parts that are intact but contradict each other
                raise BadFile(
                    f"the parts of this table can't be resumed ({refusal}); remove {kept.folder}"
                ) from None
            kept.keep(name, {}, {"chances": found})
            if not (streamed and kept.restore(name, read)):
                chances.append(found)
    # Without dice some indices have no position: pieces on the same square, or a king left in check.
    none = 0 if game.has_chance else sum(bytes(part).count(_ABSENT) for part in chances)
    positions = run.places - none
    facts = {"layout": Endgame.name, "positions": positions, "places": run.places, "pieces": pieces}
    return Solution(facts, {"chances": chances})
