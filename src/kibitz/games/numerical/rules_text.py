"""Numerical tic-tac-toe: its rules in words for people."""

from __future__ import annotations

from kibitz.games.capabilities import GameText


def numerical_text(size: int, target: int, sides: tuple[str, str]) -> GameText:
    """What the options make of it."""
    highest = size * size
    known = {
        (3, 15, "odd"): "solved (the first player wins)",
        (4, 34, "odd"): "solved (the second player wins)",
    }.get((size, target, sides[0]), "")
    return GameText(
        f"Players take turns to write a number of their own into an empty cell, each number once. "
        f"Whoever fills a line of {size} that sums to {target} wins.",
        (
            f"The board has {size} rows and {size} columns. "
            f"One player has the odd numbers up to {highest}, the other the even ones; {sides[0]} begins.",
            "On each turn a player writes one of its numbers that is not used yet into an empty cell.",
            f"Whoever fills the last cell of a row, a column or a diagonal "
            f"whose {size} numbers sum to {target} wins, whoever wrote the others.",
            "If the board is full and no line was completed so, the game is drawn.",
        ),
        known,
    )
