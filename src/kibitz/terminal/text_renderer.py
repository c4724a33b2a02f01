"""A game shown to people: the board, and what happened in words."""

from __future__ import annotations

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.pv_text import SHOWN, line_words
from kibitz.analysis.report import Analysis, stopped_words
from kibitz.base.errors import KibitzError
from kibitz.base.side import Side
from kibitz.base.wrapping import wrapped
from kibitz.games.game import Game
from kibitz.games.how_to_play import how_to_play
from kibitz.games.position import Position
from kibitz.puzzles.blunder_check import Objection
from kibitz.review.review import Review
from kibitz.review.text_report import review_text
from kibitz.session.live_game import Event
from kibitz.session.session import Session
from kibitz.terminal.console_io import Talk
from kibitz.terminal.prompts import sentence
from kibitz.terminal.rules_text import rules_text


def side_phrase(session: Session, side: Side) -> str:
    """A side's name in the game with its place: `x (first)`."""
    name = session.game.side_name(side)
    return name if str(side) in name else f"{name} ({side})"


def result_phrase(session: Session) -> str:
    """How the game ended, in a sentence."""
    ending = session.ending
    assert ending is not None
    outcome, reason = ending.outcome, ending.reason(session.game.side_name)
    by = "" if reason is None else f", since {reason}"
    if ending.detail and (reason is None or outcome.winner is None):
        by = f": {ending.detail}"
    if outcome.winner is None:
        return f"The game is a draw{by} ({outcome})."
    name = session.game.side_name(outcome.winner)
    if len(session.people) == 1 and reason is None:
        who = "You win" if session.people[0] is outcome.winner else "The computer wins"
        return f"{who} as {name}{by} ({outcome})."
    return f"{name[:1].upper() + name[1:] if len(name) > 1 else name} wins{by} ({outcome})."


