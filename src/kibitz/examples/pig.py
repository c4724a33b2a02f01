"""Pig: roll as often as you dare; a 1 loses what the turn has brought and ends it.

The player decides, then the die falls: chance follows a decision. With a coin
and two points to reach it is Piglet, where the player who begins wins 4 games
out of 7.
"""

import kibitz
from kibitz import Option


class Pig(kibitz.PythonGame):
    """A position is both scores, what the turn has brought, whose it is, and whether a roll is due."""

    options = (
        Option("target", 100, "points that win", low=1, high=100),
        Option("die", "die", "a die, or a coin that gives a point or ends the turn", choices=("die", "coin")),
    )
    text_summary = "Roll to add to your turn, or hold to keep it. A 1 loses the turn's points and ends it."

    def start(self):
        return (0, 0, 0, "first", False)

    def turn(self, state):
        return "chance" if state[4] else state[3]

    def roller(self, state):
        return state[3]

    def chances(self, state):
        if self.die == "coin":
            return {"tails": 1 / 2, "heads": 1 / 2}
        return {f"d{face}": 1 / 6 for face in range(1, 7)}

    def moves(self, state):
        return ["roll", "hold"] if state[2] else ["roll"]

    def play(self, state, move):
        first, second, turn, side, _ = state
        other = "second" if side == "first" else "first"
        if move == "roll":
            return (first, second, turn, side, True)
        if move == "hold":
            gained = (first + turn, second) if side == "first" else (first, second + turn)
            return (*gained, 0, other, False)
        if move in ("tails", "d1"):
            return (first, second, 0, other, False)
        return (first, second, turn + (1 if move == "heads" else int(move[1:])), side, False)

    def reasons(self, state, move):
        """What is won for sure, or put at risk."""
        first, second, turn, side, _ = state
        points = f"{turn} {'point' if turn == 1 else 'points'}"
        if move == "hold":
            return [f"keeps {points}, which makes {turn + (first if side == 'first' else second)}"]
        end = "tails" if self.die == "coin" else "a 1"
        return [f"risks {points}: {end} loses them" if turn else f"begins a turn, which {end} ends"]

    def outcome(self, state):
        first, second, turn, side, _ = state
        if first + (turn if side == "first" else 0) >= self.target:
            return "first"
        return "second" if second + (turn if side == "second" else 0) >= self.target else None

    def draw(self, state):
        first, second, turn, side, _ = state
        return f"first {first}   second {second}   this turn of {side}: {turn}"
