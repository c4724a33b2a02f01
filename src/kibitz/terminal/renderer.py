"""How a game shows itself, whoever watches it."""

from __future__ import annotations

from typing import Protocol

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis
from kibitz.base.errors import KibitzError
from kibitz.games.game import Game
from kibitz.puzzles.blunder_check import Objection
from kibitz.review.review import Review
from kibitz.session.live_game import Event
from kibitz.session.session import Session


class Face(Protocol):
    """What the loop tells whoever watches."""

    def welcome(self, game: Game) -> None:
        """A game is played for the first time."""

    def rules(self, session: Session) -> None:
        """A person asked how the game is played."""

    def review(self, session: Session, found: Review) -> None:
        """A person asked what the game teaches."""

    def objects(self, session: Session, said: Objection) -> None:
        """A teacher stops a move."""

    def started(self, session: Session) -> None:
        """A game begins, or goes on from a record."""

    def happened(self, session: Session, event: Event) -> None:
        """A move or a roll was made."""

    def board(self, session: Session) -> None:
        """The board is wanted, whether it changed or not."""

    def flip(self, session: Session) -> None:
        """A person wants to see the board from the other side."""

    def before_move(self, session: Session) -> None:
        """A person is to move."""

    def changed(self, session: Session, what: str) -> None:
        """Moves were taken back or played again."""

    def hint(self, session: Session, said: Explanation) -> None:
        """A person asked for a good move."""

    def why(self, session: Session, said: Explanation) -> None:
        """A person asked what a move is good for."""

    def values(self, session: Session, found: Analysis) -> None:
        """A person asked what every move is worth."""

    def value(self, session: Session, found: Analysis) -> None:
        """What the position is worth, after every move where that is wished."""

    def moves(self, session: Session) -> None:
        """A person asked what is allowed."""

    def refused(self, error: KibitzError) -> None:
        """What was typed can't be done."""

    def ended(self, session: Session) -> None:
        """The game is over."""
