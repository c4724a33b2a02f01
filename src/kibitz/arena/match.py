"""A match: two players, many pairs of games, and what they prove."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kibitz.arena.games_played import play
from kibitz.arena.match_result import MatchResult
from kibitz.arena.schedule import Plan, named
from kibitz.arena.sprt import Sprt
from kibitz.arena.start_positions import read_openings
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.time_control import TimeControl
from kibitz.executors.executor import AnyExecutor, SerialExecutor
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Player
from kibitz.players.registry import make_player


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
    executor: AnyExecutor | None = None,
    save: Path | None = None,
    on_game: Callable[[MatchResult], object] | None = None,
) -> MatchResult:
    """Play games between two players, in pairs with the same start and dice and the sides swapped.

    `limit` bounds every move, for both or for each; `clock` a player's whole
    game. `openings` is a number of random moves to begin with, or a file.
    `sprt` stops the match once it has decided between two differences in Elo.
    Without clocks the same seed gives the same match, whatever the number of
    workers. `executor` plays the games elsewhere: one of
    `concurrent.futures`, or a `kibitz.cluster`. `save` is a file that every
    game is kept in; the same match goes on with it. `on_game` is called after every game.

    >>> import kibitz
    >>> result = kibitz.match("minimax:depth=2", "random", game="tictactoe", games=10, seed=1, workers=1)
    >>> result.score > 0.5
    True
    """
    check(
        one=(one, str | Player),
        other=(other, str | Player),
        game=(game, str | Game),
        games=(games, int),
        limit=(limit, str | Limit | Sequence | None),
        clock=(clock, str | TimeControl | None),
        margin=(margin, int | float),
        openings=(openings, int | str | Path | None),
        seed=(seed, int),
        sprt=(sprt, Sprt | tuple | None),
        workers=(workers, int | None),
        executor=(executor, AnyExecutor | None),
        on_game=(on_game, Callable | None),
    )
    rules = load(game) if isinstance(game, str) else game
    specs, given = _players(rules, one, other)
    listed = () if openings is None or isinstance(openings, int) else read_openings(Path(openings), rules)
    plan = Plan(
        rules.spec,
        named(specs),
        games,
        "match",
        seed,
        limits=_limits(limit),
        clock=TimeControl.parse(clock) if isinstance(clock, str) else clock,
        margin=margin,
        plies=openings if isinstance(openings, int) else None,
        starts=tuple(map(str, listed)),
        sprt=Sprt(*sprt) if isinstance(sprt, tuple) else sprt,
    )
    if not given and _loads_again(rules):
        return play(MatchResult, plan, save, workers=workers, executor=executor, on_game=on_game)
    # What a spec can't make again can't be played in another process, or later.
    if save is not None:
        raise BadOption("only players and games that can be named in words can be kept in a file")
    here = executor or SerialExecutor()
    return play(partial(MatchResult, game=rules), plan, None, executor=here, on_game=on_game, given=given)


def _players(game: Game, one: str | Player, other: str | Player) -> tuple[list[str], dict[str, Player]]:
    """The specs of both players, and those that their spec can't make again."""
    specs: list[str] = []
    given: dict[str, Player] = {}
    for asked in (one, other):
        if isinstance(asked, str):
            spec = make_player(asked).spec
        else:
            spec = asked.spec
            if not _makes_again(asked):
                if given.get(spec, asked) is not asked:
                    spec += " (2)"
                given[spec] = asked
        specs.append(spec)
    return specs, given


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


def _limits(given: str | Limit | Sequence[str | Limit] | None) -> tuple[Limit, ...]:
    if given is None:
        return ()
    each = (given,) if isinstance(given, (str, Limit)) else given
    return tuple(Limit.parse(limit) if isinstance(limit, str) else limit for limit in each)
