"""The tree that a search visited, with moves instead of the core's codes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from kibitz import _core
from kibitz.base.errors import BadOption, GameOver, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.random import Random, seed_from
from kibitz.base.side import Side
from kibitz.base.value import Expect, Points, Value
from kibitz.games.control import control_for
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position
from kibitz.players.mcts import MctsPlayer
from kibitz.players.player import Player
from kibitz.players.search_player import Searcher


@dataclass(slots=True)
class Visited:
    """A node; window and value are from its mover's point of view."""

    move: str
    #: decision, chance, table (transposition table), horizon (static evaluation) or end.
    kind: str
    mover: Side
    position: str
    alpha: Value
    beta: Value
    value: Value
    failed_low: bool
    failed_high: bool
    #: Moves or rolls that were pruned.
    skipped: int
    #: Playouts through the node, in MCTS; its window holds proved bounds.
    visits: int | None = None
    children: list[Visited] = field(default_factory=list)


def visited_tree(position: Position, player: Player, depth: int, most_nodes: int) -> list[Visited]:
    """Return the roots of the trees that a player's search visits at its last depth.

    There are several if the aspiration window failed. BadOption if a tree has more than `most_nodes`.
    """
    if position.is_over:
        raise GameOver(f"the game is over ({position.outcome}); there is nothing to search")
    if position.turn is Side.CHANCE:
        raise BadOption("the dice decide here; roll them before searching")
    if isinstance(player, MctsPlayer):
        return sampled_tree(position, player, depth, most_nodes)
    if not isinstance(player, Searcher):
        raise BadOption(
            f"{player} does not search, so it visits no tree; minimax, alphabeta, negascout and mcts do"
        )
    plan = player.plan_to(position.game, depth)
    try:
        nodes = position.game.rules.search_tree(
            position.state,
            plan.algorithm,
            plan.depth,
            control_for(Limit()),
            seed=seed_from(Random(0)),
            deepen=plan.deepen,
            switches=plan.switches,
            most_nodes=most_nodes,
            game_options=plan.game_options,
            evaluation=plan.evaluation,
        )
    except KibitzError:
        raise  # from a game or an evaluation written in Python
    except ValueError as refusal:
        raise BadOption(str(refusal)) from None
    return _roots(position, [(node.parent, node.move) for node in nodes], partial(_visited, nodes))


def sampled_tree(position: Position, player: MctsPlayer, depth: int, most_nodes: int) -> list[Visited]:
    """Return the tree that MCTS has built, down to a depth, without unvisited children."""
    engine = player.engine(position.game)
    engine.clear()
    player.ask(position, Limit(), Random(0))
    try:
        nodes = engine.tree(depth, most_nodes)
    except ValueError as refusal:
        raise BadOption(str(refusal)) from None
    return _roots(position, [(node.parent, node.move) for node in nodes], partial(_mcts_tree, nodes))


def _roots(
    position: Position, shape: Sequence[tuple[int, int]], make: Callable[[int, str, Position], Visited]
) -> list[Visited]:
    """Build nodes with children from a flat list of parents and moves."""
    roots: list[Visited] = []
    made: list[tuple[Visited, Position]] = []
    for number, (above, code) in enumerate(shape):
        if above < 0:
            here, move = position, ""
        else:
            parent, before = made[above]
            played = before.game.codec.line(before, [code])[0]
            here, move = before.play(played), str(played)
        visited = make(number, move, here)
        made.append((visited, here))
        (roots if above < 0 else parent.children).append(visited)
    return roots


def _visited(nodes: Sequence[_core.TraceNode], number: int, move: str, here: Position) -> Visited:
    node = nodes[number]
    return Visited(
        move,
        node.kind,
        Side(node.mover),
        str(here),
        value_from_core(node.alpha, here.game.has_chance),
        value_from_core(node.beta, here.game.has_chance),
        value_from_core(node.value, here.game.has_chance),
        node.failed_low,
        node.failed_high,
        node.skipped,
    )


def _mcts_tree(nodes: Sequence[_core.MctsTreeNode], number: int, move: str, here: Position) -> Visited:
    node, mover = nodes[number], here.mover
    least, most = (node.lower, node.upper) if mover is Side.FIRST else (-node.upper, -node.lower)
    mean = node.mean if mover is Side.FIRST else -node.mean
    chance = not here.is_over and here.turn is Side.CHANCE
    kind = "end" if here.is_over else "chance" if chance else "decision" if node.expanded else "horizon"

    def value(number: float) -> Value:
        span, proven = here.game.rules.span, least >= most
        if span:
            return Points(number * span, proven, here.game.has_chance)
        return Expect(min(max((number + 1) / 2, 0.0), 1.0), proven)

    return Visited(
        move, kind, mover, str(here), value(least), value(most), value(mean), False, False, 0, node.visits
    )
