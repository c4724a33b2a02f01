"""A tree of moves: the game and its variations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.base.move import Move
from kibitz.games.position import Position
from kibitz.records.variation import DEEPEST, Variation


class Node:
    """A position in a tree, and the move that led to it. The first child continues the main line."""

    __slots__ = ("children", "comment", "marks", "move", "parent", "position")

    def __init__(self, position: Position, move: Move | None = None, parent: Node | None = None) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""
        self.marks: tuple[int, ...] = ()

    def child(self, move: Move) -> Node | None:
        """Return the child of a move, if it exists."""
        return next((node for node in self.children if node.move == move), None)

    def play(self, move: Move) -> Node:
        """Return the child of a move, creating it if necessary; an error if the move is illegal."""
        found = self.child(move)
        if found is None:
            found = Node(self.position.play(move), move, self)
            self.children.append(found)
        return found

    def play_all(self, moves: Iterable[Move]) -> Node:
        """Return the descendant after several moves, creating it if necessary."""
        node = self
        for move in moves:
            node = node.play(move)
        return node

    def line(self) -> list[Node]:
        """Return the nodes from the first move to this one; empty for the root."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    @property
    def moves(self) -> list[Move]:
        """Return the moves that led here."""
        return [node.move for node in self.line() if node.move is not None]

    def below(self) -> Iterator[Node]:
        """Return all descendants: each line to its end, before the lines that branch off it."""
        waiting = list(reversed(self.children))
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def remove(self) -> None:
        """Remove this node and its descendants."""
        if self.parent is None:
            raise ValueError("the root of a tree can't be removed")
        self.parent.children.remove(self)
        self.parent = None

    def promote(self) -> None:
        """Make this the main line of its parent."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent.children.insert(0, self)

    # as in records

    def grow(self, variation: Variation) -> Node:
        """Add a variation with its annotations; return its first node."""
        nodes = [self]
        for at, move in enumerate(variation.moves):
            node = nodes[-1].play(move)
            # A comment of the root precedes the first move.
            notes = (variation.comments.get(0, "") if at == 0 else "", variation.comments.get(at + 1, ""))
            node.comment = node.comment or " ".join(filter(None, notes))
            node.marks = node.marks or tuple(variation.marks.get(at + 1, ()))
            nodes.append(node)
        for at, beside in variation.variations.items():
            for each in beside:
                nodes[at].grow(each)
        return nodes[1]

    def variation(self, deepest: int = DEEPEST) -> Variation:
        """Return the variation from this node's move on, with branches up to a depth."""
        line = [self]
        while line[-1].children:
            line.append(line[-1].children[0])
        return Variation(
            tuple(node.move for node in line if node.move is not None),
            {at: node.comment for at, node in enumerate(line, 1) if node.comment},
            {at: node.marks for at, node in enumerate(line, 1) if node.marks},
            {
                at: tuple(child.variation(deepest - 1) for child in node.children[1:])
                for at, node in enumerate(line[:-1], 1)
                if len(node.children) > 1 and deepest > 1
            },
        )
