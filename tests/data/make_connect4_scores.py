"""Score Connect Four positions with BitBully, a solver that is independent of Kibitz.

    pip install bitbully
    python tests/data/make_connect4_scores.py > tests/data/connect4_scores.txt

A line is the columns played so far and the exact score for the side to move: 22 minus the number of stones
the winner has played when it wins as soon as it can, 0 for a draw, negative for a loss.
"""

from __future__ import annotations

import random

from bitbully import BitBully, Board  # type: ignore[import-not-found]

SEED = 20261118
PER_PLY = 10


def random_moves(rng: random.Random, plies: int) -> str:
    """Columns, from 0, of a random game that `plies` moves don't end and the next can't win."""
    while True:
        board, moves = Board(), ""
        while len(moves) < plies and not board.is_game_over():
            column = rng.choice(board.legal_moves())
            board.play(column)
            moves += str(column)
        if not board.is_game_over() and not board.can_win_next():
            return moves


def main() -> None:
    rng, solver = random.Random(SEED), BitBully()
    print("# Columns played and the exact score for the side to move, by BitBully: make_connect4_scores.py")
    for plies in range(10, 40):
        for _ in range(PER_PLY):
            moves = random_moves(rng, plies)
            print("".join(str(int(column) + 1) for column in moves), solver.mtdf(Board(moves)))


if __name__ == "__main__":
    main()
