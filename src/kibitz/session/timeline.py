"""The moves of a game so far, and those that were taken back."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.base.errors import IllegalMove
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.records.variation import Variation

#: The beginning of the comment on moves that were taken back.
TAKEN_BACK = "taken back: "
#: A comment of this many characters is not extended by further moves that are taken back.
_LONG_COMMENT = 500


class Timeline:
    """The moves of a game and the positions between them, with undo and redo."""

    def __init__(self, start: Position) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        #: Comments by the number of moves made before each.
        self.comments: dict[int, str] = {}
        #: Marks of moves and variations, as in a record.
        self.marks: dict[int, tuple[int, ...]] = {}
        self.variations: dict[int, tuple[Variation, ...]] = {}
        #: The number of rolls among the moves.
        self.rolls = 0
        #: The number of moves before the last one that a player made; None before the first.
        self.last_decision: int | None = None
        self._undone: list[list[Move]] = []

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1]

    @property
    def decisions(self) -> int:
        """The number of moves made, not counting rolls."""
        return len(self.moves) - self.rolls

    def last_where(self, condition: Callable[[Position], bool]) -> int | None:
        """Return the number of moves before the last one that was made in a position with a property."""
        for ply in reversed(range(len(self.moves))):
            if condition(self.positions[ply]):
                return ply
        return None

    def add(self, move: Move, rolled: bool) -> Position:
        """Play a legal move or a roll and return the new position; forget the moves that were taken back."""
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
        """Take back all moves from one on, add a comment that says so, and return them."""
        taken = self.moves[to:]
        self._undone.append(taken)
        rolls = sum([before.turn is Side.CHANCE for before in self.positions[to:-1]])
        self.rolls -= rolls
        said = f"{TAKEN_BACK}{' '.join(map(str, taken))}" + (", the same rolls come again" if rolls else "")
        self.comments = {at: text for at, text in self.comments.items() if at <= to}
        self.marks = {at: found for at, found in self.marks.items() if at <= to}
        self.variations = {at: found for at, found in self.variations.items() if at < to}
        before = self.comments.get(to, "")
        if len(before) < _LONG_COMMENT:
            self.comments[to] = f"{before}; {said}" if before else said
        del self.moves[to:]
        del self.positions[to + 1 :]
        self.last_decision = self.last_where(lambda position: position.turn is not Side.CHANCE)
        return taken

    @property
    def can_redo(self) -> bool:
        """Whether there are moves that were taken back."""
        return bool(self._undone)

    def redo(self) -> list[Move]:
        """Play again the moves that were taken back last, and return them."""
        if not self._undone:
            raise IllegalMove("nothing was taken back, so there is nothing to play again")
        again, *others = reversed(self._undone)
        for move in again:
            self.add(move, self.position.turn is Side.CHANCE)
        self._undone = others[::-1]
        return again

    def forget_undone(self) -> None:
        """Forget the moves that were taken back."""
        self._undone.clear()
