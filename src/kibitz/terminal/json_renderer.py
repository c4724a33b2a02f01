"""A game as JSON lines for machines: one object per event."""

from __future__ import annotations

import json
from typing import Any, TextIO

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis
from kibitz.base.ending import Termination
from kibitz.base.errors import KibitzError
from kibitz.base.side import Side
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.review import Review
from kibitz.games.game import Game
from kibitz.games.how_to_play import how_to_play
from kibitz.puzzles.blunder_check import Objection
from kibitz.session.live_game import Event
from kibitz.session.session import Session


class JsonRenderer:
    """Writes the events of a game as JSON lines; `docs/terminal.md` lists them."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def _write(self, event: str, **facts: Any) -> None:
        self._out.write(json.dumps({"event": event, **facts}, ensure_ascii=True) + "\n")
        self._out.flush()

    def _state(self, session: Session) -> dict[str, Any]:
        over = session.is_over
        state: dict[str, Any] = {
            "position": str(session.position),
            "turn": None if over else str(session.position.turn),
        }
        if session.clock is not None:
            sides = (Side.FIRST, Side.SECOND)
            state["clock"] = [round(session.clock.left(side), 1) for side in sides]
        return state

    def started(self, session: Session) -> None:
        """Write the game, the players and the starting position."""
        self._write(
            "start",
            game=session.game.spec,
            first=session.name_of(Side.FIRST),
            second=session.name_of(Side.SECOND),
            seed=session.seed,
            moves=[str(move) for move in session.moves],
            **self._state(session),
        )

    def welcome(self, game: Game) -> None:
        """Do nothing: a machine knows the rules."""

    def rules(self, session: Session) -> None:
        """Write the rules."""
        self._write("rules", **how_to_play(session.game).to_json())

    def review(self, session: Session, found: Review) -> None:
        """Write the review."""
        self._write("review", **review_to_json(found))

    def objects(self, session: Session, explained: Objection) -> None:
        """Write the warning before a move."""
        self._write("objection", **explained.to_json())

    def happened(self, session: Session, event: Event) -> None:
        """Write a move or a roll."""
        facts: dict[str, Any] = {"side": str(event.side), "move": str(event.move)}
        if event.choice is not None and event.choice.value is not None:
            facts["value"] = str(event.choice.value)
        self._write("roll" if event.is_roll else "move", **facts, **self._state(session))

    def board(self, session: Session) -> None:
        """Write the position."""
        self._write("position", **self._state(session))

    def flip(self, session: Session) -> None:
        """Write the position, which is the same from both sides."""
        self.board(session)

    def before_move(self, session: Session) -> None:
        """Do nothing: the last event has the side to move."""

    def changed(self, session: Session, what: str) -> None:
        """Write the moves and the position after undo or redo."""
        self._write("changed", moves=[str(move) for move in session.moves], **self._state(session))

    def hint(self, session: Session, explained: Explanation) -> None:
        """Write a hint."""
        self._write("hint", **explained.to_json())

    def why(self, session: Session, explained: Explanation) -> None:
        """Write the explanation of a move."""
        self._write("why", position=str(explained.position), **explained.to_json())

    def values(self, session: Session, found: Analysis) -> None:
        """Write the value of every move."""
        self._write("values", **found.to_json())

    def value(self, session: Session, found: Analysis) -> None:
        """Write the value of the position for its mover."""
        self._write(
            "value", mover=str(found.position.mover), value=str(found.value), source=str(found.source)
        )

    def moves(self, session: Session) -> None:
        """Write the legal moves."""
        self._write("moves", moves=[str(move) for move in session.position.moves])

    def refused(self, error: KibitzError) -> None:
        """Write an error."""
        self._write("error", kind=type(error).__name__, message=str(error))

    def ended(self, session: Session) -> None:
        """Write the result."""
        ending = session.ending
        assert ending is not None
        winner = ending.outcome.winner
        self._write(
            "result",
            result=str(ending.outcome),
            winner=None if winner is None else str(winner),
            resigned=str(ending.by) if ending.termination is Termination.RESIGNED else None,
            termination=ending.reason(),
            position=str(session.position),
        )
