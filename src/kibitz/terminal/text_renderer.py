"""A game as text for people."""

from __future__ import annotations

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.pv_text import SHOWN, line_words
from kibitz.analysis.report import Analysis, stopped_words
from kibitz.base.errors import KibitzError
from kibitz.base.side import Side
from kibitz.base.wrapping import wrapped
from kibitz.game_review.review import Review
from kibitz.game_review.text_report import review_text
from kibitz.games.game import Game
from kibitz.games.how_to_play import how_to_play
from kibitz.games.position import Position
from kibitz.puzzles.blunder_check import Objection
from kibitz.session.live_game import Event
from kibitz.session.session import Session
from kibitz.terminal.console_io import Console
from kibitz.terminal.prompts import sentence
from kibitz.terminal.rules_text import rules_text


def side_phrase(session: Session, side: Side) -> str:
    """Return the name of a side, its mark if that differs, and its order: `x (first)`, `red (x, first)`."""
    name, marks = session.game.side_name(side), session.game.view.marks
    if str(side) in name:
        return name
    return f"{name} ({side})" if marks is None else f"{name} ({marks[side]}, {side})"


def result_phrase(session: Session) -> str:
    """Return a sentence about how the game ended."""
    ending = session.ending
    assert ending is not None
    outcome, reason = ending.outcome, ending.reason(session.game.side_name)
    by = "" if reason is None else f": {reason}"
    if ending.detail and (reason is None or outcome.winner is None):
        by = f": {ending.detail}"
    if outcome.winner is None:
        return f"The game is a draw{by} ({outcome})."
    name = session.game.side_name(outcome.winner)
    if len(session.people) == 1 and reason is None:
        who = "You win" if session.people[0] is outcome.winner else "The computer wins"
        return f"{who} as {name}{by} ({outcome})."
    return f"{name[:1].upper() + name[1:] if len(name) > 1 else name} wins{by} ({outcome})."


