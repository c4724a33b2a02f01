"""A tournament of several players, with ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.games_played import GamesPlayed, play
from kibitz.arena.match import Limits, as_limits, make_plan, play_plan
from kibitz.arena.ratings import Played, RatingList, fit_ratings
from kibitz.arena.result_store import Results
from kibitz.arena.schedule import Plan
from kibitz.arena.tally import Tally
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, quoted
from kibitz.base.time_control import TimeControl
from kibitz.executors.executor import AnyExecutor
from kibitz.games.game import Game
from kibitz.players.player import Player


class TournamentResult(GamesPlayed):
    """Result of a tournament so far: ratings and crosstable. `str` is a report.

    >>> import kibitz
    >>> kibitz.tournament(["lines", "random"], game="mnk:width=1,height=1,length=1", games=2, workers=1)
    <TournamentResult mnk:width=1,height=1,length=1, 2 players: 2 of 2 games>
    """

    def __init__(
        self,
        plan: Plan,
        results: Mapping[int, GameResult] | None = None,
        anchor: tuple[str, float] | None = None,
        game: Game | None = None,
    ) -> None:
        if plan.kind == "match":
            raise BadOption("this is a match, not a tournament; resume it with kibitz match --resume")
        if anchor is not None and anchor[0] not in plan.names:
            raise BadOption(
                f"the anchor {quoted(anchor[0])} is not one of the players: {', '.join(plan.names)}"
            )
        super().__init__(plan, game)
        #: Results by game number.
        self.results = results or {}
        self.anchor = anchor

    def __repr__(self) -> str:
        done = f"{len(self.results)} of {self.plan.games} games"
        return f"<TournamentResult {self.game.spec}, {len(self.names)} players: {done}>"

    def take(self, results: Mapping[int, GameResult]) -> None:
        """Replace the results; statistics are recomputed on demand."""
        self.results = results
        for name in ("played", "ratings", "crosstable", "efforts"):
            vars(self).pop(name, None)

    @property
    def is_over(self) -> bool:
        """Return whether all games have been played."""
        return len(self.results) == self.plan.games

    @property
    def names(self) -> list[str]:
        """Return the players' names as given."""
        return self.plan.names

    @property
    def counted(self) -> Results:
        """Return the games by number."""
        return Results(self.results, sorted(self.results))

    @cached_property
    def played(self) -> list[Played]:
        """Return the games by number as input for the ratings, grouped by start and dice."""
        plan = self.plan
        return [Played(*plan.names_of(r.number), r.score, plan.group_of(r.number)) for r in self.counted]

    @cached_property
    def ratings(self) -> RatingList:
        """Return the ratings, from the strongest to the weakest."""
        return fit_ratings(self.played, self.names, anchor=self.anchor)

    @cached_property
    def crosstable(self) -> dict[tuple[str, str], Tally]:
        """Return the tally of one player against another, one unit per game."""
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
        """Return the effort of each player."""
        return self.spent()

    def convergence(self, points: int = 40) -> list[tuple[int, RatingList]]:
        """Return the ratings after growing numbers of games."""
        total = len(self.played)
        steps = (
            sorted({max(2, round(total * k / points)) for k in range(1, points + 1)}) if total >= 2 else []
        )
        return [(n, fit_ratings(self.played[:n], self.names, anchor=self.anchor)) for n in steps]

    def standing(self) -> str:
        """Return the progress in one line."""
        return f"game {len(self.results)} of {self.plan.games}"

    def to_json(self) -> dict[str, Any]:
        """Return the tournament as JSON-compatible data; infinite numbers are None."""
        from kibitz.arena.tournament_report import tournament_json

        return tournament_json(self)

    def _repr_html_(self) -> str:
        """Return ratings and crosstable for notebooks."""
        from kibitz.arena.tournament_page import crosstable_plot, ratings_table

        return f"<div>{ratings_table(self)}{crosstable_plot(self)}</div>"

    def __str__(self) -> str:
        from kibitz.arena.tournament_report import tournament_text

        return tournament_text(self)


def tournament(
    players: Sequence[str | Player] | Mapping[str, str | Player],
    game: str | Game,
    *,
    games: int = 20,
    gauntlet: bool = False,
    limit: Limits = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    clock: str | TimeControl | None = None,
    margin: float = 0.25,
    openings: int | str | Path | None = None,
    seed: int = 0,
    anchor: tuple[str, float] | None = None,
    workers: int | None = None,
    executor: AnyExecutor | None = None,
    save: str | Path | None = None,
    on_game: Callable[[TournamentResult], object] | None = None,
) -> TournamentResult:
    """Play a round-robin tournament, `games` for each pair of players, and rate the players.

    `players` are specs or players; a mapping names them. In a gauntlet the first player
    meets each of the others. `anchor` fixes the rating of one player, by name. The other
    arguments are those of `kibitz.match`.

    >>> import kibitz
    >>> players = ["alphabeta", "minimax:depth=1", "random"]
    >>> result = kibitz.tournament(players, game="tictactoe", games=10, seed=1, workers=1)
    >>> result.ratings["alphabeta"].elo > result.ratings["random"].elo
    True
    """
    check(players=(players, Sequence | Mapping), gauntlet=(gauntlet, bool), anchor=(anchor, tuple | None))
    for player in players.values() if isinstance(players, Mapping) else players:
        check(player=(player, str | Player))
    plan, given, rules = make_plan(
        players,
        game,
        games,
        "gauntlet" if gauntlet else "round-robin",
        limits=as_limits(limit, depth, nodes, seconds),
        clock=clock,
        margin=margin,
        openings=openings,
        seed=seed,
    )

    def result(settled: Plan) -> TournamentResult:
        return TournamentResult(settled, None, anchor, rules)

    return play_plan(result, plan, rules, given, save, workers=workers, executor=executor, on_game=on_game)


def run_tournament(
    plan: Plan | None, path: Path | None, anchor: tuple[str, float] | None = None, **how: Any
) -> TournamentResult:
    """Play the remaining games of a tournament; see `kibitz.arena.games_played.play` for `how`."""
    played: TournamentResult = play(
        lambda settled: TournamentResult(settled, None, anchor), plan, path, **how
    )
    return played
