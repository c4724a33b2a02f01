"""Pig: roll as often as you dare; a 1 loses what the turn has brought and ends it.

The player decides, then the die falls: chance follows a decision. With a coin
and two points to reach it is Piglet, where the player who begins wins 4 games
out of 7.
"""

import ast

import kibitz
from kibitz import Option

ROLL, HOLD = 0, 7  # a die shows 1 to 6, a coin 1 (tails) or 2 (heads)


class Pig(kibitz.PythonGame):
    """A position is both scores, the turn's points, whose turn it is, and whether a roll is due."""

    compiled = True
    options = (
        Option("target", 100, "points that win", low=1, high=100),
        Option("die", "die", "a die, or a coin that gives a point or ends the turn", choices=("die", "coin")),
    )
    text_summary = "Roll to add to your turn, or hold to keep it. A 1 loses the turn's points and ends it."

    class State(kibitz.State):
        scores = kibitz.int16[2]
        brought = kibitz.int16
        side = kibitz.int8
        rolling = kibitz.int8

    def start(self):
        return self.State()

    def turn(self, s):
        return "chance" if s.rolling else self.roller(s)

    def roller(self, s):
        return "second" if s.side else "first"

    def chances(self, s):
        faces = 2 if self.die == "coin" else 6
        for face in range(1, faces + 1):
            yield face, 1 / faces

    def moves(self, s):
        yield ROLL
        if s.brought:
            yield HOLD

    def play(self, s, move):
        s.rolling = move == ROLL
        if move == HOLD:
            s.scores[s.side] += s.brought
        if move in (1, HOLD):
            s.brought, s.side = 0, 1 - s.side
        elif move != ROLL:
            s.brought += 1 if self.die == "coin" else move

    def reasons(self, s, move):
        """Return the points that are safe after a hold, or at risk after a roll."""
        points = f"{s.brought} {'point' if s.brought == 1 else 'points'}"
        if move == HOLD:
            return [f"keeps {points}, which makes {s.brought + s.scores[s.side]}"]
        end = "tails" if self.die == "coin" else "a 1"
        return [f"risks {points}: {end} loses them" if s.brought else f"begins a turn, which {end} ends"]

    def outcome(self, s):
        for side in range(2):
            if s.scores[side] + (s.brought if s.side == side else 0) >= self.target:
                return "second" if side else "first"
        return None

    def format_move(self, move):
        if move in (ROLL, HOLD):
            return "hold" if move else "roll"
        return ("tails", "heads")[move - 1] if self.die == "coin" else f"d{move}"

    def format_state(self, s):
        return str((*s.scores, s.brought, self.roller(s), bool(s.rolling)))

    def parse_state(self, text):
        s = self.State()
        *s.scores, s.brought, side, s.rolling = ast.literal_eval(text)
        s.side = ("first", "second").index(side)
        if min(*s.scores, s.brought) < 0 or s.rolling not in (0, 1):
            raise ValueError("points are not below 0")
        return s

    def draw(self, s):
        return f"first {s.scores[0]}   second {s.scores[1]}   this turn of {self.roller(s)}: {s.brought}"
