"""The rules of EinStein würfelt nicht! for people."""

from __future__ import annotations

from kibitz.games.capabilities import GameText


def ewn_text(size: int, stones: int, faces: int) -> GameText:
    """Return the rules text."""
    return GameText(
        "The die says which of your stones must move, one step towards the far corner. "
        "Reach that corner, or take all enemy stones, to win.",
        (
            f"The board has {size} rows and {size} columns. Red's stones 1 to {stones} start in the top left "
            f"corner, blue's in the bottom right one.",
            f"On each turn the player rolls a die with {faces} faces. "
            "If the stone of that number is on the board, it must move; "
            "otherwise the next lower or the next higher one that is left, as the player likes.",
            "Red's stones move one step right, down or diagonally right and down; "
            "blue's one step left, up or diagonally left and up.",
            "Whatever stands where a stone goes is taken off the board, an own stone too. "
            "With fewer stones one has more choice.",
            "Whoever reaches the corner where the other started, or takes the last enemy stone, wins. "
            "There are no draws, and nobody may pass.",
        ),
    )
