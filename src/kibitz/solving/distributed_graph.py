"""Distributed enumeration of a game tier by tier: each tier is cut into blocks, and a block is a task.

1. From the first tier to the last, list the successors of each block in later tiers; before a tier is
processed, merge the lists that lead to it, without duplicates.
2. From the last tier to the first, compute each block's values from those of later tiers.
3. Join all values in the order of a single process.

Moves within a tier make a block include their targets, so several blocks may contain the same positions. A
tier in which that would be most positions is one block.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz import _core
from kibitz.base.errors import BadOption
from kibitz.files.sections import Bytes
from kibitz.games.game import Game
from kibitz.solving.blocks import Blocks
from kibitz.solving.by_graph import WHOLE
from kibitz.solving.position_list import Entry, entry_of, read_entries, to_sections
from kibitz.solving.refusals import refusals

#: Positions per block: some seconds of work in Python.
_PLACES = 1 << 13
#: Sample size to test whether a tier can be cut, and the limit of successors within the tier.
_TRIED = 64
_MOST_EACH = 32

#: Runs independent jobs of one kind, except finished ones.
Do = Callable[[Callable[["GraphBlock"], int], Sequence["GraphBlock"]], None]


@dataclass(frozen=True)
class GraphBlock:
    """Some positions of a tier, and the step to do with them."""

    blocks: Blocks
    #: Maximum number of positions of the game.
    most: int
    #: Name of the resulting block.
    name: str
    #: Names of the input blocks.
    sources: tuple[str, ...] = ()
    tier: int = 0
    #: Range in the list of the tier.
    begin: int = 0
    end: int = 0
    #: Positions per block when cutting the tier.
    places: int = _PLACES

    def __str__(self) -> str:
        return f"{self.name} of {self.blocks.game.spec}"

    @property
    def entries(self) -> str:
        """Return the name of the block with the tier's list."""
        return f"graph-{self.tier}-entries"


def spread_graph(blocks: Blocks, most: int, do: Do, places: int = _PLACES) -> None:
    """Enumerate and solve a tiered game, as a part that `solve_by_graph` takes."""
    start = GraphBlock(blocks, most, "graph-start")
    do(list_later, [start])
    leading = {tier: [start.name] for tier, _ in blocks.facts(start.name)["tiers"]}
    listed: list[list[GraphBlock]] = []
    count = 0
    while leading:
        tier = min(leading)
        sources = tuple(leading.pop(tier))
        gathered = GraphBlock(blocks, most, f"graph-{tier}-entries", sources, tier, places=places)
        do(gather, [gathered])
        facts = blocks.facts(gathered.name)
        size, step = facts["positions"], facts["places"]
        count += size
        _refuse_more(blocks.game, count, most)
        cut = [(begin, min(begin + step, size)) for begin in range(0, size, step)]
        of_tier = [
            GraphBlock(blocks, most, f"graph-{tier}-later-{begin}-{end}", (), tier, begin, end)
            for begin, end in cut
        ]
        do(list_later, of_tier)
        listed.append(of_tier)
        for each in of_tier:
            for later, _ in blocks.facts(each.name)["tiers"]:
                leading.setdefault(later, []).append(each.name)
    values: dict[int, str] = {}  # the block with all positions, by tier
    for of_tier in reversed(listed):
        tier = of_tier[0].tier
        valued = [_to_value(each, values) for each in of_tier]
        do(value, valued)
        if len(valued) > 1:
            whole = f"graph-{tier}-values"
            do(join, [GraphBlock(blocks, most, whole, tuple(each.name for each in valued))])
            values[tier] = whole
        else:
            values[tier] = valued[0].name
    do(join, [GraphBlock(blocks, most, WHOLE, tuple(values.values()))])


def _to_value(listed: GraphBlock, values: dict[int, str]) -> GraphBlock:
    """Return the job that solves a listed block."""
    later = tuple(values[tier] for tier, _ in listed.blocks.facts(listed.name)["tiers"])
    name = f"graph-{listed.tier}-values-{listed.begin}-{listed.end}"
    return GraphBlock(listed.blocks, listed.most, name, later, listed.tier, listed.begin, listed.end)


