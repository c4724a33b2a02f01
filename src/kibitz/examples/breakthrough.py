"""Breakthrough: bring one of your men to the other side of the board, or take all of the other's.

Men step forward, straight onto empty cells only, diagonally also onto enemies, which they capture.
"""

import kibitz
from kibitz import Option


class Breakthrough(kibitz.PythonGame):
    """A position is the cells row by row from the top and the side to move: 1 goes up, 2 goes down.

    A move is its origin cell times 64, plus its target cell.
    """

    compiled = True
    options = (
        Option("width", 6, "cells across", low=2, high=8),
        Option("height", 6, "cells from side to side", low=4, high=8),
    )
    side_names = ("white", "black")
    text_summary = "Step forward, capture diagonally forward. Whoever gets a man to the far row wins."

    class State(kibitz.State):
        cells = kibitz.int8["width * height"]
        turn = kibitz.int8

    def start(self):
        s, cells = self.State(), self.width * self.height
        for cell in range(2 * self.width):
            s.cells[cell], s.cells[cells - 1 - cell] = 2, 1
        s.turn = 1
        return s

    def turn(self, s):
        return "first" if s.turn == 1 else "second"

    def moves(self, s):
        ahead = -self.width if s.turn == 1 else self.width
        for cell, side in enumerate(s.cells):
            if side == s.turn:
                for sideways in range(-1, 2):
                    if 0 <= cell % self.width + sideways < self.width:
                        to = cell + ahead + sideways
                        if s.cells[to] == 0 or (sideways and s.cells[to] != side):
                            yield 64 * cell + to

    def play(self, s, move):
        s.cells[move // 64] = 0
        s.cells[move % 64] = s.turn
        s.turn = 3 - s.turn

    def outcome(self, s):
        last = self.width * (self.height - 1)
        for column in range(self.width):
            if s.cells[column] == 1 or s.cells[last + column] == 2:
                return "loss"  # the opponent has just arrived
        return None if s.turn in s.cells else "loss"

    def evaluate(self, s):
        """Count men, and a little for each step they have made."""
        score = 0.0
        for cell, side in enumerate(s.cells):
            row = cell // self.width
            if side:
                score += 1 + 0.1 * (self.height - 1 - row) if side == 1 else -1 - 0.1 * row
        return score

    def _diagonals(self, cell, ahead):
        """Return the cells diagonally ahead of a cell, for men who go `ahead`."""
        beside = [side for side in (-1, 1) if 0 <= cell % self.width + side < self.width]
        cells = [cell + ahead + side for side in beside]
        return [each for each in cells if 0 <= each < self.width * self.height]

    def reasons(self, s, move):
        """Say whom a step attacks, protects and endangers, and how far the man still has to go."""
        me, other, cell = s.turn, 3 - s.turn, move % 64
        ahead = -self.width if me == 1 else self.width
        after = self.play(s, move)
        them = self.side_names[other - 1]
        reasons = []
        targets = [each for each in self._diagonals(cell, ahead) if after.cells[each] == other]
        guarded = any(after.cells[each] == me for each in self._diagonals(cell, -ahead))
        if targets:
            takers = "can take it" + (", and be taken in turn" if guarded else " for nothing")
            names = " and ".join(self._name(each) for each in targets)
            reasons.append(f"attacks {names}, but stands where {them} {takers}")
        protected = [each for each in self._diagonals(cell, ahead) if after.cells[each] == me]
        if s.cells[cell] == other:
            return reasons  # the capture is worth more than what follows
        if protected:
            reasons.append(f"protects {' and '.join(self._name(each) for each in protected)}")
        row = cell // self.width
        left = row if me == 1 else self.height - 1 - row
        reasons.append(f"brings the man to {left} {'step' if left == 1 else 'steps'} from the far row")
        return reasons

    def canonical(self, s):
        """Return the lower of a board and its mirror image."""
        image = s.copy()
        for cell in range(self.width * self.height):
            image.cells[cell] = s.cells[cell - 2 * (cell % self.width) + self.width - 1]
        return image if image < s else s

    def _name(self, cell):
        return f"{'abcdefgh'[cell % self.width]}{self.height - cell // self.width}"

    def format_move(self, move):
        return f"{self._name(move // 64)}-{self._name(move % 64)}"

    def board(self, s):
        men = {cell: (side - 1, "stone") for cell, side in enumerate(s.cells) if side}
        return kibitz.Board(self.width, self.height, men, ground="checks", colours=("white", "black"))
