"""Reports about games besides their score: failures, and machines that differ."""

from __future__ import annotations

from dataclasses import replace

import kibitz
from kibitz.arena.game_result import Effort
from kibitz.arena.machines import machine_notes
from kibitz.arena.match_result import MatchResult
from kibitz.arena.schedule import Plan, named
from kibitz.base.ending import Ending, Termination
from kibitz.base.limit import Limit
from kibitz.base.side import Side

PLAYED = kibitz.match("random", "random", game="tictactoe", games=4, workers=1).results


def test_only_failing_and_being_late_are_forfeits() -> None:
    endings = (
        Ending.lost(Side.FIRST, Termination.ON_TIME),
        Ending.lost(Side.SECOND, Termination.FORFEITED, "fell asleep"),
        Ending.lost(Side.FIRST, Termination.RESIGNED),
        PLAYED[3].ending,
    )
    match = MatchResult(Plan("tictactoe", named(["random", "rules"]), 4, "match"))
    pairs = zip(PLAYED, endings, strict=True)
    match.take({result.number: replace(result, ending=ending) for result, ending in pairs})
    # The first of the players begins every other game.
    assert [(name, number) for name, number, _ in match.forfeits] == [("random", 1), ("random", 2)]


def test_machines_alike_to_a_fifth_are_not_distinguished() -> None:
    for nodes, each in ((1200, False), (1202, True)):
        match = MatchResult(
            Plan("tictactoe", named(["random", "rules"]), 4, "match", limits=(Limit(seconds=1),) * 2)
        )
        match.take(
            {
                result.number: replace(
                    result,
                    machine=f"m{result.number % 2}",
                    efforts=(Effort(10, 2.0, nodes if result.number % 2 else 1000),) * 2,
                )
                for result in PLAYED
            }
        )
        assert bool(machine_notes(match)) is each
