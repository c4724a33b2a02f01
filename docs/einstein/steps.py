#!/usr/bin/env python3
"""A search for EinStein würfelt nicht! in seven steps, in plain Python; each step adds one idea to the one before.

    python docs/einstein/steps.py        count the positions that every step visits

A value is the expected result for the side to move, from -1 (lost) to 1 (won), with an estimate at the horizon.
"""

import random

SIZE, STONES = 5, 6
CELLS = SIZE * SIZE


# begin rules
START = (0, 1, 2, 5, 6, 10)  # each side's stones 1 to 6, as it sees the board: from 0, its corner, to 24, the other's
STEPS_OF_A_STONE = (1, SIZE, SIZE + 1)


class Position:
    """Both sides' stones by cell, each as its own side sees the board; None if taken. The die is not thrown yet."""

    def __init__(self, own, other):
        self.own, self.other = own, other

    def over(self):
        """Whether the side that moved last, the other one, has won."""
        return CELLS - 1 in self.other or not any(cell is not None for cell in self.own)

    def key(self):
        return self.own, self.other

    def movable(self, face):
        """The stones that may move: the one thrown, or its nearest neighbours if it is gone."""
        if self.own[face] is not None:
            return [face]
        lower = [stone for stone in range(face) if self.own[stone] is not None][-1:]
        return lower + [stone for stone in range(face + 1, STONES) if self.own[stone] is not None][:1]

    def moves(self, face):
        found = []
        for stone in self.movable(face):
            cell = self.own[stone]
            for step in STEPS_OF_A_STONE:
                right, down = step % SIZE, step // SIZE
                if cell % SIZE + right < SIZE and cell // SIZE + down < SIZE:
                    found.append((stone, cell + step))
        return found

    def play(self, move):
        """The position after a move, as the other side sees it."""
        stone, target = move
        own = tuple(None if cell == target else cell for cell in self.own)
        own = own[:stone] + (target,) + own[stone + 1 :]
        other = tuple(None if cell == CELLS - 1 - target else cell for cell in self.other)
        return Position(other, own)


