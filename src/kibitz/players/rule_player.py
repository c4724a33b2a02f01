"""The player that follows five rules and never looks further."""

from __future__ import annotations

import math
import time

from kibitz.base.argument_checks import check
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.games.control import control_for
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player

#: What looking at one move may cost; beyond it, on huge boards, a rule is passed over.
_NODES = 200_000


class RulesPlayer(Player):
    """Win; block; fork; deny a fork; else the move with most ways to win.

    Each rule is put to the game itself by playing moves, so it holds for every
    game of lines: the opponent has a win to block when it wins with its next
    move; a fork is a move that wins with the one after it whatever the answer.
    A move that blocks is not enough if the answer to it is a fork.
    """

    name = "rules"
    counts = True
    summary = "wins, blocks, forks, denies forks, else goes where most ways to win are"
    plays = "games without dice"

    def cannot_play(self, game: Game) -> str | None:
        """Why it can't play a game; None if it can."""
        check(game=(game, Game))
        return "its rules know no dice" if game.has_chance else None

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        me = position.mover
        # Rules that there is no time for are passed over.
        self._deadline = math.inf if limit.seconds is None else time.monotonic() + limit.seconds * 0.8
        after = {move: position.play(move) for move in position.moves}
        wins = [move for move, child in after.items() if child.outcome and child.outcome.winner == me]
        if wins:
            return Choice(pick(rng, wins))
        # Each rule keeps the moves that obey it, unless none does.
        left = [move for move in after if not self._wins(after[move], me.opponent, 1)] or list(after)
        forks = [move for move in left if self._wins(after[move], me, 2)]
        if forks:
            return Choice(pick(rng, forks))
        left = [move for move in left if not self._wins(after[move], me.opponent, 3)] or left
        return Choice(pick(rng, self._most_ways(after, left, me)))

    def _wins(self, position: Position, side: Side, plies: int) -> bool:
        """Whether a side wins within so many plies whatever the other does."""
        if position.outcome:
            return position.outcome.winner == side
        seconds = self._deadline - time.monotonic()
        if seconds <= 0:
            return False
        control = control_for(Limit(seconds=seconds if math.isfinite(seconds) else None, nodes=_NODES))
        report = position.game.rules.search(position.state, "alphabeta", plies, control, deepen=True)
        return report.value.kind == ("win" if position.mover == side else "loss") and report.depth > 0

    @staticmethod
    def _most_ways(after: dict[Move, Position], left: list[Move], me: Side) -> list[Move]:
        """The moves after which most lines with a stone of mine are open; all if there are no lines."""
        ways = {move: after[move].game.rules.open_lines(after[move].state, int(me)) or 0 for move in left}
        most = max(ways.values())
        return [move for move in left if ways[move] == most]
