"""A game in progress: its position, whose turn it is, the clock, and how it ended.

Everything that plays a game builds on this: the board in the terminal and on
the page (through a `Session`), and the arena.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.ending import Ending, Termination
from kibitz.base.errors import GameOver, IllegalMove, KibitzError, Stopped, quoted
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random
from kibitz.base.side import Outcome, Side
from kibitz.base.value import Estimate, Value
from kibitz.games.game import Game
from kibitz.games.position import Position, check_move
from kibitz.players.player import Choice, Player
from kibitz.session.clock import Clock
from kibitz.session.dice import generator
from kibitz.session.seats import refuse_unfit
from kibitz.session.timeline import Timeline

#: A game that has not ended after this many moves and rolls is drawn.
MAX_PLIES = 2000
_EVEN = Estimate(0.0)


class Event(NamedTuple):
    """A move or roll that was played. `choice` is what a computer knew when it moved."""

    side: Side
    move: Move
    position: Position
    choice: Choice | None = None
    #: How long the computer took.
    seconds: float = 0.0

    @property
    def is_roll(self) -> bool:
        """Whether it is a roll of the dice."""
        return self.side is Side.CHANCE


class LiveGame:
    """One game from its start to its end. A person plays a side that has no player."""

    def __init__(
        self,
        game: Game,
        first: Player | None = None,
        second: Player | None = None,
        *,
        start: Position | None = None,
        seed: int = 0,
        limits: tuple[Limit, Limit] = (Limit(), Limit()),
        clock: Clock | None = None,
        margin: float | None = None,
        purposes: tuple[str, str] = ("player", "player"),
    ) -> None:
        """`margin` is by how many seconds a move may exceed its limit; with None limits are not enforced.

        `purposes` distinguish the players' random numbers in games with the same seed and dice.
        """
        self.game = game
        self.players = (first, second)
        for player in filter(None, self.players):
            refuse_unfit(player, game)
        self.seed = seed
        self.limits = limits
        self.clock = clock
        # A position of other rules is refused here.
        self.start = Position(game, start.state) if start else game.start(generator(seed, "start", 0))
        self._margin = margin
        self._purposes = purposes
        self._rng: Random | None = None
        self._timeline = Timeline(self.start)
        #: How it ended, if the rules did not end it.
        self._ending: Ending | None = None
        #: Moves for which the clock has added its increment; a move that is taken back earns it once.
        self._credited = 0
        #: Each side's evaluation of its position when it moved last, if a computer moved and had one.
        self._evaluations: list[Value | None] = [None, None]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game.spec}: {self.position}, {len(self.moves)} moves made>"

    # The state of the game.

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._timeline.positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, rolls included."""
        return tuple(self._timeline.moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The first position, and the position after each move and roll."""
        return tuple(self._timeline.positions)

    @property
    def last(self) -> Move | None:
        """The last move that a player made."""
        ply = self._timeline.last_decision
        return None if ply is None else self._timeline.moves[ply]

    @property
    def decisions(self) -> int:
        """The number of moves made, not counting rolls."""
        return self._timeline.decisions

    @property
    def ending(self) -> Ending | None:
        """How it ended, or None while it goes on."""
        if self._ending is None and (outcome := self.position.outcome) is not None:
            return Ending(outcome)
        return self._ending

    @property
    def outcome(self) -> Outcome | None:
        """Who won, or None while it goes on."""
        ending = self.ending
        return None if ending is None else ending.outcome

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._ending is not None or self._timeline.positions[-1].is_over

    # Playing.

    def step(self) -> Event:
        """Let the dice or the computer act."""
        self._refuse_if_over()
        side = self.position.turn
        return self._roll() if side is Side.CHANCE else self._add(side, *self._choose(side))

    def choose(self) -> Choice:
        """Return the computer's choice for the side to move, without playing it."""
        self._refuse_if_over()
        return self._choose(self.position.turn)[1]

    def play_choice(self, choice: Choice) -> Event:
        """Play a choice that the computer made elsewhere, in a copy of this game."""
        self._refuse_if_over()
        side = self.position.turn
        if side is Side.CHANCE or self.players[side] is None:
            raise IllegalMove("it is not a computer's turn")
        check_move(self.game, choice.move)
        return self._add(side, choice.move, choice)

    def play_out(self) -> Iterator[Event]:
        """Play the game to its end with computers on both sides; a player that fails loses."""
        positions = self._timeline.positions
        while self._ending is None and not positions[-1].is_over:
            side = positions[-1].turn
            if side is Side.CHANCE:
                yield self._roll()
                continue
            try:
                chosen = self._choose(side)
            except Stopped:
                raise
            except Exception as error:  # an error of a player costs that game only
                if self._ending is None:  # otherwise its time ran out
                    kind = "" if isinstance(error, KibitzError) else f"{type(error).__name__}: "
                    self._end(Ending.lost(side, Termination.FORFEITED, f"{kind}{error}"))
                return
            yield self._add(side, *chosen)

    def flag_falls(self) -> Side | None:
        """Return the side whose time has just run out, which loses the game; None if neither has."""
        if self.clock is None or self.is_over:
            return None
        sides = (Side.FIRST, Side.SECOND)
        late = next((side for side in sides if self.clock.late(side) is not None), None)
        if late is not None:
            self._end(Ending.lost(late, Termination.ON_TIME))
        return late

    def _roll(self) -> Event:
        self._rng = generator(self.seed, "roll", self._timeline.rolls, self._rng)
        return self._add(Side.CHANCE, self.position.roll(self._rng))

    def _choose(self, side: Side) -> tuple[Move, Choice, float]:
        """Return a computer's move, legal and in time, and how long it took."""
        player, limit, clock, timeline = self.players[side], self.limits[side], self.clock, self._timeline
        position, ply = timeline.positions[-1], timeline.last_decision
        if player is None:
            raise IllegalMove("it is a person's turn")
        if clock is not None:
            clock.run_for(None)
            left = clock.time_left()
            player.set_clock(left)
            if not player.keeps_time:
                limit = limit.tightened(Limit(seconds=left.allowance(side)))
        player.set_limit(limit)
        player.prepare(position)
        allowed = player.may_take(self.limits[side])
        if clock is not None:  # a program may start before its time runs
            clock.run_for(side)
        rng = self._rng = generator(self.seed, self._purposes[side], len(timeline.moves), self._rng)
        began = time.perf_counter()
        try:
            choice = player.choose(position, limit, rng, last=None if ply is None else timeline.moves[ply])
        finally:
            if clock is not None:
                clock.run_for(None)
        took = time.perf_counter() - began
        raise_if_cancelled()  # a cancelled search still answers, but not well
        self._refuse_if_late(side, took, allowed)
        try:  # the position's own move, whatever else the player's says
            move = position.moves[position.moves.index(choice.move)]
        except ValueError:
            raise IllegalMove(f"illegal move {quoted(str(choice.move))}") from None
        return move, choice, took

    def _refuse_if_late(self, side: Side, took: float, allowed: float | None) -> None:
        """End the game if a computer took too long; `allowed` is what it had for this move."""
        margin = self._margin
        if margin is None:
            self._refuse_if_over()
            return
        detail = None
        if allowed is not None and took > allowed + margin:
            detail = f"took {took:.2f} s for a move, more than {allowed:g} s"
        # The margin is for the whole game: a player that used it up has no other.
        elif self.clock is not None and (late := self.clock.late(side, margin)) is not None:
            detail = f"{late:.2f} s too late"
        if detail is not None:
            self._end(Ending.lost(side, Termination.ON_TIME, detail))
            raise GameOver(detail)

    def _add(self, side: Side, move: Move, choice: Choice | None = None, took: float = 0.0) -> Event:
        timeline, clock = self._timeline, self.clock
        position = timeline.add(move, side is Side.CHANCE)
        if side is not Side.CHANCE:
            self._evaluations[side] = None if choice is None else choice.value
            if clock is not None and len(timeline.moves) > self._credited:
                self._credited = len(timeline.moves)
                clock.add_increment(side)
        if not position.is_over:
            self._ending = self._called_off(position)
        self._changed()
        return Event(side, move, position, choice, took)

    def _called_off(self, position: Position) -> Ending | None:
        """Return the draw of a game that its moves would not end: claimed, or too long."""
        claim = self.game.draws.claim_reason(position)
        # A computer claims a draw if it thought no better of its position when it moved last.
        if claim is not None and any(value is not None and value <= _EVEN for value in self._evaluations):
            return Ending(Outcome(None), Termination.CALLED_OFF, None, f"claimed, as {claim}")
        if len(self._timeline.moves) < MAX_PLIES:
            return None
        return Ending(Outcome(None), Termination.CALLED_OFF, None, f"nobody had won after {MAX_PLIES} moves")

    def _end(self, ending: Ending) -> None:
        self._ending = ending
        self._timeline.forget_undone()
        self._changed()

    def _refuse_if_over(self) -> None:
        if self.clock is not None and (late := self.flag_falls()) is not None:
            raise GameOver(f"the time of {self.game.side_name(late)} is up")
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome})")

    def _changed(self) -> None:
        """Do what follows a change; for subclasses."""
