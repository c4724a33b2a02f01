"""Small games written in Python, with known answers."""

from __future__ import annotations

from pathlib import Path

import kibitz

#: A token on a line of places 0 to 4, moved one step up or down by each player in turn: the first player
#: wins at 4, the second at 0.
WALK = """
import kibitz

class Walk(kibitz.PythonGame):
    def start(self):
        return (2, "first")

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return ["up", "down"]

    def play(self, state, move):
        return (state[0] + (1 if move == "up" else -1), "second" if state[1] == "first" else "first")

    def outcome(self, state):
        return "first" if state[0] == 4 else "second" if state[0] == 0 else None
"""

#: At each turn stop, for a draw, or flip a coin: heads wins, tails is the other's turn; three flips at most.
COIN = """
import kibitz

class Coin(kibitz.PythonGame):
    def start(self):
        return ("first", "choose", 3)

    def turn(self, state):
        return "chance" if state[1] == "flip" else state[0]

    def chances(self, state):
        return {"heads": 0.25, "tails": 0.75}

    def moves(self, state):
        return ["flip", "stop"]

    def play(self, state, move):
        side, doing, left = state
        if move == "flip":
            return (side, "flip", left)
        if move == "heads":
            return (side, "won", left)
        if move == "stop":
            return (side, "drawn", left)
        return ("second" if side == "first" else "first", "choose", left - 1)

    def outcome(self, state):
        if state[1] == "won":
            return state[0]
        return "draw" if state[1] == "drawn" or (state[1] == "choose" and not state[2]) else None
"""

#: Five places in a row: mark one, or two side by side. Whoever marks the last wins, or the points are the
#: places that the first player marked less the others. A row and its mirror image are the same.
HOPS = """
import kibitz

class Hops(kibitz.PythonGame):
    score_range = None

    def start(self):
        return (0,) * 5

    def moves(self, state):
        one = [(at,) for at in range(5) if not state[at]]
        return one + [(at, at + 1) for at in range(4) if not state[at] and not state[at + 1]]

    def play(self, state, move):
        mark = 1 + sum(map(bool, state)) % 2
        return tuple(mark if at in move else each for at, each in enumerate(state))

    def outcome(self, state):
        if not all(state):
            return None
        return state.count(1) - state.count(2) if self.score_range else "loss"

    def canonical(self, state):
        return min(state, state[::-1])

    def tier(self, state):
        return sum(map(bool, state))
"""


def load(folder: Path, name: str, source: str) -> kibitz.Game:
    path = folder / f"{name}.py"
    path.write_text(source)
    return kibitz.load(str(path))
