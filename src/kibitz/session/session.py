"""A game being played, with people and computers at the board.

A session decides nothing about rules, prints nothing and asks nothing: a front
end shows its state, hands it what a person typed, and calls `step` when a
computer or the dice are to act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kibitz.analysis.explain import explain_in
from kibitz.analysis.explanation import Explanation
from kibitz.analysis.judge import judge
from kibitz.analysis.report import Analysis
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.records.record import Record, display_options
from kibitz.session.chance import generator
from kibitz.session.clock import Clock
from kibitz.session.timeline import Timeline
from kibitz.words.cancel import raise_if_cancelled
from kibitz.words.errors import BadOption, GameOver, IllegalMove
from kibitz.words.limit import Limit
from kibitz.words.move import Move
from kibitz.words.side import Outcome, Side
from kibitz.words.takes import takes
from kibitz.words.time_left import TimeLeft

#: What a record calls a side that a person plays.
PERSON = "person"
#: How a game may end before the rules end it, as records say it.
RESIGNED = "resigned"
ON_TIME = "lost on time"
#: How long to think about a hint: long enough to see small games to their end, short enough to wait for.
PATIENCE = Limit(seconds=2)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened on the board. `choice` is what a computer knew when it moved."""

    side: Side
    move: Move
    position: Position
    choice: Choice | None = None

    @property
    def is_roll(self) -> bool:
        """Whether the dice did it."""
        return self.side is Side.CHANCE


