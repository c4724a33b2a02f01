"""Base class of match and tournament results: the games of a plan that have been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kibitz.arena.game_record import record_of
from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.journal import open_journal
from kibitz.arena.play_game import play_game
from kibitz.arena.schedule import Plan
from kibitz.arena.tally import Tally
from kibitz.executors.executor import AnyExecutor, make_executor
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.records.record import Record

Games = TypeVar("Games", bound="GamesPlayed")


class GamesPlayed:
    """Games of a match or tournament so far. `game` replaces the plan's game if its spec can't be loaded."""

    #: Results by game number.
    results: Any

    def __init__(self, plan: Plan, game: Game | None = None) -> None:
        self.plan = plan
        self.game = game or plan.rules

    def take(self, results: Mapping[int, GameResult]) -> None:
        """Replace the results."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Return whether all games have been played."""
        raise NotImplementedError

    @property
    def counted(self) -> Sequence[GameResult]:
        """Return the games that all statistics are based on, by number."""
        raise NotImplementedError

    def standing(self) -> str:
        """Return the current result in one line."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON-compatible data; infinite numbers are None."""
        raise NotImplementedError

    @property
    def first_player(self) -> Tally:
        """Return the tally of the player who moves first, one unit per game."""
        scores = Counter(result.score for result in self.counted)
        return Tally.of_games(scores[1], scores[0.5], scores[0])

    def spent(self) -> dict[str, Effort]:
        """Return the effort of each player."""
        totals = {name: Effort() for name in self.plan.names}
        for result in self.counted:
            for name, effort in zip(self.plan.names_of(result.number), result.efforts, strict=True):
                totals[name] += effort
        return totals

    @property
    def forfeits(self) -> tuple[tuple[str, int, str], ...]:
        """Return games lost by failure or on time: player, game number from 1, reason."""
        return tuple(
            (self.plan.names_of(r.number)[r.ending.by], r.number + 1, r.ending.reason() or "")
            for r in self.counted
            if r.ending.is_forfeit and r.ending.by is not None
        )

    def records(self) -> Iterator[Record]:
        """Return the games as records, under the players' names."""
        return (record_of(self.plan, result, self.game) for result in self.counted)


def forfeit_notes(played: GamesPlayed) -> list[str]:
    """Return a warning if games were lost by failure or on time."""
    lost = played.forfeits
    found = [f"game {number}, {player}, {reason}" for player, number, reason in lost[:10]]
    if len(lost) > 10:
        found.append(f"and {len(lost) - 10} more")
    if lost:
        share = f"{len(lost)} of {len(played.counted)} games"
        found.append(f"{share}; they count as losses, so all figures include failures")
    return found


def play(
    make: Callable[[Plan], Games],
    plan: Plan | None,
    path: Path | None,
    *,
    fresh: bool = False,
    workers: int | None = None,
    executor: AnyExecutor | None = None,
    on_game: Callable[[Games], object] | None = None,
    given: Mapping[str, Player] | None = None,
) -> Games:
    """Play the remaining games of a plan, appending each finished game to the journal at `path`.

    Without a plan, the journal's own is resumed; `fresh` discards earlier games. `on_game` is called after
    every game. `given` are players that can't be made from a spec.
    """
    with open_journal(path, plan, fresh=fresh) as journal:
        played = make(journal.plan)

        def enough() -> bool:
            played.take(journal.results)
            if on_game is not None and played.results:
                on_game(played)
            return played.is_over

        if enough():
            return played
        journal.plan.check(played.game, given)
        work = play_game if given is None else partial(play_game, game=played.game, players=given)
        settled_on = make_executor(executor, journal.plan.games - len(journal.results), workers)
        waiting = (job for job in journal.plan.jobs(played.game) if job.number not in journal.results)
        with closing(settled_on.run(work, waiting)) as results:
            for result in results:
                journal.add(result)
                if enough():
                    break
    return played
