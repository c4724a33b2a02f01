"""A tournament: many players, and how strong each of them is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from kibitz.arena.executor import Executor, make_executor
from kibitz.arena.game_record import record_of
from kibitz.arena.job import Effort, GameResult
from kibitz.arena.journal import Journal, open_journal
from kibitz.arena.plan import Plan
from kibitz.arena.ratings import Played, RatingList, fit_ratings
from kibitz.arena.tally import Tally
from kibitz.records.record import Record


@dataclass(frozen=True)
class TournamentResult:
    """A tournament so far. `results` has every game by its number."""

    plan: Plan
    results: Mapping[int, GameResult] = field(repr=False)
    anchor: tuple[str, float] | None = None

    @property
    def names(self) -> list[str]:
        """The players, as they were given."""
        return [name for name, _ in self.plan.players]

    @cached_property
    def played(self) -> list[Played]:
        """The games in the order of their numbers; those with the same start and dice are a group."""
        meetings = len(self.plan.meetings)
        return [
            Played(*self.plan.names_of(number), self.results[number].score, number // (2 * meetings))
            for number in sorted(self.results)
        ]

    @cached_property
    def ratings(self) -> RatingList:
        """The players from the strongest to the weakest."""
        return fit_ratings(self.played, self.names, anchor=self.anchor)

    @cached_property
    def crosstable(self) -> dict[tuple[str, str], Tally]:
        """How the one did against the other, game by game."""
        counts: dict[tuple[str, str], list[int]] = {}
        for game in self.played:
            for one, other, score in (
                (game.first, game.second, game.score),
                (game.second, game.first, 1 - game.score),
            ):
                counts.setdefault((one, other), [0, 0, 0])[round(2 * score)] += 1
        return {pair: Tally(tuple(count)) for pair, count in counts.items()}

    @property
    def first_player(self) -> Tally:
        """How those who moved first did."""
        scores = [game.score for game in self.played]
        return Tally.of_games(scores.count(1), scores.count(0.5), scores.count(0))

    @cached_property
    def efforts(self) -> dict[str, Effort]:
        """What each player spent."""
        totals = {name: Effort() for name in self.names}
        for number, result in self.results.items():
            for name, effort in zip(self.plan.names_of(number), result.efforts, strict=True):
                totals[name] += effort
        return totals

    @property
    def forfeits(self) -> list[tuple[str, int, str]]:
        """Games lost by breaking a rule or running out of time: player, game from 1 on, reason."""
        return [
            (self.plan.names_of(number)[result.forfeited], number + 1, result.reason or "")
            for number, result in sorted(self.results.items())
            if result.forfeited is not None
        ]

    def convergence(self, points: int = 40) -> list[tuple[int, RatingList]]:
        """The ratings after growing numbers of games, as they would have been then."""
        total = len(self.played)
        steps = (
            sorted({max(2, round(total * k / points)) for k in range(1, points + 1)}) if total >= 2 else []
        )
        return [(n, fit_ratings(self.played[:n], self.names, anchor=self.anchor)) for n in steps]

    def records(self) -> Iterator[Record]:
        """The games as records, under the players' names."""
        game = self.plan.rules
        for job in self.plan.jobs():
            result = self.results.get(job.number)
            if result is not None:
                yield record_of(job, result, game, self.plan.names_of(job.number))


def run_tournament(
    plan: Plan | None,
    path: Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    on_game: Callable[[Plan, int], object] | None = None,
) -> TournamentResult:
    """Play what is left of a tournament, keeping every game in a file as soon as it has ended.

    Without a plan, the file's own is gone on with. `on_game` is told how many
    games have been played.
    """
    with open_journal(path, plan) as journal:
        _play(journal, workers, executor, on_game)
        return TournamentResult(journal.plan, journal.results)


def _play(
    journal: Journal,
    workers: int | None,
    executor: Executor | None,
    on_game: Callable[[Plan, int], object] | None,
) -> None:
    left = journal.plan.games - len(journal.results)
    if not left:
        return
    waiting = (job for job in journal.plan.jobs() if job.number not in journal.results)
    for result in (executor or make_executor(workers, left)).run(waiting):
        journal.add(result)
        if on_game is not None:
            on_game(journal.plan, len(journal.results))
