"""Opening names by position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from pathlib import Path

from kibitz.games.capabilities import Opening, Openings
from kibitz.games.chess import PACKAGE
from kibitz.games.chess.board import Board
from kibitz.games.position import Position

#: Length of the longest opening in plies.
MOST_PLIES = 20


@lru_cache(maxsize=1)
def opening_names() -> dict[int, Opening]:
    """Return the openings by the key of their position."""
    # Most openings extend others, so few moves have to be parsed.
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
    """Openings by position, independent of the move order."""

    def name(self, position: Position) -> Opening | None:
        """Return the opening of an early position."""
        number = Board.of(position.game.rules.describe(position.state)).number
        return opening_names().get(position.key) if 2 * number <= MOST_PLIES + 2 else None

    def reached(self, positions: Iterable[Position]) -> Opening | None:
        """Return the opening of a game with these positions: the last named one."""
        return super().reached(islice(positions, MOST_PLIES + 1))

    def record_tags(self, positions: Iterable[Position]) -> dict[str, str]:
        """Return the PGN tags."""
        found = self.reached(positions)
        return {} if found is None else {"ECO": found.code, "Opening": found.name}
