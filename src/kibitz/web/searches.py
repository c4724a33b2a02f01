"""Searches at work: what each takes on a position, and the tree that one visits."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.comparison import compare
from kibitz.players.player import Player
from kibitz.players.registry import make_player, names, player_class
from kibitz.players.searchers import Searcher
from kibitz.players.tree import visited_tree
from kibitz.players.tree_page import tree_page

#: Seconds for one player and depth, and nodes of a tree that is shown.
_PATIENCE = 2.0
_MOST_NODES = 3000


def searchers(game: Game | None = None) -> list[str]:
    """The players that search a tree to a depth; of those, the ones that can play a game if it is given."""
    found = [(name, player_class(name)) for name in names()]
    found = [(name, cls) for name, cls in found if issubclass(cls, Searcher) and cls.usual_depth > 1]
    return [name for name, _ in found if game is None or make_player(name).cannot_play(game) is None]


def compare_json(position: Position, players: list[Player], depth: int) -> list[dict[str, Any]]:
    """What each player takes to each depth up to `depth`."""
    return [asdict(row) for row in compare([position], players, range(1, depth + 1), _PATIENCE)]


def tree_html(position: Position, player: Player, depth: int) -> str:
    """The tree that a player visits, as a page of its own."""
    roots = visited_tree(position, player, depth, _MOST_NODES)
    title = f"{player} on {position.game.spec} {position}, depth {depth}"
    return tree_page(roots, title, position.game.side_names)
