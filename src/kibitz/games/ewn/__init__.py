"""EinStein würfelt nicht!: numbered stones, a die, and a race for the far corner."""

from kibitz.games.package import Entry, GamePackage, ProtocolEntry

_HERE = "kibitz.games.ewn"

PACKAGE = GamePackage(
    entries=(
        Entry("ewn", f"{_HERE}.game:Ewn", "EinStein würfelt nicht!: the die says which stone must move"),
    ),
    protocols=(
        ProtocolEntry(
            "2023",
            "the tournaments of 2022 and 2023: a line asks, a line answers",
            f"{_HERE}.protocol_2023:Ewn2023",
            f"{_HERE}.protocol_server:serve_ewn_2023",
        ),
        ProtocolEntry(
            "2024",
            "the tournament of 2024: a line of numbers asks, an arrow on stderr answers",
            f"{_HERE}.protocol_2024:Ewn2024",
            f"{_HERE}.protocol_server:serve_ewn_2024",
        ),
    ),
    typical=True,
)