class Session:
    """One game from its start to its end, and what may be done on the way."""

    @takes(
        game=Game,
        first=Player | None,
        second=Player | None,
        start=Position | None,
        seed=int,
        limit=Limit | None,
        clock=Clock | None,
        tags=Mapping | None,
        on_change=Callable | None,
    )
    def __init__(
        self,
        game: Game,
        first: Player | None = None,
        second: Player | None = None,
        *,
        start: Position | None = None,
        seed: int = 0,
        limit: Limit | None = None,
        clock: Clock | None = None,
        tags: Mapping[str, str] | None = None,
        on_change: Callable[[Session], object] | None = None,
    ) -> None:
        """A side without a player is a person's. `on_change` is called after everything that changes."""
        self.game = game
        self.players = (first, second)
        for player in filter(None, self.players):
            reason = player.cannot_play(game)
            if reason:
                raise BadOption(f"{player.name} can't play {game.spec}: {reason}")
        self.seed = seed
        self.limit = limit or Limit()
        self.clock = clock
        self.tags = dict(tags or {})
        self.on_change = on_change
        if start is not None:
            game.refuse_position(start)
        self.start = start or game.start(generator(seed, "start", 0))
        self._timeline = Timeline(self.start)
        self._forfeit: tuple[Side, str] | None = None

    # What it looks like now.

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self._timeline.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything that happened, rolls included."""
        return tuple(self._timeline.moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Where it began, and the position after everything that happened."""
        return tuple(self._timeline.positions)

    @property
    def decisions(self) -> int:
        """How many moves were made, not counting rolls."""
        return self._timeline.decisions

    @property
    def last(self) -> Move | None:
        """The last move that a player made."""
        ply = self._timeline.last_decision
        return None if ply is None else self._timeline.moves[ply]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        if self._forfeit is not None:
            return Outcome(self._forfeit[0].opponent)
        return self.position.outcome

    @property
    def forfeit(self) -> tuple[Side, str] | None:
        """Who lost before the rules ended the game, and how: `RESIGNED` or `ON_TIME`."""
        return self._forfeit

    @property
    def resigned(self) -> Side | None:
        """Who gave up, if somebody did."""
        return self._forfeit[0] if self._forfeit and self._forfeit[1] == RESIGNED else None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.outcome is not None

    @property
    def people(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in (Side.FIRST, Side.SECOND) if self.players[side] is None]

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is to move; otherwise `step` goes on, unless the game is over."""
        return not self.is_over and self._is_persons(self.position)

    def _is_persons(self, position: Position) -> bool:
        return (
            not position.is_over and position.turn is not Side.CHANCE and self.players[position.turn] is None
        )

    # What happens.

    @takes(text=str)
    def play(self, text: str) -> Event:
        """The move that a person typed; an error that says what is wrong if it is none."""
        if not self.waits_for_person and not self.is_over:
            raise IllegalMove("it is not a person's turn")
        self._refuse_if_over()
        return self._add(self.position.move(text.strip()), None)

    def step(self) -> Event:
        """Let the dice or the computer act."""
        self._refuse_if_over()
        position, made = self.position, len(self._timeline.moves)
        if position.turn is Side.CHANCE:
            return self._add(position.roll(generator(self.seed, "roll", made - self.decisions)), None)
        player = self.players[position.turn]
        if player is None:
            raise IllegalMove("it is a person's turn")
        limit = self.limit
        if self.clock is not None:
            player.hear_clock(TimeLeft(*map(self.clock.left, (Side.FIRST, Side.SECOND))))
            if not player.keeps_time:
                limit = limit.tightened(Limit(seconds=self.clock.thinking_time(position.turn)))
        choice = player.choose(position, limit, generator(self.seed, "player", made))
        raise_if_cancelled()  # a search that was called off still answers, but not well
        return self._add(choice.move, choice)

    def resign(self) -> None:
        """The person to move gives up."""
        self._refuse_if_over()
        if not self.waits_for_person:
            raise IllegalMove("only a person whose turn it is can resign")
        self._lose(self.position.turn, RESIGNED)

    def start_clock(self) -> None:
        """Let the clock run, if there is one, for whoever is to move."""
        if self.clock is not None and not self.is_over:
            self.clock.run_for(self.position.mover)

    def stop_clock(self) -> None:
        """Let the clock stand, if there is one, until it is started again."""
        if self.clock is not None:
            self.clock.run_for(None)

    def flag_falls(self) -> Side | None:
        """Whose time has just run out, if somebody's has; that player has lost now."""
        late = None if self.clock is None or self.is_over else self.clock.fallen
        if late is not None:
            self._lose(late, ON_TIME)
        return late

    # Advice.

    @takes(position=Position | None)
    def analysis(self, position: Position | None = None) -> Analysis:
        """What the position, or another of this game, and each of its moves are worth."""
        limit = PATIENCE.tightened(Limit(seconds=self.limit.seconds))
        return judge(position or self.position, limit)

    def hint(self) -> Explanation:
        """A best move for the side to move, and why."""
        self._refuse_if_over()
        return explain_in(self.analysis())

    @takes(text=str)
    def why(self, text: str = "") -> Explanation:
        """Why a move is good or bad: the one that a text names, or else the last one that was made."""
        if text:
            self._refuse_if_over()
            return explain_in(self.analysis(), self.position.move(text))
        ply = self._timeline.last_decision
        if ply is None:
            raise IllegalMove("no move has been made yet; hint suggests one")
        return explain_in(self.analysis(self._timeline.positions[ply]), self._timeline.moves[ply])

    # Going back and on again.

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.resigned is not None or (self._forfeit is None and self._undo_to() is not None)

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be played again."""
        return self._timeline.can_go_on

    def undo(self) -> tuple[Move, ...]:
        """Go back to where a person decided last; what was taken back.

        The record keeps a comment on it, and the same rolls come again.
        """
        if self._forfeit is not None:
            if self._forfeit[1] != RESIGNED:
                raise IllegalMove("the time is up; a clock can't be turned back")
            self._forfeit = None
            self._changed()
            return ()
        to = self._undo_to()
        if to is None:
            raise IllegalMove("there is no move of yours to take back")
        taken = self._timeline.go_back(to)
        self._changed()
        return tuple(taken)

    def redo(self) -> tuple[Move, ...]:
        """Play again what was taken back last."""
        again = self._timeline.go_on()
        self._changed()
        return tuple(again)

    def _undo_to(self) -> int | None:
        return self._timeline.last_where(self._is_persons)

    # Keeping it.

    @takes(side=Side)
    def name_of(self, side: Side) -> str:
        """What the record calls a side: `person`, or the player's spec."""
        if side is Side.CHANCE:
            raise BadOption("nobody plays chance")
        player = self.players[side]
        return PERSON if player is None else player.spec

    def record(self) -> Record:
        """The game so far."""
        tags = {
            "Event": f"A game of {self.game.title}",
            **self.tags,
            "First": self.name_of(Side.FIRST),
            "Second": self.name_of(Side.SECOND),
            "Seed": str(self.seed),
        }
        display = display_options(self.game)
        if display:
            tags["Display"] = display
        if self.clock is not None:
            tags |= self.clock.tags()
        if self._forfeit is not None:
            tags["Termination"] = f"{self._forfeit[0]} {self._forfeit[1]}"
        return Record(self.game, self.moves, self.start, self.outcome, tags, self._timeline.comments)

    @classmethod
    @takes(record=Record, game=Game, first=Player | None, second=Player | None)
    def resumed(
        cls,
        record: Record,
        game: Game,
        first: Player | None = None,
        second: Player | None = None,
        *,
        seed: int = 0,
        limit: Limit | None = None,
        on_change: Callable[[Session], object] | None = None,
    ) -> Session:
        """Go on with a recorded game. `game` is the record's, perhaps written and drawn differently."""
        if game.rules_id != record.game.rules_id:
            raise BadOption(f"the record is of {record.game.spec}, not of {game.spec}")
        told = {"First", "Second", "Seed", "Display", "Termination", "TimeControl", "Clock"}
        session = cls(
            game,
            first,
            second,
            # Not drawn again where the record leaves it out.
            start=Position(game, (record.start or record.game.start()).state),
            seed=seed,
            limit=limit,
            clock=Clock.from_tags(record.tags.get("TimeControl", ""), record.tags.get("Clock", "")),
            tags={name: value for name, value in record.tags.items() if name not in told},
        )
        same = game.spec == record.game.spec
        for move in record.moves:
            session._timeline.add(move if same else game.move_of(move.code))
        session._timeline.comments = dict(record.comments)
        if record.outcome is not None and not session.position.is_over:
            winner = record.outcome.winner
            if winner is None:
                raise BadOption("the players agreed on a draw, so there is nothing to resume")
            how = ON_TIME if ON_TIME in record.tags.get("Termination", "") else RESIGNED
            session._forfeit = winner.opponent, how
        session.on_change = on_change
        return session

    # How it is done.

    def _refuse_if_over(self) -> None:
        if (late := self.flag_falls()) is not None:
            raise GameOver(f"the time of {self.game.side_name(late)} is up")
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome})")

    def _lose(self, side: Side, how: str) -> None:
        self._forfeit = side, how
        self._timeline.forget_undone()
        self._changed()

    def _add(self, move: Move, choice: Choice | None) -> Event:
        self._refuse_if_over()  # its time may have run out while it thought
        side = self.position.turn
        self._timeline.add(move)
        self._changed()
        return Event(side, move, self.position, choice)

    def _changed(self) -> None:
        if self.clock is not None:
            self.clock.run_for(None if self.is_over else self.position.mover)
        if self.on_change is not None:
            self.on_change(self)
