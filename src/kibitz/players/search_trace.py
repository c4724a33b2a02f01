"""A search walked through step by step: where it goes, what it learns, and why it leaves branches out."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.value import Value
from kibitz.players.search_tree import Visited


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a search does. Values are as the mover at `node` sees them.

    `enter`: it comes to a node. `leaf`: the node has a value by itself.
    `raise`: a child is better than anything so far, so the lower bound rises to
    `value`; `by` is that child. `cut`: nothing more at the node can matter; `by` is
    the move elsewhere that gives the other player as much already, None where
    that is only the window the search began with. `leave`: its value is known.
    """

    kind: str
    node: int
    value: Value | None = None
    by: int | None = None
    #: The window after the step.
    alpha: Value | None = None
    beta: Value | None = None


def walk(root: Visited, first: int = 0) -> list[Step]:
    """The steps in which a tree was visited. Nodes are numbered as visited, the root by `first`."""
    steps: list[Step] = []
    number = first

    def visit(node: Visited, low_by: int | None, high_by: int | None) -> int:
        """Walk through a node, whose bounds were set by those moves; its number."""
        nonlocal number
        here = number
        number += 1
        low, high = node.alpha, node.beta
        steps.append(Step("enter", here, alpha=low, beta=high))
        if not node.children and not node.skipped:
            steps.append(Step("leaf", here, node.value))
            return here
        for child in node.children:
            same = child.mover is node.mover
            came = visit(child, low_by if same else high_by, high_by if same else low_by)
            if node.kind == "chance":
                continue  # what one outcome is worth says little about the others
            seen = child.value if same else -child.value
            if seen > low:
                low, low_by = seen, came
                steps.append(Step("raise", here, seen, came, low, high))
        if node.skipped:
            steps.append(Step("cut", here, node.value, high_by, low, high))
        steps.append(Step("leave", here, node.value))
        return here

    visit(root, None, None)
    return steps
