"""Warnings about machines of different speed in games with time limits."""

from __future__ import annotations

from kibitz.arena.game_result import Effort
from kibitz.arena.games_played import GamesPlayed

#: Ratio of speeds from which to warn, and the seconds of thinking needed to measure a speed.
_ALIKE = 1.2
_ENOUGH = 1.0


def speeds(played: GamesPlayed) -> dict[str, dict[str, float]]:
    """Return the nodes per second of each player on each machine where it thought long enough."""
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
    """Return warnings if time is the limit and machines differ in speed."""
    if played.plan.clock is None and all(limit.seconds is None for limit in played.plan.limits):
        return []
    return [
        f"{name} visits {_words(found)}; time is the limit, so its games are not all of the same strength"
        for name, found in speeds(played).items()
        if found and max(found.values()) > _ALIKE * min(found.values())
    ]


def _words(found: dict[str, float]) -> str:
    return ", ".join(f"{speed:,.0f} nodes a second on {machine}" for machine, speed in found.items())
