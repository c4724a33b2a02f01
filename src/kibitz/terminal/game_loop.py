"""The loop of a game: read moves and commands until it is over or the person quits."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from kibitz.base.errors import BadNotation, GameOver, KibitzError
from kibitz.base.random import Random
from kibitz.games.position import Position
from kibitz.puzzles.blunder_check import objection
from kibitz.session.pace import human_seconds
from kibitz.session.session import Session
from kibitz.terminal.autosave import Autosave
from kibitz.terminal.commands import ALIASES, HELP, Commands
from kibitz.terminal.completion import fixed_words, moves_and_commands
from kibitz.terminal.console_io import Console
from kibitz.terminal.renderer import Renderer
from kibitz.terminal.spinner import spinner
from kibitz.terminal.table_preparation import prepare_tables

_AFTER_GAME = {name: HELP[name] for name in ("review", "new", "undo", "quit")} | {"save": "save the game"}
_YES, _NO, _BETTER = ("y", "yes"), ("", "n", "no"), ("b", "better")
_WARNING_ANSWERS = {"y": "play it anyway", "n": "choose another move", "better": "see the best move"}


class GameLoop:
    """Reads moves and commands, runs the players, and shows what happens."""

    def __init__(
        self,
        console: Console,
        renderer: Renderer,
        session: Session,
        autosave: Autosave,
        restart: Callable[[Position | None], tuple[Session, Autosave]],
        *,
        delay: float = 0,
        human_pace: bool = False,
        values: bool = False,
        teach: bool = False,
    ) -> None:
        """`restart` makes a new game with the same players, from a position if one is given.

        With `human_pace`, a computer takes the time that a person would.

        `values` shows the value after every move.

        `teach` warns people before clear mistakes.
        """
        self.console = console
        self.renderer = renderer
        self.session = session
        self.autosave = autosave
        self.is_done = False
        self._restart = restart
        self._delay = delay
        self._human_pace = human_pace
        self._values = values
        self.teaches = teach
        self._commands = Commands(self).by_name
        self._complete = moves_and_commands(lambda: self.session.position, HELP)

    def run(self) -> None:
        """Play until the game is over or the person quits."""
        if self._values or any(self.session.players):
            prepare_tables(self.session.position, animated=self.console.animated)
        self._begin()
        announced = False
        while not self.is_done:
            if not self.session.is_over:
                announced = False
                try:
                    self._advance()
                except GameOver:
                    continue  # out of time
                continue
            if not announced:
                announced = True
                self.renderer.ended(self.session)
            if not self.session.people:
                return
            self._after_the_end()

    def start_new_game(self, position: Position | None = None) -> None:
        """Start a new game with the same players, from a position if one is given."""
        self.autosave.close()
        self.session, self.autosave = self._restart(position)
        self._begin()

    def _begin(self) -> None:
        self.session.start_clock()
        self.renderer.started(self.session)

    def _advance(self) -> None:
        if self.session.waits_for_person:
            self.renderer.before_move(self.session)
            self._ask_move()
            return
        if self._delay and not self.session.people:
            time.sleep(self._delay)
        with self._thinking("The computer is thinking"):
            if self._human_pace:
                time.sleep(self._human_seconds())
            event = self.session.step()
        self.renderer.happened(self.session, event)
        self._show_value()

    def _human_seconds(self) -> float:
        """Return for how long the computer thinks at a person's pace; the same for the same game and ply."""
        position, ply = self.session.position, len(self.session.moves)
        clock = self.session.clock
        left = None if clock is None else clock.left(position.mover)
        return human_seconds(position, ply, Random(f"{self.session.seed} {ply}"), left)

    def _show_value(self) -> None:
        if self._values and not self.session.is_over:
            with self._thinking("Evaluating the position"):
                found = self.session.analysis()
            self.renderer.value(self.session, found)

    def _thinking(self, what: str) -> AbstractContextManager[None]:
        return spinner(what, self.session.limit.seconds, animated=self.console.animated)

    def _ask_move(self) -> None:
        name = self.session.game.side_name(self.session.position.turn)
        question = f"Your move ({name}):" if len(self.session.people) == 1 else f"Move of {name}:"
        self._execute(self.console.ask(question, self._complete))

    def _after_the_end(self) -> None:
        answer = self.console.ask(
            "The game is over: review, new, undo, save or quit? [quit]", fixed_words(_AFTER_GAME)
        )
        self._execute(answer or "quit")

    def _execute(self, text: str) -> None:
        """Execute a line: a move or a command."""
        try:
            word, _, rest = text.partition(" ")
            word = ALIASES.get(word.lower(), word.lower())
            # A game may have a move called "new"; then the move takes precedence.
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
            self.renderer.refused(error)

    def _completed(self, text: str) -> str | None:
        """Return the whole move; if only its first part was typed, ask for the others.

        Return None if the answer was a command, which is executed instead.
        """
        if self.session.is_over:
            return text
        for part in self.session.game.notation.missing_parts(text):
            answer = self.console.ask(f"{part}:")
            if answer.lower() in self._commands or answer.lower() in ALIASES:
                self._execute(answer)
                return None
            text = f"{text} {answer}"
        return text

    def _move(self, text: str, word: str) -> None:
        was_over = self.session.is_over
        try:
            if self.teaches and not was_over and not self._confirms(text):
                return
            event = self.session.play(text)
        except GameOver:
            if not was_over:
                raise  # out of time
            raise GameOver("the game is over; type review, new, undo, save or quit") from None
        except BadNotation as error:
            near = difflib.get_close_matches(word, self._commands, n=1, cutoff=0.7)
            advice = f"did you mean {near[0]}?" if near else "or type help"
            raise BadNotation(f"{error}; {advice}" if near else f"{error}, {advice}") from None
        self.renderer.happened(self.session, event)
        self._show_value()

    def _confirms(self, text: str) -> bool:
        """Return whether to play a move: a clear mistake only if the person confirms it."""
        position = self.session.position
        move = position.move(text)
        with self._thinking("Checking your move"):
            found = objection(position, move)
        if found is None:
            return True
        self.renderer.objects(self.session, found)
        question = 'Play this move anyway? [y/N, or "better" to see the best move]'
        answer = self.console.ask(question, fixed_words(_WARNING_ANSWERS))
        word = answer.lower()
        if word in _BETTER:
            self.console.print_wrapped(f"Better {found.better}")
        elif word in _YES:
            return True
        elif word not in _NO:
            self._execute(answer)  # another move, or a command
        return False
