"""The game itself, line by line: moves and commands until it ends or is left."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from kibitz.base.errors import BadNotation, GameOver, KibitzError
from kibitz.puzzles.blunder_check import objection
from kibitz.session.session import Session
from kibitz.terminal.autosave import Keeper
from kibitz.terminal.commands import HELP, SHORT, Commands
from kibitz.terminal.completion import moves_and_commands, words
from kibitz.terminal.console_io import Talk
from kibitz.terminal.renderer import Face
from kibitz.terminal.spinner import waiting
from kibitz.terminal.table_preparation import prepare

_AT_THE_END = {name: HELP[name] for name in ("review", "new", "undo", "quit")} | {"save": "save the game"}
_TO_A_TEACHER = {"y": "think again", "n": "play it anyway", "better": "see a better move"}


class Loop:
    """One conversation about a game."""

    def __init__(
        self,
        talk: Talk,
        face: Face,
        session: Session,
        keeper: Keeper,
        restart: Callable[[], tuple[Session, Keeper]],
        *,
        delay: float = 0,
        values: bool = False,
        teach: bool = False,
    ) -> None:
        """`restart` makes a new game with the same players; `values` shows them after every move.

        With `teach` clear mistakes of people are stopped before they are played.
        """
        self.talk = talk
        self.face = face
        self.session = session
        self.keeper = keeper
        self.over = False
        self._restart = restart
        self._delay = delay
        self._values = values
        self.teaches = teach
        self._commands = Commands(self).by_name
        self._complete = moves_and_commands(lambda: self.session.position, HELP)

    def run(self) -> None:
        """Play until the game is over or a person leaves it."""
        if self._values or any(self.session.players):
            prepare(self.session.position, lively=self.talk.lively)
        self._begin()
        announced = False
        while not self.over:
            if not self.session.is_over:
                announced = False
                try:
                    self._advance()
                except GameOver:
                    continue  # a flag fell
                continue
            if not announced:
                announced = True
                self.face.ended(self.session)
            if not self.session.people:
                return
            self._after_the_end()

    def begin_again(self) -> None:
        """A new game with the same players."""
        self.keeper.close()
        self.session, self.keeper = self._restart()
        self._begin()

    def _begin(self) -> None:
        self.session.start_clock()
        self.face.started(self.session)

    def _advance(self) -> None:
        if self.session.waits_for_person:
            self.face.before_move(self.session)
            self._ask_move()
            return
        if self._delay and not self.session.people:
            time.sleep(self._delay)
        with self._thinking("The computer is thinking"):
            event = self.session.step()
        self.face.happened(self.session, event)
        self._show_value()

    def _show_value(self) -> None:
        if self._values and not self.session.is_over:
            with self._thinking("Valuing the position"):
                found = self.session.analysis()
            self.face.value(self.session, found)

    def _thinking(self, what: str) -> AbstractContextManager[None]:
        return waiting(what, self.session.limit.seconds, lively=self.talk.lively)

    def _ask_move(self) -> None:
        name = self.session.game.side_name(self.session.position.turn)
        question = f"Your move ({name}):" if len(self.session.people) == 1 else f"Move of {name}:"
        self._obey(self.talk.ask(question, self._complete))

    def _after_the_end(self) -> None:
        answer = self.talk.ask(
            "The game is over: review, new, undo, save or quit? [quit]", words(_AT_THE_END)
        )
        self._obey(answer or "quit")

    def _obey(self, text: str) -> None:
        """Do what a line says: a move, or else a command."""
        try:
            word, _, rest = text.partition(" ")
            word = SHORT.get(word.lower(), word.lower())
            # A game of one's own may have a move called "new"; then that is what it means.
            is_move = not self.session.is_over and text in map(str, self.session.position.moves)
            if word in self._commands and not is_move:
                self._commands[word](rest.strip())
            elif not text:
                raise BadNotation(
                    f"nothing was typed; {self.session.game.notation.move_help or 'type a move'}, or help"
                )
            else:
                whole = self._completed(text)
                if whole is None:
                    return
                self._move(whole, word)
        except KibitzError as error:
            self.face.refused(error)

    def _completed(self, text: str) -> str | None:
        """The whole move, where only its first part was typed: each other part is asked for.

        None if the answer was a command, which is obeyed instead.
        """
        if self.session.is_over:
            return text
        for part in self.session.game.notation.missing_parts(text):
            answer = self.talk.ask(f"{part}:")
            if answer.lower() in self._commands or answer.lower() in SHORT:
                self._obey(answer)
                return None
            text = f"{text} {answer}"
        return text

    def _move(self, text: str, word: str) -> None:
        was_over = self.session.is_over
        try:
            if self.teaches and not was_over and not self._insists(text):
                return
            event = self.session.play(text)
        except GameOver:
            if not was_over:
                raise  # the time is up
            raise GameOver("the game is over; type review, new, undo, save or quit") from None
        except BadNotation as error:
            near = difflib.get_close_matches(word, self._commands, n=1, cutoff=0.7)
            said = f"did you mean {near[0]}?" if near else "or type help"
            raise BadNotation(f"{error}; {said}" if near else f"{error}, {said}") from None
        self.face.happened(self.session, event)
        self._show_value()

    def _insists(self, text: str) -> bool:
        """Whether a move is to be played: a clear mistake only if a person still wants it."""
        position = self.session.position
        move = position.move(text)
        with self._thinking("Your teacher is looking"):
            found = objection(position, move)
        if found is None:
            return True
        self.face.objects(self.session, found)
        answer = self.talk.ask("Take it back? y, n, or better to be told: [y]", words(_TO_A_TEACHER)).lower()
        if answer.startswith("b"):
            self.talk.tell(f"Better {found.better}")
        return answer.startswith("n")
