"""Random games with cycles, with positions sorted into tiers."""

from __future__ import annotations

import random

import kibitz

WIDTH, _TIERS = 12, 5


def circling(seed: int, kind: str) -> type[kibitz.PythonGame]:
    """A game on a random graph: moves stay in a tier of twelve positions, round and round, or lead on."""
    rng = random.Random(seed)
    count = WIDTH * _TIERS
    edges: list[list[int]] = []
    for state in range(count):
        base = state // WIDTH * WIDTH
        inside = [base + rng.randrange(WIDTH) for _ in range(rng.randrange(1, 4))]
        on = (
            [rng.randrange(base + WIDTH, count) for _ in range(rng.randrange(1, 3))]
            if base + WIDTH < count
            else []
        )
        edges.append(sorted({*inside, *on}))
    ends = {state: rng.choice([-3, -1, 0, 1, 2]) for state in range(1, count) if rng.random() < 0.15}
    turns = [rng.choice(["first", "second"]) for _ in range(count)]
    dice = {state for state in range(count) if rng.random() < 0.3} if kind == "dice" else set()

    class Circling(kibitz.PythonGame):
        name = f"circling_{kind}_{seed}"

        def start(self) -> int:
            return 0

        def turn(self, state: int) -> str:
            return "chance" if state in dice else turns[state]

        def moves(self, state: int) -> list[int]:
            return edges[state]

        def play(self, state: int, move: int) -> int:
            return move

        def outcome(self, state: int) -> str | int | None:
            if state not in ends or kind == "points":
                return ends.get(state)
            return "draw" if ends[state] == 0 else "first" if ends[state] > 0 else "second"

    # What a game of this kind says besides.
    if kind == "points":
        Circling.score_range = (-3, 2)
    if kind == "dice":
        Circling.chances = lambda self, state: {move: 1 / len(edges[state]) for move in edges[state]}
        Circling.roller = lambda self, state: turns[state]
    return Circling


def tiered(cls: type[kibitz.PythonGame]) -> type[kibitz.PythonGame]:
    return type("Tiered", (cls,), {"name": f"{cls.name}_tiered", "tier": lambda self, state: state // WIDTH})
