"""A game going on: where it stands, who is to act, whose time runs, and how it ended.

Everything that plays a game to its end stands on this: the board in the
terminal and on the page (by way of a `Session`), and the arena.
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
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.session.clock import Clock
from kibitz.session.dice import generator
from kibitz.session.seats import refuse_unfit
from kibitz.session.timeline import Timeline

#: A game that is still going on after this many moves and rolls is drawn.
MOST_PLIES = 2000


class Event(NamedTuple):
    """Something that happened on the board. `choice` is what a computer knew when it moved."""

    side: Side
    move: Move
    position: Position
    choice: Choice | None = None
    #: How long the computer took.
    seconds: float = 0.0

    @property
    def is_roll(self) -> bool:
        """Whether the dice did it."""
        return self.side is Side.CHANCE


class LiveGame:
    """One game from its start to its end. A side without a player is a person's."""

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
        """`margin` is how late an answer may be; with None nobody looks whether a move keeps to its limit.

        `purposes` name the players' chance, so that games with the same dice may still differ in it.
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
        #: Moves that the clock has added its increment for: who takes one back gets it once.
        self._credited = 0
        #: What each side thought of its position when it moved last, where it was a computer that knew.
        self._thought_of: list[Value | None] = [None, None]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game.spec}: {self.position}, {len(self.moves)} moves made>"

    # How it stands.

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self._timeline.positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything that happened, rolls included."""
        return tuple(self._timeline.moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Where it began, and the position after everything that happened."""
        return tuple(self._timeline.positions)

    @property
    def last(self) -> Move | None:
        """The last move that a player made."""
        ply = self._timeline.last_decision
        return None if ply is None else self._timeline.moves[ply]

    @property
    def decisions(self) -> int:
        """How many moves were made, not counting rolls."""
        return self._timeline.decisions

    @property
    def ending(self) -> Ending | None:
        """How it ended, or None while it goes on. Whatever ends a game is asked for here."""
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
        return self._ending is not None or self.position.is_over

    # What happens.

    def step(self) -> Event:
        """Let the dice or the computer act."""
        self._refuse_if_over()
        side = self.position.turn
        return self._roll() if side is Side.CHANCE else self._add(side, *self._thought(side))

    def play_out(self) -> Iterator[Event]:
        """What happens until the end, with computers on both sides: one that fails loses."""
        positions = self._timeline.positions
        while self._ending is None and not positions[-1].is_over:
            side = positions[-1].turn
            if side is Side.CHANCE:
                yield self._roll()
                continue
            try:
                thought = self._thought(side)
            except Stopped:
                raise
            except Exception as error:  # a mistake in somebody's player costs that game, and no more
                if self._ending is None:  # or else its time ran out
                    kind = "" if isinstance(error, KibitzError) else f"{type(error).__name__}: "
                    self._end(Ending.lost(side, Termination.FORFEITED, f"{kind}{error}"))
                return
            yield self._add(side, *thought)

    def flag_falls(self) -> Side | None:
        """Whose time has just run out, if somebody's has; that player has lost now."""
        if self.clock is None or self.is_over:
            return None
        sides = (Side.FIRST, Side.SECOND)
        late = next((side for side in sides if self.clock.late(side) is not None), None)
        if late is not None:
            self._end(Ending.lost(late, Termination.ON_TIME))
        return late

    # How it is done.

    def _roll(self) -> Event:
        self._rng = generator(self.seed, "roll", self._timeline.rolls, self._rng)
        return self._add(Side.CHANCE, self.position.roll(self._rng))

    def _thought(self, side: Side) -> tuple[Move, Choice, float]:
        """A computer's move that keeps to the rules and to its time, and how long it took."""
        player, position, limit = self.players[side], self.position, self.limits[side]
        if player is None:
            raise IllegalMove("it is a person's turn")
        if self.clock is not None:
            self.clock.run_for(None)
            left = self.clock.time_left()
            player.hear_clock(left)
            if not player.keeps_time:
                limit = limit.tightened(Limit(seconds=left.allowance(side)))
        player.hear_limit(limit)
        player.prepare(position)
        most = player.may_take(self.limits[side])
        if self.clock is not None:  # a program may start before its time runs
            self.clock.run_for(side)
        made, purpose = len(self._timeline.moves), self._purposes[side]
        rng = self._rng = generator(self.seed, purpose, made, self._rng)
        began = time.perf_counter()
        try:
            choice = player.choose(position, limit, rng, last=self.last)
        finally:
            if self.clock is not None:
                self.clock.run_for(None)
        took = time.perf_counter() - began
        raise_if_cancelled()  # a search that was called off still answers, but not well
        self._refuse_if_late(side, took, most)
        if choice.move not in position.moves:
            raise IllegalMove(f"illegal move {quoted(str(choice.move))}")
        return choice.move, choice, took

    def _refuse_if_late(self, side: Side, took: float, most: float | None) -> None:
        """A computer that took too long has lost; `most` is what it had for this move."""
        margin = self._margin
        if margin is None:
            self._refuse_if_over()
            return
        detail = None
        if most is not None and took > most + margin:
            detail = f"took {took:.2f} s for a move, more than {most:g} s"
        # The margin is for the whole game: who used it up once has no other.
        elif self.clock is not None and (late := self.clock.late(side, margin)) is not None:
            detail = f"{late:.2f} s too late"
        if detail is not None:
            self._end(Ending.lost(side, Termination.ON_TIME, detail))
            raise GameOver(detail)

    def _add(self, side: Side, move: Move, choice: Choice | None = None, took: float = 0.0) -> Event:
        timeline, clock = self._timeline, self.clock
        timeline.add(move, side is Side.CHANCE)
        made, position = len(timeline.moves), timeline.positions[-1]
        if clock is not None and side is not Side.CHANCE and made > self._credited:
            self._credited = made
            clock.add_increment(side)
        if side is not Side.CHANCE:
            self._thought_of[side] = None if choice is None else choice.value
        self._ending = self._called_off()
        self._changed()
        return Event(side, move, position, choice, took)

    def _called_off(self) -> Ending | None:
        """The end of a game that would go on by its moves: too many of them, or a draw that is claimed."""
        if not self.position.is_over and any(map(self._stands_no_better, (Side.FIRST, Side.SECOND))):
            claim = self.game.draws.claim_reason(self.position)
            if claim is not None:
                return Ending(Outcome(None), Termination.CALLED_OFF, None, f"claimed, as {claim}")
        if len(self._timeline.moves) < MOST_PLIES or self.position.is_over:
            return None
        return Ending(Outcome(None), Termination.CALLED_OFF, None, f"nobody had won after {MOST_PLIES} moves")

    def _stands_no_better(self, side: Side) -> bool:
        """Whether a computer thought so when it moved last; it claims a draw then."""
        value = self._thought_of[side]
        return self.players[side] is not None and value is not None and value <= Estimate(0.0)

    def _end(self, ending: Ending) -> None:
        self._ending = ending
        self._timeline.forget_undone()
        self._changed()

    def _refuse_if_over(self) -> None:
        if (late := self.flag_falls()) is not None:
            raise GameOver(f"the time of {self.game.side_name(late)} is up")
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome})")

    def _changed(self) -> None:
        """Something happened; whoever builds on this may want to know."""
