"""A game being played, with people and computers at the board.

A session decides nothing about rules, prints nothing and asks nothing: a front
end shows its state, hands it what a person typed, and calls `step` when a
computer or the dice are to act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.records.record import Record, display_options
from kibitz.session.advice import best_move
from kibitz.session.chance import generator
from kibitz.words.errors import BadOption, GameOver, IllegalMove
from kibitz.words.limit import Limit
from kibitz.words.move import Move
from kibitz.words.side import Outcome, Side

#: What a record calls a side that a person plays.
PERSON = "person"


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

    def __init__(
        self,
        game: Game,
        first: Player | None = None,
        second: Player | None = None,
        *,
        start: Position | None = None,
        seed: int = 0,
        limit: Limit | None = None,
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
        self.tags = dict(tags or {})
        self.on_change = on_change
        self.start = start or game.start(generator(seed, "start", 0))
        self._positions = [self.start]
        self._moves: list[Move] = []
        self._comments: dict[int, str] = {}
        self._undone: list[list[Move]] = []
        self._resigned: Side | None = None

    # What it looks like now.

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything that happened, rolls included."""
        return tuple(self._moves)

    @property
    def decisions(self) -> int:
        """How many moves were made, not counting rolls."""
        return sum(before.turn is not Side.CHANCE for before in self._positions[:-1])

    @property
    def last(self) -> Move | None:
        """The last move that a player made."""
        pairs = zip(reversed(self._moves), reversed(self._positions[:-1]), strict=True)
        return next((move for move, before in pairs if before.turn is not Side.CHANCE), None)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        if self._resigned is not None:
            return Outcome(self._resigned.opponent)
        return self.position.outcome

    @property
    def resigned(self) -> Side | None:
        """Who gave up, if somebody did."""
        return self._resigned

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

    def play(self, text: str) -> Event:
        """The move that a person typed; an error that says what is wrong if it is none."""
        if not self.waits_for_person and not self.is_over:
            raise IllegalMove("it is not a person's turn")
        self._refuse_if_over()
        return self._add(self.position.move(text.strip()), None)

    def step(self) -> Event:
        """Let the dice or the computer act."""
        self._refuse_if_over()
        position = self.position
        if position.turn is Side.CHANCE:
            number = len(self._moves) - self.decisions
            return self._add(position.roll(generator(self.seed, "roll", number)), None)
        player = self.players[position.turn]
        if player is None:
            raise IllegalMove("it is a person's turn")
        choice = player.choose(position, self.limit, generator(self.seed, "player", len(self._moves)))
        return self._add(choice.move, choice)

    def resign(self) -> None:
        """The person to move gives up."""
        self._refuse_if_over()
        if not self.waits_for_person:
            raise IllegalMove("only a person whose turn it is can resign")
        self._resigned = self.position.turn
        self._undone.clear()
        self._changed()

    def hint(self) -> Choice:
        """A good move for the side to move."""
        self._refuse_if_over()
        return best_move(self.position)

    # Going back and on again.

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._resigned is not None or self._undo_to() is not None

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be played again."""
        return bool(self._undone)

    def undo(self) -> tuple[Move, ...]:
        """Go back to where a person decided last; what was taken back.

        The record keeps a comment on it, and the same rolls come again.
        """
        if self._resigned is not None:
            self._resigned = None
            self._changed()
            return ()
        to = self._undo_to()
        if to is None:
            raise IllegalMove("there is no move of yours to take back")
        taken = self._moves[to:]
        self._undone.append(taken)
        said = f"taken back: {' '.join(map(str, taken))}"
        for at in [at for at in self._comments if at > to]:
            del self._comments[at]
        self._comments[to] = f"{self._comments[to]}; {said}" if to in self._comments else said
        del self._moves[to:]
        del self._positions[to + 1 :]
        self._changed()
        return tuple(taken)

    def redo(self) -> tuple[Move, ...]:
        """Play again what was taken back last."""
        if not self._undone:
            raise IllegalMove("nothing was taken back, so there is nothing to play again")
        again = self._undone.pop()
        for move in again:
            self._append(move)
        self._changed()
        return tuple(again)

    def _undo_to(self) -> int | None:
        decided = (ply for ply in reversed(range(len(self._moves))) if self._is_persons(self._positions[ply]))
        return next(decided, None)

    # Keeping it.

    def name_of(self, side: Side) -> str:
        """What the record calls a side: `person`, or the player's spec."""
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
        if self._resigned is not None:
            tags["Termination"] = f"{self._resigned} resigned"
        return Record(self.game, self.moves, self.start, self.outcome, tags, self._comments)

    @classmethod
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
        told = {"First", "Second", "Seed", "Display", "Termination"}
        session = cls(
            game,
            first,
            second,
            # Not drawn again where the record leaves it out.
            start=Position(game, (record.start or record.game.start()).state),
            seed=seed,
            limit=limit,
            tags={name: value for name, value in record.tags.items() if name not in told},
        )
        same = game.spec == record.game.spec
        for move in record.moves:
            session._append(move if same else game.move_of(move.code))
        session._comments = dict(record.comments)
        if record.outcome is not None and not session.position.is_over:
            winner = record.outcome.winner
            if winner is None:
                raise BadOption("the players agreed on a draw, so there is nothing to resume")
            session._resigned = winner.opponent
        session.on_change = on_change
        return session

    # How it is done.

    def _refuse_if_over(self) -> None:
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome})")

    def _add(self, move: Move, choice: Choice | None) -> Event:
        side = self.position.turn
        self._append(move)
        self._undone.clear()
        self._changed()
        return Event(side, move, self.position, choice)

    def _append(self, move: Move) -> None:
        self._positions.append(self.position.play(move))
        self._moves.append(move)

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change(self)
