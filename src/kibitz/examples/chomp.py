"""Chomp: bite a square off a bar of chocolate, with all below and to the right of it.

The top left square is poisoned: whoever must eat it loses. The first player
wins on every bar but the single square, and nobody knows how in general.
"""

import kibitz
from kibitz import Option


class Chomp(kibitz.PythonGame):
    """A position is how many squares each row has left, the longest first."""

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

    def start(self):
        return (self.width,) * self.height

    def moves(self, rows):
        return [(row, column) for row, left in enumerate(rows) for column in range(left)]

    def play(self, rows, bite):
        row, column = bite
        return tuple(min(left, column) if at >= row else left for at, left in enumerate(rows))

    def outcome(self, rows):
        return None if rows[0] else "win"  # the other one ate the poison

    def format_move(self, bite):
        row, column = bite
        return f"{'abcdefgh'[column]}{self.height - row}"

    def board(self, rows):
        left = {row * self.width + column: (0, "square") for row, column in self.moves(rows)}
        poison = {0: (1, "square", "!")} if rows[0] else {}
        return kibitz.Board(self.width, self.height, left | poison)
