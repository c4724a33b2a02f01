"""Every combination of search options."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from random import Random

import kibitz
from kibitz import _core


@dataclass(frozen=True)
class Setting:
    algorithm: str
    deepen: bool = False
    switches: dict[str, int | bool] = field(default_factory=dict)
    #: What only m,n,k heeds.
    forced: bool = False

    def search(
        self, rules: _core.Rules, state: _core.State, depth: int, **more: object
    ) -> _core.SearchReport:
        if self.forced and rules.identity.startswith("mnk:"):
            more = {"game_options": {"forced": 1}, **more}
        return rules.search(
            state,
            self.algorithm,
            depth,
            _core.Control(),
            deepen=self.deepen,
            switches=_core.Switches(**self.switches),
            **more,
        )

    def __str__(self) -> str:
        return f"{self.algorithm}{' deepening' if self.deepen else ''} {self.switches} {self.forced}"


MINIMAX = Setting("minimax")
PLAIN = Setting("alphabeta")
SCOUT = Setting("negascout")
#: Room for everything, and room for so few positions, by both schemes, that entries are lost all the time.
TABLES = (
    {"table_bytes": 1 << 16},
    {"table_bytes": 64},
    {"table_bytes": 256, "double_hashing": True},
)
ORDER = {"killers": True, "history": True}


def all_settings(stars: tuple[int, ...] = (1,)) -> list[Setting]:
    """Each algorithm with each combination of switches that is worth a try."""
    deepenings = (
        (False, {}),
        (True, {}),
        (True, {"aspiration": True}),
        (True, {"step": 2, "aspiration": True}),
        (True, {"first": 3, "step": 2, "aspiration": True}),
    )
    algorithms = (("alphabeta", {}), ("alphabeta", {"fail_hard": True}), ("negascout", {}))
    return [
        Setting(algorithm, deepen, {**extra, **how, **order, **table, "star": star}, forced)
        for (algorithm, extra), (deepen, how), (order, forced), table, star in itertools.product(
            algorithms, deepenings, (({}, False), (ORDER, False), (ORDER, True)), ({}, *TABLES), stars
        )
    ]


def random_positions(game: kibitz.Game, count: int, seed: int, plies: int = 14) -> list[kibitz.Position]:
    """Positions of random play that have not ended, where a player decides."""
    rng = Random(seed)
    found: list[kibitz.Position] = []
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(plies)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.moves))
        if not position.is_over and position.turn is not kibitz.Side.CHANCE:
            found.append(position)
    return found


def agree(found: _core.Value, wanted: _core.Value) -> bool:
    """Whether two values say the same; a draw is also an estimate of nothing."""
    kinds = {found.kind, wanted.kind}
    if kinds == {"draw", "estimate"}:
        return max(found.number, wanted.number) == 0
    return len(kinds) == 1 and abs(found.number - wanted.number) < 1e-9
