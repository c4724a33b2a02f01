"""Domineering: the first player puts down upright dominoes, the second lying ones.

Whoever can't put one down loses. On square boards from 2 to 6 the first player
wins, but for 5, where the second does.
"""

import kibitz
from kibitz import Option


class Domineering(kibitz.PythonGame):
    """A position is the cells under upright and under lying dominoes, as bits, and who is to move.

    A move is the upper or left cell of a domino.
    """

    options = (
        Option("width", 4, "cells across", low=1, high=8),
        Option("height", 4, "cells down", low=1, high=8),
    )
    side_names = ("upright", "lying")
    text_summary = "Cover two empty cells: one player upright, the other lying. Whoever can't, loses."

    @property
    def text_known(self):
        known = (
            {2: "first", 3: "first", 4: "first", 5: "second", 6: "first"} if self.width == self.height else {}
        )
        return f"solved (the {known[self.width]} player wins)" if self.width in known else ""

    def start(self):
        return (0, 0, "first")

    def turn(self, state):
        return state[2]

    def moves(self, state):
        upright, lying, side = state
        covered = upright | lying
        w, h = self.width, self.height
        if side == "first":
            return [c for c in range(w * (h - 1)) if not covered >> c & 1 and not covered >> c + w & 1]
        return [c for c in range(w * h) if c % w < w - 1 and not covered >> c & 3]

    def play(self, state, cell):
        upright, lying, side = state
        if side == "first":
            return (upright | 1 << cell | 1 << cell + self.width, lying, "second")
        return (upright, lying | 3 << cell, "first")

    def outcome(self, state):
        return None if self.moves(state) else "loss"

    def evaluate(self, state):
        """How many more places the first player has."""
        upright, lying, _ = state
        return len(self.moves((upright, lying, "first"))) - len(self.moves((upright, lying, "second")))

    def canonical(self, state):
        """Of a board and its mirror images the one with the lowest number, whosever dominoes lie there."""
        upright, lying, side = state
        covered = upright | lying
        w, h = self.width, self.height
        row = (1 << w) - 1
        rows = [covered >> w * y & row for y in range(h)]
        mirrored = [int(f"{each:0{w}b}"[::-1], 2) for each in rows]
        boards = (rows, rows[::-1], mirrored, mirrored[::-1])
        return (min(sum(each << w * y for y, each in enumerate(board)) for board in boards), 0, side)

    def format_move(self, cell):
        return f"{'abcdefgh'[cell % self.width]}{self.height - cell // self.width}"

    def board(self, state):
        upright, lying, _ = state
        pieces = {}
        for cell in range(self.width * self.height):
            if upright >> cell & 1 and cell not in pieces:
                pieces |= {cell: (0, "top"), cell + self.width: (0, "bottom")}
            elif lying >> cell & 1 and cell not in pieces:
                pieces |= {cell: (1, "left"), cell + 1: (1, "right")}
        return kibitz.Board(self.width, self.height, pieces)
