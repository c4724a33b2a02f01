"""Othello: enclose the other's discs between two of your own to turn them over.

Whoever can't turn any over must pass. When neither can, the game is over, and
its outcome is how many discs more the first player has. On 4×4 the second
player wins 11 to 3, on 6×6 20 to 16.
"""

import kibitz
from kibitz import Option

_WAYS = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]


class Othello(kibitz.PythonGame):
    """A position is a text of cells row by row (x, o or .) and who is to move."""

    options = (Option("size", 8, "rows and columns; an even number", low=4, high=8),)
    side_names = ("black", "white")
    text_summary = (
        "Put down a disc so that enemy discs lie between it and another of yours: they become yours."
    )

    def __init__(self, **values):
        super().__init__(**values)
        n = self.size
        if n % 2:
            raise kibitz.BadOption(f"size must be even, not {n}")
        #: From each cell, the cells in each direction.
        self.rays = [
            [
                [
                    (y + dy * i) * n + x + dx * i
                    for i in range(1, n)
                    if 0 <= y + dy * i < n and 0 <= x + dx * i < n
                ]
                for dy, dx in _WAYS
            ]
            for y in range(n)
            for x in range(n)
        ]

    @property
    def score_range(self):
        return (-(self.size**2), self.size**2)

    def start(self):
        n, half = self.size, self.size // 2
        cells = ["."] * (n * n)
        cells[(half - 1) * n + half - 1] = cells[half * n + half] = "o"
        cells[(half - 1) * n + half] = cells[half * n + half - 1] = "x"
        return ("".join(cells), "first")

    def turn(self, state):
        return state[1]

    def _turned(self, cells, cell, mine, other):
        """The cells that a disc put there turns over."""
        turned = []
        for ray in self.rays[cell]:
            run = 0
            while run < len(ray) and cells[ray[run]] == other:
                run += 1
            if run and run < len(ray) and cells[ray[run]] == mine:
                turned += ray[:run]
        return turned

    def _places(self, cells, mine, other):
        return [c for c, owner in enumerate(cells) if owner == "." and self._turned(cells, c, mine, other)]

    def moves(self, state):
        cells, side = state
        return self._places(cells, *("xo" if side == "first" else "ox")) or ["pass"]

    def play(self, state, move):
        cells, side = state
        mine, other = "xo" if side == "first" else "ox"
        after = "second" if side == "first" else "first"
        if move == "pass":
            return (cells, after)
        board = list(cells)
        for cell in [move, *self._turned(cells, move, mine, other)]:
            board[cell] = mine
        return ("".join(board), after)

    def outcome(self, state):
        cells, _ = state
        if self._places(cells, "x", "o") or self._places(cells, "o", "x"):
            return None
        return cells.count("x") - cells.count("o")

    def evaluate(self, state):
        """Discs, and far more than that corners and room to move."""
        cells, _ = state
        n = self.size
        corners = [cells[cell] for cell in (0, n - 1, n * (n - 1), n * n - 1)]
        room = len(self._places(cells, "x", "o")) - len(self._places(cells, "o", "x"))
        discs = cells.count("x") - cells.count("o")
        return 0.2 * discs + 0.5 * room + 4 * (corners.count("x") - corners.count("o"))

    def canonical(self, state):
        cells, side = state
        n = self.size
        rows = [cells[i : i + n] for i in range(0, n * n, n)]
        images = []
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            images += ["".join(rows), "".join(row[::-1] for row in rows)]
        return (min(images), side)

    def format_move(self, move):
        return move if move == "pass" else f"{'abcdefgh'[move % self.size]}{self.size - move // self.size}"

    def board(self, state):
        discs = {cell: ("xo".index(mark), "stone") for cell, mark in enumerate(state[0]) if mark != "."}
        return kibitz.Board(self.size, self.size, discs, ground="felt", colours=("black", "white"))
