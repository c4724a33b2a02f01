"""A tournament: many players, and how strong each of them is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.games_played import GamesPlayed, play
from kibitz.arena.ratings import Played, RatingList, fit_ratings
from kibitz.arena.schedule import Plan
from kibitz.arena.tally import Tally
from kibitz.base.errors import BadOption, quoted


class TournamentResult(GamesPlayed):
    """A tournament so far. `results` has every game by its number."""

    def __init__(
        self,
        plan: Plan,
        results: Mapping[int, GameResult] | None = None,
        anchor: tuple[str, float] | None = None,
    ) -> None:
        if plan.kind == "match":
            raise BadOption("this is a match, not a tournament; go on with it by kibitz match --resume")
        if anchor is not None and anchor[0] not in plan.names:
            raise BadOption(f"the anchor {quoted(anchor[0])} is none of the players: {', '.join(plan.names)}")
        super().__init__(plan)
        self.results = results or {}
        self.anchor = anchor

    def __repr__(self) -> str:
        done = f"{len(self.results)} of {self.plan.games} games"
        return f"<TournamentResult {self.game.spec}, {len(self.names)} players: {done}>"

    def take(self, results: dict[int, GameResult]) -> None:
        """Take note of the games that there are now; figures are worked out when they are asked for."""
        self.results = results

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return len(self.results) == self.plan.games

    @property
    def names(self) -> list[str]:
        """The players, as they were given."""
        return self.plan.names

    @property
    def counted(self) -> list[GameResult]:
        """The games in the order of their numbers."""
        return [self.results[number] for number in sorted(self.results)]

    @cached_property
    def played(self) -> list[Played]:
        """The games in the order of their numbers; those with the same start and dice are a group."""
        plan = self.plan
        return [Played(*plan.names_of(r.number), r.score, plan.group_of(r.number)) for r in self.counted]

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

    @cached_property
    def efforts(self) -> dict[str, Effort]:
        """What each player spent."""
        return self.spent()

    def convergence(self, points: int = 40) -> list[tuple[int, RatingList]]:
        """The ratings after growing numbers of games, as they would have been then."""
        total = len(self.played)
        steps = (
            sorted({max(2, round(total * k / points)) for k in range(1, points + 1)}) if total >= 2 else []
        )
        return [(n, fit_ratings(self.played[:n], self.names, anchor=self.anchor)) for n in steps]

    def standing(self) -> str:
        """How far it is, in one line."""
        return f"game {len(self.results)} of {self.plan.games}"

    def to_json(self) -> dict[str, Any]:
        """The tournament as plain data. Infinite numbers are None."""
        from kibitz.arena.tournament_report import tournament_json

        return tournament_json(self)

    def _repr_html_(self) -> str:
        """For notebooks: the ratings, and who beat whom."""
        from kibitz.arena.tournament_page import crosstable_plot, ratings_table

        return f"<div>{ratings_table(self)}{crosstable_plot(self)}</div>"

    def __str__(self) -> str:
        from kibitz.arena.tournament_report import tournament_text

        return tournament_text(self)


def run_tournament(
    plan: Plan | None, path: Path | None, anchor: tuple[str, float] | None = None, **how: Any
) -> TournamentResult:
    """Play what is left of a tournament; `kibitz.arena.games_played.play` says how else."""
    played = play(lambda settled: TournamentResult(settled, None, anchor), plan, path, **how)
    return TournamentResult(played.plan, played.results, anchor)
