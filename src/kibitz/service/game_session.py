"""The commands of one game, in whatever process it is.

Independent of clients, which a `SharedGame` has; a game with foreign code is in a sandbox (`sandbox.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, assert_never

from kibitz.analysis.explain import explain_in
from kibitz.base.errors import GameOver, IllegalMove
from kibitz.base.move import Move
from kibitz.base.random import Random
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.puzzles.blunder_check import objection
from kibitz.service import commands, replies
from kibitz.service.advice import analysis_json, choice_json, explanation_json, review_json
from kibitz.service.errors import BadRequest
from kibitz.service.position_view import position_text, view_json
from kibitz.service.replies import At, News
from kibitz.service.snapshot import GameView
from kibitz.service.variations import Variations
from kibitz.session.session import Session

#: Tags of a record with variations and seats, which are private.
VARIATIONS, SEATS = "Variations", "Seats"

#: Maximum length of all comments together: with 2,000 variations, far less than a record may be long.
_MOST_COMMENTS = 300_000

#: Returns the player of a spec for a game; None for a person.
Seat = Callable[[str, Game], Player | None]
#: Progress callback; it may raise to cancel.
OnProgress = Callable[[int, int], object]


class GameStore(Protocol):
    """Stores a game on disk; returns an error message or nothing."""

    @property
    def lost(self) -> str | None:
        """Return why the game can't be written any more, if another program took it over."""

    def moved(self, session: Session) -> str | None:
        """Store one more move."""

    def changed(self, session: Session) -> str | None:
        """Store any other change."""


