"""The game itself, line by line: moves and commands until it ends or is left."""

from __future__ import annotations

import contextlib
import difflib
import sys
import threading
import time
from collections.abc import Callable, Iterator

from kibitz.session.session import Session
from kibitz.terminal.face import Face
from kibitz.terminal.keeper import Keeper
from kibitz.terminal.talk import Talk
from kibitz.words.errors import BadNotation, GameOver, KibitzError

#: Seconds of silence after which a person is told that the computer is at work.
_PATIENCE = 0.5

HELP = {
    "help": "this list",
    "board": "show the board again",
    "moves": "list the moves that are allowed",
    "hint": "suggest a move",
    "undo": "take your last move back",
    "redo": "play it again",
    "save [FILE]": "save the game, or a copy in a file (-1 saves too)",
    "resign": "give up",
    "new": "start again with the same players",
    "quit": "stop; the game is kept and can be resumed",
}
_SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "-1": "save"}


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
    ) -> None:
        """`restart` makes a new game with the same players."""
        self._talk = talk
        self._face = face
        self.session = session
        self.keeper = keeper
        self._restart = restart
        self._delay = delay
        self._over = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "board": lambda rest: self._face.board(self.session),
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "resign": self._resign,
            "new": self._new,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over or a person leaves it."""
        self._face.started(self.session)
        announced = False
        while not self._over:
            if not self.session.is_over:
                announced = False
                self._advance()
                continue
            if not announced:
                announced = True
                self._face.ended(self.session)
            if not self.session.people:
                return
            self._after_the_end()

    def _advance(self) -> None:
        if self.session.waits_for_person:
            self._face.before_move(self.session)
            self._ask_move()
            return
        if self._delay and not self.session.people:
            time.sleep(self._delay)
        with _patience():
            event = self.session.step()
        self._face.happened(self.session, event)

    def _ask_move(self) -> None:
        name = self.session.game.side_name(self.session.position.turn)
        question = f"Your move ({name}):" if len(self.session.people) == 1 else f"Move of {name}:"
        self._obey(self._talk.ask(question))

    def _after_the_end(self) -> None:
        answer = self._talk.ask("The game is over: new, undo, save or quit? [quit]")
        self._obey(answer or "quit")

    def _obey(self, text: str) -> None:
        """Do what a line says: a move, or else a command."""
        try:
            word, _, rest = text.partition(" ")
            word = _SHORT.get(word.lower(), word.lower())
            # A game of one's own may have a move called "new"; then that is what it means.
            is_move = not self.session.is_over and text in map(str, self.session.position.moves)
            if word in self._commands and not is_move:
                self._commands[word](rest.strip())
            elif not text:
                raise BadNotation(
                    f"nothing was typed; {self.session.game.move_example or 'type a move'}, or help"
                )
            else:
                self._move(text, word)
        except KibitzError as error:
            self._face.refused(error)

    def _move(self, text: str, word: str) -> None:
        try:
            event = self.session.play(text)
        except GameOver:
            raise GameOver("the game is over; type new, undo, save or quit") from None
        except BadNotation as error:
            near = difflib.get_close_matches(word, self._commands, n=1, cutoff=0.7)
            said = f"did you mean {near[0]}?" if near else "or type help"
            raise BadNotation(f"{error}; {said}" if near else f"{error}, {said}") from None
        self._face.happened(self.session, event)

    # Commands; each gets what was typed after its name.

    def _help(self, rest: str) -> None:
        example = self.session.game.move_example
        self._talk.say(f"To move, type it: {example}." if example else "To move, type it.")
        for name, meaning in HELP.items():
            self._talk.say(f"  {name:12} {meaning}")

    def _moves(self, rest: str) -> None:
        if self.session.is_over:
            raise GameOver("the game is over; there are no moves")
        self._face.moves(self.session)

    def _hint(self, rest: str) -> None:
        with _patience():
            choice = self.session.hint()
        self._face.hint(self.session, choice)

    def _undo(self, rest: str) -> None:
        taken = self.session.undo()
        said = f"Taken back: {' '.join(map(str, taken))}." if taken else "You did not resign."
        self._face.changed(self.session, said)

    def _redo(self, rest: str) -> None:
        again = self.session.redo()
        self._face.changed(self.session, f"Played again: {' '.join(map(str, again))}.")

    def _save(self, rest: str) -> None:
        if rest:
            self._talk.say(f"A copy is saved in {self.keeper.export(self.session, rest)}.")
        elif self.keeper.keep(self.session):
            self._talk.say(f"The game is saved. Resume it with: {self.keeper.how_to_resume(self.session)}")

    def _resign(self, rest: str) -> None:
        self.session.resign()

    def _new(self, rest: str) -> None:
        self.session, self.keeper = self._restart()
        self._face.started(self.session)

    def _quit(self, rest: str) -> None:
        self._over = True


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    """Say on stderr that the computer is at work if it takes long."""

    def tell() -> None:
        with contextlib.suppress(OSError, ValueError):
            print("The computer is thinking ...", file=sys.stderr, flush=True)

    timer = threading.Timer(_PATIENCE, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # a thread left over when the program ends would keep things alive
