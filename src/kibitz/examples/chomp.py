"""Chomp: bite a square off a bar of chocolate, with all below and to the right of it.

The top left square is poisoned: whoever must eat it loses. The first player
wins on every bar but the single square, and nobody knows how in general.
"""

import ast

import kibitz
from kibitz import Option


class Chomp(kibitz.PythonGame):
    """A position is how many squares each row has left, the longest first. A move is a square."""

    compiled = True
    impartial = True
    options = (
        Option("width", 5, "squares across", low=1, high=8),
        Option("height", 4, "squares down", low=1, high=8),
    )
    text_summary = (
        "Bite off a square, with all below and to the right of it. Whoever eats the top left one loses."
    )

    @property
    def text_known(self):
        return f"solved (the {'first' if self.width * self.height > 1 else 'second'} player wins)"

    class State(kibitz.State):
        rows = kibitz.int8["height"]

    def start(self):
        s = self.State()
        for row in range(self.height):
            s.rows[row] = self.width
        return s

    def moves(self, s):
        return [row * self.width + column for row, left in enumerate(s.rows) for column in range(left)]

    def play(self, s, square):
        for row in range(square // self.width, self.height):
            s.rows[row] = min(s.rows[row], square % self.width)

    def outcome(self, s):
        return None if s.rows[0] else "win"  # the other one ate the poison

    def format_move(self, square):
        return f"{'abcdefgh'[square % self.width]}{self.height - square // self.width}"

    def format_state(self, s):
        return str(tuple(s.rows))

    def parse_state(self, text):
        s = self.State()
        s.rows = ast.literal_eval(text)
        if s.rows[0] > self.width or list(s.rows) != sorted(s.rows, reverse=True):
            raise ValueError("no row is longer than the one above")
        return s

    def board(self, s):
        left = dict.fromkeys(self.moves(s), (0, "square"))
        poison = {0: (1, "square", "!")} if s.rows[0] else {}
        return kibitz.Board(self.width, self.height, left | poison)
