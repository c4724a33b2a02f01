"""A match between two players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from kibitz.arena.games_played import Games, play
from kibitz.arena.match_result import MatchResult
from kibitz.arena.schedule import Plan, named
from kibitz.arena.sprt import Sprt
from kibitz.arena.start_positions import read_openings
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.limit import Limit, as_limit
from kibitz.base.time_control import TimeControl
from kibitz.executors.executor import AnyExecutor, SerialExecutor
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Player
from kibitz.players.registry import make_player

#: Limits for all players, or one for each.
Limits = str | Limit | Sequence[str | Limit] | None


def match(
    one: str | Player,
    other: str | Player,
    game: str | Game,
    *,
    games: int = 100,
    limit: Limits = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    clock: str | TimeControl | None = None,
    margin: float = 0.25,
    openings: int | str | Path | None = None,
    seed: int = 0,
    sprt: Sprt | tuple[float, float] | None = None,
    workers: int | None = None,
    executor: AnyExecutor | None = None,
    save: str | Path | None = None,
    on_game: Callable[[MatchResult], object] | None = None,
) -> MatchResult:
    """Play games between two players, in pairs with the same start and dice and the sides swapped.

    `limit`, or `depth`, `nodes` and `seconds`, bounds every move; a sequence has a limit
    for each player. `clock` bounds a player's whole game. `openings` is a number of
    random moves to begin with, or a file. `sprt` stops the match once it has decided
    between two differences in Elo. Without clocks the same seed gives the same match,
    whatever the number of workers. `executor` plays the games elsewhere: one of
    `concurrent.futures`, or a `kibitz.cluster`. `save` is a file in which every game
    is kept; the same match continues with it. `on_game` is called after every game.

    >>> import kibitz
    >>> result = kibitz.match("minimax:depth=2", "random", game="tictactoe", games=10, seed=1, workers=1)
    >>> result.score > 0.5
    True
    """
    check(one=(one, str | Player), other=(other, str | Player), sprt=(sprt, Sprt | tuple | None))
    plan, given, rules = make_plan(
        [one, other],
        game,
        games,
        "match",
        limits=as_limits(limit, depth, nodes, seconds),
        clock=clock,
        margin=margin,
        openings=openings,
        seed=seed,
        sprt=Sprt(*sprt) if isinstance(sprt, tuple) else sprt,
    )
    result = partial(MatchResult, game=rules)
    return play_plan(result, plan, rules, given, save, workers=workers, executor=executor, on_game=on_game)


def make_plan(
    players: Sequence[str | Player] | Mapping[str, str | Player],
    game: str | Game,
    games: int,
    kind: str,
    *,
    limits: tuple[Limit, ...],
    clock: str | TimeControl | None,
    margin: float,
    openings: int | str | Path | None,
    seed: int,
    sprt: Sprt | None = None,
) -> tuple[Plan, dict[str, Player], Game]:
    """Return a plan, the players that their specs can't make again, and the game."""
    check(
        game=(game, str | Game),
        games=(games, int),
        clock=(clock, str | TimeControl | None),
        margin=(margin, int | float),
        openings=(openings, int | str | Path | None),
        seed=(seed, int),
    )
    rules = load(game) if isinstance(game, str) else game
    entries = players.values() if isinstance(players, Mapping) else players
    specs, given = _specs(entries)
    listed = () if openings is None or isinstance(openings, int) else read_openings(Path(openings), rules)
    plan = Plan(
        rules.spec,
        tuple(zip(players, specs, strict=True)) if isinstance(players, Mapping) else named(specs),
        games,
        kind,
        seed,
        limits=limits,
        clock=TimeControl.parse(clock) if isinstance(clock, str) else clock,
        margin=margin,
        plies=openings if isinstance(openings, int) else None,
        starts=tuple(map(str, listed)),
        sprt=sprt,
    )
    return plan, given, rules


def play_plan(
    result: Callable[[Plan], Games],
    plan: Plan,
    game: Game,
    given: Mapping[str, Player],
    save: str | Path | None,
    *,
    workers: int | None,
    executor: AnyExecutor | None,
    on_game: Callable[[Games], object] | None,
) -> Games:
    """Play a plan: in this process if its game or one of its players can't be made from a spec."""
    check(
        save=(save, str | Path | None),
        workers=(workers, int | None),
        executor=(executor, AnyExecutor | None),
        on_game=(on_game, Callable | None),
    )
    path = None if save is None else Path(save)
    if not given and _is_game_spec(game):
        return play(result, plan, path, workers=workers, executor=executor, on_game=on_game)
    if path is not None:
        raise BadOption("only games between players named by specs can be saved in a file")
    return play(result, plan, None, executor=executor or SerialExecutor(), on_game=on_game, given=given)


def _specs(players: Iterable[str | Player]) -> tuple[list[str], dict[str, Player]]:
    """Return the specs of players, and the players that their specs can't make again."""
    specs: list[str] = []
    given: dict[str, Player] = {}
    for player in players:
        if isinstance(player, str):
            spec = make_player(player).spec
        else:
            spec = player.spec
            if not _is_player_spec(player):
                if given.get(spec, player) is not player:
                    spec += f" ({len(specs) + 1})"
                given[spec] = player
        specs.append(spec)
    return specs, given


def _is_player_spec(player: Player) -> bool:
    try:
        return type(make_player(player.spec)) is type(player)
    except KibitzError:
        return False


def _is_game_spec(game: Game) -> bool:
    try:
        return load(game.spec) == game
    except KibitzError:
        return False


def as_limits(
    limit: Limits, depth: int | None, nodes: int | None, seconds: float | None
) -> tuple[Limit, ...]:
    """Return the limits of a plan: none, one for all players, or one for each."""
    check(limit=(limit, str | Limit | Sequence | None))
    if limit is None or isinstance(limit, str | Limit):
        bounds = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds)
        return () if bounds is None else (bounds,)
    return tuple(as_limit(each, depth=depth, nodes=nodes, seconds=seconds) or Limit() for each in limit)
