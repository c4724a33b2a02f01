#!/usr/bin/env python3
"""A Connect Four solver in ten steps, in plain Python; each step is a class that adds one idea to the one before.

    python docs/solver/steps.py              count the positions that every step visits
    python docs/solver/steps.py 44444432     solve a position, given by its columns, with the last step

A score is 0 for a draw; for a win it is 22 minus the number of stones that the winner has played at the end, and
negative for a loss. So a quicker win has a higher score.
"""

import sys

WIDTH, HEIGHT = 7, 6
CELLS = WIDTH * HEIGHT


def score_of_win(stones):
    """The score of a win that leaves so many stones on the board."""
    return (CELLS + 2 - stones) // 2


# begin board
class Board:
    """Seven columns, each a text of the stones in it from the bottom."""

    def __init__(self, columns=("",) * WIDTH, stones=0):
        self.columns, self.stones = columns, stones

    def moves(self):
        return [column for column in range(WIDTH) if len(self.columns[column]) < HEIGHT]

    def play(self, move):
        stone = "xo"[self.stones % 2]
        columns = [text + stone if at == move else text for at, text in enumerate(self.columns)]
        return Board(tuple(columns), self.stones + 1)

    def wins(self, move):
        """Whether a stone in this column completes four in a line."""
        stone, row = "xo"[self.stones % 2], len(self.columns[move])
        own = lambda x, y: 0 <= x < WIDTH and 0 <= y < len(self.columns[x]) and self.columns[x][y] == stone
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                steps = 1
                while own(move + way * steps * dx, row + way * steps * dy):
                    steps += 1
                length += steps - 1
            if length >= 4:
                return True
        return False


# end board
# begin negamax
class Negamax:
    """Step 1: look at everything."""

    def __init__(self):
        self.nodes = 0

    def solve(self, columns):
        board = Board()
        for column in columns:
            board = board.play(int(column) - 1)
        return self.search(board)

    def search(self, board):
        self.nodes += 1
        if board.stones == CELLS:
            return 0
        best = -CELLS
        for move in board.moves():
            if board.wins(move):
                return score_of_win(board.stones + 1)
            best = max(best, -self.search(board.play(move)))
        return best


# end negamax
# begin alphabeta
class AlphaBeta(Negamax):
    """Step 2: leave a position as soon as the opponent would not allow it."""

    order = range(WIDTH)

    def search(self, board, alpha=-CELLS, beta=CELLS):
        self.nodes += 1
        if board.stones == CELLS:
            return 0
        moves = [move for move in self.order if move in board.moves()]
        if any(board.wins(move) for move in moves):
            return score_of_win(board.stones + 1)
        beta = min(beta, score_of_win(board.stones + 3))  # nobody wins before the stone after next
        for move in moves:
            if alpha >= beta:
                break
            alpha = max(alpha, -self.search(board.play(move), -beta, -alpha))
        return min(alpha, beta)


# end alphabeta
# begin middle
class MiddleFirst(AlphaBeta):
    """Step 3: try moves near the middle first, as more lines run through them."""

    order = (3, 2, 4, 1, 5, 0, 6)


# end middle
# begin bits
BOTTOM = sum(1 << 7 * column for column in range(WIDTH))
ALL = BOTTOM * (2**HEIGHT - 1)


def threats(stones):
    """The cells that would complete a line of these stones, empty or not."""
    found = stones << 1 & stones << 2 & stones << 3
    for step in (6, 7, 8):  # down to the right, right, up to the right
        pairs = stones << step & stones << 2 * step
        found |= pairs & (stones << 3 * step | stones >> step)
        pairs = stones >> step & stones >> 2 * step
        found |= pairs & (stones >> 3 * step | stones << step)
    return found & ALL