class TextFace:
    """For people: the board, and what changed in words."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._shown: Position | None = None
        #: The opening that was named last.
        self._opening = ""
        #: Whether a person turned the board.
        self._flipped = False

    def welcome(self, game: Game) -> None:
        """Say in two lines how it is played."""
        self._talk.say()
        self._talk.tell(f"How to play: {how_to_play(game).summary} Type rules for more, help for commands.")

    def rules(self, session: Session) -> None:
        """Say how it is played."""
        for text in rules_text(how_to_play(session.game), self._talk.width, unicode=self._talk.unicode):
            self._talk.say(text)

    def review(self, session: Session, found: Review) -> None:
        """Say what the game teaches."""
        for text in review_text(found, self._talk.width, unicode=self._talk.unicode):
            self._talk.say(text)

    def objects(self, session: Session, said: Objection) -> None:
        """Say why a move is stopped, and how it would go on."""
        self._talk.tell(f"Wait. {said.words}")
        self._talk.tell(f"It could go on: {said.refutation}")

    def started(self, session: Session) -> None:
        """Say who is who."""
        self._talk.say()
        self._talk.tell(f"A game of {session.game.title.removesuffix('!')}.")
        self._talk.tell(self._who_is_who(session))
        for note in {player.note for player in session.players if player is not None and player.note}:
            self._talk.tell(note)
        if session.moves:
            made = session.decisions
            self._talk.tell("1 move has been made." if made == 1 else f"{made} moves have been made.")
        self._shown = None
        self._opening = str(session.opening or "")

    def _who_is_who(self, session: Session) -> str:
        parts = []
        for side in (Side.FIRST, Side.SECOND):
            phrase = side_phrase(session, side)
            player = session.players[side]
            if player is not None:
                parts.append(f"The computer ({player.called}) is {phrase}.")
            elif len(session.people) == 1:
                parts.append(f"You are {phrase}.")
            else:
                parts.append(f"Player {side + 1} is {phrase}.")
        return " ".join(parts)

    def happened(self, session: Session, event: Event) -> None:
        """Say what was done, and show each move where nobody plays.

        A person sees what it typed itself; in plain mode that is said too.
        """
        if event.is_roll:
            self._talk.tell(f"The roll is {event.move}.")
            return
        name = session.game.side_name(event.side)
        written = session.positions[-2].write(event.move)
        if session.players[event.side] is not None:
            who = f"The computer ({name})" if session.people else name
            self._talk.tell(f"{who} played {written}.")
        elif self._talk.plain:
            who = f"You ({name})" if len(session.people) == 1 else name
            self._talk.tell(f"{who} played {written}.")
        openings = session.game.openings
        opening = openings.name(event.position) if openings else None
        if opening is not None and str(opening) != self._opening:
            self._opening = str(opening)
            self._talk.tell(f"Opening: {opening}.")
        if not session.people:
            self._draw(session)

    def board(self, session: Session) -> None:
        """Draw the board."""
        self._shown = None
        self._draw(session)

    def flip(self, session: Session) -> None:
        """Draw the board as the other side sees it, from now on."""
        if not session.game.view.flips:
            self._talk.tell("This board looks the same from both sides.")
            return
        self._flipped = not self._flipped
        self.board(session)

    def before_move(self, session: Session) -> None:
        """Draw the board if it is not what was drawn last."""
        self._draw(session)

    def changed(self, session: Session, what: str) -> None:
        """Say what was taken back or played again."""
        self._talk.tell(what)
        self._shown = None

    def hint(self, session: Session, said: Explanation) -> None:
        """Say a best move and why."""
        self._talk.say_list(f"Try {said.written}:", f"it {said.words}.{_expected(said)}")

    def why(self, session: Session, said: Explanation) -> None:
        """Say what a move is good for."""
        self._talk.say_list(f"{said.written}:", f"it {said.words}.{_expected(said)}")

    def values(self, session: Session, found: Analysis) -> None:
        """List the moves by what they are worth, best first."""
        name = session.game.side_name(found.position.mover)
        self._talk.tell(f"What each move is worth to {name} ({found.source.words()}):")
        groups: dict[str, list[str]] = {}
        for each in found.moves:
            groups.setdefault(session.game.scale.format_value(each.value), []).append(
                found.position.write(each.move)
            )
        # One line a value, so that many of them fit on a screen.
        wide = max(map(len, groups), default=0) + 4
        for words, moves in groups.items():
            head = f"  {words + ':':{wide - 3}} "
            self._talk.say(wrapped(" ".join(moves), self._talk.width - 1, " " * wide, head).rstrip())

    def value(self, session: Session, found: Analysis) -> None:
        """Say what the position is worth, and the best move."""
        name = session.game.side_name(found.position.mover)
        best = f", best with {found.position.write(found.best.move)}" if found.best else ""
        doing, worth = "to move" if found.best else "to roll", session.game.scale.format_value(found.value)
        stopped = f" (the search was {stopped_words(found.source.stopped)})" if found.source.stopped else ""
        self._talk.tell(f"{name}, {doing}: {worth}{best}{stopped}.")

    def moves(self, session: Session) -> None:
        """List what is allowed."""
        self._talk.say_list("Allowed now:", " ".join(map(session.position.write, session.position.moves)))

    def refused(self, error: KibitzError) -> None:
        """Say what was wrong."""
        self._talk.tell(sentence(str(error)))

    def ended(self, session: Session) -> None:
        """Show the last position and say who won."""
        self._draw(session)
        self._talk.tell(result_phrase(session))

    def _draw(self, session: Session) -> None:
        if self._shown == session.position:
            return
        self._shown = session.position
        # Who plays the second side alone sees the board from there.
        turned = self._flipped != (session.people == [Side.SECOND])
        picture = session.game.view.draw(
            session.position,
            last=session.last,
            unicode=self._talk.unicode,
            paint=self._talk.paint,
            flipped=turned,
        )
        self._talk.say(f"\n{picture}\n")
        if session.clock is not None:
            self._talk.say(f"Time left: {session.clock}")


def _expected(said: Explanation) -> str:
    """The line that a value rests on, where there is more to it than the move."""
    return f" Expected: {line_words(said.position, said.line, SHOWN)}" if len(said.line) > 1 else ""
