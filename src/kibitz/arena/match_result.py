"""Result of a match, derived from the results of its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.games_played import GamesPlayed
from kibitz.arena.result_store import Results
from kibitz.arena.schedule import Plan
from kibitz.arena.tally import Tally
from kibitz.base.errors import BadOption
from kibitz.base.html_table import html_table
from kibitz.games.game import Game

#: Scores of a game, shared by the results of many.
_SCORES = (0.0, 0.5, 1.0)


class MatchResult(GamesPlayed):
    """Result of a match so far, from the point of view of its first player. `str` is a report.

    All statistics are of complete pairs; an incomplete last pair is left out, unless it is the only game.

    >>> import kibitz
    >>> result = kibitz.match("rules", "random", game="tictactoe", games=20, seed=1, workers=1)
    >>> result.wins + result.draws + result.losses, result.tally.superiority() > 0.9, result.is_over
    (20, True, True)
    >>> kibitz.match("lines", "random", game="mnk:width=1,height=1,length=1", games=2, workers=1)
    <MatchResult mnk:width=1,height=1,length=1, lines - random: +1 =0 -1>
    """

    def __init__(self, plan: Plan, game: Game | None = None) -> None:
        if plan.kind != "match":
            raise BadOption("this is a tournament, not a match; resume it with kibitz tournament --resume")
        super().__init__(plan, game)
        #: Results by game number.
        self.results: Sequence[GameResult] = ()
        self._scores: list[float] = []
        self._pairs = [0] * 5
        #: Games that the first player lost, drew and won, in complete pairs.
        self._ends = [0] * 3

    def take(self, results: Mapping[int, GameResult]) -> None:
        """Replace the results, sorted by game number."""
        while self.decision is None and (number := len(self._scores)) in results:
            score = results[number].score if number % 2 == 0 else 1 - results[number].score
            self._scores.append(_SCORES[round(2 * score)])
            if number % 2:
                self._pairs[round(2 * sum(self._scores[-2:]))] += 1
                for each in self._scores[-2:]:
                    self._ends[round(2 * each)] += 1
        self.results = Results(results, range(len(self._scores)))

    @property
    def players(self) -> tuple[str, str]:
        """Return the two players."""
        one, other = self.plan.names
        return one, other

    @property
    def counted(self) -> Sequence[GameResult]:
        """Return the games that all statistics are based on."""
        return self.results[: self._counted]

    @property
    def _counted(self) -> int:
        return len(self.results) // 2 * 2 or len(self.results)

    @property
    def scores(self) -> list[float]:
        """Return the first player's score in every game; it moves first in every other game."""
        return self._scores[: self._counted]

    @property
    def wins(self) -> int:
        """Return the number of games the first player won."""
        return self._ends_of(1)

    @property
    def draws(self) -> int:
        """Return the number of draws."""
        return self._ends_of(0.5)

    @property
    def losses(self) -> int:
        """Return the number of games the first player lost."""
        return self._ends_of(0)

    def _ends_of(self, score: float) -> int:
        """Return the number of counted games with this score."""
        return self._scores.count(score) if len(self._scores) < 2 else self._ends[round(2 * score)]

    @property
    def score(self) -> float:
        """Return the mean score per game, between 0 and 1."""
        return self.tally.score

    @property
    def tally(self) -> Tally:
        """Return the pentanomial tally of pairs, or of the single game."""
        if len(self.results) < 2:
            return Tally.of_games(self.wins, self.draws, self.losses)
        return Tally(tuple(self._pairs))

    @property
    def ratio(self) -> float | None:
        """Return the log-likelihood ratio of the SPRT, if there is one."""
        return None if self.plan.sprt is None else self.plan.sprt.ratio(Tally(tuple(self._pairs)))

    @property
    def decision(self) -> str | None:
        """Return `H0` or `H1` once the SPRT has accepted it."""
        if self.plan.sprt is None or self.ratio is None:
            return None
        return self.plan.sprt.decision(self.ratio)

    @property
    def is_over(self) -> bool:
        """Return whether all games have been played or the SPRT has stopped the match."""
        return self.decision is not None or len(self.results) == self.plan.games

    @property
    def plies(self) -> float:
        """Return the mean length of a game in plies."""
        return sum(r.decisions for r in self.counted) / max(1, self._counted)

    @property
    def efforts(self) -> tuple[Effort, Effort]:
        """Return the effort of each player."""
        one, other = self.spent().values()
        return one, other

    @property
    def different_starts(self) -> int:
        """Return the number of different starts; with dice, each pair has its own rolls."""
        dice = self.game.has_chance
        return len({(r.start, self.plan.group_of(r.number) if dice else 0) for r in self.counted})

    def standing(self) -> str:
        """Return the current score in one line."""
        from kibitz.arena.match_report import standing

        return standing(self)

    def to_json(self) -> dict[str, Any]:
        """Return the match as JSON-compatible data; infinite numbers are None."""
        from kibitz.arena.match_report import match_json

        return match_json(self)

    def _repr_html_(self) -> str:
        """Return the report for notebooks, a row for each line."""
        title, *lines = str(self).split("\n")
        return html_table(["match", ""], [line.split(maxsplit=1) for line in lines], title)

    def __repr__(self) -> str:
        one, other = self.players
        score = f"+{self.wins} ={self.draws} -{self.losses}"
        return f"<MatchResult {self.game.spec}, {one} - {other}: {score}>"

    def __str__(self) -> str:
        from kibitz.arena.match_report import match_text

        return match_text(self)