class Bitboards(MiddleFirst):
    """Step 4: a position is two numbers: the stones of the side to move, and all stones."""

    columns = [((2**HEIGHT - 1) << 7 * column) for column in MiddleFirst.order]

    def solve(self, columns):
        own = filled = 0
        for column in columns:
            own ^= filled  # the other side's stones
            filled |= filled + (1 << 7 * (int(column) - 1))
        return self.solve_cells(own, filled)

    def solve_cells(self, own, filled):
        return self.search(own, filled)

    def search(self, own, filled, alpha=-CELLS, beta=CELLS):
        self.nodes += 1
        stones = filled.bit_count()
        if stones == CELLS:
            return 0
        playable = filled + BOTTOM & ALL
        if threats(own) & playable:
            return score_of_win(stones + 1)
        beta = min(beta, score_of_win(stones + 3))
        for column in self.columns:
            if alpha >= beta:
                break
            if move := playable & column:
                alpha = max(alpha, -self.search(own ^ filled, filled | move, -beta, -alpha))
        return min(alpha, beta)


# end bits
# begin table
class Table(Bitboards):
    """Step 5: remember an upper bound for each position."""

    def __init__(self):
        super().__init__()
        self.table = {}

    def search(self, own, filled, alpha=-CELLS, beta=CELLS):
        beta = min(beta, self.table.get((own, filled), CELLS))
        if alpha >= beta:
            self.nodes += 1
            return beta
        result = super().search(own, filled, alpha, beta)
        if result < beta:
            self.table[own, filled] = result
        return result


# end table
# begin null
class NullWindow(Table):
    """Step 6: ask "is the score above this?" until one score is left."""

    def solve_cells(self, own, filled):
        low, high = -CELLS // 2, CELLS // 2
        while low < high:
            middle = (low + high) // 2
            if self.search(own, filled, middle, middle + 1) > middle:
                low = middle + 1
            else:
                high = middle
        return low


# end null
# begin safe
class SafeMoves(NullWindow):
    """Step 7: never look at a move that lets the opponent win at once."""

    def search(self, own, filled, alpha=-CELLS, beta=CELLS):
        self.nodes += 1
        stones = filled.bit_count()
        playable = filled + BOTTOM & ALL
        if threats(own) & playable:  # only at the root: below it, such positions are never reached
            return score_of_win(stones + 1)
        safe = self.safe_moves(own, filled, playable)
        if not safe:
            return 0 if stones == CELLS else -score_of_win(stones + 2)
        if stones >= CELLS - 2:
            return 0
        return self.search_safe(own, filled, safe, stones, alpha, beta)

    def safe_moves(self, own, filled, playable):
        danger = threats(own ^ filled) & ~filled
        forced = danger & playable
        if forced:
            playable = forced if forced & forced - 1 == 0 else 0  # two threats at once can't both be answered
        return playable & ~(danger >> 1)  # never below a cell where the opponent wins

    def search_safe(self, own, filled, safe, stones, alpha, beta):
        beta = min(beta, score_of_win(stones + 3), self.table.get((own, filled), CELLS))
        alpha = max(alpha, -score_of_win(stones + 4))
        if alpha >= beta:
            return beta
        limit = beta
        for move in self.ordered(own, filled, safe):
            alpha = max(alpha, -self.search(own ^ filled, filled | move, -beta, -alpha))
            if alpha >= beta:
                return beta
        if alpha < limit:
            self.table[own, filled] = alpha
        return alpha

    def ordered(self, own, filled, safe):
        return [safe & column for column in self.columns if safe & column]


# end safe
# begin order
class ThreatsFirst(SafeMoves):
    """Step 8: try first the moves that make most threats."""

    def ordered(self, own, filled, safe):
        moves = super().ordered(own, filled, safe)
        return sorted(moves, key=lambda move: -(threats(own | move) & ~filled).bit_count())


# end order
# begin bounds
def mirrored(cells):
    return sum((cells >> 7 * column & 127) << 7 * (WIDTH - 1 - column) for column in range(WIDTH))


