"""Kalah: sow the seeds of one of your pits around the board; seeds in your store are won.

A last seed in your own store gives you another turn. A last seed in an empty
pit of yours captures it and the seeds opposite, if there are any. As soon as
one side has no seeds in its pits, the other takes what is left in its own. The
outcome is how many seeds more the first player has.
"""

import ast

import kibitz
from kibitz import Option


class Kalah(kibitz.PythonGame):
    """A position is the seeds in the first player's pits and store, then in the second's, and who is to move.

    Pits count from the left as their owner sees them; seeds go to the right.
    """

    compiled = True
    options = (
        Option("pits", 6, "pits of each player", low=1, high=6),
        Option("seeds", 4, "seeds in each pit at the start", low=1, high=6),
    )
    text_summary = "Sow the seeds of a pit to the right, one each, past your store. Most seeds in store win."

    class State(kibitz.State):
        board = kibitz.int8["2 * pits + 2"]
        turn = kibitz.int8

    def __init__(self, **values):
        super().__init__(**values)
        self.score_range = (-2 * self.pits * self.seeds, 2 * self.pits * self.seeds)

    def start(self):
        s = self.State()
        for pit in range(self.pits):
            s.board[pit] = s.board[self.pits + 1 + pit] = self.seeds
        s.turn = 1
        return s

    def turn(self, s):
        return "first" if s.turn == 1 else "second"

    def _own(self, s):
        """The first pit of the side to move."""
        return 0 if s.turn == 1 else self.pits + 1

    def moves(self, s):
        own = self._own(s)
        return [pit + 1 for pit in range(self.pits) if s.board[own + pit]]

    def play(self, s, pit):
        n, own = self.pits, self._own(s)
        store, other_store = own + n, (own + 2 * n + 1) % (2 * n + 2)
        at = own + pit - 1
        seeds = s.board[at]
        s.board[at] = 0
        while seeds:
            at = at + 1 if at < 2 * n + 1 else 0
            if at != other_store:
                s.board[at] += 1
                seeds -= 1
        if own <= at < store and s.board[at] == 1 and s.board[2 * n - at]:
            s.board[store] += s.board[2 * n - at] + 1
            s.board[at] = s.board[2 * n - at] = 0
        if at != store:
            s.turn = 3 - s.turn

    def outcome(self, s):
        n = self.pits
        first = sum(s.board[pit] for pit in range(n))
        second = sum(s.board[n + 1 + pit] for pit in range(n))
        if first and second:
            return None
        return s.board[n] + first - s.board[2 * n + 1] - second

    def evaluate(self, s):
        return s.board[self.pits] - s.board[2 * self.pits + 1]

    def format_state(self, s):
        return str((tuple(s.board), self.turn(s)))

    def parse_state(self, text):
        s = self.State()
        s.board, side = ast.literal_eval(text)
        s.turn = ("first", "second").index(side) + 1
        if min(s.board) < 0 or sum(s.board) != 2 * self.pits * self.seeds:
            raise ValueError("the seeds are not as many as at the start")
        return s

    def reasons(self, s, pit):
        """How many seeds a move wins."""
        n, own = self.pits, self._own(s)
        seeds, won = s.board[own + pit - 1], self.play(s, pit).board[own + n] - s.board[own + n]
        sown = 0 if seeds <= n - pit else 1 + (seeds - n + pit - 1) // (2 * n + 1)
        if won > sown:
            return [f"wins {won} seeds by a capture"]
        return [f"puts {won} {'seed' if won == 1 else 'seeds'} into the store"] if won else []

    def draw(self, s):
        """The numbers of the pits beside the seeds, those of the second player above."""
        board, n = list(s.board), self.pits
        wide = 1 + max(len(str(each)) for each in board)

        def row(numbers):
            return "".join(str(number).rjust(wide) for number in numbers)

        first, second = board[:n], board[n + 1 : -1][::-1]
        margin, count = " " * wide, range(1, n + 1)
        return "\n".join(
            [
                f"{margin}{row(reversed(count))}   pits of the second player",
                f"{margin}{row(second)}",
                f"{row(board[-1:])}{' ' * (wide * n)}{row(board[n : n + 1])}",
                f"{margin}{row(first)}",
                f"{margin}{row(count)}   pits of the first player",
            ]
        )

    def board(self, s):
        """The second player's pits above, from right to left, the first player's below."""
        n = self.pits
        wide = n + 2
        pieces = {wide: (1, "square", str(s.board[-1])), wide + n + 1: (0, "square", str(s.board[n]))}
        touch = {}
        for pit in range(n):
            pieces[2 * wide + 1 + pit] = (0, "stone", str(s.board[pit]))
            pieces[n - pit] = (1, "stone", str(s.board[n + 1 + pit]))
            if s.board[self._own(s) + pit]:
                touch[pit + 1] = 2 * wide + 1 + pit if s.turn == 1 else n - pit
        notes = ["pits count from 1: the lower ones from the left, the upper ones from the right"]
        return kibitz.Board(wide, 3, pieces, ground="plain", touch=touch, notes=notes)
