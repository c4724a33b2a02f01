"""One game, whatever process it is in: executes the commands about it.

Nothing here knows who asks. A `SharedGame` holds the people; a game with code of
its own is in a sandbox (`sandbox.py`).
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
from kibitz.service.position_view import view_json
from kibitz.service.replies import At, News
from kibitz.service.snapshot import GameView
from kibitz.service.variations import Variations
from kibitz.session.session import Session

#: The tags of a record that hold variations, and who may move for whom, which is nobody else's business.
VARIATIONS, SEATS = "Variations", "Seats"

#: The player that a text puts at the board of a game; None for a person.
Seat = Callable[[str, Game], Player | None]
#: Hears how far long work is; it may raise to end it.
OnProgress = Callable[[int, int], object]


class GameStore(Protocol):
    """Puts a game on disk; what went wrong, if something did."""

    @property
    def lost(self) -> str | None:
        """Why nothing is written any more, if somebody else took the game over."""

    def moved(self, session: Session) -> str | None:
        """One move more."""

    def changed(self, session: Session) -> str | None:
        """Anything else."""


class GameSession:
    """A session with the variations that branch off it."""

    def __init__(self, session: Session, keep: GameStore, seat: Seat, *, analysis: bool = False) -> None:
        """On a board for analysis nobody plays: moves that are tried there are never the game itself.

        `seat` says who may be asked what to do.
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
        #: How many moves are on disk as we wrote it; -1 if others wrote it, or nobody: that is no
        #: beginning for a line of ours.
        self._kept = -1
        self._trouble: str | None = None
        #: Whether something happened that is not on disk.
        self._new = False
        session.on_change = self._on_change

    def close(self) -> None:
        """Hear no more of the session, so that both are freed at once, not by the garbage collector."""
        self._session.on_change = None

    def snapshot(self) -> replies.Snapshot:
        """Return everything that a page needs to show the game."""
        return self._view.snapshot(self._analysis or self._keep.lost is not None)

    def change(self, command: commands.AnyChange) -> News:
        """Execute a command that changes the game; return the news."""
        session = self._session
        if self._keep.lost is not None and not isinstance(command, commands.CheckFlag | commands.TellNews):
            raise IllegalMove(self._keep.lost)
        match command:
            case commands.Play():
                if self._analysis:
                    raise IllegalMove("nobody plays here; moves are tried")
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
        # News that can't be shown are not kept either; news that are kept are told next.
        news = self._view.news(self._analysis or self._keep.lost is not None)
        self._keep_news(news["ply"], news["outcome"] is not None)
        if len(self._variations) and self._variations.follow(session.moves):
            beside = self._keep_beside()
            news["variations"], news["comments"] = beside["variations"], beside["comments"]
        elif (comments := self._view.new_comments()) is not None:
            news["comments"] = comments
        if self._trouble:
            news["trouble"], self._trouble = self._trouble, None
        return news

    def answer(self, command: commands.Command[Any], on_progress: OnProgress | None = None) -> Any:
        """Execute any other command about the game; return its reply."""
        asked: commands.AnyGameQuestion | commands.AnyInnerQuestion = command  # type: ignore[assignment]
        match asked:
            case commands.Look():
                return self._view.look(asked.at)
            case commands.ShowLine():
                return self._line(asked)
            case commands.GetRecord():
                return self._record()
            case commands.GetPicture():
                position, last = self._view.place(asked.at)
                return {"svg": position.svg(last)}
            case commands.TryMove():
                return self._try_move(asked)
            case commands.DropVariation():
                self._variations.remove(asked.at)
                return self._keep_beside()
            case commands.PromoteVariation():
                self._variations.promote(asked.at)
                return self._keep_beside()
            case commands.WriteComment():
                return self._comment(asked)
            case commands.Hint():
                position = self._decision(asked.at)
                return {"hint": explanation_json(explain_in(self._session.analysis(position)))}
            case commands.Why():
                return self._why(asked)
            case commands.Teach():
                return self._teach(asked)
            case commands.Values():
                position, _ = self._view.place(asked.at)
                return {"at": asked.at, "values": analysis_json(self._session.analysis(position))}
            case commands.Choices():
                return self._choices(asked)
            case commands.Review():
                return {"review": review_json(self._session.record(), on_progress or ignore_progress)}
            case commands.Act() | commands.RollDice():
                if self._keep.lost is not None:
                    raise IllegalMove(self._keep.lost)
                self._session.step()
                return {}
            case commands.TakeSnapshot():
                return self.snapshot()
            case commands.RunClock():
                (self._session.start_clock if asked.runs else self._session.stop_clock)()
                return {"clock": self._view.clock()}
            case commands.GetRematch():
                return self._rematch()
            case commands.SetTag():
                self._mark(asked.tag, asked.text)
                return {}
            case commands.SaveWhole():
                self._keep_whole()
                trouble, self._trouble = self._trouble, None
                return {"trouble": trouble}
            case _:
                assert_never(asked)

    # Thinking elsewhere.

    def copy(self) -> dict[str, Any]:
        """Return the `GameRequest` of a copy, as JSON."""
        return {"record": str(self._session.record()), "analysis": self._analysis}

    def choose(self) -> replies.ChosenMove:
        """Return the computer's move without making it."""
        chosen = self._session.choose()
        return {"move": str(chosen.move), "value": None if chosen.value is None else str(chosen.value)}

    def play_choice(self, found: replies.ChosenMove) -> None:
        """Make a move that a copy of this game chose."""
        if self._keep.lost is not None:
            raise IllegalMove(self._keep.lost)
        value = None if found["value"] is None else Value.parse(found["value"])
        self._session.play_choice(Choice(self._session.position.move(found["move"]), value))

    # On disk.

    def _on_change(self, session: Session) -> None:
        self._new = True

    def _keep_news(self, count: int, is_over: bool) -> None:
        """Write what happened: a line for one move more after others of ours, else all of it."""
        if not self._new:
            return
        # A finished game is kept whole, and so is one that we write for the first time.
        one_more = 0 <= self._kept == count - 1 and count > 1 and not is_over
        trouble = (self._keep.moved if one_more else self._keep.changed)(self._session)
        self._trouble = trouble or self._trouble
        # After what could not be written, the next thing is written whole.
        self._new, self._kept = False, -1 if trouble else count

    def _keep_whole(self) -> None:
        self._new, self._kept = True, -1
        self._keep_news(len(self._session.moves), is_over=False)

    def _mark(self, tag: str, text: str) -> None:
        """Note something in the record; an empty text removes it."""
        self._session.tags.pop(tag, None)
        if text:
            self._session.tags[tag] = text
        self._keep_whole()

    def _keep_beside(self) -> replies.Beside:
        self._session.variations = self._variations.beside()
        self._mark(VARIATIONS, self._variations.text())
        return self._view.beside()

    def _record(self) -> replies.RecordText:
        """Return the game as a text, for anybody."""
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

    # Beside the game.

    def _try_move(self, asked: commands.TryMove) -> Any:
        self._variations.follow(self._session.moves)
        before = len(self._variations)
        found: Any = self._view.look(self._variations.try_move(asked.at, asked.move))
        return found if len(self._variations) == before else {**found, **self._keep_beside()}

    def _comment(self, asked: commands.WriteComment) -> replies.Beside:
        self._view.place(asked.at)
        if isinstance(asked.at, int):
            self._session.comment(asked.at, asked.text)
        else:
            self._variations.comment(asked.at, asked.text)
        return self._keep_beside()

    def _line(self, asked: commands.ShowLine) -> replies.LineViews:
        position, views = self._view.place(asked.at)[0], []
        for text in asked.moves:
            move = position.move(text)
            position = position.play(move)
            views.append(view_json(position, move)[1])
        return {"views": views}

    # Advice, which takes time.

    def _decision(self, at: At) -> Position:
        """Return the position at a place where a player decides."""
        position, _ = self._view.place(at)
        if position.is_over:
            raise GameOver(f"the game is over ({position.outcome})")
        if position.turn is Side.CHANCE:
            raise BadRequest("the dice decide here")
        return position

    def _why(self, asked: commands.Why) -> replies.WhyReply:
        made: tuple[Position, Move] | None
        if asked.move:
            position = self._decision(asked.at)
            made = position, position.move(asked.move)
        else:
            made = self._view.last_decision(asked.at)
        if made is None:
            raise IllegalMove("no move has been made yet; a hint suggests one")
        return {"why": explanation_json(explain_in(self._session.analysis(made[0]), made[1]))}

    def _teach(self, asked: commands.Teach) -> replies.TeachReply:
        position = self._decision(asked.at)
        found = objection(position, position.move(asked.move))
        if found is None:
            return {"objection": None}
        line = [str(move) for move in found.decision.played.line]
        objected: Any = {**found.to_json(), "line": line}
        return {"objection": objected}

    def _choices(self, asked: commands.Choices) -> replies.ChoicesReply:
        position = self._decision(asked.at)
        found = []
        for spec in asked.players:
            player = self._seat(spec, position.game)
            if player is None:
                raise BadRequest("a person would have to be asked")
            chosen = player.choose(position, self._session.limit, Random(0))
            found.append(choice_json(position.game, player, chosen))
        return {"choices": found}


def ignore_progress(done: int, total: int) -> None:
    """Nobody wants to hear how far it is."""
