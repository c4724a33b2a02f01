"""Nim: take any number of stones from one pile; whoever takes the last stone wins.

kibitz play nim
kibitz solve nim:piles=4
kibitz analyse nim
"""

import ast

import kibitz


class Nim(kibitz.PythonGame):
    """Piles of 1, 2, 3, ... stones. As text a position is the tuple of piles; `2-3` takes 3 from pile 2."""

    compiled = True
    impartial = True
    options = (kibitz.Option("piles", 3, "how many piles there are", low=1, high=6),)

    class State(kibitz.State):
        left = kibitz.int8["piles"]

    def start(self):
        s = self.State()
        for pile in range(self.piles):
            s.left[pile] = pile + 1
        return s

    def moves(self, s):
        for pile, left in enumerate(s.left):
            for taken in range(1, left + 1):
                yield 8 * pile + taken

    def play(self, s, move):
        s.left[move // 8] -= move % 8

    def outcome(self, s):
        return None if any(s.left) else "loss"  # the side to move finds nothing left

    def canonical(self, s):
        """The order of the piles does not matter."""
        for end in range(self.piles - 1, 0, -1):
            for pile in range(end):
                if s.left[pile] > s.left[pile + 1]:
                    s.left[pile], s.left[pile + 1] = s.left[pile + 1], s.left[pile]

    def format_move(self, move):
        return f"{move // 8 + 1}-{move % 8}"

    def format_state(self, s):
        return str(tuple(s.left))

    def parse_state(self, text):
        s = self.State()
        s.left = ast.literal_eval(text)
        if min(s.left) < 0 or any(left > pile for pile, left in enumerate(s.left, 1)):
            raise ValueError("a pile has at most as many stones as its number")
        return s

    def draw(self, s):
        return "\n".join(f"pile {pile}: {'o' * left or '-'}" for pile, left in enumerate(s.left, 1))
