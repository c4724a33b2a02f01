"""The interface between the game loop and its output."""

from __future__ import annotations

from typing import Protocol

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis
from kibitz.base.errors import KibitzError
from kibitz.game_review.review import Review
from kibitz.games.game import Game
from kibitz.puzzles.blunder_check import Objection
from kibitz.session.live_game import Event
from kibitz.session.session import Session


class Renderer(Protocol):
    """Shows a game: as text for people or as JSON for machines."""

    def welcome(self, game: Game) -> None:
        """Introduce a game that is played for the first time."""

    def rules(self, session: Session) -> None:
        """Show the rules."""

    def review(self, session: Session, found: Review) -> None:
        """Show a review."""

    def objects(self, session: Session, explained: Objection) -> None:
        """Show the warning before a mistake."""

    def started(self, session: Session) -> None:
        """Announce that a game starts or is resumed."""

    def happened(self, session: Session, event: Event) -> None:
        """Show a move or a roll that was made."""

    def board(self, session: Session) -> None:
        """Show the board, whether it changed or not."""

    def flip(self, session: Session) -> None:
        """Show the board from the other side, from now on."""

    def before_move(self, session: Session) -> None:
        """Show the board before a person moves."""

    def changed(self, session: Session, what: str) -> None:
        """Announce that moves were taken back or replayed."""

    def hint(self, session: Session, explained: Explanation) -> None:
        """Show a hint."""

    def why(self, session: Session, explained: Explanation) -> None:
        """Show the explanation of a move."""

    def values(self, session: Session, found: Analysis) -> None:
        """Show the value of every move."""

    def value(self, session: Session, found: Analysis) -> None:
        """Show the value of the position."""

    def moves(self, session: Session) -> None:
        """Show the legal moves."""

    def refused(self, error: KibitzError) -> None:
        """Show an error."""

    def ended(self, session: Session) -> None:
        """Show the final position and the result."""
