"""Searches at work: what each takes on a position, and the tree that one visits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Literal

from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.comparison import compare
from kibitz.players.player import Player
from kibitz.players.registry import make_player, names, player_class
from kibitz.players.search_player import Searcher
from kibitz.players.search_trace import Step, walk
from kibitz.players.search_tree import Visited, visited_tree
from kibitz.players.search_tree_page import short
from kibitz.service.replies import SearchRow, SearchTree, TreeNode, TreeStep

#: Seconds for one player and depth, and nodes of a tree that is shown.
_PATIENCE = 2.0
_MOST_NODES = 3000


def searchers(game: Game | None = None) -> list[str]:
    """The players that search a tree to a depth; of those, the ones that can play a game if it is given."""
    found = [(name, player_class(name)) for name in names()]
    found = [(name, cls) for name, cls in found if issubclass(cls, Searcher) and cls.usual_depth > 1]
    return [name for name, _ in found if game is None or make_player(name).cannot_play(game) is None]


def compare_json(
    position: Position, players: list[Player], depth: int, on_progress: Callable[[int, int], object]
) -> list[SearchRow]:
    """Return what each player takes to each depth up to `depth`; `on_progress` hears of each row."""
    rows: list[Any] = []
    for row in compare([position], players, range(1, depth + 1), _PATIENCE):
        rows.append(asdict(row))
        on_progress(len(rows), depth * len(players))
    return rows


def tree_json(position: Position, player: Player, depth: int) -> SearchTree:
    """The tree that a player visits, node by node, and the steps in which it does."""
    roots = visited_tree(position, player, depth, _MOST_NODES)
    nodes: list[TreeNode] = []
    steps: list[TreeStep] = []
    for root in roots:
        steps += [_step_json(step) for step in walk(root, len(nodes))]
        _add_nodes(nodes, root, None)
    return {
        "player": player.spec,
        "depth": depth,
        "sides": list(position.game.side_names),
        "nodes": nodes,
        "steps": steps,
    }


def _add_nodes(nodes: list[TreeNode], root: Visited, parent: int | None) -> None:
    waiting = [(root, parent)]
    bound: Literal["exact", "least", "most"]
    while waiting:
        node, above = waiting.pop()
        number = len(nodes)
        bound = "most" if node.failed_low else "least" if node.failed_high else "exact"
        nodes.append(
            {
                "parent": above,
                "move": node.move,
                "kind": node.kind,  # type: ignore[typeddict-item]
                "mover": "first" if node.mover is Side.FIRST else "second",
                "alpha": short(node.alpha),
                "beta": short(node.beta),
                "value": short(node.value),
                "bound": "exact" if node.kind in ("horizon", "end") else bound,
                "skipped": node.skipped,
                "position": node.position,
            }
        )
        waiting += [(child, number) for child in reversed(node.children)]


def _step_json(step: Step) -> TreeStep:
    """What happens, where, the value, whose doing it is, and the window after it."""
    values = (step.value, step.alpha, step.beta)
    value, alpha, beta = (None if each is None else short(each) for each in values)
    return step.kind, step.node, value, step.by, alpha, beta
