"""The names of the openings of chess, by their positions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from kibitz.games.capabilities import Opening, Openings
from kibitz.games.chess import PACKAGE
from kibitz.games.chess.board import Board
from kibitz.games.position import Position

#: No opening in the list is longer.
MOST_PLIES = 20


@lru_cache(maxsize=1)
def opening_names() -> dict[int, Opening]:
    """Every opening of the list by the key of its position."""
    # Most openings go on from others, so that few moves have to be read.
    known: dict[str, Position] = {"": PACKAGE.entries[0].make({}).start()}

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


class ChessOpenings(Openings):
    """Openings by the position on the board, whatever the order of the moves."""

    def name(self, position: Position) -> Opening | None:
        """Return the opening of a position that is early enough in a game."""
        number = Board.of(position.game.rules.describe(position.state)).number
        return opening_names().get(position.key) if 2 * number <= MOST_PLIES + 2 else None

    def record_tags(self, positions: Iterable[Position]) -> dict[str, str]:
        """Return the tags of PGN."""
        found = self.reached(positions)
        return {} if found is None else {"ECO": found.code, "Opening": found.name}
