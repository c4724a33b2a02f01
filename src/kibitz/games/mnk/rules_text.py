"""m,n,k: its rules in words for people."""

from __future__ import annotations

from kibitz.games.capabilities import GameText

#: Who wins with best play, by width, height and length: 1 the first player, 0 nobody. Known for long,
#: and each but the largest computed again by this project's tests.
_KNOWN = {
    (3, 3, 3): 0,
    (4, 3, 3): 1,
    (4, 4, 3): 1,
    (4, 4, 4): 0,
    (5, 4, 4): 0,
    (6, 4, 4): 0,
    (7, 4, 4): 0,
    (5, 5, 4): 0,
    (6, 5, 4): 1,
    (6, 6, 4): 1,
    (5, 5, 5): 0,
}


def mnk_text(width: int, height: int, length: int, first: str, *, misere: bool) -> GameText:
    """What the options make of it."""
    ends = "loses" if misere else "wins"
    line = f"{length} in a line, across, down or diagonally"
    wide, high = max(width, height), min(width, height)
    result = None if misere else _KNOWN.get((wide, high, length))
    known = {None: "", 0: "solved (draw)", 1: "solved (the first player wins)"}[result]
    return GameText(
        f"Players take turns to mark an empty cell. Whoever has {line}, {ends}.",
        (
            f"The board has {width} columns and {height} rows. {first} begins.",
            "On each turn a player puts its mark on any empty cell. Marks are never moved or taken.",
            f"Whoever makes a line of {length} or more own marks in a row, a column or a diagonal {ends}.",
            "If the board is full and nobody has such a line, the game is drawn.",
        ),
        known,
        "" if misere or length > width or height < 2 else _won(width, height, length),
    )


def _won(width: int, height: int, length: int) -> str:
    """A game in which the first player fills a row in the middle, and the second plays below it."""
    left, row = (width - length) // 2, (height + 1) // 2
    columns = "abcdefghijklmnopqrstuvwxyz"[left : left + length]
    pairs = " ".join(f"{column}{row + 1} {column}{row}" for column in columns[:-1])
    return f"{pairs} {columns[-1]}{row + 1}".strip()
