"""Dots and Boxes: draw a line between two dots; whoever closes a box owns it and moves again.

The game ends when all lines are drawn; its outcome is how many boxes more the
first player has.
"""

import kibitz
from kibitz import Option


class DotsAndBoxes(kibitz.PythonGame):
    """A position is the lines drawn, as bits, the boxes more that the first player has, and who is to move.

    Lines across count row by row from the top, then those down.
    """

    name = "dots_and_boxes"
    options = (
        Option("width", 2, "boxes across", low=1, high=5),
        Option("height", 2, "boxes down", low=1, high=5),
    )
    text_summary = "Draw a line between two dots. Whoever closes a box owns it and draws another line."

    def __init__(self, **values):
        super().__init__(**values)
        w, h = self.width, self.height
        self.across = w * (h + 1)
        self.lines = self.across + h * (w + 1)
        #: The four lines around each box.
        self.boxes = [
            1 << y * w + x
            | 1 << (y + 1) * w + x
            | 1 << self.across + y * (w + 1) + x
            | 1 << self.across + y * (w + 1) + x + 1
            for y in range(h)
            for x in range(w)
        ]

    @property
    def score_range(self):
        return (-len(self.boxes), len(self.boxes))

    def start(self):
        return (0, 0, "first")

    def turn(self, state):
        return state[2]

    def moves(self, state):
        return [line for line in range(self.lines) if not state[0] >> line & 1]

    def play(self, state, line):
        drawn, lead, side = state
        after = drawn | 1 << line
        closed = sum(box & ~after == 0 for box in self.boxes if box >> line & 1)
        other = "second" if side == "first" else "first"
        return (after, lead + (closed if side == "first" else -closed), side if closed else other)

    def outcome(self, state):
        return state[1] if state[0] == (1 << self.lines) - 1 else None

    def evaluate(self, state):
        return state[1]

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

    def board(self, state):
        wide = 2 * self.width + 1
        pieces = {
            y * wide + x: (0, "dot") for y in range(0, 2 * self.height + 1, 2) for x in range(0, wide, 2)
        }
        for line in range(self.lines):
            if state[0] >> line & 1:
                pieces[self._place(line)] = (0, "across" if line < self.across else "down")
        note = f"the first player has {state[1]:+d} boxes"
        return kibitz.Board(wide, 2 * self.height + 1, pieces, ground="plain", notes=[note])
