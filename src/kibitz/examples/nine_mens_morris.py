"""Nine men's morris: put down nine men each, then move them along the lines; three in a row take an enemy.

A man in a row of three is only taken if all are. Whoever has three men left may go anywhere; whoever
has two, or can't move, loses. Fifty moves without putting down or taking a man are a draw.
"""

import kibitz
from kibitz import Option

#: The 24 points ring by ring from the outer one, clockwise from the top left, as cells of a board of 7×7.
CELLS = [
    (3 + (3 - ring) * dy) * 7 + 3 + (3 - ring) * dx
    for ring in range(3)
    for dy, dx in ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
]
_ROWS = [[8 * r + q, 8 * r + q + 1, 8 * r + (q + 2) % 8] for r in range(3) for q in (0, 2, 4, 6)]
_ROWS += [[q, 8 + q, 16 + q] for q in (1, 3, 5, 7)]
#: For each point the two other points of each row, and the adjacent points.
MILLS = [[[b for b in row if b != a] for row in _ROWS if a in row] for a in range(24)]
NEXT = [
    [b for b in range(24) if any(row[1] in (a, b) and a != b and {a, b} <= set(row) for row in _ROWS)]
    for a in range(24)
]
TAKE, STEP = 24, 48


class NineMensMorris(kibitz.PythonGame):
    """A position is the points, the men in hand, the side to move, whether to capture, and quiet moves."""

    name = "nine_mens_morris"
    compiled = True
    options = (Option("men", 9, "men of each player", low=3, high=9),)
    side_names = ("white", "black")
    text_summary = "Put down your men in turn, then move them. Three in a row take an enemy."

    class State(kibitz.State):
        points = kibitz.int8[24]  # 0 empty, 1 or 2
        hand = kibitz.int8
        turn = kibitz.int8
        take = kibitz.int8
        quiet = kibitz.int8

    def start(self):
        s = self.State()
        s.hand, s.turn = 2 * self.men, 1
        return s

    def turn(self, s):
        return "first" if s.turn == 1 else "second"

    def _in_mill(self, s, point):
        side = s.points[point]
        return any(s.points[a] == side and s.points[b] == side for a, b in MILLS[point])

    def moves(self, s):
        if s.take:
            other = 3 - s.turn
            free = all(self._in_mill(s, p) for p in range(24) if s.points[p] == other)
            for p in range(24):
                if s.points[p] == other and (free or not self._in_mill(s, p)):
                    yield TAKE + p
        elif s.hand:
            for p in range(24):
                if s.points[p] == 0:
                    yield p
        else:
            flies = s.points.count(s.turn) == 3
            for a in range(24):
                if s.points[a] == s.turn:
                    if flies:
                        yield from (STEP + 24 * a + b for b in range(24) if s.points[b] == 0)
                    else:
                        yield from (STEP + 24 * a + b for b in NEXT[a] if s.points[b] == 0)

    def play(self, s, move):
        s.quiet = s.quiet + 1 if move >= STEP else 0
        to = move % 24
        if s.take:
            s.points[to] = s.take = 0
        else:
            if move >= STEP:
                s.points[(move - STEP) // 24] = 0
            else:
                s.hand -= 1
            s.points[to] = s.turn
            s.take = self._in_mill(s, to)
        if not s.take:
            s.turn = 3 - s.turn

    def outcome(self, s):
        if s.take or s.hand:
            return None
        if s.points.count(s.turn) < 3:
            return "loss"
        if s.quiet >= 50:
            return "draw"
        return None if any(True for _ in self.moves(s)) else "loss"

    def evaluate(self, s):
        return s.points.count(1) - s.points.count(2)

    def reasons(self, s, move):
        """Say which mills a move closes, blocks, prepares and opens."""
        me, other, to = s.turn, 3 - s.turn, move % 24
        after = self.play(s, move)
        named = self._names()
        if s.take:
            twos = [
                a if s.points[a] == 0 else b for a, b in MILLS[to] if {s.points[a], s.points[b]} == {0, other}
            ]
            if twos:
                return [f"breaks up two men in a row that lacks {named[twos[0]]}"]
            return [f"leaves {self.side_names[other - 1]} {after.points.count(other)} men on the board"]
        reasons = ["closes a mill"] if after.take else []
        if any(s.points[a] == other and s.points[b] == other for a, b in MILLS[to]):
            reasons.append(f"stands in a row with two men of {self.side_names[other - 1]}")
        made = [
            (a if after.points[a] == 0 else b)
            for a, b in MILLS[to]
            if {after.points[a], after.points[b]} == {0, me}
        ]
        if made:
            lacking = " and ".join(named[point] for point in made)
            reasons.append(f"makes two in a row that {'lacks' if len(made) == 1 else 'lack'} {lacking}")
        if move >= STEP and self._in_mill(s, (move - STEP) // 24):
            reasons.append("opens a mill, which can be closed again")
        if not reasons:
            free = sum(after.points[each] == 0 for each in NEXT[to])
            points = f"{free or 'no'} free {'point' if free == 1 else 'points'}"
            reasons.append(f"leaves the man {points} to go to from {named[to]}")
        return reasons

    def _names(self):
        return [f"{'abcdefg'[cell % 7]}{7 - cell // 7}" for cell in CELLS]

    def format_move(self, move):
        name = self._names()
        if move >= STEP:
            return f"{name[(move - STEP) // 24]}-{name[move % 24]}"
        return f"x{name[move - TAKE]}" if move >= TAKE else name[move]

    def board(self, s):
        men = {CELLS[p]: (side - 1, "stone") for p, side in enumerate(s.points) if side}
        dots = {CELLS[p]: (0, "dot") for p, side in enumerate(s.points) if not side}
        note = f"{s.hand} men in hand" + (", take one" if s.take else "")
        links = [(CELLS[row[0]], CELLS[row[2]]) for row in _ROWS]
        colours = ("white", "black")
        return kibitz.Board(7, 7, men | dots, ground="plain", colours=colours, links=links, notes=[note])