class Bounds(ThreatsFirst):
    """Step 9: keep lower and upper bounds, mirror images as one, and look replies up before searching any."""

    def key(self, own, filled):
        key = own + filled + BOTTOM
        return min(key, mirrored(own) + mirrored(filled) + BOTTOM)

    def search_safe(self, own, filled, safe, stones, alpha, beta):
        key = self.key(own, filled)
        low, high = self.table.get(key, (-score_of_win(stones + 4), score_of_win(stones + 3)))
        if low > alpha or high <= alpha:  # always with a null window: beta is alpha + 1
            return low if low > alpha else high
        other, best, open_moves = own ^ filled, -CELLS, []
        for move in self.ordered(own, filled, safe):
            known = self.table.get(self.key(other, filled | move))
            if known and -known[1] > alpha:
                return -known[1]
            if known and -known[0] <= alpha:
                best = max(best, -known[0])
            else:
                open_moves.append(move)
        for move in open_moves:
            if best > alpha:
                break
            best = max(best, -self.search(other, filled | move, -alpha - 1, -alpha))
        self.table[key] = (max(low, best), high) if best > alpha else (low, min(high, best))
        return best


# end bounds
# begin follow
ANSWERS = sum(BOTTOM << row for row in range(1, HEIGHT, 2))  # every second row, from the second on


class FollowUp(Bounds):
    """Step 10: the side that isn't to move can answer every stone by one on top of it."""

    def search_safe(self, own, filled, safe, stones, alpha, beta):
        if alpha >= 0 and stones % 2 == 0:  # is it a win? Not if a draw or more is sure for the other side
            answers = (own ^ filled) | ANSWERS & ~filled & ~(filled + BOTTOM)
            if not lines(ALL & ~answers):
                return 0
        return super().search_safe(own, filled, safe, stones, alpha, beta)


def lines(stones):
    """Whether these cells hold four in a line."""
    return any(stones & stones >> step & stones >> 2 * step & stones >> 3 * step for step in (1, 6, 7, 8))


# end follow
STEPS = [
    Negamax,
    AlphaBeta,
    MiddleFirst,
    Bitboards,
    Table,
    NullWindow,
    SafeMoves,
    ThreatsFirst,
    Bounds,
    FollowUp,
]

#: Random positions in which nobody can win at once: of the end of a game, its middle and its first half.
POSITIONS = {
    "end": """
        61371734765723713267353666224 55366142411561131227772253653 47615274125742112115576477255
        53357146562335127763372171551 14125611452115766733255523764 21412212377313772561213647376
        43411723742472713517412532543 13274576545765566571247436447 15542437644613337156163212576
        31733335471324121747411474625
    """.split(),
    "middle": """
        5616112262132115375473 4135325663647556364655 7231123127261374776462 2772515325776267151366
        4212737712766116376647 5455153641236371172761 1432366352122536432666 3211561266627556215577
        5211677643657742766225 1622674711755663552325
    """.split(),
    "early": """
        7642245215452551 5517263676643361 2522332447736771 4652771712447545
    """.split(),
}
#: The first step that each set is tried with: earlier ones take hours.
FIRST = {"end": 0, "middle": 3, "early": 7}


def count(step, columns):
    """The score that a step finds, and the positions that it visits."""
    solver = step()
    return solver.solve(columns), solver.nodes


def main():
    if sys.argv[1:]:
        print(count(STEPS[-1], sys.argv[1])[0])
        return
    print(f"{'':14}", *(f"{name:>10}" for name in POSITIONS))
    for number, step in enumerate(STEPS):
        means = [mean(step, name) if number >= FIRST[name] else "-" for name in POSITIONS]
        print(f"{step.__name__:14}", *(f"{nodes:>10}" for nodes in means))


def mean(step, name):
    """The positions that a step visits for one of a set, on average."""
    return round(sum(count(step, columns)[1] for columns in POSITIONS[name]) / len(POSITIONS[name]))


if __name__ == "__main__":
    main()
