"""How a match stands: everything follows from the results of its games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.arena.game_record import record_of
from kibitz.arena.job import Effort, GameJob, GameResult
from kibitz.arena.sprt import Sprt
from kibitz.arena.tally import Tally
from kibitz.games.game import Game
from kibitz.records.record import Record


@dataclass
class MatchResult:
    """A match so far, as the first of its two players sees it. `str` is a report for people."""

    game: Game
    players: tuple[str, str]
    seed: int
    sprt: Sprt | None
    jobs: Mapping[int, GameJob] = field(repr=False)
    results: list[GameResult] = field(default_factory=list, repr=False)
    #: The score of the first of the players in every game; it moves first in every other game.
    scores: list[float] = field(default_factory=list, repr=False)
    _pairs: list[int] = field(default_factory=lambda: [0] * 5, repr=False)

    def add(self, result: GameResult) -> None:
        """Count one more game; games come in the order of their numbers."""
        self.results.append(result)
        self.scores.append(result.score if result.number % 2 == 0 else 1 - result.score)
        if len(self.scores) % 2 == 0:
            self._pairs[round(2 * sum(self.scores[-2:]))] += 1

    @property
    def wins(self) -> int:
        """Games that the first of the players won."""
        return self.scores.count(1)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self.scores.count(0.5)

    @property
    def losses(self) -> int:
        """Games that the first of the players lost."""
        return self.scores.count(0)

    @property
    def score(self) -> float:
        """The mean score a game, between 0 and 1."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.5

    @property
    def tally(self) -> Tally:
        """The complete pairs by their scores; the single games if there is no complete pair."""
        if len(self.scores) < 2:
            return Tally.of_games(self.wins, self.draws, self.losses)
        # An odd last game waits for its other half.
        return Tally(tuple(self._pairs))

    @property
    def first_player(self) -> Tally:
        """How those who moved first did, game by game."""
        scores = [result.score for result in self.results]
        return Tally.of_games(scores.count(1), scores.count(0.5), scores.count(0))

    @property
    def ratio(self) -> float | None:
        """The log-likelihood ratio of the sequential test, if there is one."""
        return None if self.sprt is None else self.sprt.ratio(self.tally) if self.tally.units else 0.0

    @property
    def decision(self) -> str | None:
        """`H0` or `H1` once the sequential test has accepted it."""
        if self.sprt is None or self.ratio is None or len(self.scores) % 2:
            return None
        return self.sprt.decision(self.ratio)

    @property
    def plies(self) -> float:
        """Moves a game, of both players together."""
        return sum(r.decisions for r in self.results) / max(1, len(self.results))

    @property
    def efforts(self) -> tuple[Effort, Effort]:
        """What each of the players spent."""
        totals = [Effort(), Effort()]
        for result in self.results:
            for side, effort in enumerate(result.efforts):
                who = side if result.number % 2 == 0 else 1 - side
                totals[who] += effort
        return totals[0], totals[1]

    @property
    def forfeits(self) -> tuple[tuple[str, int, str], ...]:
        """Games lost by breaking a rule or running out of time: player, game from 1 on, reason."""
        return tuple(
            (self.jobs[r.number].players[r.forfeited], r.number + 1, r.reason or "")
            for r in self.results
            if r.forfeited is not None
        )

    @property
    def different_starts(self) -> int:
        """How many different starts the pairs had."""
        return len({(r.start, self.jobs[r.number].seed if self.game.has_chance else 0) for r in self.results})

    def records(self) -> Iterator[Record]:
        """The games as records."""
        for result in self.results:
            yield record_of(self.jobs[result.number], result, self.game)

    def to_json(self) -> dict[str, Any]:
        """The match as plain data. Infinite numbers are None."""
        from kibitz.arena.match_report import match_json

        return match_json(self)

    def __str__(self) -> str:
        from kibitz.arena.match_report import match_text

        return match_text(self)
