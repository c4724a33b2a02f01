"""Published results about Connect Four."""

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


#: Positions that can be reached, by height and then by width from 1 on, as published by John Tromp.
_COUNTS = {
    1: (2, 5, 13, 35, 96, 267, 750, 2118, 6010, 17_120, 48_930, 140_243, 402_956),
    2: (3, 18, 116, 741, 4688, 29_737, 189_648, 1_216_721, 7_844_298, 50_780_523),
    3: (4, 58, 869, 12_031, 158_911, 2_087_325),
    4: (5, 179, 6000, 161_029, 3_945_711),
    5: (6, 537, 38_310, 1_706_255),
    6: (7, 1571, 235_781),
    7: (8, 4587),
    8: (9, 13_343),
    9: (10, 38_943),
    10: (11, 113_835),
    11: (12,),
    12: (13,),
    13: (14,),
}
POSITIONS = {(width, height): n for height, row in _COUNTS.items() for width, n in enumerate(row, start=1)}


def scored_positions() -> list[tuple[str, int]]:
    """Moves and exact scores of 300 positions, by BitBully (tests/data/make_connect4_scores.py)."""
    lines = (Path(__file__).parents[1] / "data" / "connect4_scores.txt").read_text().splitlines()[1:]
    return [(moves, int(score)) for moves, score in map(str.split, lines)]
