"""Compare searches: nodes and time of several players on the same positions, by depth."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kibitz.base.errors import BadOption, GameOver
from kibitz.base.limit import Limit
from kibitz.base.options import format_value
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.executors.executor import AnyExecutor, make_executor, run_in_order
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.evaluation import EVALUATION, is_evaluation
from kibitz.players.mcts import MctsPlayer
from kibitz.players.player import Player
from kibitz.players.registry import make_player
from kibitz.players.search_player import ENDGAMES, Searcher

#: The evaluation of players that sample.
_PLAYOUTS = "playouts"


@dataclass(frozen=True, slots=True)
class Measured:
    """The effort of one player for all positions, to one depth."""

    player: str
    depth: int
    nodes: int
    cutoffs: int
    table_hits: int
    researches: int
    seconds: float
    #: Its evaluation if not the game's default; values of players that differ in it need not agree.
    judges: str = ""


def compare(
    positions: Sequence[Position],
    players: Sequence[Player],
    depths: Sequence[int],
    patience: float,
    on_message: Callable[[str], None] = lambda _: None,
    on_start: Callable[[str], None] = lambda _: None,
    executor: AnyExecutor | None = None,
) -> Iterator[Measured]:
    """Measure each player at each depth; one that takes longer than `patience` seconds goes no deeper.

    MCTS has no depth: for depth n, it makes 10^n playouts. Values agree only among players with the same
    evaluation. `on_start` is called before each measurement; `on_message` gets notes on omissions and
    on players with other evaluations. With `executor`, each player searches in a process of its own.
    """
    searchers = [_searcher(player) for player in players]
    for position in positions:
        if position.is_over:
            raise GameOver(f"the game is over in {position} ({position.outcome}); there is nothing to search")
        for player in searchers:
            _check(player, position, max(depths))  # refuse before any work is done
    for text in _differences(searchers, positions[0].game):
        on_message(text)
    if executor is not None:
        jobs = [(positions, player.spec, depths, patience) for player in searchers]
        for rows, left_out in run_in_order(make_executor(executor, len(jobs)), _compare_one, jobs):
            yield from rows
            for text in left_out:
                on_message(text)
        return
    for player in searchers:
        for depth in depths:
            on_start(f"{player} to depth {depth}")
            found = _measure(positions, player, depth, patience)
            if found is None:
                on_message(f"{player} would take more than {patience:g} s for depth {depth}")
                break
            yield found


def _differences(players: Sequence[Searcher | MctsPlayer], game: Game) -> Iterator[str]:
    """Iterate over notes on players whose values may differ from the others', and why."""
    judging: dict[str, list[str]] = {}
    for player in players:
        judging.setdefault(_judging(player, game), []).append(player.spec)
    for how, specs in judging.items():
        who, s = " and ".join(specs), "s" if len(specs) == 1 else ""
        if how == _PLAYOUTS:
            yield f"{who} sample{s}: for depth n 10^n games are played out, and values need not agree"
        elif how and len(judging) > 1:
            yield f"{who} evaluate{s} by {how}: values need not agree with those of others"


def _judging(player: Searcher | MctsPlayer, game: Game) -> str:
    """Return a player's evaluation if it is not the game's default, or an empty text."""
    if isinstance(player, MctsPlayer):
        return _PLAYOUTS
    chosen = player.plan_to(game, 1).game_options
    named = {}
    for search in game.search.options:
        option, usual = search.option, search.number(search.option.default)
        number = chosen.get(option.name, usual)
        if number == usual or search.only_speed:
            continue
        named[option.name] = option.choices[number] if option.choices else type(option.default)(number)
    own = str(player.values.get(EVALUATION.name, ""))
    if is_evaluation(own):
        named[EVALUATION.name] = own
    if not player.values.get(ENDGAMES.name, True):
        named[ENDGAMES.name] = False
    return ",".join(f"{name}={format_value(value)}" for name, value in named.items())


def _compare_one(
    job: tuple[Sequence[Position], str, Sequence[int], float],
) -> tuple[list[Measured], list[str]]:
    """Compare one player in a process of its own; return its rows and messages."""
    positions, spec, depths, patience = job
    left_out: list[str] = []
    return list(compare(positions, [make_player(spec)], depths, patience, left_out.append)), left_out


def _searcher(player: Player) -> Searcher | MctsPlayer:
    if not isinstance(player, Searcher | MctsPlayer):
        raise BadOption(
            f"{player} does not search, so it has no depths to compare; minimax, alphabeta, negascout and "
            "mcts do"
        )
    return player


def _check(player: Searcher | MctsPlayer, position: Position, depth: int) -> None:
    """Raise BadOption if the player can't be compared on this position."""
    if isinstance(player, Searcher):
        player.plan_to(position.game, depth)
    elif player.values["playouts"]:
        raise BadOption(f"{player} has a number of playouts of its own; leave it out here")
    elif why := player.cannot_play(position.game):
        raise BadOption(f"{player} can't play {position.game.spec}: {why}")


def _measure(
    positions: Sequence[Position], player: Searcher | MctsPlayer, depth: int, patience: float
) -> Measured | None:
    nodes = cutoffs = table_hits = researches = 0
    begun = time.perf_counter()
    for position in positions:
        left = patience - (time.perf_counter() - begun)
        if left <= 0:
            return None
        if isinstance(player, MctsPlayer):
            player.engine(position.game).clear()
            sampled = player.ask(position, Limit(nodes=10**depth, seconds=left), Random(0))
            if sampled.stopped:
                return None
            nodes += sampled.nodes
            continue
        # The time limit is a safety net; it must not switch iterative deepening on.
        plan = player.plan_to(position.game, depth)
        report = player.run(position, plan, Limit(seconds=left), Random(0))
        if report.stopped:
            return None
        nodes += report.counts.nodes
        cutoffs += report.counts.cutoffs
        table_hits += report.counts.table_hits
        researches += report.counts.researches
    seconds = time.perf_counter() - begun
    judges = _judging(player, positions[0].game)
    return Measured(player.spec, depth, nodes, cutoffs, table_hits, researches, seconds, judges)


def sample_positions(game: Game, count: int, seed: int) -> list[Position]:
    """Return the first decision of the game and positions from the openings of random games."""
    rng = Random(seed)
    found = [after_rolls(game.start(), rng)]
    for _ in range(200 * count):
        if len(found) >= count:
            break
        position = found[0]
        for _ in range(1 + int(rng.random() * 8)):
            if not position.is_over:
                position = after_rolls(position.play(pick(rng, position.moves)), rng)
        if not position.is_over and position not in found:
            found.append(position)
    return found


def after_rolls(position: Position, rng: Random) -> Position:
    """Roll dice until a player decides."""
    while not position.is_over and position.turn is Side.CHANCE:
        position = position.play(position.roll(rng))
    return position
