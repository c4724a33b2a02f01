"""What both sides of UCI share."""

from __future__ import annotations

from kibitz.games.chess import PACKAGE
from kibitz.games.chess.fen import START as START_TEXT
from kibitz.games.game import Game

__all__ = ["START_TEXT", "cannot_play", "chess_game", "is_chess960"]


def is_chess960(game: Game) -> bool:
    """Whether castling works from everywhere."""
    return bool(game.values.get("chess960"))


def cannot_play(game: Game) -> str | None:
    """Why a game can't be played in this way; None if it can."""
    return None if game.rules.family == "chess" else "UCI is for chess"


def chess_game(chess960: bool) -> Game:
    """Chess, or Chess960."""
    return PACKAGE.entries[int(chess960)].make({})
