"""Dots and Boxes: draw a line between two dots; whoever closes a box owns it and moves again.

The game ends when all lines are drawn; its outcome is how many boxes more the
first player has.
"""

import ast

import kibitz
from kibitz import Bitboard, Option


class DotsAndBoxes(kibitz.PythonGame):
    """A position is the lines drawn, as bits, the boxes more that the first player has, and who is to move.

    Lines across count row by row from the top, then those down.
    """

    name = "dots_and_boxes"
    compiled = True
    options = (
        Option("width", 2, "boxes across", low=1, high=5),
        Option("height", 2, "boxes down", low=1, high=5),
    )
    text_summary = "Draw a line between two dots. Whoever closes a box owns it and draws another line."

    class State(kibitz.State):
        drawn = kibitz.bitboard
        lead = kibitz.int8
        turn = kibitz.int8

    def __init__(self, **values):
        super().__init__(**values)
        w, h = self.width, self.height
        self.across = w * (h + 1)
        self.lines = self.across + h * (w + 1)
        self.every_line = Bitboard((1 << self.lines) - 1)
        self.score_range = (-w * h, w * h)
        boxes = []
        for y in range(h):
            for x in range(w):
                down = self.across + y * (w + 1) + x
                boxes.append((y * w + x, (y + 1) * w + x, down, down + 1))
        #: For each line, the lines around the boxes beside it.
        self.beside = [
            [Bitboard(sum(1 << each for each in box)) for box in boxes if line in box]
            for line in range(self.lines)
        ]

    def start(self):
        s = self.State()
        s.turn = 1
        return s

    def turn(self, s):
        return "first" if s.turn == 1 else "second"

    def moves(self, s):
        return list(self.every_line & ~s.drawn)

    def play(self, s, line):
        s.drawn |= Bitboard.of(line)
        closed = sum(not box & ~s.drawn for box in self.beside[line])
        s.lead += closed if s.turn == 1 else -closed
        if not closed:
            s.turn = 3 - s.turn

    def outcome(self, s):
        return s.lead if s.drawn == self.every_line else None

    def evaluate(self, s):
        return s.lead

    def _place(self, line):
        """The cell of a line on a board with a cell for every dot, line and box."""
        if line < self.across:
            y, x = divmod(line, self.width)
            return 2 * y * (2 * self.width + 1) + 2 * x + 1
        y, x = divmod(line - self.across, self.width + 1)
        return (2 * y + 1) * (2 * self.width + 1) + 2 * x

    def format_move(self, line):
        y, x = divmod(self._place(line), 2 * self.width + 1)
        return f"{'abcdefghijk'[x]}{2 * self.height + 1 - y}"

    def format_state(self, s):
        return str((int(s.drawn), s.lead, self.turn(s)))

    def parse_state(self, text):
        s = self.State()
        s.drawn, s.lead, side = ast.literal_eval(text)
        s.turn = ("first", "second").index(side) + 1
        if s.drawn & ~self.every_line or abs(s.lead) > self.width * self.height:
            raise ValueError("there are not so many lines or boxes")
        return s

    def board(self, s):
        wide = 2 * self.width + 1
        pieces = {
            y * wide + x: (0, "dot") for y in range(0, 2 * self.height + 1, 2) for x in range(0, wide, 2)
        }
        for line in s.drawn:
            pieces[self._place(line)] = (0, "across" if line < self.across else "down")
        note = f"the first player has {s.lead:+d} boxes"
        return kibitz.Board(wide, 2 * self.height + 1, pieces, ground="plain", notes=[note])
