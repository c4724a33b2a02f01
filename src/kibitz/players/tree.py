"""The tree that a search visited, with names of moves instead of the core's numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.games.control import control_for
from kibitz.games.core_values import value_from_core
from kibitz.games.position import Position
from kibitz.players.player import Player
from kibitz.players.searchers import Searcher
from kibitz.words.errors import BadOption, GameOver, KibitzError
from kibitz.words.limit import Limit
from kibitz.words.random import Random, seed_from
from kibitz.words.side import Side
from kibitz.words.value import Value


@dataclass(slots=True)
class Visited:
    """One node; windows and values are those of its mover."""

    move: str
    #: decision, chance, table (known already), horizon (estimated) or end.
    kind: str
    mover: Side
    position: str
    alpha: Value
    beta: Value
    value: Value
    failed_low: bool
    failed_high: bool
    #: Moves or outcomes never looked at.
    skipped: int
    children: list[Visited] = field(default_factory=list)


def visited_tree(position: Position, player: Player, depth: int, most_nodes: int) -> list[Visited]:
    """The roots of what a player's search visits at its last depth.

    There are several when the first window was too narrow. A tree of more than
    `most_nodes` is refused.
    """
    if not isinstance(player, Searcher):
        raise BadOption(
            f"{player} does not search, so it visits no tree; minimax, alphabeta and negascout do"
        )
    if position.is_over:
        raise GameOver(f"the game is over ({position.outcome}); there is nothing to search")
    if position.turn is Side.CHANCE:
        raise BadOption("the dice decide here; roll them before searching")
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
    roots: list[Visited] = []
    made: list[tuple[Visited, Position]] = []
    for node in nodes:
        if node.parent < 0:
            here, move = position, ""
        else:
            parent, above = made[node.parent]
            played = above.game.line_of(above, [node.move])[0]
            here, move = above.play(played), str(played)
        visited = Visited(
            move,
            node.kind,
            Side(node.mover),
            str(here),
            value_from_core(node.alpha),
            value_from_core(node.beta),
            value_from_core(node.value),
            node.failed_low,
            node.failed_high,
            node.skipped,
        )
        made.append((visited, here))
        (roots if node.parent < 0 else parent.children).append(visited)
    return roots
