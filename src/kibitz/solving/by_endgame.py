"""Solving all positions with few pieces, whatever the game began with."""

from __future__ import annotations

from functools import partial

from kibitz import _core
from kibitz.base.errors import BadFile
from kibitz.files.sections import Bytes, Solution
from kibitz.files.table_file import TableFile
from kibitz.games.game import Game
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.layouts import Endgame

#: Up to so many positions a chance has so many bytes. In larger tables it has one where the pieces are the
#: most, and two elsewhere.
_WIDTHS = {4_000_000: 8, 20_000_000: 2}
_HELD = 1_000_000_000
#: What a table without dice has at such places.
_ABSENT = b"\xff"


def width_of(places: int) -> int:
    """The bytes of a chance in a table of so many positions, of those with the most pieces."""
    return next((width for most, width in _WIDTHS.items() if places <= most), 1)


def is_streamed(places: int) -> bool:
    """Whether a table is too large to be held in memory: its parts stay on the disk until it is written."""
    return places > _HELD


def solve_by_endgame(
    game: Game, pieces: int, control: _core.Control, kept: Checkpoints, threads: int, width: int | None = None
) -> Solution:
    """The chances of all positions with up to so many pieces, unit by unit."""
    width = width or width_of(_core.endgame_run(game.rules, pieces, 1, 1).places)
    run = _core.endgame_run(game.rules, pieces, width, threads)
    control.begin(sum(run.steps(unit) for unit in range(run.units)))
    streamed = is_streamed(run.places)
    if streamed:
        kept.stay()
    chances: list[Bytes] = []

    def restore(unit: int, part: TableFile) -> None:
        # Copied, so that the part's file can be removed while its chances are needed.
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
            except ValueError as refusal:  # parts that are sound each, and contradict each other
                raise BadFile(
                    f"the parts of this table can't be gone on with ({refusal}); remove {kept.folder}"
                ) from None
            kept.keep(name, {}, {"chances": found})
            if not (streamed and kept.restore(name, read)):
                chances.append(found)
    # Without dice some places are of no position: pieces on one square, or a king left in check.
    none = 0 if game.has_chance else sum(bytes(part).count(_ABSENT) for part in chances)
    positions = run.places - none
    facts = {"layout": Endgame.name, "positions": positions, "places": run.places, "pieces": pieces}
    return Solution(facts, {"chances": chances})
