"""Independent boards for m,n,k and Connect-N on which a player may also pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.games.position import Position


@dataclass(frozen=True)
class Stones:
    """Stones by column and row, counted from the bottom; moves are identified by their texts."""

    stones: dict[tuple[int, int], str]
    width: int
    height: int
    length: int
    gravity: bool
    #: The cell of each move's text; of a column where stones fall.
    cells: dict[str, tuple[int, int]]

    @staticmethod
    def of(position: Position) -> Stones:
        """The board of a position of m,n,k or Connect."""
        game = position.game
        rows = str(position).split("/")[::-1]
        width, height = len(rows[0]), len(rows)
        stones = {(c, r): rows[r][c] for r in range(height) for c in range(width) if rows[r][c] != "."}
        gravity = game.rules.family == "connect"
        cells = {}
        for move in position.moves:
            at = move.parts[0]
            cells[str(move)] = (at, -1) if gravity else (at % width, height - 1 - at // width)
        return Stones(stones, width, height, int(game.values["length"]), gravity, cells)

    def place(self, move: str) -> tuple[int, int] | None:
        """Where a stone comes to lie; None where there is no room."""
        column, row = self.cells[move]
        if self.gravity:
            row = next(row for row in range(self.height + 1) if (column, row) not in self.stones)
        return None if row == self.height or (column, row) in self.stones else (column, row)

    def moves(self) -> Iterator[str]:
        """What either player may do."""
        return (move for move in self.cells if self.place(move) is not None)

    def wins(self, move: str, who: str) -> bool:
        """Whether a move, if there is room for it, completes a line."""
        at = self.place(move)
        if at is None:
            return False
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                column, row = at
                while self.stones.get((column := column + sign * right, row := row + sign * up)) == who:
                    count += 1
            if count >= self.length:
                return True
        return False

    def after(self, move: str, who: str) -> Stones:
        """The board with a stone more."""
        at = self.place(move)
        assert at is not None
        return Stones(
            {**self.stones, at: who}, self.width, self.height, self.length, self.gravity, self.cells
        )

    def threats(self, who: str) -> set[str]:
        """What would win at once for a player, were it its turn."""
        return {move for move in self.moves() if self.wins(move, who)}

    def is_fork(self, move: str, who: str) -> bool:
        """Whether a move makes two threats that no answer stops, and lets nobody else win at once."""
        other = "xo".replace(who, "")
        if self.place(move) is None or self.wins(move, who):
            return False
        forked = self.after(move, who)
        threats = forked.threats(who)
        if len(threats) < 2 or forked.threats(other):
            return False
        return all(
            any(forked.after(answer, other).wins(threat, who) for threat in threats)
            for answer in forked.moves()
        )
