"""The commands that can be typed instead of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from kibitz.base.errors import BadFile, BadOption, GameOver, Stopped, quoted
from kibitz.base.side import Side
from kibitz.game_review.review import review
from kibitz.games.position import Position
from kibitz.games.registry import formats_for
from kibitz.records.record import Record
from kibitz.terminal.spinner import spinner
from kibitz.terminal.table_preparation import prepare_tables

if TYPE_CHECKING:
    from kibitz.analysis.explanation import Explanation
    from kibitz.terminal.game_loop import GameLoop

HELP = {
    "help": "this list",
    "rules": "how the game is played",
    "board": "show the board again",
    "flip": "show the board from the other side",
    "moves": "list the legal moves",
    "hint": "suggest a move and say why; hint numbers adds its value",
    "why [MOVE]": "explain why the last move, or MOVE, is good or bad; why MOVE numbers adds its value",
    "values": "list the value of every move",
    "teach": "turn warnings before clear mistakes on or off",
    "undo": "take your last move back",
    "redo": "play it again",
    "save [FILE]": "save the game, or a copy to FILE (-1 also saves)",
    "screen [FILE]": "write the board as text to FILE (output.txt)",
    "resign": "give up",
    "claim": "claim a draw, if the rules allow it",
    "draw": "offer or accept a draw, if the game has draws by agreement",
    "review": "review the game so far",
    "again PLY": "play again from before a ply, such as a mistake that the review names",
    "new": "start a new game with the same players",
    "quit": "leave; the game is saved and can be resumed",
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
_NUMBERS = "numbers"
#: Saves like an older program of the game, in its format too.
LEGACY_SAVE = "-1"


def is_quit(text: str) -> bool:
    """Return whether a line means `quit`."""
    word = text.lower()
    return ALIASES.get(word, word) == "quit"


class Commands:
    """The commands of a game loop; each takes the text after its name."""

    def __init__(self, loop: GameLoop) -> None:
        self._loop = loop
        names = [name.split()[0] for name in HELP]
        self.by_name: dict[str, Callable[[str], None]] = {name: getattr(self, f"_{name}") for name in names}
        self.by_name[LEGACY_SAVE] = self._legacy_save

    def _help(self, rest: str) -> None:
        example = self._loop.session.game.notation.move_help
        console = self._loop.console
        console.print_wrapped(f"To move, type the move: {example}." if example else "To move, type the move.")
        for name, meaning in HELP.items():
            console.print_item(f"  {name:14}", meaning)
        if console.has_editor:
            console.print_wrapped("Tab completes what you type; the up and down arrows recall earlier lines.")

    def _rules(self, rest: str) -> None:
        self._loop.renderer.rules(self._loop.session)

    def _teach(self, rest: str) -> None:
        loop = self._loop
        loop.teaches = not loop.teaches
        loop.console.print(f"Warnings before clear mistakes are {'on' if loop.teaches else 'off'}.")

    def _review(self, rest: str) -> None:
        session, console = self._loop.session, self._loop.console
        record = session.record()
        for position in record.positions():
            prepare_tables(position, animated=console.animated)
        with _interruptible(), spinner("Reviewing", animated=console.animated):
            found = review(record)
        self._loop.renderer.review(session, found)

    def _again(self, rest: str) -> None:
        if not (rest.isascii() and rest.isdecimal() and len(rest) < 10):
            raise BadOption(f"again takes the number of a ply, such as again 3, not {quoted(rest)}")
        self._loop.start_new_game(position_before(self._loop.session.record(), int(rest)))

    def _board(self, rest: str) -> None:
        self._loop.renderer.board(self._loop.session)

    def _flip(self, rest: str) -> None:
        self._loop.renderer.flip(self._loop.session)

    def _moves(self, rest: str) -> None:
        self._refuse_if_over()
        self._loop.renderer.moves(self._loop.session)

    def _hint(self, rest: str) -> None:
        self._refuse_if_over()
        with _interruptible(), self._thinking():
            explained = self._loop.session.hint()
        self._loop.renderer.hint(self._loop.session, explained)
        self._numbers(explained, rest)

    def _why(self, rest: str) -> None:
        move = " ".join(word for word in rest.split() if word.lower() != _NUMBERS)
        with _interruptible(), self._thinking():
            explained = self._loop.session.why(move)
        self._loop.renderer.why(self._loop.session, explained)
        self._numbers(explained, rest)

    def _numbers(self, explained: Explanation, rest: str) -> None:
        """Print the value of an explained move if its numbers were asked for."""
        if _NUMBERS in rest.lower().split():
            self._loop.console.print_wrapped(f"In numbers: {explained.numbers}.")

    def _values(self, rest: str) -> None:
        self._refuse_if_over()
        with _interruptible(), self._thinking():
            found = self._loop.session.analysis()
        self._loop.renderer.values(self._loop.session, found)

    def _thinking(self) -> AbstractContextManager[None]:
        prepare_tables(self._loop.session.position, animated=self._loop.console.animated)
        return spinner("Thinking", animated=self._loop.console.animated)

    def _refuse_if_over(self) -> None:
        if self._loop.session.is_over:
            raise GameOver("the game is over; there are no moves")

    def _undo(self, rest: str) -> None:
        taken = self._loop.session.undo()
        written = self._loop.session.position.write_line(taken)
        explained = f"Taken back: {written}." if taken else "Your resignation is withdrawn."
        self._loop.renderer.changed(self._loop.session, explained)

    def _redo(self, rest: str) -> None:
        before = self._loop.session.position
        again = self._loop.session.redo()
        self._loop.renderer.changed(self._loop.session, f"Played again: {before.write_line(again)}.")

    def _save(self, rest: str) -> None:
        session, autosave, console = self._loop.session, self._loop.autosave, self._loop.console
        if rest:
            console.print_wrapped(f"Saved a copy to {autosave.save_copy(session, rest)}.")
        elif autosave.save(session):
            console.print_command("Game saved. Resume it with:", autosave.resume_command(session))

    def _legacy_save(self, rest: str) -> None:
        """Save, and also write the file that the older program of this game wrote."""
        self._save("")
        session, autosave, console = self._loop.session, self._loop.autosave, self._loop.console
        for kind in formats_for(session.game.name):
            file = kind.usual_name
            try:
                console.print_wrapped(f"Also wrote {autosave.save_copy(session, file)}.")
            except BadFile as error:
                console.print_wrapped(f"{file} was not written: {error}.")

    def _screen(self, rest: str) -> None:
        path = self._loop.autosave.save_screen(self._loop.session, rest or "output.txt")
        self._loop.console.print_wrapped(f"Wrote the board to {path}.")

    def _resign(self, rest: str) -> None:
        self._loop.session.resign()

    def _claim(self, rest: str) -> None:
        self._loop.session.claim_draw()

    def _draw(self, rest: str) -> None:
        with _interruptible(), self._thinking():
            agreed = self._loop.session.offer_draw()
        if agreed is None:
            self._loop.console.print_wrapped(
                "You offer a draw. Your opponent can type draw to accept it, or play on."
            )
        elif not agreed:
            self._loop.console.print_wrapped("The computer declines the draw.")

    def _new(self, rest: str) -> None:
        self._loop.start_new_game()

    def _quit(self, rest: str) -> None:
        self._loop.is_done = True


def position_before(record: Record, ply: int) -> Position:
    """Return the position before a ply, counted from 1, in which a player decides."""
    if not 1 <= ply <= len(record.moves):
        raise BadOption(f"there is no ply {ply}; this game has {len(record.moves)}")
    position = record.positions()[ply - 1]
    if position.turn is Side.CHANCE:
        raise BadOption(f"ply {ply} is a roll of the dice, not a move; the move after it is ply {ply + 1}")
    return position


@contextmanager
def _interruptible() -> Iterator[None]:
    """Inside, Ctrl-C stops the search, not the game."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped("search stopped; the game continues") from None
