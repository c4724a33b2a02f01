"""What may be typed besides moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from kibitz.base.errors import BadFile, GameOver, Stopped
from kibitz.games.registry import formats_for
from kibitz.review.review import review
from kibitz.terminal.spinner import waiting
from kibitz.terminal.table_preparation import prepare

if TYPE_CHECKING:
    from kibitz.terminal.game_loop import Loop

HELP = {
    "help": "this list",
    "rules": "how the game is played",
    "board": "show the board again",
    "flip": "see the board from the other side",
    "moves": "list the moves that are allowed",
    "hint": "suggest a move and say why",
    "why [MOVE]": "say why the last move, or another, is good or bad",
    "values": "list every move with its value",
    "teach": "stop me before clear mistakes, or no longer",
    "undo": "take your last move back",
    "redo": "play it again",
    "save [FILE]": "save the game, or a copy in a file (-1 saves too)",
    "screen [FILE]": "write the board as a text to a file (output.txt)",
    "resign": "give up",
    "claim": "claim a draw, where the rules allow that",
    "draw": "offer a draw, or agree to one, in games that have that",
    "review": "see what the game teaches so far",
    "new": "start again with the same players",
    "quit": "stop; the game is kept and can be resumed",
}
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
#: Saves as older programs do, also in their format.
AS_EVER = "-1"


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
        self.by_name[AS_EVER] = self._save_as_ever

    def _help(self, rest: str) -> None:
        example = self._loop.session.game.notation.move_help
        talk = self._loop.talk
        talk.tell(f"To move, type it: {example}." if example else "To move, type it.")
        for name, meaning in HELP.items():
            talk.say_list(f"  {name:14}", meaning)
        if talk.edits:
            talk.tell("Tab completes what you type, and the arrows bring back what you typed before.")

    def _rules(self, rest: str) -> None:
        self._loop.face.rules(self._loop.session)

    def _teach(self, rest: str) -> None:
        loop = self._loop
        loop.teaches = not loop.teaches
        said = "Clear mistakes are stopped" if loop.teaches else "Mistakes are no longer stopped"
        loop.talk.say(f"{said}.")

    def _review(self, rest: str) -> None:
        session, talk = self._loop.session, self._loop.talk
        record = session.record()
        for position in record.positions():
            prepare(position, lively=talk.lively)
        with _interruptible(), waiting("Reviewing", lively=talk.lively):
            found = review(record)
        self._loop.face.review(session, found)

    def _board(self, rest: str) -> None:
        self._loop.face.board(self._loop.session)

    def _flip(self, rest: str) -> None:
        self._loop.face.flip(self._loop.session)

    def _moves(self, rest: str) -> None:
        self._refuse_if_over()
        self._loop.face.moves(self._loop.session)

    def _hint(self, rest: str) -> None:
        self._refuse_if_over()
        with _interruptible(), self._thinking():
            said = self._loop.session.hint()
        self._loop.face.hint(self._loop.session, said)

    def _why(self, rest: str) -> None:
        with _interruptible(), self._thinking():
            said = self._loop.session.why(rest)
        self._loop.face.why(self._loop.session, said)

    def _values(self, rest: str) -> None:
        self._refuse_if_over()
        with _interruptible(), self._thinking():
            found = self._loop.session.analysis()
        self._loop.face.values(self._loop.session, found)

    def _thinking(self) -> AbstractContextManager[None]:
        prepare(self._loop.session.position, lively=self._loop.talk.lively)
        return waiting("Thinking", lively=self._loop.talk.lively)

    def _refuse_if_over(self) -> None:
        if self._loop.session.is_over:
            raise GameOver("the game is over; there are no moves")

    def _undo(self, rest: str) -> None:
        taken = self._loop.session.undo()
        written = self._loop.session.position.write_line(taken)
        said = f"Taken back: {written}." if taken else "You did not resign."
        self._loop.face.changed(self._loop.session, said)

    def _redo(self, rest: str) -> None:
        before = self._loop.session.position
        again = self._loop.session.redo()
        self._loop.face.changed(self._loop.session, f"Played again: {before.write_line(again)}.")

    def _save(self, rest: str) -> None:
        session, keeper, talk = self._loop.session, self._loop.keeper, self._loop.talk
        if rest:
            talk.tell(f"A copy is saved in {keeper.export(session, rest)}.")
        elif keeper.keep(session):
            talk.tell_command("The game is saved. Resume it with:", keeper.how_to_resume(session))

    def _save_as_ever(self, rest: str) -> None:
        """Save, and write what the older program of this game wrote, under the name that it had."""
        self._save("")
        session, keeper, talk = self._loop.session, self._loop.keeper, self._loop.talk
        for kind in formats_for(session.game.name):
            file = kind.usual_name
            try:
                talk.tell(f"It is written to {keeper.export(session, file)} too.")
            except BadFile as error:
                talk.tell(f"It is not written to {file} too: {error}.")

    def _screen(self, rest: str) -> None:
        path = self._loop.keeper.dump(self._loop.session, rest or "output.txt")
        self._loop.talk.tell(f"The board is written to {path}.")

    def _resign(self, rest: str) -> None:
        self._loop.session.resign()

    def _claim(self, rest: str) -> None:
        self._loop.session.claim_draw()

    def _draw(self, rest: str) -> None:
        with _interruptible(), self._thinking():
            agreed = self._loop.session.offer_draw()
        if agreed is None:
            self._loop.talk.tell("A draw is offered. The other player may type draw too, or play on.")
        elif not agreed:
            self._loop.talk.tell("The computer plays on.")

    def _new(self, rest: str) -> None:
        self._loop.begin_again()

    def _quit(self, rest: str) -> None:
        self._loop.over = True


@contextmanager
def _interruptible() -> Iterator[None]:
    """Inside, Ctrl-C ends what is being thought about, not the game."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped("stopped thinking; the game goes on") from None
