"""Chess and Chess960."""

from kibitz.games.package import Entry, GamePackage, ProtocolEntry, TagsEntry

_HERE = "kibitz.games.chess"

PACKAGE = GamePackage(
    entries=(
        Entry("chess", f"{_HERE}.game:Chess", "chess: checkmate the king"),
        Entry(
            "chess960",
            f"{_HERE}.game:Chess",
            "chess with the pieces behind the pawns in one of 960 arrangements",
            fixed={"chess960": True},
        ),
    ),
    tags=TagsEntry(f"{_HERE}.pgn:read_tags", f"{_HERE}.pgn:write_tags", f"{_HERE}.pgn:WORDS"),
    protocols=(
        ProtocolEntry(
            "uci",
            "the protocol of most chess programs",
            f"{_HERE}.uci_client:Uci",
            f"{_HERE}.uci_server:serve_uci",
        ),
    ),
)
