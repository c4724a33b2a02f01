"""The Royal Game of Ur: bring your pieces along the path and off the board, by the rules of Irving Finkel.

Four dice with two marked corners each give 0 to 4. The path has 14 squares: the first four and the last
two are one's own, 5 to 12 belong to both, and there a piece takes an enemy. The rosettes on 4, 8 and 14
give another throw, and a piece on 8 is safe.
"""

import kibitz
from kibitz import Option

PASS, HOME, THROW = 0, 15, 100


class Ur(kibitz.PythonGame):
    """A position is the pieces of the side to move and of the other, whose `own` are, and the throw.

    `own[0]` are pieces to come, `own[15]` pieces at home; a move is the number of the square that a piece
    leaves and 1, or 0 for none; a throw is 100 and more. Before the throw the die is -1.
    """

    name = "ur"
    compiled = True
    options = (Option("pieces", 7, "pieces of each player", low=1, high=7),)
    text_summary = "Throw, then move a piece so far. Take on squares 5 to 12; rosettes throw again."

    class State(kibitz.State):
        own = kibitz.int8[16]
        other = kibitz.int8[16]
        turn = kibitz.int8
        die = kibitz.int8

    def start(self):
        s = self.State()
        s.own[0] = s.other[0] = self.pieces
        s.turn, s.die = 1, -1
        return s

    def turn(self, s):
        return "chance" if s.die < 0 else self.roller(s)

    def roller(self, s):
        return "first" if s.turn == 1 else "second"

    def chances(self, s):
        return {THROW + n: ways / 16 for n, ways in enumerate((1, 4, 6, 4, 1))}

    def _may(self, s, at):
        to = at + s.die
        if s.own[at] == 0 or to > HOME:
            return False
        return to == HOME or (s.own[to] == 0 and not (to == 8 and s.other[8]))

    def moves(self, s):
        found = False
        if s.die > 0:
            for at in range(HOME):
                if self._may(s, at):
                    found = True
                    yield at + 1
        if not found:
            yield PASS

    def play(self, s, move):
        if s.die < 0:
            s.die = move - THROW
            return
        again = False
        if move != PASS:
            to = move - 1 + s.die
            s.own[move - 1] -= 1
            s.own[to] += 1
            if 5 <= to <= 12 and s.other[to]:
                s.other[to] = 0
                s.other[0] += 1
            again = to in (4, 8, 14)
        s.die = -1
        if not again:
            s.turn = 3 - s.turn
            for at in range(16):
                s.own[at], s.other[at] = s.other[at], s.own[at]

    def outcome(self, s):
        if s.own[HOME] == self.pieces:
            return "win"
        return "loss" if s.other[HOME] == self.pieces else None

    def format_move(self, move):
        if move >= THROW:
            return f"d{move - THROW}"
        return "pass" if move == PASS else str(move - 1)

    def draw(self, s):
        sides = (s.own, s.other) if s.turn == 1 else (s.other, s.own)
        lines = []
        for name, side in zip(("first ", "second"), sides, strict=True):
            row = "".join("o" if n else "*" if at in (4, 8, 14) else "." for at, n in enumerate(side))
            lines.append(f"{name} {side[0]} {row[1:5]} {row[5:13]} {row[13:15]} {side[HOME]}")
        return "\n".join([*lines, "before the throw" if s.die < 0 else f"thrown {s.die}"])