class GameSession:
    """A session with variations."""

    def __init__(self, session: Session, keep: GameStore, seat: Seat, *, analysis: bool = False) -> None:
        """On an analysis board, moves are variations and never the game itself.

        `seat` returns the players allowed here.
        """
        self._session = session
        self._keep = keep
        self._seat = seat
        self._analysis = analysis
        self._variations = Variations(session.start)
        self._variations.follow(session.moves)
        self._variations.read(session.tags.get(VARIATIONS, ""))
        self._variations.take(session.variations)
        self._view = GameView(session, self._variations)
        #: Number of moves on disk written by us; -1 if another program wrote them, so they can't be extended
        #: by a log line.
        self._kept = -1
        self._trouble: str | None = None
        #: Whether there are unsaved changes.
        self._new = False
        session.on_change = self._on_change

    def close(self) -> None:
        """Detach from the session, so that reference counting frees both."""
        self._session.on_change = None

    def snapshot(self) -> replies.Snapshot:
        """Return the whole state for a page."""
        return self._view.snapshot(self._analysis or self._keep.lost is not None)

    def change(self, command: commands.AnyChange) -> News:
        """Execute a command that changes the game; return the news."""
        session = self._session
        if self._keep.lost is not None and not isinstance(command, commands.CheckFlag | commands.TellNews):
            raise IllegalMove(self._keep.lost)
        match command:
            case commands.Play():
                if self._analysis:
                    raise IllegalMove("this is an analysis board, without players")
                session.play(command.move)
            case commands.Undo():
                session.undo()
            case commands.Redo():
                session.redo()
            case commands.Resign():
                session.resign()
            case commands.ClaimDraw():
                session.claim_draw()
            case commands.OfferDraw():
                if session.offer_draw() is False:
                    raise IllegalMove("the computer declines the draw and plays on")
            case commands.AgreeOnDraw():
                session.agree_on_draw()
            case commands.CheckFlag():
                session.flag_falls()
            case commands.TellNews():
                pass
            case _:
                assert_never(command)
        # Save only changes that can be displayed; then report them.
        news = self._view.news(self._analysis or self._keep.lost is not None)
        self._save_changes(news["ply"], news["outcome"] is not None)
        if len(self._variations) and self._variations.follow(session.moves):
            beside = self._save_variations()
            news["variations"], news["comments"] = beside["variations"], beside["comments"]
        elif (comments := self._view.new_comments()) is not None:
            news["comments"] = comments
        if self._trouble:
            news["trouble"], self._trouble = self._trouble, None
        return news

    def answer(self, command: commands.Command[Any], on_progress: OnProgress | None = None) -> Any:
        """Execute any other command about the game; return its reply."""
        query: commands.AnyGameQuestion | commands.AnyInnerQuestion = command  # type: ignore[assignment]
        match query:
            case commands.Look():
                return self._view.view_at(query.at)
            case commands.ShowLine():
                return self._line(query)
            case commands.GetRecord():
                return self._record()
            case commands.ShowText():
                at = len(self._session.moves) if query.at is None else query.at
                return position_text(*self._view.place(at))
            case commands.GetPicture():
                position, last = self._view.place(query.at)
                return {"svg": position.svg(last)}
            case commands.TryMove():
                return self._try_move(query)
            case commands.DropVariation():
                self._variations.remove(query.at)
                return self._save_variations()
            case commands.PromoteVariation():
                self._variations.promote(query.at)
                return self._save_variations()
            case commands.WriteComment():
                return self._comment(query)
            case commands.Hint():
                position = self._decision(query.at)
                return {"hint": explanation_json(explain_in(self._session.analysis(position)))}
            case commands.Why():
                return self._why(query)
            case commands.Teach():
                return self._teach(query)
            case commands.Values():
                position, _ = self._view.place(query.at)
                return {"at": query.at, "values": analysis_json(self._session.analysis(position))}
            case commands.Choices():
                return self._choices(query)
            case commands.Review():
                record, tell = self._session.record(), on_progress or ignore_progress
                return {"review": review_json(record, tell, quick=query.quick)}
            case commands.Act() | commands.RollDice():
                if self._keep.lost is not None:
                    raise IllegalMove(self._keep.lost)
                self._session.step()
                return {}
            case commands.TakeSnapshot():
                return self.snapshot()
            case commands.RunClock():
                (self._session.start_clock if query.runs else self._session.stop_clock)()
                return {"clock": self._view.clock()}
            case commands.GetRematch():
                return self._rematch()
            case commands.SetTag():
                self._mark(query.tag, query.text)
                return {}
            case commands.SaveWhole():
                self._keep_whole()
                trouble, self._trouble = self._trouble, None
                return {"trouble": trouble}
            case _:
                assert_never(query)

    # Searching in another process

    def copy(self) -> dict[str, Any]:
        """Return the `GameRequest` of a copy, as JSON."""
        return {"record": str(self._session.record()), "analysis": self._analysis}

    def choose(self) -> replies.ChosenMove:
        """Return the computer's move without playing it."""
        chosen = self._session.choose()
        return {"move": str(chosen.move), "value": None if chosen.value is None else str(chosen.value)}

    def play_choice(self, found: replies.ChosenMove) -> None:
        """Play the choice of a copy of this game."""
        if self._keep.lost is not None:
            raise IllegalMove(self._keep.lost)
        value = None if found["value"] is None else Value.parse(found["value"])
        self._session.play_choice(Choice(self._session.position.move(found["move"]), value))

    # Saving

    def _on_change(self, session: Session) -> None:
        self._new = True

    def _save_changes(self, count: int, is_over: bool) -> None:
        """Save changes: a log line for one more move of ours, else the whole record."""
        if not self._new:
            return
        # Finished games and those that we write for the first time are saved whole.
        one_more = 0 <= self._kept == count - 1 and count > 1 and not is_over
        trouble = (self._keep.moved if one_more else self._keep.changed)(self._session)
        self._trouble = trouble or self._trouble
        # After a failed write, the next one is whole.
        self._new, self._kept = False, -1 if trouble else count

    def _keep_whole(self) -> None:
        self._new, self._kept = True, -1
        self._save_changes(len(self._session.moves), is_over=False)

    def _mark(self, tag: str, text: str) -> None:
        """Set a tag of the record; an empty text removes it."""
        self._session.tags.pop(tag, None)
        if text:
            self._session.tags[tag] = text
        self._keep_whole()

    def _save_variations(self) -> replies.Beside:
        self._session.variations = self._variations.beside()
        self._mark(VARIATIONS, self._variations.text())
        return self._view.beside()

    def _record(self) -> replies.RecordText:
        """Return the record as text, without private tags."""
        record = self._session.record()
        tags = {name: text for name, text in record.tags.items() if name != SEATS}
        return {"record": str(replace(record, tags=tags))}

    def _rematch(self) -> replies.Rematch:
        session, clock = self._session, self._session.clock
        return {
            "rules": session.game.spec,
            "first": session.name_of(Side.SECOND),
            "second": session.name_of(Side.FIRST),
            "clock": None if clock is None else str(clock.control),
        }

    # Variations

    def _try_move(self, query: commands.TryMove) -> Any:
        self._variations.follow(self._session.moves)
        before = len(self._variations)
        found: Any = self._view.view_at(self._variations.try_move(query.at, query.move))
        return found if len(self._variations) == before else {**found, **self._save_variations()}

    def _comment(self, query: commands.WriteComment) -> replies.Beside:
        self._view.place(query.at)
        written = (*self._session.comments.values(), *self._variations.comments().values())
        if query.text and sum(map(len, written)) + len(query.text) > _MOST_COMMENTS:
            raise BadRequest(
                f"the comments of this game have {_MOST_COMMENTS:,} characters, the most there may be; "
                "remove some first"
            )
        if isinstance(query.at, int):
            self._session.comment(query.at, query.text)
        else:
            self._variations.comment(query.at, query.text)
        return self._save_variations()

    def _line(self, query: commands.ShowLine) -> replies.LineViews:
        position, views = self._view.place(query.at)[0], []
        for text in query.moves:
            move = position.move(text)
            position = position.play(move)
            views.append(view_json(position, move)[1])
        return {"views": views}

    # Advice, which takes time

    def _decision(self, at: At) -> Position:
        """Return the position at a place where a player decides."""
        position, _ = self._view.place(at)
        if position.is_over:
            raise GameOver(f"the game is over ({position.outcome})")
        if position.turn is Side.CHANCE:
            raise BadRequest("the position is before a roll")
        return position

    def _why(self, query: commands.Why) -> replies.WhyReply:
        made: tuple[Position, Move] | None
        if query.move:
            position = self._decision(query.at)
            made = position, position.move(query.move)
        else:
            made = self._view.last_decision(query.at)
        if made is None:
            raise IllegalMove("no move has been made yet; a hint suggests one")
        return {"why": explanation_json(explain_in(self._session.analysis(made[0]), made[1]))}

    def _teach(self, query: commands.Teach) -> replies.TeachReply:
        position = self._decision(query.at)
        found = objection(position, position.move(query.move))
        if found is None:
            return {"objection": None}
        line = [str(move) for move in found.decision.played.line]
        objected: Any = {**found.to_json(), "line": line}
        return {"objection": objected}

    def _choices(self, query: commands.Choices) -> replies.ChoicesReply:
        position = self._decision(query.at)
        found = []
        for spec in query.players:
            player = self._seat(spec, position.game)
            if player is None:
                raise BadRequest("a person's choice is unknown")
            chosen = player.choose(position, self._session.limit, Random(0))
            found.append(choice_json(position.game, player, chosen))
        return {"choices": found}


def ignore_progress(done: int, total: int) -> None:
    """Ignore progress."""
