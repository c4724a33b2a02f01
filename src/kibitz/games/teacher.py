"""What a game can say about its moves: reasons, and the names of wins, draws and endings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kibitz.base.move import Line, Move
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.base.value import Value

if TYPE_CHECKING:
    from kibitz.games.position import Position


class Teacher:
    """Explains the moves of one game; hints, reviews and puzzles ask it."""

    #: Whether its reasons explain forced wins, so that the general ones would only repeat them.
    explains_forced_wins: bool = False
    #: Whether a move only adds a stone that counts for its owner alone, so that a threat elsewhere would
    #: stand after a pass as well.
    only_adds_stones: bool = False

    #: Whether `effects` tells what a move captures, so that it need not be read off the board.
    tells_captures: bool = False

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return what a move that does not end the game does, by the rules alone, the sharpest first."""
        return []

    def reasons(self, position: Position, move: Move, pv: Line, values: Mapping[Move, Value]) -> list[Reason]:
        """Return reasons for or against a move that does not end the game, which follow from its value or PV.

        `pv` is the expected continuation from the move on, `values` has the value of every move. Every
        sentence must be true by the rules, or by values that are exact.
        """
        return []

    def name_win(self, position: Position, move: Move) -> str:
        """Return the name of a win at once, such as "row 1-2-3"; empty if it has none."""
        return ""

    def name_draw(self, position: Position) -> str:
        """Return the name of the draw that a position is, such as "stalemate"; empty if it has none."""
        return ""

    def name_ending(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Return the name of the ending by the rules; empty if it has none, or if the game goes on.

        `positions` are the first and that after each of the moves.
        """
        outcome = positions[-1].outcome
        if outcome is None:
            return ""
        if outcome.winner is None:
            return self.name_draw(positions[-1])
        if not moves or positions[-2].turn is not outcome.winner:
            return ""
        return self.name_win(positions[-2], moves[-1])

    def race_distance(self, position: Position, side: Side) -> int | None:
        """Return the least number of moves in which a side can win a race; None if the game is no race."""
        return None
