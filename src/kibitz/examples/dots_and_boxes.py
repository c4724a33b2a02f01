"""Dots and Boxes: draw a line between two dots; whoever closes a box owns it and moves again.

The game ends when all lines are drawn; its outcome is how many boxes more the
first player has.
"""

import ast

import kibitz
from kibitz import Bitboard, Option


class DotsAndBoxes(kibitz.PythonGame):
    """A position is the lines drawn, as bits, the first player's lead in boxes, and the side to move.

    Horizontal lines are numbered row by row from the top, then the vertical ones.
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
        #: For each line, the lines around the adjacent boxes.
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

    def reasons(self, s, line):
        """Count the boxes that a line closes, those it gives away, and the safe lines that are left."""
        after = self.play(s, line)
        closed = sum(not box & ~after.drawn for box in self.beside[line])
        given = sum((box & ~after.drawn).bit_count() == 1 for box in self.beside[line])
        reasons = []
        if closed:
            reasons.append("closes a box" if closed == 1 else f"closes {closed} boxes")
        if given:
            reasons.append(f"puts the third line to {'a box' if given == 1 else f'{given} boxes'}")
        if not closed and not given:
            free = self.every_line & ~after.drawn
            safe = sum(
                all((box & ~after.drawn).bit_count() > 2 for box in self.beside[each]) for each in free
            )
            lines = "1 line that gives" if safe == 1 else f"{safe or 'no'} lines that give"
            reasons.append(f"gives no box away and leaves {lines} none away")
        return reasons

    def _place(self, line):
        """Return the cell of a line on a board with a cell for every dot, line and box."""
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
