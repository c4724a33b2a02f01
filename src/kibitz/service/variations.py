"""Variations of a game, by place.

A place in the game itself is the number of moves before it; any other has a name such as v7, which it keeps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from kibitz.base.errors import KibitzError
from kibitz.base.json_input import parse_json
from kibitz.base.move import Move
from kibitz.games.position import Position
from kibitz.records.variation import Variation, clean_comment
from kibitz.service.errors import BadRequest, NotFound
from kibitz.service.position_view import SIDES
from kibitz.service.replies import At
from kibitz.service.replies import Variation as VariationRow
from kibitz.session.variation_tree import Node

#: Maximum number of places in variations.
_MOST = 2000


class Variations:
    """The variations of one game."""

    def __init__(self, start: Position) -> None:
        self._root = Node(start)
        #: Places in the game itself.
        self._game = [self._root]
        self._named: dict[str, Node] = {}
        self._names: dict[Node, str] = {}
        self._made = 0

    def __len__(self) -> int:
        return len(self._named)

    def follow(self, moves: Sequence[Move]) -> bool:
        """Update the main line; moves that it left stay if a variation branches off them.

        Return whether any name has changed.
        """
        before, common = self._made + len(self._named), 0
        while common < min(len(moves), len(self._game) - 1) and self._game[common + 1].move == moves[common]:
            common += 1
        for node in reversed(self._game[common + 1 :]):
            if node.children:
                self._name(node)
            else:
                node.remove()
        del self._game[common + 1 :]
        for move in moves[common:]:
            node = self._game[-1].play(move)
            self._forget_name(node)
            self._game.append(node)
        return self._made + len(self._named) != before

    def node(self, at: At) -> Node:
        """Return the node of a place."""
        if isinstance(at, int):
            if not 0 <= at < len(self._game):
                raise NotFound(f"this game has {len(self._game) - 1} moves, not {at}")
            return self._game[at]
        if at not in self._named:
            raise NotFound("there is no such variation in this game")
        return self._named[at]

    def address(self, node: Node) -> At:
        """Return the place of a node."""
        return self._names[node] if node in self._names else self._game.index(node)

    def try_move(self, at: At, text: str) -> At:
        """Play a move at a place; return its node."""
        before = self.node(at)
        move = before.position.move(text)
        node = before.child(move)
        if node is None:
            if len(self._named) >= _MOST:
                raise BadRequest(f"there are {_MOST} variations already; remove some first")
            node = before.play(move)
            self._name(node)
        return self.address(node)

    def remove(self, at: At) -> None:
        """Remove a variation and its continuations."""
        if isinstance(at, int):
            raise BadRequest("moves of the game itself can't be removed; take them back instead")
        node = self.node(at)
        for each in (node, *node.below()):
            self._forget_name(each)
        node.remove()

    def promote(self, at: At) -> None:
        """Move the line of a place before the others that branch off with it."""
        if isinstance(at, int):
            raise BadRequest("the moves of the game itself come first anyway")
        node = self.node(at)
        while node.parent is not None and node.parent in self._names and node.parent.children[0] is node:
            node = node.parent
        node.promote()

    def comment(self, at: str, text: str) -> None:
        """Set the comment of a place in a variation."""
        self.node(at).comment = clean_comment(text)

    def comments(self) -> dict[str, str]:
        """Return the comments of places in variations."""
        return {name: node.comment for name, node in self._named.items() if node.comment}

    def _name(self, node: Node) -> None:
        self._made += 1
        name = f"v{self._made}"
        self._named[name], self._names[node] = node, name

    def _forget_name(self, node: Node) -> None:
        name = self._names.pop(node, None)
        if name is not None:
            del self._named[name]

    # as in records

    def take(self, found: Mapping[int, Sequence[Variation]]) -> None:
        """Add the variations of a record."""
        for at, variations in found.items():
            for variation in variations:
                first = self._game[at].grow(variation)
                for node in (first, *first.below()):
                    if node not in self._names and node not in self._game and len(self._named) < _MOST:
                        self._name(node)

    def beside(self) -> dict[int, tuple[Variation, ...]]:
        """Return the variations for a record, without lines after the last move."""
        found = {}
        for at, (node, after) in enumerate(pairwise(self._game)):
            if others := tuple(child.variation() for child in node.children if child is not after):
                found[at] = others
        return found

    # JSON-compatible data

    def rows(self) -> list[VariationRow]:
        """Return every place with its name, parent, move, and the move's side."""
        return [
            (name, self.address(before), before.position.write(move), SIDES[before.position.turn])
            for name, before, move in self._in_order()
        ]

    def text(self) -> str:
        """Format all variations for a record; empty if there are none."""
        rows = [
            [name, self.address(before), str(move), *filter(None, [self._named[name].comment])]
            for name, before, move in self._in_order()
        ]
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) if rows else ""

    def _in_order(self) -> Iterator[tuple[str, Node, Move]]:
        """Return every place after its parent."""
        for node in self._root.below() if self._named else ():
            name = self._names.get(node)
            if name is not None and node.parent is not None and node.move is not None:
                yield name, node.parent, node.move

    def read(self, text: str) -> None:
        """Parse the format of `text`; invalid parts are skipped."""
        try:
            rows = parse_json(text) if text else []
            for name, at, move, *notes in rows[:_MOST]:
                before = self.node(at)
                node = before.play(before.position.move(move))
                if name not in self._named and node not in self._names and node not in self._game:
                    self._named[name], self._names[node] = node, name
                    node.comment = clean_comment(notes[0]) if notes else ""
                    self._made = max(self._made, int(name[1:]))
        except (ValueError, TypeError, KibitzError, RecursionError):
            return
