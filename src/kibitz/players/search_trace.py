"""A search step by step: nodes entered, bounds raised, and cutoffs with their reasons."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.value import Value
from kibitz.players.search_tree import Visited


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a search. Values are from the mover's point of view at `node`.

    `enter`: the search enters a node. `leaf`: the node is a leaf. `raise`: child `by` improves the lower
    bound to `value`. `cut`: a cutoff; `by` is the earlier move that already guarantees the opponent as
    much, None if that is the initial window. `leave`: the node's value is final.
    """

    kind: str
    node: int
    value: Value | None = None
    by: int | None = None
    #: The window after the step.
    alpha: Value | None = None
    beta: Value | None = None


def walk(root: Visited, first: int = 0) -> list[Step]:
    """Return the steps that visit a tree. Nodes are numbered in the order of their visits, from `first`."""
    steps: list[Step] = []
    number = first

    def visit(node: Visited, low_by: int | None, high_by: int | None) -> int:
        """Add the steps of a node whose bounds were set by these moves; return its number."""
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
                continue  # one roll's value says little about the others
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
