"""What others found out about Connect Four."""

from __future__ import annotations

from pathlib import Path

#: Outcome and plies with best play by width and height, as published by John Tromp (Connect Four Playground).
SMALL_BOARDS = {
    (4, 4): ("draw", 16),
    (5, 4): ("draw", 20),
    (6, 4): ("second", 24),
    (4, 5): ("draw", 20),
    (5, 5): ("draw", 25),
    (4, 6): ("draw", 24),
}


def scored_positions() -> list[tuple[str, int]]:
    """Moves and exact scores of 300 positions, by BitBully (tests/data/make_connect4_scores.py)."""
    lines = (Path(__file__).parents[1] / "data" / "connect4_scores.txt").read_text().splitlines()[1:]
    return [(moves, int(score)) for moves, score in map(str.split, lines)]
