"""The player that stands for a person."""

from __future__ import annotations

from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player


class HumanPlayer(Player):
    """Stands for a person, whom the interface asks; it can't choose by itself."""

    name = "human"
    summary = "a person, who thinks as people do"

    def cannot_play(self, game: Game) -> str | None:
        """Return why it can't play by itself, whatever the game."""
        return "a person chooses at the board; see `kibitz play --help` for who sits where"

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        raise AssertionError("nobody gets here: it can't play")
