"""A game as sent to clients: the whole state once, and then the changes."""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.service.errors import NotFound
from kibitz.service.position_view import SIDES, view_json
from kibitz.service.replies import (
    At,
    Beside,
    Board,
    ClockReading,
    GameResult,
    Looked,
    News,
    PlayedMove,
    Snapshot,
    Standing,
    View,
    Waits,
)
from kibitz.service.replies import (
    Side as SideName,
)
from kibitz.service.variations import Variations
from kibitz.session.session import Session
from kibitz.session.timeline import TAKEN_BACK

#: Maximum number of cached views.
_MOST_VIEWS = 8


class GameView:
    """A session and its variations as plain values. It tracks what was sent, so that news are short."""

    def __init__(self, session: Session, variations: Variations) -> None:
        self._session, self._variations = session, variations
        #: Number of moves, board and comments that were sent last.
        self._sent = len(session.moves)
        self._board: Board | None = None
        self._sent_comments: dict[str, str] = {}
        self._views: dict[int, tuple[Position, Board | None, View]] = {}

    def snapshot(self, nobody_plays: bool) -> Snapshot:
        """Return the whole state for a page."""
        session, game = self._session, self._session.game
        positions, moves = session.positions, session.moves
        self._board, view = self._view(positions, moves, len(moves))
        return {
            "rules": {
                "spec": game.spec,
                "title": game.title,
                "sides": list(game.side_names),
                "dice": game.has_chance,
                "points": None if game.score_range is None else max(map(abs, game.score_range)),
                "help": game.notation.move_help,
            },
            "seats": [session.name_of(Side.FIRST), session.name_of(Side.SECOND)],
            "moves": _played(positions, moves, 0),
            **self.beside(),
            "board": self._board,
            **self._standing(positions[-1], len(moves), nobody_plays),
            "view": view,
        }

    def news(self, nobody_plays: bool) -> News:
        """Return the changes since the last call."""
        positions, moves = self._session.positions, self._session.moves
        at = min(self._sent, len(moves))
        board, view = self._view(positions, moves, len(moves))
        news: News = {
            "at": at,
            "moves": _played(positions, moves, at),
            **self._standing(positions[-1], len(moves), nobody_plays),  # type: ignore[typeddict-item]
            "view": view,
        }
        self._sent = len(moves)
        if board != self._board:
            self._board = news["board"] = board
        return news

    def _standing(self, position: Position, ply: int, nobody_plays: bool) -> Standing:
        session = self._session
        over, may = session.is_over, session.permissions
        waits: Waits
        if nobody_plays:
            waits = "nobody"
        elif over:
            waits = "over"
        elif may.move:
            waits = "person"
        else:
            waits = "dice" if position.turn is Side.CHANCE else "computer"
        is_persons = waits == "person"
        return {
            "ply": ply,
            "waits": waits,
            "outcome": _result(session) if over else None,
            "clock": None if session.clock is None else self.clock(),
            "undo": may.undo,
            "redo": may.redo,
            "draw": is_persons and may.offer_draw,
            "opening": str(session.opening or ""),
            "claim": may.claim_draw if is_persons else None,
        }

    def clock(self) -> ClockReading | None:
        """Return the current clock."""
        clock = self._session.clock
        if clock is None:
            return None
        return {
            "seconds": clock.control.seconds,
            "increment": clock.control.increment,
            "left": [round(clock.left(side), 2) for side in (Side.FIRST, Side.SECOND)],
            "running": None if clock.running is None else _side(clock.running),
        }

    # Variations

    def beside(self) -> Beside:
        """Return the variations, and the comments by place."""
        self._sent_comments = self._comments()
        return {"variations": self._variations.rows(), "comments": self._sent_comments}

    def new_comments(self) -> dict[str, str] | None:
        """Return the comments if they have changed since they were sent."""
        if (current := self._comments()) == self._sent_comments:
            return None
        self._sent_comments = current
        return current

    def _comments(self) -> dict[str, str]:
        # Comments on undone moves are for readers of the record.
        stored, shown = self._session.comments, {}
        for at, text in stored.items():
            if not text.startswith(TAKEN_BACK):
                shown[str(at)] = text
        return shown | self._variations.comments() if len(self._variations) else shown

    # Places

    def view_at(self, at: At) -> Looked:
        """Return the board at a place."""
        position, last = self.place(at)
        session = self._session
        board, view = (
            self._view(session.positions, session.moves, at)
            if isinstance(at, int)
            else view_json(position, last)
        )
        found: Looked = {"at": at, "view": view, "position": str(position)}
        if board != self._board:
            found["board"] = board
        return found

    def place(self, at: At) -> tuple[Position, Move | None]:
        """Return the position at a place, and the last move of a player before it."""
        if isinstance(at, int):
            positions, moves = self._session.positions, self._session.moves
            if not 0 <= at <= len(moves):
                raise NotFound(f"this game has {len(moves)} moves, not {at}")
            return positions[at], _last(positions, moves, at)
        node = self._variations.node(at)
        made = [each for each in node.line() if each.parent and each.parent.position.turn is not Side.CHANCE]
        return node.position, made[-1].move if made else None

    def last_decision(self, at: At) -> tuple[Position, Move] | None:
        """Return the place and the move of the last decision before a place; None if there is none."""
        line: list[tuple[Position, Move | None]]
        if isinstance(at, int):
            self.place(at)
            line = list(zip(self._session.positions, self._session.moves[:at], strict=False))
        else:
            line = [
                (node.parent.position, node.move) for node in self._variations.node(at).line() if node.parent
            ]
        for position, move in reversed(line):
            if move is not None and position.turn is not Side.CHANCE:
                return position, move
        return None

    def _view(
        self, positions: tuple[Position, ...], moves: tuple[Move, ...], ply: int
    ) -> tuple[Board | None, View]:
        position, known = positions[ply], self._views.get(ply)
        if known is None or known[0] is not position:
            if len(self._views) > _MOST_VIEWS:
                self._views.clear()
            known = self._views[ply] = (position, *view_json(position, _last(positions, moves, ply)))
        return known[1:]


def _played(positions: tuple[Position, ...], moves: tuple[Move, ...], at: int) -> list[PlayedMove]:
    """Return the moves from an index on in notation, with their sides."""
    found: list[PlayedMove] = []
    for position, move in zip(positions[at:-1], moves[at:], strict=True):
        found.append((position.game.notation.format_move_in(position, move), SIDES[position.turn]))
    return found


def _last(positions: tuple[Position, ...], moves: tuple[Move, ...], ply: int) -> Move | None:
    """Return the last move of a player before a ply."""
    for at in range(ply - 1, -1, -1):
        if positions[at].turn is not Side.CHANCE:
            return moves[at]
    return None


def _result(session: Session) -> GameResult | None:
    ending = session.ending
    if ending is None:
        return None
    winner = ending.outcome.winner
    return {
        "result": str(ending.outcome),
        "winner": None if winner is None else _side(winner),
        "by": None if ending.by is None else _side(ending.by),
        "how": ending.termination.value,
        "detail": ending.detail,
    }


def _side(side: Side) -> SideName:
    return "first" if side is Side.FIRST else "second"
