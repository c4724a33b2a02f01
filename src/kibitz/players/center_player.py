"""A player with a fixed preference for the centre."""

from __future__ import annotations

from kibitz.base.argument_checks import check
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player


class PreferencePlayer(Player):
    """Prefers the centre, then corners, then sides; on larger boards ring by ring, corners first."""

    name = "preference"
    summary = "the centre, then corners, then sides, whatever the opponent does"
    plays = "games whose moves are places on a board"

    def cannot_play(self, game: Game) -> str | None:
        """Why it can't play a game; None if it can."""
        check(game=(game, Game))
        start = game.start()
        if game.has_chance or not start.moves or game.view.offset(start.moves[0]) is None:
            return "its moves are not places that could be preferred"
        return None

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        liking = {move: _liking(position.game, move) for move in position.moves}
        most = max(liking.values())
        return Choice(pick(rng, [move for move, much in liking.items() if much == most]))


def _liking(game: Game, move: Move) -> tuple[float, float]:
    place = game.view.offset(move) or (0.0, 0.0)
    ring = max(map(abs, place))
    return -ring, sum(distance * distance for distance in place)
