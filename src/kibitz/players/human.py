"""A person at the board, as a player's name."""

from __future__ import annotations

from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.words.errors import BadOption
from kibitz.words.limit import Limit
from kibitz.words.random import Random


class HumanPlayer(Player):
    """Stands for a person, who is asked by whoever shows the board; it can't choose by itself."""

    name = "human"
    summary = "a person, who thinks as people do"

    def _choose(self, position: Position, limit: Limit, rng: Random) -> Choice:
        raise BadOption("a human chooses at the board; play with `kibitz play` instead of asking here")
