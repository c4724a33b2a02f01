"""Plays the game of one job, whatever the players do."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack, closing

from kibitz.arena.job import MOST_PLIES, Effort, GameJob, GameResult
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.players.player import Choice, Player
from kibitz.players.registry import make_player
from kibitz.session.chance import generator
from kibitz.words.errors import KibitzError, Stopped
from kibitz.words.limit import Limit
from kibitz.words.move import Move
from kibitz.words.side import Side
from kibitz.words.time_left import TimeLeft


def play_game(
    job: GameJob, game: Game | None = None, players: Mapping[str, Player] | None = None
) -> GameResult:
    """The game from its start to its end. A player that fails loses, with the reason in the result.

    `game` and `players` stand in for what the job's specs name, where a spec
    can't make them.
    """
    with ExitStack() as stack:
        at_board = []
        for spec in job.players:
            player = (players or {}).get(spec)
            if player is None:
                player = stack.enter_context(closing(make_player(spec)))
            at_board.append(player)
        return _Play(job, game or load(job.game), at_board).run()


class _Forfeit(Exception):
    """The player to move loses for this reason."""


class _Play:
    """A game while it is going on."""

    def __init__(self, job: GameJob, game: Game, players: list[Player]) -> None:
        self.job = job
        self.players = players
        start = game.start(generator(job.seed, "start", 0)) if job.start is None else game.position(job.start)
        self.start = self.position = start
        self.moves: list[Move] = []
        self.rolls = 0
        self.efforts = [Effort(), Effort()]
        #: What the clocks show; a little less than nothing for who may still be within the margin.
        self.left = [job.clock.seconds if job.clock else 0.0] * 2

    def run(self) -> GameResult:
        while (outcome := self.position.outcome) is None:
            side = self.position.turn
            try:
                if side is Side.CHANCE:
                    self._add(self.position.roll(generator(self.job.seed, "roll", self.rolls)))
                    self.rolls += 1
                elif len(self.moves) >= MOST_PLIES:
                    return self._result(0.5, f"nobody had won after {MOST_PLIES} moves", None)
                else:
                    self._add(self._decide(side))
            except _Forfeit as failure:
                return self._result(float(side), f"{side}: {failure}", int(side))
        return self._result((1 + outcome.for_side(Side.FIRST)) / 2, None, None)

    def _add(self, move: Move) -> None:
        self.position = self.position.play(move)
        self.moves.append(move)

    def _decide(self, side: Side) -> Move:
        """The player's move, if it keeps to the rules and to its time."""
        limit = self._limit(side)
        if self.job.clock is not None:
            self.players[side].hear_clock(self._time_left())
        self._prepare(side)
        began = time.perf_counter()
        choice = self._choice(side, limit)
        took = time.perf_counter() - began
        self.efforts[side] += Effort(1, took, choice.nodes)
        self._check_time(side, took)
        if choice.move not in self.position.moves:
            raise _Forfeit(f"illegal move {str(choice.move)[:40]!r}")
        return choice.move

    def _prepare(self, side: Side) -> None:
        """Let a program start before its clock runs."""
        try:
            self.players[side].prepare(self.position)
        except KibitzError as error:
            raise _Forfeit(str(error)) from error

    def _choice(self, side: Side, limit: Limit) -> Choice:
        # Games that share their dice still have chance of their own for the players.
        purpose = f"player {self.job.number} {side}"
        rng = generator(self.job.seed, purpose, len(self.moves))
        try:
            return self.players[side].choose(self.position, limit, rng)
        except Stopped:
            raise
        except KibitzError as error:
            raise _Forfeit(str(error)) from error
        except Exception as error:  # a mistake in somebody's player costs that game, not the match
            raise _Forfeit(f"{type(error).__name__}: {error}") from error

    def _limit(self, side: Side) -> Limit:
        limit = self.job.limits[side]
        if self.job.clock is None or self.players[side].keeps_time:
            return limit
        return limit.tightened(Limit(seconds=self._time_left().allowance(side)))

    def _time_left(self) -> TimeLeft:
        assert self.job.clock is not None
        first, second = (max(0.0, seconds) for seconds in self.left)
        return TimeLeft(first, second, self.job.clock.increment)

    def _check_time(self, side: Side, took: float) -> None:
        margin, own = self.job.margin, self.job.limits[side].seconds
        if own is not None and took > own + margin:
            raise _Forfeit(f"took {took:.2f} s for a move, more than {own:g} s")
        if self.job.clock is not None:
            # The margin is for the whole game: who used it up once has no other.
            self.left[side] -= took
            if self.left[side] < -margin:
                raise _Forfeit(f"ran out of time, {-self.left[side]:.2f} s too late")
            self.left[side] += self.job.clock.increment

    def _result(self, score: float, reason: str | None, forfeited: int | None) -> GameResult:
        first, second = self.efforts
        return GameResult(
            self.job.number,
            score,
            tuple(map(str, self.moves)),
            str(self.start),
            reason,
            forfeited,
            (first, second),
        )
