"""Othello: enclose the other's discs between two of your own to turn them over.

Whoever can't turn any over must pass. When neither can, the game is over, and
its outcome is how many discs more the first player has. On 4×4 the second
player wins 11 to 3, on 6×6 20 to 16.
"""

import ast

import kibitz
from kibitz import Bitboard, Option


class Othello(kibitz.PythonGame):
    """A position is the discs of both players, as bits row by row, and who is to move: x (1) or o (2).

    As text it is the cells (x, o or .) and who is to move. Move -1 is a pass.
    """

    compiled = True
    options = (Option("size", 8, "rows and columns; an even number", low=4, high=8),)
    side_names = ("black", "white")
    text_summary = (
        "Put down a disc so that enemy discs lie between it and another of yours: they become yours."
    )

    class State(kibitz.State):
        discs = kibitz.bitboard[2]
        turn = kibitz.int8

    def __init__(self, **values):
        super().__init__(**values)
        n = self.size
        if n % 2:
            raise kibitz.BadOption(f"size must be even, not {n}")
        self.score_range = (-n * n, n * n)
        self.full = Bitboard((1 << n * n) - 1)
        self.left_edge = Bitboard(sum(1 << n * y for y in range(n)))
        self.right_edge = self.left_edge << n - 1
        self.corners = (0, n - 1, n * (n - 1), n * n - 1)

    def start(self):
        s, n, half = self.State(), self.size, self.size // 2
        s.discs[0] = 1 << (half - 1) * n + half | 1 << half * n + half - 1
        s.discs[1] = 1 << (half - 1) * n + half - 1 | 1 << half * n + half
        s.turn = 1
        return s

    def turn(self, s):
        return "first" if s.turn == 1 else "second"

    def _step(self, cells, dy, dx):
        """The cells one step away; what would leave the board is dropped."""
        if dx < 0:
            cells &= ~self.left_edge
        elif dx > 0:
            cells &= ~self.right_edge
        by = dy * self.size + dx
        return (cells << by if by > 0 else cells >> -by) & self.full

    def _places(self, s, own):
        """The cells where a player can put a disc."""
        mine, other = s.discs[own], s.discs[1 - own]
        found = Bitboard(0)
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                if dy or dx:
                    run = self._step(mine, dy, dx) & other
                    for _ in range(self.size - 3):
                        run |= self._step(run, dy, dx) & other
                    found |= self._step(run, dy, dx)
        return found & ~(mine | other)

    def moves(self, s):
        places = self._places(s, s.turn - 1)
        yield from places
        if not places:
            yield -1

    def play(self, s, move):
        if move >= 0:
            own = s.turn - 1
            mine, other, disc = s.discs[own], s.discs[1 - own], Bitboard.of(move)
            turned = Bitboard(0)
            for dy in range(-1, 2):
                for dx in range(-1, 2):
                    if dy or dx:
                        run, at = Bitboard(0), self._step(disc, dy, dx)
                        while at & other:
                            run |= at
                            at = self._step(at, dy, dx)
                        if at & mine:
                            turned |= run
            s.discs[own] |= turned | disc
            s.discs[1 - own] ^= turned
        s.turn = 3 - s.turn

    def outcome(self, s):
        if self._places(s, s.turn - 1) or self._places(s, 2 - s.turn):
            return None
        return s.discs[0].bit_count() - s.discs[1].bit_count()

    def evaluate(self, s):
        """Discs, and far more than that corners and room to move."""
        corners = sum((c in s.discs[0]) - (c in s.discs[1]) for c in self.corners)
        room = self._places(s, 0).bit_count() - self._places(s, 1).bit_count()
        return 0.2 * (s.discs[0].bit_count() - s.discs[1].bit_count()) + 0.5 * room + 4 * corners

    def reasons(self, s, move):
        """Corners that a move takes, and those that it lets the other player take."""
        if move in self.corners:
            return [f"takes the corner {self.format_move(move)}, which can't be turned over again"]
        other = 2 - s.turn
        before, after = self._places(s, other), self._places(self.play(s, move), other)
        given = sorted(cell for cell in self.corners if cell in after and cell not in before)
        return [f"lets {self.side_names[other]} take the corner {self.format_move(cell)}" for cell in given]

    def canonical(self, s):
        """Of the eight images of the board the one with the lowest numbers."""
        was, image, n = s.copy(), s.copy(), self.size
        for number in range(1, 8):
            for own in range(2):
                image.discs[own] = Bitboard(0)
            for own in range(2):
                for cell in was.discs[own]:
                    y, x = cell // n, cell % n
                    if number & 1:
                        y = n - 1 - y
                    if number & 2:
                        x = n - 1 - x
                    image.discs[own] |= Bitboard.of(x * n + y if number & 4 else y * n + x)
            if image < s:
                s.set(image)

    def format_move(self, move):
        return "pass" if move < 0 else f"{'abcdefgh'[move % self.size]}{self.size - move // self.size}"

    def format_state(self, s):
        cells = ["x" if c in s.discs[0] else "o" if c in s.discs[1] else "." for c in range(self.size**2)]
        return str(("".join(cells), self.turn(s)))

    def parse_state(self, text):
        s = self.State()
        cells, side = ast.literal_eval(text)
        for own, mark in enumerate("xo"):
            s.discs[own] = sum(1 << cell for cell, found in enumerate(cells) if found == mark)
        s.turn = ("first", "second").index(side) + 1
        if len(cells) != self.size**2 or set(cells) - set("xo."):
            raise ValueError("these are not the cells of the board")
        return s

    def board(self, s):
        discs = {cell: (own, "stone") for own in range(2) for cell in s.discs[own]}
        return kibitz.Board(self.size, self.size, discs, ground="felt", colours=("black", "white"))
