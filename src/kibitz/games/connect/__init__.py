"""Connect Four and related games, in which discs fall down columns."""

from kibitz.games.package import Entry, FormatEntry, GamePackage

_GAME = "kibitz.games.connect.game:Connect"

PACKAGE = GamePackage(
    entries=(
        Entry(
            "connect4",
            _GAME,
            "stones fall; four in a line on 7×6",
            fixed={"width": 7, "height": 6, "length": 4},
            defaults={"mark2": "o"},
        ),
        Entry("connect", _GAME, "stones fall; so many in a line on any board"),
    ),
    formats=(
        FormatEntry(
            ".c4x", "data.c4x", "kibitz.games.connect.c4x:parse_c4x", "kibitz.games.connect.c4x:format_c4x"
        ),
    ),
)
