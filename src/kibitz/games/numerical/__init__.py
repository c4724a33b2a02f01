"""Numerical tic-tac-toe: odd against even numbers."""

from kibitz.games.package import Entry, Room

ROOM = Room(
    entries=(
        Entry(
            "numerical",
            "kibitz.games.numerical.game:Numerical",
            "odd against even numbers; a full line that sums to 15 wins",
        ),
    )
)
