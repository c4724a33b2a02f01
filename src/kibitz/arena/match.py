"""A match: two players, many pairs of games, and what they prove."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kibitz.arena.executor import Executor, Here, make_executor
from kibitz.arena.job import GameJob, GameResult
from kibitz.arena.match_result import MatchResult
from kibitz.arena.openings import Openings
from kibitz.arena.sprt import Sprt
from kibitz.arena.time_control import TimeControl
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Player
from kibitz.players.registry import make_player
from kibitz.session.chance import generator
from kibitz.words.errors import BadOption, KibitzError
from kibitz.words.limit import Limit
from kibitz.words.random import seed_from
from kibitz.words.takes import takes


@takes(
    one=str | Player,
    other=str | Player,
    game=str | Game,
    games=int,
    limit=str | Limit | Sequence | None,
    clock=str | TimeControl | None,
    margin=int | float,
    openings=int | str | Path | None,
    seed=int,
    sprt=Sprt | tuple | None,
    workers=int | None,
    executor=Executor | None,
    on_game=Callable | None,
)
def match(
    one: str | Player,
    other: str | Player,
    *,
    game: str | Game,
    games: int = 100,
    limit: str | Limit | Sequence[str | Limit] | None = None,
    clock: str | TimeControl | None = None,
    margin: float = 0.25,
    openings: int | str | Path | None = None,
    seed: int = 0,
    sprt: Sprt | tuple[float, float] | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    on_game: Callable[[MatchResult], object] | None = None,
) -> MatchResult:
    """Play games between two players, in pairs with the same start and dice and the sides swapped.

    `limit` bounds every move, for both or for each; `clock` a player's whole
    game. `openings` is a number of random moves to begin with, or a file.
    `sprt` stops the match once it has decided between two differences in Elo.
    Without clocks the same seed gives the same match, whatever the number of
    workers. `executor` plays the games elsewhere. `on_game` is called after every game.
    """
    if games < 1:
        raise BadOption(f"a match has at least 1 game, not {games}")
    rules = load(game) if isinstance(game, str) else game
    specs, given = _players(rules, one, other)
    first_limit, second_limit = _limits(limit)
    template = GameJob(
        0,
        rules.spec,
        *specs,
        seed=0,
        limits=(first_limit, second_limit),
        clock=TimeControl.parse(clock) if isinstance(clock, str) else clock,
        margin=margin,
    )
    jobs: dict[int, GameJob] = {}
    planned = paired_jobs(template, Openings.of(rules, openings), games, seed)
    result = MatchResult(rules, specs, seed, Sprt(*sprt) if isinstance(sprt, tuple) else sprt, jobs)
    if executor is None:
        # What a spec can't make again can't be played in another process.
        travels = not given and _loads_again(rules)
        executor = make_executor(workers, games) if travels else Here(rules, given)
    for game_result in in_order(executor.run(_noted(planned, jobs))):
        result.add(game_result)
        if on_game is not None:
            on_game(result)
        if result.decision is not None:
            break
    return result


def paired_jobs(template: GameJob, openings: Openings, games: int, seed: int) -> Iterator[GameJob]:
    """The games of a match, numbered on from the template's: a pair for every start."""
    for k in range(games):
        pair_seed = seed_from(generator(seed, "pair", k // 2))
        start = openings.start(k // 2, pair_seed)
        job = replace(template, number=template.number + k, seed=pair_seed, start=start)
        yield job if k % 2 == 0 else swapped(job)


def _noted(planned: Iterable[GameJob], jobs: dict[int, GameJob]) -> Iterator[GameJob]:
    """The jobs, each written down when it is taken: a long match that ends early plans no more."""
    for job in planned:
        jobs[job.number] = job
        yield job


def swapped(job: GameJob) -> GameJob:
    """The same game with the players' sides swapped."""
    return replace(job, first=job.second, second=job.first, limits=(job.limits[1], job.limits[0]))


def in_order(results: Iterable[GameResult]) -> Iterator[GameResult]:
    """The results by number, so that what follows does not depend on which game ended first."""
    first = 0
    early: dict[int, GameResult] = {}
    for result in results:
        early[result.number] = result
        while first in early:
            yield early.pop(first)
            first += 1


def _players(game: Game, one: str | Player, other: str | Player) -> tuple[tuple[str, str], dict[str, Player]]:
    """The specs of both players, and those that their spec can't make again."""
    specs: list[str] = []
    given: dict[str, Player] = {}
    for asked in (one, other):
        player = make_player(asked) if isinstance(asked, str) else asked
        reason = player.cannot_play(game)
        if reason:
            raise BadOption(f"{player.spec} can't play {game.spec}: {reason}")
        spec = player.spec
        if not isinstance(asked, str) and not _makes_again(player):
            if given.get(spec, player) is not player:
                spec += " (2)"
            given[spec] = player
        specs.append(spec)
    return (specs[0], specs[1]), given


def _makes_again(player: Player) -> bool:
    try:
        return type(make_player(player.spec)) is type(player)
    except KibitzError:
        return False


def _loads_again(game: Game) -> bool:
    try:
        return load(game.spec) == game
    except KibitzError:
        return False


def _limits(given: str | Limit | Sequence[str | Limit] | None) -> tuple[Limit, Limit]:
    if given is None:
        given = Limit()
    if isinstance(given, (str, Limit)):
        given = (given, given)
    if len(given) != 2:
        raise BadOption(f"a match has a limit for both players or one for each, not {len(given)}")
    first, second = (Limit.parse(limit) if isinstance(limit, str) else limit for limit in given)
    return first, second
