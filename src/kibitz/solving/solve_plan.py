"""How a game will be solved, and what that takes: known before it starts."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from kibitz import _core
from kibitz.base.errors import BadFile, BadOption
from kibitz.files.folders import folder_hint
from kibitz.games.capabilities import EndgameHint
from kibitz.games.game import Game
from kibitz.solving.by_endgame import is_streamed, width_of
from kibitz.solving.checkpoints import parts_size
from kibitz.solving.estimate import has_more_positions
from kibitz.solving.layouts import Dense, Endgame, Keyed

#: A position that is listed with its children needs some 200 bytes while solving: 2 GB.
MOST_POSITIONS = 10_000_000
#: A place of an index needs about a byte while solving.
MOST_PLACES = 1_000_000_000
#: A game with a smaller index is listed, which needs no index of what can't be reached.
SMALL = 100_000
#: Listing fewer positions takes no longer than to find out whether there are more.
_LONG_TO_LIST = 1_000_000
#: Endgame tables are written part by part, so the disk is their limit.
MOST_STREAMED = 20_000_000_000
#: A unit of endgames needs no more while it is solved.
_UNIT_MEMORY = 1 << 30
_SMALL_UNIT_MEMORY = 1 << 25
#: While they are needed, positions lie beside their images.
_UNFOLDED = 3
#: Endgame tables stop before they get larger than this, unless asked for more.
_MODEST = 20_000_000

#: Seconds a place takes on one core, roughly, as measured (docs/tables.md); in tiers more for each image.
_SECONDS = {Keyed.name: 2e-6, Dense.name: 2.5e-7, Endgame.name: 4e-7}
_SECONDS_AN_IMAGE = 1e-7
_SECONDS_WITH_DICE = 3e-8


@dataclass(frozen=True, slots=True)
class SolvePlan:
    """A way to solve a game."""

    layout: str
    #: Positions at most; for a game that is only listed, the limit.
    places: int
    #: Of memory while solving, and of disk when done, in bytes at most.
    memory: int
    disk: int
    #: Of endgame tables: the most pieces on the board.
    pieces: int | None = None
    threads: int = 1
    #: Positions that are alike by symmetry, where each has a place of its own.
    images: int = 0
    #: Where it is not what the layout takes elsewhere.
    seconds_a_place: float | None = None

    @property
    def seconds(self) -> float:
        """About how long it takes on this machine."""
        a_place = self.seconds_a_place or _SECONDS[self.layout] + self.images * _SECONDS_AN_IMAGE
        return self.places * a_place / self.threads


def make_plan(game: Game, most_positions: int | None = None, pieces: int | None = None) -> SolvePlan:
    """The cheapest way to solve a game; BadOption if there is none within limits."""
    rules = game.rules
    if game.solving.endgame is not None:
        return _plan_endgame(game, game.solving.endgame, most_positions, pieces, os.cpu_count() or 1)
    if pieces is not None:
        raise BadOption(f"{game.spec} has no endgame tables, so it is solved for all pieces or not at all")
    places = rules.index_size
    if SMALL < places <= (most_positions or MOST_PLACES):
        # Marks of a bit, packed values of half a byte, and the two largest tiers unpacked.
        return SolvePlan(
            Dense.name,
            places,
            memory=places + places // 8,
            disk=places // 2 + 4096,
            threads=os.cpu_count() or 1,
            images=rules.symmetries,
        )
    most = most_positions or MOST_POSITIONS
    if most >= _LONG_TO_LIST and has_more_positions(game, most):
        raise BadOption(f"{game.spec} can't be solved: it has more than {most:,} positions{instead(game)}")
    # It may turn out smaller than the limit, or larger after all, and then it is refused.
    return SolvePlan(
        Keyed.name, most, most * 200, most * (16 if rules.has_chance else 12 if rules.span else 10)
    )


def instead(game: Game) -> str:
    """What to do with a game that is too large for a table, if there is anything."""
    if not game.exact:
        return ""
    return "; `kibitz analyse` solves its positions one by one, without a table"


def _plan_endgame(
    game: Game, endgame: EndgameHint, most: int | None, pieces: int | None, threads: int
) -> SolvePlan:
    everything, word = endgame.most_pieces, endgame.word
    if pieces is not None and not 2 <= pieces <= everything:
        raise BadOption(f"{game.spec} has positions with 2 to {everything} {word}, not {pieces}")
    try:
        chosen = pieces or 2
        places = _places(game, chosen)
        while pieces is None and chosen < everything:
            more = _places(game, chosen + 1)
            if more > min(_MODEST, most or _MODEST):
                break
            chosen, places = chosen + 1, more
    except ValueError as refusal:
        raise BadOption(f"{game.spec} can't be solved: {refusal}") from None
    if places > (most or MOST_STREAMED):
        raise BadOption(
            f"{game.spec} has {places:,} positions with up to {chosen} {word}, "
            f"more than {most or MOST_STREAMED:,}: too many to solve"
        )
    if not game.has_chance:
        # The table, and the unit at work with what is being written of it.
        memory = places + places // 4 + _SMALL_UNIT_MEMORY
        return SolvePlan(Endgame.name, places, memory, places + 4096, chosen, threads)
    width = width_of(places)
    fewer = _places(game, chosen - 1) if chosen > 2 else 0
    size = places * width + (fewer if width == 1 else 0)
    # What is known of positions with fewer pieces, and the unit at work in full width.
    memory = fewer * max(width, 2) * _UNFOLDED + min(places // 4, _UNIT_MEMORY)
    # The table is held in memory too, or put together from its parts on the disk.
    if is_streamed(places):
        disk = 2 * size
    else:
        memory, disk = memory + size, size + 4096
    return SolvePlan(Endgame.name, places, memory, disk, chosen, threads, seconds_a_place=_SECONDS_WITH_DICE)


def _places(game: Game, pieces: int) -> int:
    return _core.endgame_run(game.rules, pieces, 1, 1).places


def check_room(plan: SolvePlan, path: Path) -> None:
    """BadFile if the disk has no room for the table, before any work is done."""
    if plan.layout == Keyed.name:
        return  # only an upper limit is known
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    # Parts of it that are there already make room if need be.
    free = shutil.disk_usage(folder).free + parts_size(path)
    if free < plan.disk:
        raise BadFile(
            f"{path} would need {plan.disk / 1e6:,.1f} MB of disk, and {folder} has "
            f"{free / 1e6:,.1f} MB left{folder_hint(path)}"
        )
