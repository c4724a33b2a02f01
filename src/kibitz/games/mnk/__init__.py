"""m,n,k games and tic-tac-toe: stones in a line on a board without gravity."""

from kibitz.games.package import Entry, GamePackage

_GAME = "kibitz.games.mnk.game:Mnk"

PACKAGE = GamePackage(
    entries=(
        Entry(
            "tictactoe",
            _GAME,
            "three in a line on a 3×3 board",
            fixed={"width": 3, "height": 3, "length": 3},
            defaults={"numbering": "rows"},
        ),
        Entry(
            "gomoku",
            _GAME,
            "five in a line on a 15×15 board",
            fixed={"width": 15, "height": 15, "length": 5},
        ),
        Entry("mnk", _GAME, "stones in a line on a board of any size, without gravity"),
    ),
    typical=True,
)
