"""Common parts of the UCI client and server."""

from __future__ import annotations

from kibitz.games.chess import PACKAGE
from kibitz.games.chess.fen import START as START_TEXT
from kibitz.games.game import Game

__all__ = ["START_TEXT", "cannot_play", "chess_game", "is_chess960"]


def is_chess960(game: Game) -> bool:
    """Return whether Chess960 castling is possible."""
    return bool(game.values.get("chess960"))


def cannot_play(game: Game) -> str | None:
    """Return why UCI can't be used for a game; None if it can."""
    return None if game.rules.family == "chess" else "UCI is for chess"


def chess_game(chess960: bool) -> Game:
    """Return chess or Chess960."""
    return PACKAGE.entries[int(chess960)].make({})
