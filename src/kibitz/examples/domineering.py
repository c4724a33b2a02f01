"""Domineering: the first player puts down upright dominoes, the second lying ones.

Whoever can't put one down loses. On square boards from 2 to 6 the first player
wins, but for 5, where the second does.
"""

import ast

import kibitz
from kibitz import Bitboard, Option


class Domineering(kibitz.PythonGame):
    """A position is the cells under upright and under flat dominoes, as bits, and the side to move: 1 or 2.

    A move is the upper or left cell of a domino.
    """

    compiled = True
    options = (
        Option("width", 4, "cells across", low=1, high=8),
        Option("height", 4, "cells down", low=1, high=8),
    )
    side_names = ("upright", "lying")
    text_summary = "Cover two empty cells: one player upright, the other lying. Whoever can't, loses."

    @property
    def text_known(self):
        winners = {2: "first", 3: "first", 4: "first", 5: "second", 6: "first"}
        known = self.width == self.height and winners.get(self.width)
        return f"solved (the {known} player wins)" if known else ""

    class State(kibitz.State):
        upright = kibitz.bitboard
        lying = kibitz.bitboard
        turn = kibitz.int8

    def __init__(self, **values):
        super().__init__(**values)
        w, h = self.width, self.height
        #: Cells where an upright and where a flat domino can begin.
        self.upper = Bitboard((1 << w * (h - 1)) - 1)
        self.left = Bitboard(sum(1 << w * y + x for y in range(h) for x in range(w - 1)))

    def start(self):
        s = self.State()
        s.turn = 1
        return s

    def turn(self, s):
        return "first" if s.turn == 1 else "second"

    def _places(self, s, side):
        covered = s.upright | s.lying
        if side == 1:
            return self.upper & ~(covered | covered >> self.width)
        return self.left & ~(covered | covered >> 1)

    def moves(self, s):
        return list(self._places(s, s.turn))

    def play(self, s, cell):
        if s.turn == 1:
            s.upright |= Bitboard.of(cell) | Bitboard.of(cell + self.width)
        else:
            s.lying |= Bitboard.of(cell) | Bitboard.of(cell + 1)
        s.turn = 3 - s.turn

    def outcome(self, s):
        return None if self._places(s, s.turn) else "loss"

    def evaluate(self, s):
        """Return the first player's lead in possible placements."""
        return self._places(s, 1).bit_count() - self._places(s, 2).bit_count()

    def canonical(self, s):
        """Return the lowest of a board and its mirror images."""
        board, w, h = s.upright | s.lying, self.width, self.height
        s.upright, s.lying = board, Bitboard(0)
        for image in range(1, 4):
            mirrored = Bitboard(0)
            for cell in board:
                y, x = cell // w, cell % w
                mirrored |= Bitboard.of((h - 1 - y if image & 1 else y) * w + (w - 1 - x if image & 2 else x))
            if mirrored < s.upright:
                s.upright = mirrored

    def format_move(self, cell):
        return f"{'abcdefgh'[cell % self.width]}{self.height - cell // self.width}"

    def format_state(self, s):
        return str((int(s.upright), int(s.lying), self.turn(s)))

    def parse_state(self, text):
        s = self.State()
        *covered, side = ast.literal_eval(text)
        s.upright, s.lying = (
            covered if len(covered) > 1 else (0, *covered)
        )  # earlier versions: one number for all
        s.turn = ("first", "second").index(side) + 1
        if (s.upright | s.lying) >> self.width * self.height - 1 > 1:
            raise ValueError("a covered cell is not on the board")
        return s

    def board(self, s):
        pieces = {}
        for side, covered, step, halves in (
            (0, s.upright, self.width, ("top", "bottom")),
            (1, s.lying, 1, ("left", "right")),
        ):
            for cell in covered:
                if cell not in pieces and cell + step in covered:
                    pieces |= {cell: (side, halves[0]), cell + step: (side, halves[1])}
                pieces.setdefault(cell, (side, "square"))
        return kibitz.Board(self.width, self.height, pieces)
