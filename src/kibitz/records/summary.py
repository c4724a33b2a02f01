"""What a list of saved games shows of each."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.base.side import Side
from kibitz.records.record import Record


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game's players, length and state."""

    spec: str
    title: str = ""
    #: Players as in the record's tags; empty without the tag.
    first: str = ""
    second: str = ""
    #: Moves and chance outcomes, and moves of the players alone.
    plies: int = 0
    moves: int = 0
    result: str = "*"
    #: How it ended; empty if that is unknown or it goes on.
    ending: str = ""
    #: Side to move or to roll; empty if the game is over.
    turn: str = ""
    #: Name of the winner, or of the side to move.
    side_name: str = ""

    @property
    def is_finished(self) -> bool:
        """Return whether the game has a result."""
        return self.result != "*"

    @staticmethod
    def of(record: Record) -> GameSummary:
        """Return the summary of a record."""
        positions = record.positions()
        outcome = record.outcome
        named = positions[-1].mover if outcome is None else outcome.winner
        return GameSummary(
            spec=record.game.spec,
            title=record.game.title,
            first=record.tags.get("First", ""),
            second=record.tags.get("Second", ""),
            plies=len(record.moves),
            moves=sum(position.turn is not Side.CHANCE for position in positions[:-1]),
            result=record.result,
            ending=record.end_name,
            turn=str(named) if outcome is None else "",
            side_name="" if named is None else record.game.side_name(named),
        )
