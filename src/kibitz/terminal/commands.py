"""What may be typed besides moves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from kibitz.analysis.judge import PATIENCE
from kibitz.terminal.prepare import prepare
from kibitz.terminal.waiting import waiting
from kibitz.words.errors import GameOver

if TYPE_CHECKING:
    from kibitz.terminal.loop import Loop

HELP = {
    "help": "this list",
    "board": "show the board again",
    "moves": "list the moves that are allowed",
    "hint": "suggest a move and say why",
    "why [MOVE]": "say why the last move, or another, is good or bad",
    "values": "list every move with its value",
    "undo": "take your last move back",
    "redo": "play it again",
    "save [FILE]": "save the game, or a copy in a file (-1 saves too)",
    "screen [FILE]": "write the board as a text to a file (output.txt)",
    "resign": "give up",
    "new": "start again with the same players",
    "quit": "stop; the game is kept and can be resumed",
}
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "-1": "save"}


def means_quit(text: str) -> bool:
    """Whether a line says only that a person has had enough."""
    word = text.lower()
    return SHORT.get(word, word) == "quit"


class Commands:
    """The commands of one conversation, each given what was typed after its name."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        names = [name.split()[0] for name in HELP]
        self.by_name: dict[str, Callable[[str], None]] = {name: getattr(self, f"_{name}") for name in names}

    def _help(self, rest: str) -> None:
        example = self._loop.session.game.move_example
        talk = self._loop.talk
        talk.say(f"To move, type it: {example}." if example else "To move, type it.")
        for name, meaning in HELP.items():
            talk.say_list(f"  {name:14}", meaning)

    def _board(self, rest: str) -> None:
        self._loop.face.board(self._loop.session)

    def _moves(self, rest: str) -> None:
        self._refuse_if_over()
        self._loop.face.moves(self._loop.session)

    def _hint(self, rest: str) -> None:
        self._refuse_if_over()
        with self._thinking():
            said = self._loop.session.hint()
        self._loop.face.hint(self._loop.session, said)

    def _why(self, rest: str) -> None:
        with self._thinking():
            said = self._loop.session.why(rest)
        self._loop.face.why(self._loop.session, said)

    def _values(self, rest: str) -> None:
        self._refuse_if_over()
        with self._thinking():
            found = self._loop.session.analysis()
        self._loop.face.values(self._loop.session, found)

    def _thinking(self) -> AbstractContextManager[None]:
        prepare(self._loop.session.position, lively=self._loop.talk.lively)
        return waiting("Thinking", PATIENCE, lively=self._loop.talk.lively)

    def _refuse_if_over(self) -> None:
        if self._loop.session.is_over:
            raise GameOver("the game is over; there are no moves")

    def _undo(self, rest: str) -> None:
        taken = self._loop.session.undo()
        said = f"Taken back: {' '.join(map(str, taken))}." if taken else "You did not resign."
        self._loop.face.changed(self._loop.session, said)

    def _redo(self, rest: str) -> None:
        again = self._loop.session.redo()
        self._loop.face.changed(self._loop.session, f"Played again: {' '.join(map(str, again))}.")

    def _save(self, rest: str) -> None:
        session, keeper, talk = self._loop.session, self._loop.keeper, self._loop.talk
        if rest:
            talk.say(f"A copy is saved in {keeper.export(session, rest)}.")
        elif keeper.keep(session):
            talk.say(f"The game is saved. Resume it with: {keeper.how_to_resume(session)}")

    def _screen(self, rest: str) -> None:
        path = self._loop.keeper.dump(self._loop.session, rest or "output.txt")
        self._loop.talk.say(f"The board is written to {path}.")

    def _resign(self, rest: str) -> None:
        self._loop.session.resign()

    def _new(self, rest: str) -> None:
        self._loop.begin_again()

    def _quit(self, rest: str) -> None:
        self._loop.over = True
