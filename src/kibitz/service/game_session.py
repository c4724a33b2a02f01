"""One game and what might have been, as plain values: what people may ask of it, in whatever process it is.

Nothing here knows who asks. A `SharedGame` holds the people; a table of a game with
code of its own stands in a process apart (`apart.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

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
from kibitz.service.advice import analysis_json, choice_json, explanation_json, review_json
from kibitz.service.errors import BadRequest, NotFound
from kibitz.service.position_view import SIDES, view_json
from kibitz.service.variations import At, Variations
from kibitz.session.session import Session
from kibitz.session.timeline import TAKEN_BACK

#: The tags of a record that hold variations, and who may move for whom, which is nobody else's business.
VARIATIONS, SEATS = "Variations", "Seats"

Json = dict[str, Any]
#: Who a text puts at the board of a game; None for a person.
Seat = Callable[[str, Game], Player | None]


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
    """A session with the lines that branch off it."""

    def __init__(self, session: Session, keep: GameStore, seat: Seat, *, analysis: bool = False) -> None:
        """On a table for analysis nobody plays: what is tried there is never the game itself.

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
        #: How many moves were told, and how many are on disk as we wrote it: what others wrote there,
        #: or nobody, is no beginning for a line of ours.
        self._told, self._kept = len(session.moves), -1
        self._board: Json | None = None
        #: What the last places looked at look like.
        self._views: dict[int, tuple[Position, Json | None, Json]] = {}
        #: The comments that were told.
        self._said: dict[str, str] = {}
        self._trouble: str | None = None
        #: Whether something happened that is not on disk.
        self._new = False
        session.on_change = self._on_change

    def close(self) -> None:
        """Hear no more of the game, so that both are freed at once, not when rubbish is looked for."""
        self._session.on_change = None

    # How it stands.

    def whole(self) -> Json:
        """Everything that a page needs to show it."""
        session, game = self._session, self._session.game
        self._board, view = self._view(len(session.moves))
        return {
            "rules": {
                "spec": game.spec,
                "title": game.title,
                "sides": list(game.side_names),
                "dice": game.has_chance,
                "points": None if game.score_range is None else max(map(abs, game.score_range)),
                "help": game.notation.move_help,
            },
            "seats": [session.name_of(Side.FIRST), session.name_of(Side.SECOND)],
            "moves": self._moves_from(0),
            **self._beside(),
            "board": self._board,
            **self._now(),
            "view": view,
        }

    def _now(self) -> Json:
        session, waits = self._session, self._waits()
        return {
            "ply": len(session.moves),
            "waits": waits,
            "outcome": self._outcome(),
            "clock": self._clock(),
            "undo": session.can_undo,
            "redo": session.can_redo,
            "draw": waits == "person" and session.may_offer_draw,
            "opening": str(session.opening or ""),
            "claim": session.claim if waits == "person" else None,
        }

    def news(self) -> Json:
        """What is different since it was told last: the first `at` moves are the same."""
        count = len(self._session.moves)
        at = min(self._told, count)
        board, view = self._view(count)
        change = {"at": at, "moves": self._moves_from(at), **self._now(), "view": view}
        # What can't be shown is not kept either; what is kept is told next.
        self._told = count
        self._keep_it()
        if board != self._board:
            self._board = change["board"] = board
        if len(self._variations) and self._variations.follow(self._session.moves):
            change |= self._keep_beside()
        elif (said := self._comments()) != self._said:
            change["comments"] = self._said = said
        if self._trouble:
            change["trouble"], self._trouble = self._trouble, None
        return change

    def _moves_from(self, at: int) -> list[list[str]]:
        """Every move as people write it, and whose it was."""
        moves, positions = self._session.moves, self._session.positions
        return [
            [positions[ply].write(moves[ply]), SIDES[positions[ply].turn]] for ply in range(at, len(moves))
        ]

    def _view(self, ply: int) -> tuple[Json | None, Json]:
        position = self._session.positions[ply]
        known = self._views.get(ply)
        if known is None or known[0] is not position:
            if len(self._views) > 8:
                self._views.clear()
            known = self._views[ply] = (position, *view_json(position, self._last(ply)))
        return known[1:]

    def _last(self, ply: int) -> Move | None:
        """The last move that a player made before a ply."""
        positions = self._session.positions
        at = next((at for at in range(ply - 1, -1, -1) if positions[at].turn is not Side.CHANCE), None)
        return None if at is None else self._session.moves[at]

    def _waits(self) -> str:
        """For whom: a person, a computer, the dice; or the game is over, or nobody plays."""
        session = self._session
        if self._analysis or self._keep.lost:
            return "nobody"
        if session.is_over:
            return "over"
        if session.waits_for_person:
            return "person"
        return "dice" if session.position.turn is Side.CHANCE else "computer"

    def _clock(self) -> Json | None:
        clock = self._session.clock
        if clock is None:
            return None
        return {
            "seconds": clock.control.seconds,
            "increment": clock.control.increment,
            "left": [round(clock.left(side), 2) for side in (Side.FIRST, Side.SECOND)],
            "running": None if clock.running is None else SIDES[clock.running],
        }

    def _outcome(self) -> Json | None:
        ending = self._session.ending
        if ending is None:
            return None
        winner = ending.outcome.winner
        return {
            "result": str(ending.outcome),
            "winner": None if winner is None else SIDES[winner],
            "by": None if ending.by is None else SIDES[ending.by],
            "how": ending.termination.value,
            "detail": ending.detail,
        }

    # What happens.

    def play(self, text: str) -> Json:
        """A person's move."""
        if self._analysis:
            raise IllegalMove("nobody plays here; moves are tried")
        self._refuse_if_lost()
        self._session.play(text)
        return self.news()

    def step(self) -> Json:
        """The computer or the dice act, which takes time; what came of it is told by `news`."""
        self._refuse_if_lost()
        self._session.step()
        return {}

    def copy(self) -> Json:
        """Return what another table can begin with to think for this one (`GameRequest`)."""
        return {"record": str(self._session.record()), "analysis": self._analysis}

    def choose(self) -> Json:
        """Return the computer's move without making it, which takes time."""
        choice = self._session.choose()
        value = None if choice.value is None else str(choice.value)
        return {"move": str(choice.move), "value": value}

    def play_choice(self, found: Json) -> Json:
        """Make a move that another table chose; what came of it is told by `news`."""
        self._refuse_if_lost()
        session = self._session
        value = None if found["value"] is None else Value.parse(found["value"])
        session.play_choice(Choice(session.position.move(found["move"]), value))
        return {}

    def undo(self) -> Json:
        """Take back."""
        self._refuse_if_lost()
        self._session.undo()
        return self.news()

    def redo(self) -> Json:
        """Play again what was taken back."""
        self._refuse_if_lost()
        self._session.redo()
        return self.news()

    def resign(self) -> Json:
        """The person to move gives up."""
        self._refuse_if_lost()
        self._session.resign()
        return self.news()

    def claim(self) -> Json:
        """The person to move claims a draw."""
        self._refuse_if_lost()
        self._session.claim_draw()
        return self.news()

    def draw(self) -> Json:
        """The person to move offers a draw, or agrees."""
        self._refuse_if_lost()
        if self._session.offer_draw() is False:
            raise IllegalMove("the computer declines the draw and plays on")
        return self.news()

    def agree(self) -> Json:
        """Both people want a draw."""
        self._refuse_if_lost()
        self._session.agree_on_draw()
        return self.news()

    def flag(self) -> Json:
        """See whether somebody's time is up."""
        self._session.flag_falls()
        return self.news()

    def clock(self, runs: bool) -> Json:
        """Let the clock run or stand."""
        (self._session.start_clock if runs else self._session.stop_clock)()
        return {"clock": self._clock()}

    def again(self) -> Json:
        """What another game with sides changed would be."""
        session = self._session
        clock = session.clock
        return {
            "rules": session.game.spec,
            "first": session.name_of(Side.SECOND),
            "second": session.name_of(Side.FIRST),
            "clock": None if clock is None else str(clock.control),
        }

    def mark(self, tag: str, text: str) -> Json:
        """Note something in the record; an empty text removes it."""
        self._session.tags.pop(tag, None)
        if text:
            self._session.tags[tag] = text
        self._new, self._kept = True, -1
        self._keep_it()
        return {}

    def keep_whole(self) -> Json:
        """Write all of it; what went wrong, if something did."""
        self._new, self._kept = True, -1
        self._keep_it()
        trouble, self._trouble = self._trouble, None
        return {"trouble": trouble}

    def _refuse_if_lost(self) -> None:
        if (why := self._keep.lost) is not None:
            raise IllegalMove(why)

    def _on_change(self, session: Session) -> None:
        self._new = True

    def _keep_it(self) -> None:
        if not self._new:
            return
        session, count = self._session, len(self._session.moves)
        # A finished game is kept whole, and so is one that we write for the first time.
        one_more = 0 <= self._kept == count - 1 and count > 1 and not session.is_over
        trouble = (self._keep.moved if one_more else self._keep.changed)(session)
        self._trouble = trouble or self._trouble
        # After what could not be written, the next thing is written whole.
        self._new, self._kept = False, -1 if trouble else count

    # Looking around.

    def look(self, at: At) -> Json:
        """The board at a place."""
        position, last = self._place(at)
        board, view = self._view(at) if isinstance(at, int) else view_json(position, last)
        found: Json = {"at": at, "view": view, "position": str(position)}
        if board != self._board:
            found["board"] = board
        return found

    def try_move(self, at: At, text: str) -> Json:
        """Play a move beside the game; what there is now beside it."""
        self._variations.follow(self._session.moves)
        before = len(self._variations)
        to = self._variations.try_move(at, text)
        found = self.look(to)
        if len(self._variations) != before:
            found |= self._keep_beside()
        return found

    def drop(self, at: At) -> Json:
        """Forget a variation."""
        self._variations.remove(at)
        return self._keep_beside()

    def promote(self, at: At) -> Json:
        """Put a variation before the others."""
        self._variations.promote(at)
        return self._keep_beside()

    def comment(self, at: At, text: str) -> Json:
        """Say something about a place; nothing takes away what was said."""
        self._place(at)
        if isinstance(at, int):
            self._session.comment(at, text)
        else:
            self._variations.comment(at, text)
        return self._keep_beside()

    def _keep_beside(self) -> Json:
        self._session.variations = self._variations.beside()
        self.mark(VARIATIONS, self._variations.text())
        return self._beside()

    def _beside(self) -> Json:
        """What stands beside the moves."""
        self._said = self._comments()
        return {"variations": self._variations.rows(), "comments": self._said}

    def _comments(self) -> dict[str, str]:
        """What was said, by place; that moves were taken back is for who reads the record."""
        said = self._session.comments.items()
        told = {str(at): text for at, text in said if not text.startswith(TAKEN_BACK)}
        return told | self._variations.comments()

    def _place(self, at: At) -> tuple[Position, Move | None]:
        """The position at a place, and the last move a player made before it."""
        if isinstance(at, int):
            if not 0 <= at <= len(self._session.moves):
                raise NotFound(f"this game has {len(self._session.moves)} moves, not {at}")
            return self._session.positions[at], self._last(at)
        node = self._variations.node(at)
        made = [each for each in node.line() if each.parent and each.parent.position.turn is not Side.CHANCE]
        return node.position, made[-1].move if made else None

    def line(self, at: At, moves: list[str]) -> Json:
        """What the board looks like after each move of a line from a place."""
        position, views = self._place(at)[0], []
        for text in moves:
            move = position.move(text)
            position = position.play(move)
            views.append(view_json(position, move)[1])
        return {"views": views}

    def record(self) -> Json:
        """The game as a text, for anybody."""
        record = self._session.record()
        tags = {name: text for name, text in record.tags.items() if name != SEATS}
        return {"record": str(replace(record, tags=tags))}

    def picture(self, at: At) -> Json:
        """The board at a place as a picture."""
        position, last = self._place(at)
        return {"svg": position.svg(last)}

    # Advice, which takes time.

    def hint(self, at: At) -> Json:
        """A good move, and why."""
        position, _ = self._place(at)
        _refuse_unless_decision(position)
        return {"hint": explanation_json(explain_in(self._session.analysis(position)))}

    def why(self, at: At, text: str) -> Json:
        """Why a move at a place is good or bad; without one, why the last move before it was."""
        if text:
            position, _ = self._place(at)
            _refuse_unless_decision(position)
            move: Move | None = position.move(text)
        else:
            position, move = self._before(at)
        assert move is not None
        return {"why": explanation_json(explain_in(self._session.analysis(position), move))}

    def teach(self, at: At, text: str) -> Json:
        """What a teacher has to say against a move before it is played, if anything."""
        position, _ = self._place(at)
        _refuse_unless_decision(position)
        found = objection(position, position.move(text))
        if found is None:
            return {"objection": None}
        line = [str(move) for move in found.decision.played.line]
        return {"objection": {**found.to_json(), "line": line}}

    def _before(self, at: At) -> tuple[Position, Move]:
        """Where the last move before a place was made, and that move."""
        if isinstance(at, int):
            positions, moves = self._session.positions, self._session.moves
            self._place(at)
            line = [(positions[ply], moves[ply]) for ply in range(at)]
        else:
            nodes = self._variations.node(at).line()
            line = [(node.parent.position, node.move) for node in nodes if node.parent and node.move]
        made = [(position, move) for position, move in line if position.turn is not Side.CHANCE]
        if not made:
            raise IllegalMove("no move has been made yet; a hint suggests one")
        return made[-1]

    def values(self, at: At) -> Json:
        """What the position at a place and each of its moves are worth."""
        position, _ = self._place(at)
        return {"at": at, "values": analysis_json(self._session.analysis(position))}

    def choices(self, at: At, specs: list[str]) -> Json:
        """What several players would do at a place."""
        position, _ = self._place(at)
        _refuse_unless_decision(position)
        found = []
        for spec in specs:
            player = self._seat(spec, position.game)
            if player is None:
                raise BadRequest("a person would have to be asked")
            found.append(
                choice_json(position.game, player, player.choose(position, self._session.limit, Random(0)))
            )
        return {"choices": found}

    def review(self, heard: Callable[[int, int], object]) -> Json:
        """The game gone through; `heard` may raise to end it."""
        return {"review": review_json(self._session.record(), heard)}


def _refuse_unless_decision(position: Position) -> None:
    if position.is_over:
        raise GameOver(f"the game is over ({position.outcome})")
    if position.turn is Side.CHANCE:
        raise BadRequest("the dice decide here")