# end rules
# begin evaluate
def distance(cell):
    """Steps to the far corner; diagonal steps count once."""
    return max(SIZE - 1 - cell % SIZE, SIZE - 1 - cell // SIZE)


def advance(stones):
    """How far a side is, averaged over the die: the best movable stone for each face, 2 to the power of its steps."""
    alive = [None if cell is None else 2.0 ** (SIZE - 1 - distance(cell)) for cell in stones]
    total = 0.0
    for face in range(STONES):
        lower = [worth for worth in alive[: face + 1] if worth is not None][-1:]
        upper = [worth for worth in alive[face:] if worth is not None][:1]
        total += (alive[face] if alive[face] is not None else max(lower + upper)) / STONES
    return total


def evaluate(position):
    """The estimate at the horizon, before the side to move throws the die."""
    lead = advance(position.own) - advance(position.other) + 0.5  # to move is worth half a step
    return lead / (1 + abs(lead))


# end evaluate
# begin expectiminimax
class Expectiminimax:
    """Step 1: the average over the die of the best move for each face."""

    def __init__(self):
        self.nodes = 0

    def solve(self, position, depth):
        return self.roll(position, depth, -1.0, 1.0)

    def roll(self, position, depth, alpha, beta):
        """The value before the die is thrown, with so many moves to go."""
        self.nodes += 1
        if position.over():
            return -1.0
        if depth == 0:
            return evaluate(position)
        return self.average(position, depth, alpha, beta)

    def average(self, position, depth, alpha, beta):
        return sum(self.best(position, face, depth, -1.0, 1.0) for face in range(STONES)) / STONES

    def best(self, position, face, depth, alpha, beta):
        """The value with the die thrown."""
        self.nodes += 1
        return max(-self.roll(position.play(move), depth - 1, -1.0, 1.0) for move in self.moves(position, face))

    def moves(self, position, face):
        return position.moves(face)


# end expectiminimax
# begin alphabeta
class AlphaBeta(Expectiminimax):
    """Step 2: cut where a player chooses; every face still has a full window (Star0)."""

    def best(self, position, face, depth, alpha, beta, result=-1.0, tried=0):
        self.nodes += 1
        for move in self.moves(position, face)[tried:]:
            if result >= beta:
                break
            result = max(result, -self.roll(position.play(move), depth - 1, -beta, -max(alpha, result)))
        return result


# end alphabeta
# begin star1
class Star1(AlphaBeta):
    """Step 3: cut where the die decides, by what the other faces can be worth at most."""

    def average(self, position, depth, alpha, beta):
        total, left = 0.0, STONES
        for face in range(STONES):
            left -= 1
            low = max(-1.0, STONES * alpha - total - left)  # below this, the average can't reach alpha
            high = min(1.0, STONES * beta - total + left)  # above this, it can't stay below beta
            value = self.best(position, face, depth, low, high)
            if value <= low and low > -1.0:
                return alpha
            if value >= high and high < 1.0:
                return beta
            total += value
        return total / STONES


# end star1
# begin order
class Ordered(Star1):
    """Step 4: try moves first that come near the corner or take a stone of the other side."""

    def moves(self, position, face):
        taken = {CELLS - 1 - cell for cell in position.other if cell is not None}
        own = set(position.own)
        worth = lambda move: (2.0 ** -distance(move[1]), move[1] in taken, move[1] not in own)
        return sorted(position.moves(face), key=worth, reverse=True)


# end order
# begin star2
class Star2(Ordered):
    """Step 5: first try one good move for every face. It bounds each face from below, often enough to cut."""

    def average(self, position, depth, alpha, beta):
        if depth < 2:  # too near the horizon to pay
            return super().average(position, depth, alpha, beta)
        sure = []
        for face in range(STONES):
            least = sum(sure) - (STONES - len(sure))
            need = min(1.0, STONES * beta - least - 1)  # with this much, the average reaches beta whatever follows
            move = self.moves(position, face)[0]
            sure.append(-self.roll(position.play(move), depth - 1, -need, 1.0))
            if sum(sure) - (STONES - len(sure)) >= STONES * beta:
                return beta
        total, left = 0.0, STONES
        for face in range(STONES):
            left -= 1
            low = max(sure[face], STONES * alpha - total - left)
            high = min(1.0, STONES * beta - total - sum(sure[face + 1 :]))
            value = low if low >= high else self.best(position, face, depth, low, high, sure[face], tried=1)
            if value <= low and low > sure[face]:
                return alpha
            if value >= high and high < 1.0:
                return beta
            total += value
        return total / STONES


# end star2
# begin table
class Table(Star2):
    """Step 6: remember the bounds of positions before the die is thrown, by depth."""

    def __init__(self):
        super().__init__()
        self.table = {}

    def roll(self, position, depth, alpha, beta):
        if depth < 2:
            return super().roll(position, depth, alpha, beta)
        key = (position.key(), depth)
        low, high = self.table.get(key, (-1.0, 1.0))
        if low >= beta or high <= alpha or low == high:
            self.nodes += 1
            return low if low >= beta else high
        alpha, beta = max(alpha, low), min(beta, high)
        value = super().roll(position, depth, alpha, beta)
        if value <= alpha:
            self.table[key] = (low, value)
        elif value >= beta:
            self.table[key] = (value, high)
        else:
            self.table[key] = (value, value)
        return value


# end table
# begin aspiration
class Aspiration(Table):
    """Step 7: search depth after depth, each in a narrow window around the value of two plies before."""

    def solve(self, position, depth):
        values = []
        for now in range(1, depth + 1):
            guess, width = (values[-2], 0.1) if len(values) >= 2 else (0.0, 1.0)
            while True:
                low, high = max(-1.0, guess - width), min(1.0, guess + width)
                value = self.roll(position, now, low, high)
                if (value > low or low == -1.0) and (value < high or high == 1.0):
                    break
                width *= 4
            values.append(value)
        return values[-1]


# end aspiration
STEPS = [Expectiminimax, AlphaBeta, Star1, Ordered, Star2, Table, Aspiration]
DEPTHS = (3, 4)


def played(seed, plies):
    """A position after random moves, without an end."""
    random_ = random.Random(seed)
    position = Position(START, START)
    for _ in range(plies):
        after = position.play(random_.choice(position.moves(random_.randrange(STONES))))
        if not after.over():
            position = after
    return position


#: The start and positions of random games.
POSITIONS = [Position(START, START), *(played(seed, 4 + seed) for seed in range(1, 6))]


def mean(step, depth):
    """The positions that a step visits on average."""
    total = 0
    for position in POSITIONS:
        search = step()
        search.solve(position, depth)
        total += search.nodes
    return round(total / len(POSITIONS))


if __name__ == "__main__":
    print(f"{'':15}", *(f"depth {depth:>4}" for depth in DEPTHS))
    for step in STEPS:
        print(f"{step.__name__:15}", *(f"{mean(step, depth):>10,}" for depth in DEPTHS))
