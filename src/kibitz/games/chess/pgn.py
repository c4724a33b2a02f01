"""What records of chess have in PGN: tags, and words among the moves; the rest is as in all records."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.base.errors import BadNotation, quoted
from kibitz.games.chess import PACKAGE

#: Tags that no record of ours has by itself, so that a record without a game is one of chess.
_KNOWN = {"White", "Black", "FEN", "SetUp", "Variant", "Site", "Round", "ECO", "WhiteElo", "BlackElo"}
_OURS = {"White": "First", "Black": "Second", "FEN": "Start"}
#: What such files call chess without any change.
_PLAIN = {"", "chess", "standard", "normal", "from position"}

#: The same result, as it is also written.
_RESULTS = {"1–0": "1-0", "0–1": "0-1"} | dict.fromkeys(["1/2", "½-½", "½–½", "½", "1/2–1/2"], "1/2-1/2")
#: Signs of books by the numbers that PGN has for them.
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
#: What is known without it: a pawn taken in passing, check, mate, that there is a diagram.
_SUPERFLUOUS = dict.fromkeys(["e.p.", "ep", "+", "++", "#", "ch", "mate", "D"], "")
#: A move that nobody makes, with which annotators show what is threatened.
_PASSING = dict.fromkeys(["--", "Z0", "null", "0000", "@@@@", "<>"])
WORDS: Mapping[str, str | int | None] = {**_RESULTS, **_SIGNS, **_SUPERFLUOUS, **_PASSING}


def read_tags(tags: Mapping[str, str]) -> dict[str, str] | None:
    """Tags of PGN as our records have them; None where they are of another game."""
    if tags.keys().isdisjoint(_KNOWN):
        return None
    variant = tags.get("Variant", "").strip().lower()
    chess960 = "960" in variant or "fischer" in variant
    if not chess960 and variant not in _PLAIN:
        raise BadNotation(f"{quoted(variant)} can't be played here; chess and Chess960 can")
    found = {_OURS.get(name, name): text for name, text in tags.items() if name not in ("SetUp", "Variant")}
    return {**found, "Game": PACKAGE.entries[int(chess960)].name}


def write_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags of PGN that follow from ours."""
    found = {theirs: tags[ours] for theirs, ours in _OURS.items() if ours in tags}
    if "FEN" in found:
        found["SetUp"] = "1"
    if tags["Game"].partition(":")[0] == PACKAGE.entries[1].name:
        found["Variant"] = "Chess960"
    return found
