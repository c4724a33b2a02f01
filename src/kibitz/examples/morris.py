"""Three and four men's morris: put your men on the nine points, then move them; a row of three wins.

With three men, diagonal rows and moves along the board's lines the first player
wins; with other rules nobody does, and then the game goes round in circles.
"""

import kibitz
from kibitz import Option

_ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
_DIAGONALS = [(0, 4, 8), (2, 4, 6)]
_STRAIGHT = {(a, b) for row in _ROWS for a, b in ((row[0], row[1]), (row[1], row[2]))}
_ALONG_DIAGONALS = {(a, 4) for a in (0, 2, 6, 8)}


class Morris(kibitz.PythonGame):
    """A position is a text of points row by row (x, o or .), the men still in hand, and who is to move.

    A man is put on a point (`b2`) or moved from one to another (`b2-a1`). A position
    that comes for the third time ends the game in a draw; so does having no move.
    """

    options = (
        Option("men", 3, "men of each player", low=3, high=4),
        Option("diagonals", True, "whether diagonal rows win and diagonal lines lead on"),
        Option("ways", "lines", "where men may go", choices=("lines", "neighbours", "anywhere")),
    )
    side_names = ("white", "black")
    repetition = kibitz.Repetition(draw=3)
    text_summary = "Put your men on the board in turn, then move them. Three in a row win."

    def __init__(self, **values):
        super().__init__(**values)
        self.rows = _ROWS + (_DIAGONALS if self.diagonals else [])
        lines = _STRAIGHT | (_ALONG_DIAGONALS if self.diagonals else set())
        self.steps = [[b for b in range(9) if a != b and self._leads(a, b, lines)] for a in range(9)]

    def _leads(self, a, b, lines):
        if self.ways == "lines":
            return (a, b) in lines or (b, a) in lines
        return self.ways == "anywhere" or (abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1)

    @property
    def text_known(self):
        wins = self.men == 3 and self.diagonals and self.ways == "lines"
        return "solved (the first player wins)" if wins else ""

    def start(self):
        return ("." * 9, 2 * self.men, "first")

    def turn(self, state):
        return state[2]

    def moves(self, state):
        points, hand, side = state
        free = [p for p in range(9) if points[p] == "."]
        if hand:
            return [(p,) for p in free]
        mine = "x" if side == "first" else "o"
        return [(a, b) for a in range(9) if points[a] == mine for b in self.steps[a] if b in free]

    def play(self, state, move):
        points, hand, side = state
        board = list(points)
        if len(move) == 2:
            board[move[0]] = "."
        board[move[-1]] = "x" if side == "first" else "o"
        return ("".join(board), max(0, hand - 1), "second" if side == "first" else "first")

    def outcome(self, state):
        points = state[0]
        for a, b, c in self.rows:
            if points[a] != "." and points[a] == points[b] == points[c]:
                return "first" if points[a] == "x" else "second"
        return None if self.moves(state) else "draw"

    def tier(self, state):
        return -state[1]  # once all men are on the board, they go round in circles

    def format_move(self, move):
        return "-".join(f"{'abc'[p % 3]}{3 - p // 3}" for p in move)

    def board(self, state):
        men = {p: ("xo".index(mark), "stone") for p, mark in enumerate(state[0]) if mark != "."}
        links = sorted(_ALONG_DIAGONALS) if self.diagonals else []
        return kibitz.Board(3, 3, men, ground="points", colours=("white", "black"), links=links)
