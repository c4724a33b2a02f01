"""What might have been played instead: lines that branch off a game, by address.

A place of the game itself is called by the number of moves made before it, any
other by a name of its own, such as v7, which it keeps.
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

#: Places beside one game.
_MOST = 2000


class Variations:
    """The lines that branch off one game."""

    def __init__(self, start: Position) -> None:
        self._root = Node(start)
        #: The places of the game itself.
        self._game = [self._root]
        self._named: dict[str, Node] = {}
        self._names: dict[Node, str] = {}
        self._made = 0

    def __len__(self) -> int:
        return len(self._named)

    def follow(self, moves: Sequence[Move]) -> bool:
        """The game stands after these moves now; what it left stays if something branches off it.

        Whether anything is called otherwise now.
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
        """The place of that address."""
        if isinstance(at, int):
            if not 0 <= at < len(self._game):
                raise NotFound(f"this game has {len(self._game) - 1} moves, not {at}")
            return self._game[at]
        if at not in self._named:
            raise NotFound("there is no such variation in this game")
        return self._named[at]

    def address(self, node: Node) -> At:
        """What a place is called."""
        return self._names[node] if node in self._names else self._game.index(node)

    def try_move(self, at: At, text: str) -> At:
        """Where a move leads from a place."""
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
        """Forget a variation and what follows it."""
        if isinstance(at, int):
            raise BadRequest("moves of the game itself can't be removed; take them back instead")
        node = self.node(at)
        for each in (node, *node.below()):
            self._forget_name(each)
        node.remove()

    def promote(self, at: At) -> None:
        """Put the line that a place is on before the others that branch off with it."""
        if isinstance(at, int):
            raise BadRequest("the moves of the game itself come first anyway")
        node = self.node(at)
        while node.parent is not None and node.parent in self._names and node.parent.children[0] is node:
            node = node.parent
        node.promote()

    def comment(self, at: str, text: str) -> None:
        """Say something about a place beside the game, in place of what was said there."""
        self.node(at).comment = clean_comment(text)

    def comments(self) -> dict[str, str]:
        """What was said about places beside the game."""
        return {name: node.comment for name, node in self._named.items() if node.comment}

    def _name(self, node: Node) -> None:
        self._made += 1
        name = f"v{self._made}"
        self._named[name], self._names[node] = node, name

    def _forget_name(self, node: Node) -> None:
        name = self._names.pop(node, None)
        if name is not None:
            del self._named[name]

    # As records have it

    def take(self, found: Mapping[int, Sequence[Variation]]) -> None:
        """Add the lines that a record has beside its moves."""
        for at, variations in found.items():
            for variation in variations:
                first = self._game[at].grow(variation)
                for node in (first, *first.below()):
                    if node not in self._names and node not in self._game and len(self._named) < _MOST:
                        self._name(node)

    def beside(self) -> dict[int, tuple[Variation, ...]]:
        """The same of what there is now; lines that go on after the last move are none of a record's."""
        found = {}
        for at, (node, after) in enumerate(pairwise(self._game)):
            if others := tuple(child.variation() for child in node.children if child is not after):
                found[at] = others
        return found

    # As plain values

    def rows(self) -> list[VariationRow]:
        """Every place with its address, the one before it, the move between, and whose move that was."""
        return [
            (name, self.address(before), before.position.write(move), SIDES[before.position.turn])
            for name, before, move in self._in_order()
        ]

    def text(self) -> str:
        """All of it in a text for a record; empty if there are none."""
        rows = [
            [name, self.address(before), str(move), *filter(None, [self._named[name].comment])]
            for name, before, move in self._in_order()
        ]
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) if rows else ""

    def _in_order(self) -> Iterator[tuple[str, Node, Move]]:
        """Every place after the one before it."""
        for node in self._root.below() if self._named else ():
            name = self._names.get(node)
            if name is not None and node.parent is not None and node.move is not None:
                yield name, node.parent, node.move

    def read(self, text: str) -> None:
        """Read what `text` wrote; what does not fit the game is left out."""
        try:
            rows = parse_json(text) if text else []
            for name, at, move, *said in rows[:_MOST]:
                before = self.node(at)
                node = before.play(before.position.move(move))
                if name not in self._named and node not in self._names and node not in self._game:
                    self._named[name], self._names[node] = node, name
                    node.comment = clean_comment(said[0]) if said else ""
                    self._made = max(self._made, int(name[1:]))
        except (ValueError, TypeError, KibitzError, RecursionError):
            return