def gather(job: GraphBlock) -> int:
    """Merge the positions of a tier in key order; test whether it can be cut."""
    found = list(_each_once(job))
    places = job.places
    if len(found) > places and _is_tangled(job, found[:_TRIED]):
        places = len(found)
    job.blocks.write(job.name, {"positions": len(found), "places": places}, to_sections(found))
    return 0


def _each_once(job: GraphBlock) -> Iterator[Entry]:
    lists = []
    for source in job.sources:
        begin = 0
        for tier, size in job.blocks.facts(source)["tiers"]:
            if tier == job.tier:
                lists.append(read_entries(job.blocks, source, begin, begin + size))
            begin += size
    before: Entry | None = None
    for entry in heapq.merge(*lists):
        if entry == before:
            continue
        if before is not None and entry[0] == before[0]:
            raise _shared_key(job.blocks.game)
        yield entry
        before = entry


def _is_tangled(job: GraphBlock, entries: Sequence[Entry]) -> bool:
    """Return whether so many moves stay in the tier that blocks would overlap too much."""
    game = job.blocks.game
    states = [game.notation.decode_state(text) for _, text in entries]
    with refusals(game):
        inside, _ = game.rules.list_boundary(states, _core.Control(), job.most)
    return inside > _MOST_EACH * len(states)


def list_later(job: GraphBlock) -> int:
    """List a block's successors in later tiers; without input, the start position."""
    game = job.blocks.game
    with refusals(game):
        inside, later = game.rules.list_boundary(_states(job), _core.Control(), job.most)
    found = sorted((tier, *entry_of(game, state)) for tier, state in later)
    sizes: dict[int, int] = {}
    for at, (tier, key, _) in enumerate(found):
        if sizes.get(tier) and key == found[at - 1][1]:
            raise _shared_key(game)
        sizes[tier] = sizes.get(tier, 0) + 1
    facts = {"tiers": list(sizes.items())}
    job.blocks.write(job.name, facts, to_sections((key, text) for _, key, text in found))
    return int(inside)


def value(job: GraphBlock) -> int:
    """Solve a block's positions and their targets in the same tier."""
    game = job.blocks.game
    with refusals(game):
        keys, values = game.rules.solve_block(
            _states(job), _later_values(job.blocks, job.sources), _core.Control(), job.most
        )
    job.blocks.write(job.name, {"positions": len(keys) // 8}, {"keys": keys, "values": values})
    return len(keys) // 8


def join(job: GraphBlock) -> int:
    """Join values in key order."""
    game = job.blocks.game
    with refusals(game):
        keys, values = game.rules.join_keyed(_read_values(job.blocks, job.sources))
    _refuse_more(game, len(keys) // 8, job.most)
    job.blocks.write(job.name, {"positions": len(keys) // 8}, {"keys": keys, "values": values})
    return 0


def _states(job: GraphBlock) -> list[_core.State]:
    if job.begin == job.end:
        return []
    entries = read_entries(job.blocks, job.entries, job.begin, job.end)
    return [job.blocks.game.notation.decode_state(text) for _, text in entries]


@lru_cache(1)
def _later_values(blocks: Blocks, names: tuple[str, ...]) -> list[tuple[Bytes, Bytes]]:
    """Load the values of later tiers, shared by the blocks of a tier."""
    return _read_values(blocks, names)


def _read_values(blocks: Blocks, names: Sequence[str]) -> list[tuple[Bytes, Bytes]]:
    files = [blocks.read(name) for name in names]
    return [(file.section("keys"), file.section("values")) for file in files]


def _refuse_more(game: Game, positions: int, most: int) -> None:
    if positions > most:
        raise BadOption(
            f"{game.spec} can't be solved: this game has more than {most} positions, too many to solve whole"
        )


def _shared_key(game: Game) -> BadOption:
    return BadOption(
        f"{game.spec} can't be solved: two different positions share a key, so a table can't distinguish them"
    )
