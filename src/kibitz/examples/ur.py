"""The Royal Game of Ur: bring your pieces along the path and off the board, by the rules of Irving Finkel.

Four dice with two marked corners each give 0 to 4. The path has 14 squares: the first four and the last
two are one's own, 5 to 12 belong to both, and there a piece takes an enemy. The rosettes on 4, 8 and 14
give another throw, and a piece on 8 is safe.

`kibitz solve ur:pieces=3` solves it. With all seven pieces it has 137,870,097 positions before a throw, which
the dense index at the end of the class numbers without gaps.
"""

import kibitz
from kibitz import Option

PASS, HOME, THROW = 0, 15, 100
#: The squares of one's own, and those of both.
PRIVATE, SHARED = (1, 2, 3, 4, 13, 14), (5, 6, 7, 8, 9, 10, 11, 12)


class Ur(kibitz.PythonGame):
    """A position is the pieces of the mover and of the opponent, the side of `own`, and the throw.

    `own[0]` are pieces to come, `own[15]` pieces at home; a move is the square that a piece leaves plus 1, or
    0 for none; a throw is 100 and more. Before the throw the die is -1.
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

    def __init__(self, **values):
        super().__init__(**values)
        n = self.pieces
        # Sets of private squares, the smallest first: those of up to so many squares come first.
        self.sets = sorted(range(64), key=int.bit_count)
        self.set_rank = [self.sets.index(number) for number in range(64)]
        self.sets_up_to = [sum(each.bit_count() <= most for each in self.sets) for most in range(n + 1)]
        # Ways to fill the shared squares, in groups of equal numbers of own and other pieces.
        codes = [(code, [code // 3**k % 3 for k in range(8)]) for code in range(3**8)]
        self.groups = [(own, other) for own in range(9) for other in range(9 - own)]
        filled = [[code for code, d in codes if (d.count(1), d.count(2)) == each] for each in self.groups]
        self.codes = [code for each in filled for code in each]
        self.code_rank = [rank for _, rank in sorted(zip(self.codes, range(3**8), strict=True))]
        self.first = [sum(map(len, filled[:g])) for g in range(len(filled) + 1)]
        # Tiers are pairs of pieces at home; the side with fewer comes first. Each group begins at `base`.
        self.homes = sorted(
            ((a, b) for a in range(n) for b in range(a, n)), key=lambda pair: (sum(pair), pair)
        )
        numbers = {pair: number for number, pair in enumerate(self.homes)}
        self.tier_of = [
            [numbers.get((min(a, b), max(a, b)), len(numbers)) for b in range(n + 1)] for a in range(n + 1)
        ]
        self.base = [[[0] for _ in range(n)] for _ in range(n)]
        for a in range(n):
            for b in range(n):
                base = self.base[a][b] = [self.base[b][a][-1] if a > b else 0]
                for (own, other), each in zip(self.groups, filled, strict=True):
                    left, right = n - a - own, n - b - other
                    ways = self.sets_up_to[left] * self.sets_up_to[right] if min(left, right) >= 0 else 0
                    base.append(base[-1] + len(each) * ways)

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

    def tier_sizes(self):
        return [self.base[b][a][-1] for a, b in self.homes]

    def later_tiers(self, tier):
        a, b = self.homes[tier]
        return [self.tier_of[a + 1][b], self.tier_of[a][b + 1]]

    def tier(self, s):
        return self.tier_of[s.own[HOME]][s.other[HOME]]

    def index(self, s):
        if s.die >= 0:
            return None  # a throw is followed by a move, whose positions are in the table
        code, own, other, mine, others = 0, 0, 0, 0, 0
        for at in SHARED:
            code = 3 * code + (1 if s.own[at] else 2 if s.other[at] else 0)
            mine += s.own[at]
            others += s.other[at]
        for at in PRIVATE:
            own, other = 2 * own + s.own[at], 2 * other + s.other[at]
        group = 0
        while self.groups[group][0] != mine or self.groups[group][1] != others:
            group += 1
        left = self.sets_up_to[self.pieces - s.own[HOME] - mine]
        right = self.sets_up_to[self.pieces - s.other[HOME] - others]
        number = (self.code_rank[code] - self.first[group]) * left + self.set_rank[own]
        return self.base[s.own[HOME]][s.other[HOME]][group] + number * right + self.set_rank[other]

    def from_index(self, tier, index):
        s = self.State()
        a, b = self.homes[tier][0], self.homes[tier][1]
        if index >= self.base[a][b][len(self.groups)]:
            a, b = b, a
        group = 0
        while index >= self.base[a][b][group + 1]:
            group += 1
        number = index - self.base[a][b][group]
        right = self.sets_up_to[self.pieces - b - self.groups[group][1]]
        left = self.sets_up_to[self.pieces - a - self.groups[group][0]]
        own, other = self.sets[number // right % left], self.sets[number % right]
        code = self.codes[self.first[group] + number // right // left]
        s.turn, s.die = 1, -1
        s.own[HOME], s.other[HOME] = a, b
        s.own[0], s.other[0] = self.pieces - a, self.pieces - b
        for k in range(8):
            s.own[SHARED[7 - k]], s.other[SHARED[7 - k]] = code % 3 == 1, code % 3 == 2
            s.own[0] -= code % 3 == 1
            s.other[0] -= code % 3 == 2
            code //= 3
        for k in range(6):
            s.own[PRIVATE[5 - k]], s.other[PRIVATE[5 - k]] = own >> k & 1, other >> k & 1
            s.own[0] -= own >> k & 1
            s.other[0] -= other >> k & 1
        return s

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
