"""Nim: take any number of stones from one pile; whoever takes the last stone wins.

kibitz play nim
kibitz solve nim:piles=4
kibitz analyse nim
"""

import kibitz


class Nim(kibitz.PythonGame):
    """Piles of 1, 2, 3, ... stones. A position is the tuple of piles; `2-3` takes 3 from pile 2."""

    impartial = True
    options = (kibitz.Option("piles", 3, "how many piles there are", low=1, high=6),)

    def start(self):
        return tuple(range(1, self.piles + 1))

    def moves(self, state):
        return [(pile, taken) for pile, left in enumerate(state, 1) for taken in range(1, left + 1)]

    def play(self, state, move):
        pile, taken = move
        return (*state[: pile - 1], state[pile - 1] - taken, *state[pile:])

    def outcome(self, state):
        return None if any(state) else "loss"  # the side to move finds nothing left

    def format_move(self, move):
        return f"{move[0]}-{move[1]}"

    def canonical(self, state):
        return tuple(sorted(state))  # the order of the piles does not matter

    def draw(self, state):
        return "\n".join(f"pile {pile}: {'o' * left or '-'}" for pile, left in enumerate(state, 1))
