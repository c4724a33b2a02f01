"""The games of a plan that have been played, and what follows from them alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

from kibitz.arena.executor import Executor
from kibitz.arena.game_record import record_of
from kibitz.arena.job import Effort, GameResult
from kibitz.arena.journal import Journal
from kibitz.arena.plan import Plan
from kibitz.arena.tally import Tally
from kibitz.games.game import Game
from kibitz.records.record import Record


class GamesPlayed:
    """A match or a tournament so far. `game` stands in for what the plan names, if its spec can't make it."""

    def __init__(self, plan: Plan, game: Game | None = None) -> None:
        self.plan = plan
        self.game = game or plan.rules

    @property
    def counted(self) -> Sequence[GameResult]:
        """The games that all figures are of, by their numbers."""
        raise NotImplementedError

    def standing(self) -> str:
        """How it stands, in one line."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data. Infinite numbers are None."""
        raise NotImplementedError

    @property
    def first_player(self) -> Tally:
        """How those who moved first did, game by game."""
        scores = [result.score for result in self.counted]
        return Tally.of_games(scores.count(1), scores.count(0.5), scores.count(0))

    def spent(self) -> dict[str, Effort]:
        """What each player spent."""
        totals = {name: Effort() for name in self.plan.names}
        for result in self.counted:
            for name, effort in zip(self.plan.names_of(result.number), result.efforts, strict=True):
                totals[name] += effort
        return totals

    @property
    def forfeits(self) -> tuple[tuple[str, int, str], ...]:
        """Games lost by failing or running out of time: player, game from 1 on, reason."""
        return tuple(
            (self.plan.names_of(r.number)[r.ending.by], r.number + 1, r.ending.reason() or "")
            for r in self.counted
            if r.ending.is_forfeit and r.ending.by is not None
        )

    def records(self) -> Iterator[Record]:
        """The games as records, under the players' names."""
        return (record_of(self.plan, result, self.game) for result in self.counted)


def forfeit_notes(played: GamesPlayed) -> list[str]:
    """What a reader of figures should know of games that were lost by failing."""
    lost = played.forfeits
    found = [f"game {number}, {player}, {reason}" for player, number, reason in lost[:10]]
    if len(lost) > 10:
        found.append(f"and {len(lost) - 10} more")
    if lost:
        share = f"{len(lost)} of {len(played.counted)} games"
        found.append(f"{share}; they count as losses, so all figures tell of failures, not of play alone")
    return found


def play(
    journal: Journal, executor: Executor, enough: Callable[[], object], game: Game | None = None
) -> None:
    """Play the games of a plan that are not kept yet, until there are enough."""
    waiting = (job for job in journal.plan.jobs(game) if job.number not in journal.results)
    with closing(executor.run(waiting)) as results:
        for result in results:
            journal.add(result)
            if enough():
                break
