"""Kalah: sow the seeds of one of your pits around the board; seeds in your store are won.

A last seed in your own store gives you another turn. A last seed in an empty
pit of yours captures it and the seeds opposite, if there are any. As soon as
one side has no seeds in its pits, the other takes what is left in its own. The
outcome is how many seeds more the first player has.
"""

import kibitz
from kibitz import Option


class Kalah(kibitz.PythonGame):
    """A position is the seeds in the first player's pits and store, then in the second's, and who is to move.

    Pits count from the left as their owner sees them; seeds go to the right.
    """

    options = (
        Option("pits", 6, "pits of each player", low=1, high=6),
        Option("seeds", 4, "seeds in each pit at the start", low=1, high=6),
    )
    text_summary = "Sow the seeds of a pit to the right, one each, past your store. Most seeds in store win."

    @property
    def score_range(self):
        all_seeds = 2 * self.pits * self.seeds
        return (-all_seeds, all_seeds)

    def start(self):
        half = (self.seeds,) * self.pits + (0,)
        return (half + half, "first")

    def turn(self, state):
        return state[1]

    def moves(self, state):
        board, side = state
        first = 0 if side == "first" else self.pits + 1
        return [pit + 1 for pit in range(self.pits) if board[first + pit]]

    def play(self, state, pit):
        n = self.pits
        board, side = list(state[0]), state[1]
        own = 0 if side == "first" else n + 1
        store, other_store = own + n, (own + 2 * n + 1) % (2 * n + 2)
        at = own + pit - 1
        seeds, board[at] = board[at], 0
        while seeds:
            at = (at + 1) % (2 * n + 2)
            if at != other_store:
                board[at] += 1
                seeds -= 1
        opposite = 2 * n - at
        if own <= at < store and board[at] == 1 and board[opposite]:
            board[store] += board[opposite] + 1
            board[at] = board[opposite] = 0
        return (tuple(board), side if at == store else "second" if side == "first" else "first")

    def outcome(self, state):
        board, n = state[0], self.pits
        first, second = board[:n], board[n + 1 : -1]
        if any(first) and any(second):
            return None
        return board[n] + sum(first) - board[-1] - sum(second)

    def evaluate(self, state):
        return state[0][self.pits] - state[0][-1]

    def reasons(self, state, pit):
        """How many seeds a move wins."""
        store = self.pits if state[1] == "first" else 2 * self.pits + 1
        board, seeds = state[0], state[0][store - self.pits + pit - 1]
        won = self.play(state, pit)[0][store] - board[store]
        sown = 0 if seeds <= self.pits - pit else 1 + (seeds - self.pits + pit - 1) // (2 * self.pits + 1)
        if won > sown:
            return [f"wins {won} seeds by a capture"]
        return [f"puts {won} {'seed' if won == 1 else 'seeds'} into the store"] if won else []

    def draw(self, state):
        """The numbers of the pits beside the seeds, those of the second player above."""
        board, n = state[0], self.pits
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

    def board(self, state):
        """The second player's pits above, from right to left, the first player's below."""
        board, side = state
        n = self.pits
        wide = n + 2
        pieces = {wide: (1, "square", str(board[-1])), wide + n + 1: (0, "square", str(board[n]))}
        touch = {}
        for pit in range(n):
            pieces[2 * wide + 1 + pit] = (0, "stone", str(board[pit]))
            pieces[n - pit] = (1, "stone", str(board[n + 1 + pit]))
            touch[pit + 1] = 2 * wide + 1 + pit if side == "first" else n - pit
        moves = self.moves(state)
        return kibitz.Board(
            wide,
            3,
            pieces,
            ground="plain",
            touch={pit: cell for pit, cell in touch.items() if pit in moves},
            notes=["pits count from 1: the lower ones from the left, the upper ones from the right"],
        )
