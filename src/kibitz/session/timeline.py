"""The moves of a game with undo and redo."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.base.errors import IllegalMove
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.records.variation import Variation

#: Prefix of the comment on undone moves.
TAKEN_BACK = "taken back: "
#: Maximum length of a comment that is extended by further undone moves.
_LONG_COMMENT = 500


class Timeline:
    """The moves of a game and the positions between them, with undo and redo."""

    def __init__(self, start: Position) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        #: Comments by the number of moves before each.
        self.comments: dict[int, str] = {}
        #: Marks of moves and variations, as in a record.
        self.marks: dict[int, tuple[int, ...]] = {}
        self.variations: dict[int, tuple[Variation, ...]] = {}
        #: Number of rolls among the moves.
        self.rolls = 0
        #: Number of moves before the last one of a player; None before the first.
        self.last_decision: int | None = None
        self._undone: list[list[Move]] = []

    @property
    def position(self) -> Position:
        """Return the current position."""
        return self.positions[-1]

    @property
    def decisions(self) -> int:
        """Return the number of moves without rolls."""
        return len(self.moves) - self.rolls

    def last_where(self, condition: Callable[[Position], bool]) -> int | None:
        """Return the number of moves before the last position with a property."""
        for ply in reversed(range(len(self.moves))):
            if condition(self.positions[ply]):
                return ply
        return None

    def add(self, move: Move, rolled: bool) -> Position:
        """Play a legal move or a roll and return the new position; drop the undone moves."""
        position = self.positions[-1].after(move)
        if rolled:
            self.rolls += 1
        else:
            self.last_decision = len(self.moves)
        self.positions.append(position)
        self.moves.append(move)
        self._undone.clear()
        return position

    def undo(self, to: int) -> list[Move]:
        """Undo all moves from an index on, add a comment with them, and return them."""
        taken = self.moves[to:]
        self._undone.append(taken)
        rolls = sum([before.turn is Side.CHANCE for before in self.positions[to:-1]])
        self.rolls -= rolls
        comment = f"{TAKEN_BACK}{' '.join(map(str, taken))}" + (
            ", the same rolls come again" if rolls else ""
        )
        self.comments = {at: text for at, text in self.comments.items() if at <= to}
        self.marks = {at: found for at, found in self.marks.items() if at <= to}
        self.variations = {at: found for at, found in self.variations.items() if at < to}
        before = self.comments.get(to, "")
        if len(before) < _LONG_COMMENT:
            self.comments[to] = f"{before}; {comment}" if before else comment
        del self.moves[to:]
        del self.positions[to + 1 :]
        self.last_decision = self.last_where(lambda position: position.turn is not Side.CHANCE)
        return taken

    @property
    def can_redo(self) -> bool:
        """Return whether there are undone moves."""
        return bool(self._undone)

    def redo(self) -> list[Move]:
        """Redo the last undone moves, and return them."""
        if not self._undone:
            raise IllegalMove("nothing was taken back, so there is nothing to play again")
        again, *others = reversed(self._undone)
        for move in again:
            self.add(move, self.position.turn is Side.CHANCE)
        self._undone = others[::-1]
        return again

    def forget_undone(self) -> None:
        """Drop the undone moves."""
        self._undone.clear()
