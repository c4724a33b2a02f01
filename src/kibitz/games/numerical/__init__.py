"""Numerical tic-tac-toe: odd against even numbers."""

from kibitz.games.package import Entry, GamePackage

PACKAGE = GamePackage(
    entries=(
        Entry(
            "numerical",
            "kibitz.games.numerical.game:Numerical",
            "odd against even numbers; a full line that sums to 15 wins",
        ),
    )
)
