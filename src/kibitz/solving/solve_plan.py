"""Choosing the solution method, and estimating its cost before it starts."""

from __future__ import annotations

import math
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
from kibitz.solving.layouts import Dense, Endgame, Indexed, Keyed
from kibitz.solving.memory import free_memory

#: Bytes of memory per enumerated position with its children, and their share of the free memory.
_BYTES_A_POSITION = 200
_SHARE_OF_MEMORY = 0.5
#: Enumeration numbers positions with 32 bits; where the free memory is unknown, it is assumed to be little.
_MOST_NUMBERS = 2**32 - 2
_LITTLE_MEMORY = 4e9
#: The largest index of the core.
_MOST_PLACES = 2**40
#: The largest index of a game in Python, and its bytes per position of a tier while it is solved.
_MOST_INDEXED = 4_000_000_000
_INDEXED_TIER = 100
#: Time that is spent only if the caller allows so many positions.
_MOST_SECONDS = 7 * 86_400
#: A game with a smaller index is enumerated instead, which skips unreachable positions.
SMALL = 40_000
#: Enumerating fewer positions is as fast as estimating their number.
_LONG_TO_LIST = 1_000_000
#: Maximum memory of a unit of endgames while it is solved.
_UNIT_MEMORY = 1 << 30
_SMALL_UNIT_MEMORY = 1 << 25
#: Bytes per position in use, with its symmetric images.
_UNFOLDED = 3
#: Default size limit of endgame tables.
_MODEST = 20_000_000

#: Measured seconds per position on one core (docs/tables.md); in tiers more for each image.
_SECONDS = {Keyed.name: 2e-6, Dense.name: 2.5e-7, Indexed.name: 5e-6, Endgame.name: 4e-7}
_SECONDS_AN_IMAGE = 1e-7
_SECONDS_WITH_DICE = 3e-8


@dataclass(frozen=True, slots=True)
class SolvePlan:
    """A method and its cost."""

    layout: str
    #: Maximum number of positions; for enumeration, the limit.
    places: int
    #: Maximum bytes of memory while solving, and of disk when done.
    memory: int
    disk: int
    #: Endgame tables: the maximum number of pieces on the board.
    pieces: int | None = None
    threads: int = 1
    #: Number of symmetric images that are stored separately.
    images: int = 0
    #: Seconds per position, if not the layout's default.
    seconds_a_place: float | None = None

    @property
    def seconds(self) -> float:
        """Return the estimated time on this machine."""
        a_place = self.seconds_a_place or _SECONDS[self.layout] + self.images * _SECONDS_AN_IMAGE
        return self.places * a_place / self.threads


def make_plan(game: Game, most_positions: int | None = None, pieces: int | None = None) -> SolvePlan:
    """Return the cheapest way to solve a game; BadOption if none is within the limits."""
    rules = game.rules
    if game.solving.endgame is not None:
        return _plan_endgame(game, game.solving.endgame, most_positions, pieces, os.cpu_count() or 1)
    if pieces is not None:
        raise BadOption(f"{game.spec} has no endgame tables, so it is solved for all pieces or not at all")
    if rules.index_sizes:
        return _plan_indexed(game, most_positions or _MOST_INDEXED)
    places = rules.index_size
    if SMALL < places <= (most_positions or _MOST_PLACES):
        # One bit of marks, half a byte of packed values, and the two largest tiers unpacked.
        return SolvePlan(
            Dense.name,
            places,
            memory=places + places // 8,
            disk=places // 2 + 4096,
            threads=os.cpu_count() or 1,
            images=rules.symmetries,
        )
    most = most_positions or _affordable_positions()
    if 0 < places <= most:
        most = places
    elif most >= _LONG_TO_LIST and has_more_positions(game, most):
        why = "" if most_positions else ", more than fit into half of the free memory"
        raise BadOption(
            f"{game.spec} can't be solved: it has more than {most:,} positions{why}{alternative(game)}"
        )
    # It may turn out to be smaller than the limit, or larger and then be refused.
    disk = most * (16 if rules.has_chance else 12 if rules.span else 10)
    return SolvePlan(Keyed.name, most, most * _BYTES_A_POSITION, disk)


def _affordable_positions() -> int:
    """Return how many positions can be enumerated in the free memory."""
    free = free_memory()
    memory = _SHARE_OF_MEMORY * (free if math.isfinite(free) else _LITTLE_MEMORY)
    return max(_LONG_TO_LIST, min(_MOST_NUMBERS, round(memory) // _BYTES_A_POSITION // 100_000 * 100_000))


def _plan_indexed(game: Game, most: int) -> SolvePlan:
    sizes = game.rules.index_sizes
    places = sum(sizes)
    if places > most:
        raise BadOption(
            f"{game.spec} has an index of {places:,} positions, more than {most:,}: too many to solve"
        )
    size = places * (8 if game.has_chance else 4 if game.rules.span else 2)
    # The table twice, as it is read while it is written, and the moves of the largest tier.
    memory = 2 * size + _INDEXED_TIER * max(sizes)
    # The parts stay until the table is written.
    return SolvePlan(Indexed.name, places, memory, 2 * size + 4096, threads=os.cpu_count() or 1)


def alternative(game: Game) -> str:
    """Suggest an alternative for a game that is too large for a table, or return an empty text."""
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
    if most is not None and places > most:
        raise BadOption(
            f"{game.spec} has {places:,} positions with up to {chosen} {word}, "
            f"more than {most:,}: too many to solve"
        )
    if not game.has_chance:
        # The table, and the current unit with its output.
        memory = places + places // 4 + _SMALL_UNIT_MEMORY
        return SolvePlan(Endgame.name, places, memory, places + 4096, chosen, threads)
    width = width_of(places)
    fewer = _places(game, chosen - 1) if chosen > 2 else 0
    size = places * width + (fewer if width == 1 else 0)
    # The positions with fewer pieces, and the current unit in full width.
    memory = fewer * max(width, 2) * _UNFOLDED + min(places // 4, _UNIT_MEMORY)
    # The table is also held in memory, or assembled from its parts on disk.
    if is_streamed(places):
        disk = 2 * size
    else:
        memory, disk = memory + size, size + 4096
    return SolvePlan(Endgame.name, places, memory, disk, chosen, threads, seconds_a_place=_SECONDS_WITH_DICE)


def _places(game: Game, pieces: int) -> int:
    return _core.endgame_run(game.rules, pieces, 1, 1).places


def check_time(plan: SolvePlan, spec: str) -> None:
    """Raise BadOption, before any work, if a plan would take very long on this machine."""
    if (
        plan.layout != Keyed.name and plan.seconds > _MOST_SECONDS
    ):  # of the others only an upper bound is known
        raise BadOption(
            f"{spec} would take about {plan.seconds / 86_400:,.0f} days on {plan.threads} cores; "
            f"use a cluster, or allow {plan.places:,} positions if you want to wait"
        )


def check_room(plan: SolvePlan, path: Path) -> None:
    """Raise BadFile, before any work, if the disk has no room for the table."""
    if plan.layout == Keyed.name:
        return  # only an upper bound is known
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    # Its existing parts are removed if necessary.
    free = shutil.disk_usage(folder).free + parts_size(path)
    if free < plan.disk:
        raise BadFile(
            f"{path} would need {plan.disk / 1e6:,.1f} MB of disk, and {folder} has "
            f"{free / 1e6:,.1f} MB left{folder_hint(path)}"
        )
