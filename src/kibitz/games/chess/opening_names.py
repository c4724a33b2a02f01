"""The names of openings, by the positions that belong to them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kibitz.base.opening import Opening
from kibitz.games.chess import ROOM
from kibitz.games.position import Position

#: No opening in the list is longer.
MOST_PLIES = 20


@lru_cache(maxsize=1)
def opening_names() -> dict[int, Opening]:
    """Every opening of the list by the key of its position."""
    # Most openings go on from others, so that few moves have to be read.
    known: dict[str, Position] = {"": ROOM.entries[0].make({}).start()}

    def after(moves: str) -> Position:
        if moves not in known:
            before, _, last = moves.rpartition(" ")
            known[moves] = after(before).play(last)
        return known[moves]

    found: dict[int, Opening] = {}
    text = (Path(__file__).parent / "openings.txt").read_text(encoding="utf-8")
    for row in text.splitlines():
        if not row.startswith("#"):
            code, name, moves = row.split("; ")
            found[after(moves).key] = Opening(name, code)
    return found


def opening_of(position: Position, number: int) -> Opening | None:
    """The opening that a position before the move of this number belongs to."""
    return opening_names().get(position.key) if 2 * number <= MOST_PLIES + 2 else None
