"""PGN specifics: tags, and words among the moves; the rest is common to all records."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.base.errors import BadNotation, quoted
from kibitz.games.chess import PACKAGE

#: Tags that identify a record without a Game tag as chess.
_KNOWN = {"White", "Black", "FEN", "SetUp", "Variant", "Site", "Round", "ECO", "WhiteElo", "BlackElo"}
_OURS = {"White": "First", "Black": "Second", "FEN": "Start"}
#: Names of the standard variant.
_PLAIN = {"", "chess", "standard", "normal", "from position"}

#: Another spelling of the draw result.
_RESULTS = {"1–0": "1-0", "0–1": "0-1"} | dict.fromkeys(["1/2", "½-½", "½–½", "½", "1/2–1/2"], "1/2-1/2")
#: Symbols by NAG.
_SIGNS = {"□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15}
_SIGNS |= {
    "±": 16,
    "+/-": 16,
    "∓": 17,
    "-/+": 17,
    "+-": 18,
    "+−": 18,
    "-+": 19,
    "−+": 19,
    "N": 146,
    "TN": 146,
}
#: Redundant words: en passant, check, mate, diagram.
_SUPERFLUOUS = dict.fromkeys(["e.p.", "ep", "+", "++", "#", "ch", "mate", "D"], "")
#: The null move, with which annotators show threats.
_PASSING = dict.fromkeys(["--", "Z0", "null", "0000", "@@@@", "<>"])
WORDS: Mapping[str, str | int | None] = {**_RESULTS, **_SIGNS, **_SUPERFLUOUS, **_PASSING}


def read_tags(tags: Mapping[str, str]) -> dict[str, str] | None:
    """Convert PGN tags to Kibitz's; None for another game."""
    if tags.keys().isdisjoint(_KNOWN):
        return None
    variant = tags.get("Variant", "").strip().lower()
    chess960 = "960" in variant or "fischer" in variant
    if not chess960 and variant not in _PLAIN:
        raise BadNotation(f"{quoted(variant)} can't be played here; chess and Chess960 can")
    found = {_OURS.get(name, name): text for name, text in tags.items() if name not in ("SetUp", "Variant")}
    return {**found, "Game": PACKAGE.entries[int(chess960)].name}


def write_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the PGN tags for Kibitz's."""
    found = {theirs: tags[ours] for theirs, ours in _OURS.items() if ours in tags}
    if "FEN" in found:
        found["SetUp"] = "1"
    if tags["Game"].partition(":")[0] == PACKAGE.entries[1].name:
        found["Variant"] = "Chess960"
    return found
