"""The tags that records of chess have in PGN; moves, comments and variations are as in all records."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.games.chess import ROOM
from kibitz.words.errors import BadNotation, quoted

_OURS = {"White": "First", "Black": "Second", "FEN": "Start"}
#: What such files call chess without any change.
_PLAIN = {"", "chess", "standard", "normal", "from position"}


def read_tags(tags: Mapping[str, str]) -> dict[str, str] | None:
    """Tags of PGN as our records have them; None where they are of another game."""
    if tags.keys().isdisjoint(_OURS):
        return None
    variant = tags.get("Variant", "").strip().lower()
    chess960 = "960" in variant or "fischer" in variant
    if not chess960 and variant not in _PLAIN:
        raise BadNotation(f"{quoted(variant)} can't be played here; chess and Chess960 can")
    found = {_OURS.get(name, name): text for name, text in tags.items() if name not in ("SetUp", "Variant")}
    return {**found, "Game": ROOM.entries[int(chess960)].name}


def write_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags of PGN that follow from ours."""
    found = {theirs: tags[ours] for theirs, ours in _OURS.items() if ours in tags}
    if "FEN" in found:
        found["SetUp"] = "1"
    if tags["Game"].partition(":")[0] == ROOM.entries[1].name:
        found["Variant"] = "Chess960"
    return found
