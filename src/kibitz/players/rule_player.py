"""A player that follows five rules."""

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

#: Limit of the search per move; a rule that exceeds it, on huge boards, is skipped.
_NODES = 200_000


class RulesPlayer(Player):
    """Applies the first rule that fits: win, block, fork, block a fork, or keep most lines open.

    Each rule is decided by search, so it holds for every game: the opponent threatens if it would win with
    its next move; a fork is a move after which every reply loses to the next move. A block that allows a
    fork does not count.
    """

    name = "rules"
    counts = True
    summary = "wins, blocks, forks, denies forks, else goes where most ways to win are"
    plays = "games without dice"

    def cannot_play(self, game: Game) -> str | None:
        """Return why it can't play a game, or None if it can."""
        check(game=(game, Game))
        return "its rules know no dice" if game.has_chance else None

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        me = position.mover
        # Rules that exceed the limit are skipped.
        self._deadline = math.inf if limit.seconds is None else time.monotonic() + limit.seconds * 0.8
        after = {move: position.play(move) for move in position.moves}
        wins = [move for move, child in after.items() if child.outcome and child.outcome.winner == me]
        if wins:
            return Choice(pick(rng, wins))
        # Each rule keeps the moves that satisfy it, unless none does.
        left = [move for move in after if not self._wins(after[move], me.opponent, 1)] or list(after)
        forks = [move for move in left if self._wins(after[move], me, 2)]
        if forks:
            return Choice(pick(rng, forks))
        left = [move for move in left if not self._wins(after[move], me.opponent, 3)] or left
        return Choice(pick(rng, self._most_ways(after, left, me)))

    def _wins(self, position: Position, side: Side, plies: int) -> bool:
        """Return whether a side can force a win within `plies`."""
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
        """Return the moves that keep most lines with own stones open; all moves if the game has no lines."""
        ways = {move: after[move].game.rules.open_lines(after[move].state, int(me)) or 0 for move in left}
        most = max(ways.values())
        return [move for move in left if ways[move] == most]
