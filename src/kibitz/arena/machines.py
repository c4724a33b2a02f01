"""The machines that games were played on: where time is the limit, a faster one plays stronger."""

from __future__ import annotations

from kibitz.arena.game_result import Effort
from kibitz.arena.games_played import GamesPlayed

#: How many times as fast the fastest may be before that is said, and the seconds of thinking that tell.
_ALIKE = 1.2
_ENOUGH = 1.0


def speeds(played: GamesPlayed) -> dict[str, dict[str, float]]:
    """The nodes a second of each player that counts them, on each machine where it thought long enough."""
    spent: dict[str, dict[str, Effort]] = {name: {} for name in played.plan.names}
    for result in played.counted:
        for name, effort in zip(played.plan.names_of(result.number), result.efforts, strict=True):
            spent[name][result.machine] = spent[name].get(result.machine, Effort()) + effort
    return {
        name: {
            machine: effort.nodes / effort.seconds
            for machine, effort in sorted(where.items())
            if effort.nodes is not None and effort.seconds >= _ENOUGH
        }
        for name, where in spent.items()
    }


def machine_notes(played: GamesPlayed) -> list[str]:
    """What a reader of figures should know where time is the limit and machines are not equally fast."""
    if played.plan.clock is None and all(limit.seconds is None for limit in played.plan.limits):
        return []
    return [
        f"{name} visits {_words(found)}; time is the limit, so its games are not all of the same strength"
        for name, found in speeds(played).items()
        if found and max(found.values()) > _ALIKE * min(found.values())
    ]


def _words(found: dict[str, float]) -> str:
    return ", ".join(f"{speed:,.0f} nodes a second on {machine}" for machine, speed in found.items())
