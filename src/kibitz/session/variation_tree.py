"""Lines of play that branch: what happened, what might have, and what may come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kibitz.base.move import Move
from kibitz.games.position import Position
from kibitz.records.variation import DEEPEST, Variation


class Node:
    """A position in a tree, and the move that led to it. The first of its children goes on with its line."""

    __slots__ = ("children", "comment", "marks", "move", "parent", "position")

    def __init__(self, position: Position, move: Move | None = None, parent: Node | None = None) -> None:
        self.position = position
        self.move = move
        self.parent = parent
        self.children: list[Node] = []
        self.comment = ""
        self.marks: tuple[int, ...] = ()

    def child(self, move: Move) -> Node | None:
        """Where a move leads, if it was tried."""
        return next((node for node in self.children if node.move == move), None)

    def play(self, move: Move) -> Node:
        """Where a move leads; tried now if it was not before. An error if it is not allowed."""
        found = self.child(move)
        if found is None:
            found = Node(self.position.play(move), move, self)
            self.children.append(found)
        return found

    def play_all(self, moves: Iterable[Move]) -> Node:
        """Where several moves lead."""
        node = self
        for move in moves:
            node = node.play(move)
        return node

    def line(self) -> list[Node]:
        """The nodes from the first move to this one; none for the root."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    @property
    def moves(self) -> list[Move]:
        """The moves that led here."""
        return [node.move for node in self.line() if node.move is not None]

    def below(self) -> Iterator[Node]:
        """Everything that follows: each line to its end, before the lines that branch off it."""
        waiting = list(reversed(self.children))
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def remove(self) -> None:
        """Forget this node and everything that follows it."""
        if self.parent is None:
            raise ValueError("the root of a tree can't be removed")
        self.parent.children.remove(self)
        self.parent = None

    def promote(self) -> None:
        """Make this the line that its parent goes on with."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent.children.insert(0, self)

    # As records have it

    def grow(self, variation: Variation) -> Node:
        """Add a line, with what is said in it and beside it; its first node."""
        nodes = [self]
        for at, move in enumerate(variation.moves):
            node = nodes[-1].play(move)
            # The root of a variation is said to be what stands before its first move.
            said = (variation.comments.get(0, "") if at == 0 else "", variation.comments.get(at + 1, ""))
            node.comment = node.comment or " ".join(filter(None, said))
            node.marks = node.marks or tuple(variation.marks.get(at + 1, ()))
            nodes.append(node)
        for at, beside in variation.variations.items():
            for each in beside:
                nodes[at].grow(each)
        return nodes[1]

    def variation(self, deepest: int = DEEPEST) -> Variation:
        """The line that begins with this node's move, with what branches off it, so deep at most."""
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
