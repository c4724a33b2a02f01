"""Interface of a game's explanations: reasons, and names of wins, draws and endings."""

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
    """Explains the moves of one game in hints, reviews and puzzles."""

    #: Whether its reasons explain forced wins and replace the general ones.
    explains_forced_wins: bool = False
    #: Whether a move only adds a stone that counts for its owner, so that threats elsewhere would remain
    #: after a pass.
    only_adds_stones: bool = False

    #: Whether `effects` includes captures, so that they need not be derived from the board.
    tells_captures: bool = False

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return the effects of a non-final move by the rules alone, most important first."""
        return []

    def reasons(self, position: Position, move: Move, pv: Line, values: Mapping[Move, Value]) -> list[Reason]:
        """Return reasons for or against a move that does not end the game, from its value or PV.

        `pv` is the expected continuation after the move, `values` has the value of every move. Every sentence
        must be true by the rules, or by exact values.
        """
        return []

    def themes(self, position: Position, line: Sequence[Move]) -> list[str]:
        """Return the themes of a forced win, as people who collect puzzles call them.

        The winner moves first in `position`, and `line` leads to the end of the game.
        """
        return []

    def name_win(self, position: Position, move: Move) -> str:
        """Return the name of an immediate win, such as "row 1-2-3"; empty if it has none."""
        return ""

    def name_draw(self, position: Position) -> str:
        """Return the name of a drawn position, such as "stalemate"; empty if it has none."""
        return ""

    def name_ending(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Return the name of an ending by the rules; empty if it has none, or if the game is not over.

        `positions` are the first and that after each move.
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
        """Return the minimum number of moves in which a side can win a race; None if the game is no race."""
        return None
