"""What happened in a game so far, and what was taken back."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.base.errors import IllegalMove
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.records.variation import Variation

#: What a comment on moves that were taken back begins with.
TAKEN_BACK = "taken back: "
#: Characters of a comment after which what is taken back is no longer told: somebody plays with the button.
_LONGEST = 500


class Timeline:
    """The moves of a game with the positions between them; it can go back and on again."""

    def __init__(self, start: Position) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        #: By the number of moves made before each.
        self.comments: dict[int, str] = {}
        #: Marks of moves and lines beside them, as a record has them.
        self.marks: dict[int, tuple[int, ...]] = {}
        self.variations: dict[int, tuple[Variation, ...]] = {}
        #: How many of the moves were rolls.
        self.rolls = 0
        self._undone: list[list[Move]] = []

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.positions[-1]

    @property
    def decisions(self) -> int:
        """How many moves were made, not counting rolls."""
        return len(self.moves) - self.rolls

    @property
    def last_decision(self) -> int | None:
        """The number of moves before the last one that a player made."""
        return self.last_where(lambda before: before.turn is not Side.CHANCE)

    def last_where(self, fits: Callable[[Position], bool]) -> int | None:
        """The number of moves before the last one that was made in a position of some kind."""
        plies = reversed(range(len(self.moves)))
        return next((ply for ply in plies if fits(self.positions[ply])), None)

    def add(self, move: Move, rolled: bool) -> None:
        """A move or a roll is made; what was taken back is forgotten."""
        self.positions.append(self.positions[-1].play(move))
        self.moves.append(move)
        self.rolls += rolled
        self._undone.clear()

    def go_back(self, to: int) -> list[Move]:
        """Take back everything from a number of moves on, with a comment that says so."""
        taken = self.moves[to:]
        self._undone.append(taken)
        rolls = sum(before.turn is Side.CHANCE for before in self.positions[to:-1])
        self.rolls -= rolls
        said = f"{TAKEN_BACK}{' '.join(map(str, taken))}" + (", the same rolls come again" if rolls else "")
        for at in [at for at in self.comments if at > to]:
            del self.comments[at]
        self.marks = {at: found for at, found in self.marks.items() if at <= to}
        self.variations = {at: found for at, found in self.variations.items() if at < to}
        before = self.comments.get(to, "")
        if len(before) < _LONGEST:
            self.comments[to] = f"{before}; {said}" if before else said
        del self.moves[to:]
        del self.positions[to + 1 :]
        return taken

    @property
    def can_go_on(self) -> bool:
        """Whether something taken back can be played again."""
        return bool(self._undone)

    def go_on(self) -> list[Move]:
        """Play again what was taken back last."""
        if not self._undone:
            raise IllegalMove("nothing was taken back, so there is nothing to play again")
        again, *others = reversed(self._undone)
        for move in again:
            self.add(move, self.position.turn is Side.CHANCE)
        self._undone = others[::-1]
        return again

    def forget_undone(self) -> None:
        """What was taken back can't be played again."""
        self._undone.clear()