class TextRenderer:
    """Draws the board and describes what happens."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown: Position | None = None
        #: The opening that was announced last.
        self._opening = ""
        #: Whether the person flipped the board.
        self._flipped = False

    def welcome(self, game: Game) -> None:
        """Print a summary of the rules."""
        self._console.print()
        self._console.print_wrapped(
            f"How to play: {how_to_play(game).summary} Type rules for the full rules, help for commands."
        )

    def rules(self, session: Session) -> None:
        """Print the rules."""
        for text in rules_text(how_to_play(session.game), self._console.width, unicode=self._console.unicode):
            self._console.print(text)

    def review(self, session: Session, found: Review) -> None:
        """Print a review."""
        for text in review_text(
            found, self._console.width, unicode=self._console.unicode, again=lambda ply: f"again {ply}"
        ):
            self._console.print(text)

    def objects(self, session: Session, advice: Objection) -> None:
        """Print why a move is a mistake, and a refutation."""
        self._console.print_wrapped(f"Wait. {advice.words}")
        self._console.print_wrapped(f"Possible continuation: {advice.refutation}")

    def started(self, session: Session) -> None:
        """Print the game and who plays which side."""
        self._console.print()
        self._console.print_wrapped(f"A game of {session.game.title.removesuffix('!')}.")
        self._console.print_wrapped(self._who_is_who(session))
        for note in {player.note for player in session.players if player is not None and player.note}:
            self._console.print_wrapped(note)
        if session.moves:
            made = session.decisions
            self._console.print_wrapped(
                "1 move has been made." if made == 1 else f"{made} moves have been made."
            )
        self._shown = None
        self._opening = str(session.opening or "")

    def _who_is_who(self, session: Session) -> str:
        parts = []
        for side in (Side.FIRST, Side.SECOND):
            phrase = side_phrase(session, side)
            player = session.players[side]
            if player is not None:
                parts.append(f"The computer ({player.display_name}) is {phrase}.")
            elif len(session.people) == 1:
                parts.append(f"You are {phrase}.")
            else:
                parts.append(f"Player {side + 1} is {phrase}.")
        return " ".join(parts)

    def happened(self, session: Session, event: Event) -> None:
        """Print a roll or a move of the computer; in plain mode also the moves of people.

        Draw the board if only computers play.
        """
        if event.is_roll:
            self._console.print_wrapped(f"The roll is {event.move}.")
            return
        name = session.game.side_name(event.side)
        written = session.positions[-2].write(event.move)
        if session.players[event.side] is not None:
            who = f"The computer ({name})" if session.people else name
            self._console.print_wrapped(f"{who} played {written}.")
        elif self._console.plain:
            who = f"You ({name})" if len(session.people) == 1 else name
            self._console.print_wrapped(f"{who} played {written}.")
        openings = session.game.openings
        opening = openings.name(event.position) if openings else None
        if opening is not None and str(opening) != self._opening:
            self._opening = str(opening)
            self._console.print_wrapped(f"Opening: {opening}.")
        if not session.people:
            self._draw(session)

    def board(self, session: Session) -> None:
        """Draw the board."""
        self._shown = None
        self._draw(session)

    def flip(self, session: Session) -> None:
        """Draw the board from the other side, from now on."""
        if not session.game.view.flips:
            self._console.print_wrapped("This board looks the same from both sides.")
            return
        self._flipped = not self._flipped
        self.board(session)

    def before_move(self, session: Session) -> None:
        """Draw the board if it has changed."""
        self._draw(session)

    def changed(self, session: Session, what: str) -> None:
        """Print what was taken back or replayed."""
        self._console.print_wrapped(what)
        self._shown = None

    def hint(self, session: Session, advice: Explanation) -> None:
        """Print a best move and why it is good."""
        self._console.print_item(f"Try {advice.written}:", f"it {advice.words}.{_expected(advice)}")

    def why(self, session: Session, advice: Explanation) -> None:
        """Print the explanation of a move."""
        self._console.print_item(f"{advice.written}:", f"it {advice.words}.{_expected(advice)}")

    def values(self, session: Session, found: Analysis) -> None:
        """List the moves by value, best first."""
        name = session.game.side_name(found.position.mover)
        self._console.print_wrapped(f"Value of each move for {name} ({found.source.words()}):")
        groups: dict[str, list[str]] = {}
        for each in found.moves:
            groups.setdefault(session.game.scale.format_value(each.value), []).append(
                found.position.write(each.move)
            )
        # One line per value, so that many moves fit on a screen.
        wide = max(map(len, groups), default=0) + 4
        for words, moves in groups.items():
            head = f"  {words + ':':{wide - 3}} "
            self._console.print(wrapped(" ".join(moves), self._console.width - 1, " " * wide, head).rstrip())

    def value(self, session: Session, found: Analysis) -> None:
        """Print the value of the position and the best move."""
        name = session.game.side_name(found.position.mover)
        best = f", best with {found.position.write(found.best.move)}" if found.best else ""
        doing, worth = "to move" if found.best else "to roll", session.game.scale.format_value(found.value)
        stopped = f" (the search was {stopped_words(found.source.stopped)})" if found.source.stopped else ""
        self._console.print_wrapped(f"{name}, {doing}: {worth}{best}{stopped}.")

    def moves(self, session: Session) -> None:
        """List the legal moves."""
        self._console.print_item(
            "Legal moves:", " ".join(map(session.position.write, session.position.moves))
        )

    def refused(self, error: KibitzError) -> None:
        """Print an error."""
        self._console.print_wrapped(sentence(str(error)))

    def ended(self, session: Session) -> None:
        """Draw the final position and print the result."""
        self._draw(session)
        self._console.print_wrapped(result_phrase(session))

    def _draw(self, session: Session) -> None:
        if self._shown == session.position:
            return
        self._shown = session.position
        # A person who alone plays the second side sees the board from there.
        flipped = self._flipped != (session.people == [Side.SECOND])
        picture = session.game.view.draw(
            session.position,
            last=session.last,
            unicode=self._console.unicode,
            paint=self._console.paint,
            flipped=flipped,
        )
        self._console.print(f"\n{picture}\n")
        if session.clock is not None:
            self._console.print(f"Time left: {session.clock}")


def _expected(advice: Explanation) -> str:
    """Return the principal variation after the move, if there is one."""
    return f" Expected: {line_words(advice.position, advice.line, SHOWN)}" if len(advice.line) > 1 else ""
