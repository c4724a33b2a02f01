"""Draw claims, draw agreement and the scale of values in chess."""

from __future__ import annotations

import math

from kibitz.base.value import Estimate, Value
from kibitz.games.capabilities import DrawRules, Scale
from kibitz.games.chess.board import Board
from kibitz.games.position import Position

#: Plies without a capture or pawn move after which a draw may be claimed, and after which the game is drawn.
CLAIM_PLIES, LAST_PLY = 100, 150
#: The reason of a draw when neither side could mate.
INSUFFICIENT_MATERIAL = "insufficient material"
#: Move number from which a computer accepts a draw in an equal position.
LATE = 30
#: Scale of the logistic curve, fitted to Stockfish's evaluations and lichess's win probabilities
#: (`benchmarks/review_labels.py`): with this lead in pawns, about three points of four are scored.
PAWNS_OF_HALF = 1.8


class ChessDraws(DrawRules):
    """Threefold repetition, the fifty-move rule, and draw agreement."""

    by_agreement = True

    def claim_reason(self, position: Position) -> str | None:
        """Return the repetition or the fifty-move rule as a reason."""
        reason = super().claim_reason(position)
        if reason is None and not position.is_over and _board(position).clock >= CLAIM_PLIES:
            return "for fifty moves of each side nothing was taken and no pawn moved"
        return reason

    def accepts(self, position: Position, value: Value) -> bool:
        """Accept when a pawn down, or late in the game when not better."""
        late = _board(position).number >= LATE
        return value <= Estimate(0.0 if late else -1.0)


class ChessScale(Scale):
    """Static evaluations in pawns, with a logistic curve for the winning chances."""

    plies_per_move = 2

    def format_value(self, value: Value) -> str:
        """Format a value; an estimate in pawns."""
        if isinstance(value, Estimate) and abs(value.score) >= 0.005:
            return f"about {value.score:+.2f} pawns"
        if isinstance(value, Estimate):
            return Estimate(0).words()
        return super().format_value(value)

    def win_probability(self, score: float) -> float:
        """Return the expected score; a half for an equal position."""
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, score)) / PAWNS_OF_HALF))


def _board(position: Position) -> Board:
    return Board.of(position.game.rules.describe(position.state))
