"""Connect games: its rules in words for people."""

from __future__ import annotations

from kibitz.games.capabilities import GameText


def connect_text(width: int, height: int, length: int, names: tuple[str, str]) -> GameText:
    """What the options make of it."""
    four = (width, height, length) == (7, 6, 4)
    return GameText(
        f"Players take turns to drop a disc into a column. Whoever has {length} in a line wins.",
        (
            f"The rack stands upright and has {width} columns and {height} rows. "
            f"{names[0][:1].upper() + names[0][1:]} begins.",
            "On each turn a player drops a disc into a column that is not full. "
            "It falls to the lowest free cell of that column and stays there.",
            f"Whoever first has {length} own discs in a line, across, down or diagonally, wins.",
            "If the rack is full and nobody has such a line, the game is drawn.",
        ),
        "solved (the first player wins, with the 41st disc at the latest)" if four else "",
        " ".join(f"{column} {column}" for column in range(1, length)) + f" {length}"
        if length <= width
        else "",
    )
