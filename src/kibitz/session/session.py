"""A game with people and computers.

A session has neither rules nor a user interface: a front end shows its state, passes on input, and calls
`step` when a computer or the dice are to act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.explain import explain_in
from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis
from kibitz.base.argument_checks import check
from kibitz.base.ending import Ending, Termination
from kibitz.base.errors import BadOption, IllegalMove
from kibitz.base.limit import Limit, as_limit
from kibitz.base.move import Move
from kibitz.base.side import Outcome, Side
from kibitz.games.capabilities import Opening
from kibitz.games.game import Game
from kibitz.games.position import Position, check_move
from kibitz.players.player import Player
from kibitz.records.record import Record, display_options
from kibitz.records.variation import Variation, clean_comment, in_game
from kibitz.session.clock import Clock
from kibitz.session.live_game import Event, LiveGame
from kibitz.session.seats import PERSON


class Permissions(NamedTuple):
    """The actions available to people."""

    #: Whether a person is to move.
    move: bool
    undo: bool
    redo: bool
    offer_draw: bool
    #: The reason for which the person to move may claim a draw; None if there is none.
    claim_draw: str | None


class Session(LiveGame):
    """A game in progress with undo, advice, resignation, draws and a record.

    >>> import kibitz
    >>> session = kibitz.Session(kibitz.load("tictactoe"), second=kibitz.player("rules"))
    >>> _ = session.play("5"), session.step()             # a person's move, and the computer's
    >>> print(session.position, session.waits_for_person)
    ..o/.x./... True
    >>> print(session.hint().move in session.position.moves)
    True
    """

    def __init__(
        self,
        game: Game,
        first: Player | None = None,
        second: Player | None = None,
        *,
        start: Position | None = None,
        seed: int = 0,
        limit: Limit | str | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        tags: Mapping[str, str] | None = None,
        on_change: Callable[[Session], object] | None = None,
    ) -> None:
        """A side without a player is a person's. `on_change` is called after every change."""
        check(
            game=(game, Game),
            first=(first, Player | None),
            second=(second, Player | None),
            start=(start, Position | None),
            seed=(seed, int),
            limit=(limit, Limit | str | None),
            clock=(clock, Clock | None),
            tags=(tags, Mapping | None),
            on_change=(on_change, Callable | None),
        )
        self.limit = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds) or Limit()
        super().__init__(
            game, first, second, start=start, seed=seed, limits=(self.limit, self.limit), clock=clock
        )
        self.tags = dict(tags or {})
        self.on_change = on_change
        #: The side with a pending draw offer.
        self._offered: Side | None = None

    @property
    def people(self) -> list[Side]:
        """Return the sides that people play."""
        return [side for side in (Side.FIRST, Side.SECOND) if self.players[side] is None]

    @property
    def waits_for_person(self) -> bool:
        """Return whether a person is to move; otherwise call `step`, unless the game is over."""
        return self._ending is None and self._is_persons(self.position)

    def _is_persons(self, position: Position) -> bool:
        """Return whether a person is to move in a position."""
        side = position.turn
        return side is not Side.CHANCE and self.players[side] is None and not position.is_over

    # Playing

    def play(self, move: Move | str) -> Event:
        """Play a person's move, or the one that a text stands for; an error says why if it is not legal."""
        check(move=(move, Move | str))
        if isinstance(move, Move):
            check_move(self.game, move)
        position = self._timeline.positions[-1]
        if not self._is_persons(position) and not self.is_over:
            raise IllegalMove("it is not a person's turn")
        self._refuse_if_over()
        side = position.turn
        if self._offered is not side:
            self._offered = None  # a move declines the offer
        return self._add(side, position.move(str(move).strip()))

    def resign(self) -> None:
        """Resign for the person to move."""
        self._refuse_if_over()
        if not self.waits_for_person:
            raise IllegalMove("only a person whose turn it is can resign")
        self._end(Ending.lost(self.position.turn, Termination.RESIGNED))

    @property
    def claim(self) -> str | None:
        """Return the reason for which the person to move may claim a draw; None if there is none."""
        return self.permissions.claim_draw

    def claim_draw(self) -> None:
        """Claim a draw for the person to move."""
        self._refuse_if_over()
        if (reason := self.claim) is None:
            raise IllegalMove("there is no draw to claim here")
        self._end(Ending(Outcome(None), Termination.CALLED_OFF, None, f"claimed, as {reason}"))

    @property
    def may_offer_draw(self) -> bool:
        """Return whether the person to move may offer a draw, or accept an offer."""
        return self.permissions.offer_draw

    def offer_draw(self) -> bool | None:
        """Offer a draw, or accept an offer; return whether it is a draw, or None if a person has to answer.

        A computer decides by its evaluation of its position. Another person accepts by offering a draw too,
        before moving.
        """
        self._refuse_if_over()
        if not self.game.draws.by_agreement:
            raise IllegalMove(f"in {self.game.title} there are no draws by agreement")
        if not self.waits_for_person:
            raise IllegalMove("only a person whose turn it is can offer a draw")
        side = self.position.turn
        other = side.opponent
        if self.players[other] is None and self._offered is not other:
            self._offered = side
            return None
        if self.players[other] is not None:
            value = self._evaluations[other] or -self.analysis().value
            if not self.game.draws.accepts(self.position, value):
                return False
        self.agree_on_draw()
        return True

    def agree_on_draw(self) -> None:
        """End the game in a draw by agreement."""
        self._refuse_if_over()
        self._end(Ending(Outcome(None), Termination.CALLED_OFF, None, "agreed"))

    @property
    def permissions(self) -> Permissions:
        """Return all permissions at once."""
        position, draws = self._timeline.positions[-1], self.game.draws
        move = self._ending is None and self._is_persons(position)
        return Permissions(
            move,
            self.can_undo,
            self._timeline.can_redo,
            move and draws.by_agreement,
            draws.claim_reason(position) if move else None,
        )

    @property
    def opening(self) -> Opening | None:
        """Return the opening; None if it has no name."""
        return self.game.openings.reached(self.positions) if self.game.openings else None

    def start_clock(self) -> None:
        """Run the clock, if there is one, for the side to move."""
        if self.clock is not None and not self.is_over:
            self.clock.run_for(self.position.mover)

    def stop_clock(self) -> None:
        """Stop the clock, if there is one, until it is started again."""
        if self.clock is not None:
            self.clock.run_for(None)

    # Advice

    def analysis(self, position: Position | None = None) -> Analysis:
        """Return the evaluation of the position, or of another one of this game, and of its moves."""
        check(position=(position, Position | None))
        return evaluate_position(position or self.position)

    def hint(self) -> Explanation:
        """Return a best move for the side to move, and why it is good."""
        self._refuse_if_over()
        return explain_in(self.analysis())

    def why(self, text: str = "") -> Explanation:
        """Explain why a move is good or bad: the one that a text names, or the last one made."""
        check(text=(text, str))
        if text:
            self._refuse_if_over()
            return explain_in(self.analysis(), self.position.move(text))
        ply = self._timeline.last_decision
        if ply is None:
            raise IllegalMove("no move has been made yet; hint suggests one")
        return explain_in(self.analysis(self._timeline.positions[ply]), self._timeline.moves[ply])

    # Undo and redo

    @property
    def can_undo(self) -> bool:
        """Return whether there is a move to undo."""
        if self._ending is not None:
            return self._ending.termination is Termination.RESIGNED
        return self._undo_to() is not None

    @property
    def can_redo(self) -> bool:
        """Return whether there is a move to redo."""
        return self._timeline.can_redo

    def undo(self) -> tuple[Move, ...]:
        """Undo moves back to the last decision of a person, and return them.

        A comment in the record keeps them, and the same rolls will be repeated.
        """
        if self._ending is not None:
            if self._ending.termination is Termination.ON_TIME:
                raise IllegalMove("the time is up; a clock can't be turned back")
            if self._ending.termination is not Termination.RESIGNED:
                raise IllegalMove(f"the game is over ({self._ending.reason()}), and that can't be taken back")
            self._ending = None
            self._changed()
            return ()
        to = self._undo_to()
        if to is None:
            raise IllegalMove("there is no move of yours to take back")
        taken = self._timeline.undo(to)
        self._changed()
        return tuple(taken)

    def redo(self) -> tuple[Move, ...]:
        """Redo the last undone moves, and return them."""
        again = self._timeline.redo()
        self._changed()
        return tuple(again)

    def _undo_to(self) -> int | None:
        return self._timeline.last_where(self._is_persons)

    # The record

    @property
    def ending(self) -> Ending | None:
        """Return the ending, with the game's name for it: `checkmate`."""
        found = super().ending
        if found is None or found.termination is not Termination.RULES:
            return found
        teacher = self.game.teacher
        return replace(found, detail=teacher.name_ending(self.positions, self.moves) if teacher else "")

    def name_of(self, side: Side) -> str:
        """Return the name of a side in records: `person`, or the player's spec."""
        check(side=(side, Side))
        if side is Side.CHANCE:
            raise BadOption("chance has no player")
        player = self.players[side]
        return PERSON if player is None else player.spec

    def record(self) -> Record:
        """Return the record of the game so far."""
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
        if self._ending is not None:
            tags["Termination"] = self._ending.reason() or ""
        notes = self._timeline.comments, self._timeline.marks, self._timeline.variations
        return Record(self.game, self.moves, self.start, self.outcome, tags, *notes)

    @property
    def comments(self) -> Mapping[int, str]:
        """Comments on the game, by the number of moves made before each."""
        return self._timeline.comments

    def comment(self, at: int, text: str) -> None:
        """Replace the comment after some number of moves; an empty text removes it."""
        check(at=(at, int), text=(text, str))
        if not 0 <= at <= len(self.moves):
            raise BadOption(f"this game has {len(self.moves)} moves, not {at}")
        self._timeline.comments.pop(at, None)
        if cleaned := clean_comment(text):
            self._timeline.comments[at] = cleaned

    @property
    def variations(self) -> Mapping[int, tuple[Variation, ...]]:
        """Alternative lines, by the number of moves before the one that they replace."""
        return self._timeline.variations

    @variations.setter
    def variations(self, found: Mapping[int, tuple[Variation, ...]]) -> None:
        self._timeline.variations = dict(found)

    @classmethod
    def resumed(
        cls,
        record: Record,
        game: Game,
        first: Player | None = None,
        second: Player | None = None,
        *,
        seed: int = 0,
        limit: Limit | str | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        on_change: Callable[[Session], object] | None = None,
    ) -> Session:
        """Resume a recorded game. `game` is the record's, perhaps with another notation or display."""
        check(
            record=(record, Record),
            game=(game, Game),
            first=(first, Player | None),
            second=(second, Player | None),
        )
        if game.rules_id != record.game.rules_id:
            raise BadOption(f"the record is of {record.game.spec}, not of {game.spec}")
        own_tags = {"First", "Second", "Seed", "Display", "Termination", "TimeControl", "Clock", "Journal"}
        session = cls(
            game,
            first,
            second,
            # Without a start tag, the record has the default start.
            start=Position(game, (record.start or record.game.start()).state),
            seed=seed,
            limit=as_limit(limit, depth=depth, nodes=nodes, seconds=seconds),
            clock=Clock.from_tags(record.tags.get("TimeControl", ""), record.tags.get("Clock", "")),
            tags={name: value for name, value in record.tags.items() if name not in own_tags},
        )
        same = game.spec == record.game.spec
        for move in record.moves:
            rolled = session.position.turn is Side.CHANCE
            session._timeline.add(move if same else game.codec.move(move.code), rolled)
        session._timeline.comments = dict(record.comments)
        session._timeline.marks = dict(record.marks)
        session.variations = record.variations if same else in_game(record.variations, game)
        session._credited = len(record.moves)
        if record.outcome is not None and not session.position.is_over:
            session._ending = Ending.read(record.outcome, record.tags.get("Termination", ""))
        session.on_change = on_change
        return session

    def _changed(self) -> None:
        if self.clock is not None:
            self.clock.run_for(None if self.is_over else self.position.mover)
        if self.on_change is not None:
            self.on_change(self)
