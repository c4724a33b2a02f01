"""Saying and asking, line by line."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, TextIO

import click

from kibitz.base.read_line import read_line
from kibitz.base.wrapping import wrapped
from kibitz.terminal.completion import Completer, nothing

if TYPE_CHECKING:
    from kibitz.terminal.line_editor import Editor

#: A longer line is nothing that a person typed; the rest of it is dropped.
_LONGEST = 1000
#: Columns left for an answer behind its question, and those that a question has at least.
_ROOM = 10
_NARROW = 20
#: A longer title has a line of its own.
_LONGEST_TITLE = 18

_STYLES = {
    "first": {"fg": "cyan"},
    "second": {"fg": "yellow"},
    "last": {"bold": True},
    "quiet": {"dim": True},
}


class EndOfInput(Exception):
    """There is nothing more to read."""


class Talk:
    """A conversation over two streams. Nothing here knows about games."""

    def __init__(
        self,
        source: TextIO,
        out: TextIO,
        *,
        colour: bool = False,
        unicode: bool = False,
        echo: bool = False,
        plain: bool = False,
        lively: bool = False,
        width: int | None = 80,
        editor: Editor | None = None,
    ) -> None:
        """With `echo` the answers are written too, as a terminal does but a pipe does not.

        `plain` is for those who can't see the board: what changes is said in
        words. `lively` allows lines that are drawn over. Without a `width`
        the terminal is asked for it, as people make windows larger and smaller.
        With an `editor` lines can be edited while they are typed.
        """
        self._source = source
        self._out = out
        self.colour = colour
        self.unicode = unicode
        self._echo = echo
        self.plain = plain
        self.lively = lively
        self._width = width
        self._editor = editor

    @property
    def width(self) -> int:
        """How many characters fit into a line."""
        return self._width or shutil.get_terminal_size().columns

    @property
    def edits(self) -> bool:
        """Whether lines can be edited while they are typed."""
        return self._editor is not None

    def say(self, text: str = "") -> None:
        """Write a line, or several."""
        self._out.write(text + "\n")
        self._out.flush()

    def say_list(self, title: str, text: str) -> None:
        """Write a text beside its title, or under a long one, in lines that fit."""
        short = len(title) <= _LONGEST_TITLE
        indent = " " * (len(title) + 1 if short else 4)
        if not short:
            self.say(title)
        self.say(wrapped(text, self.width - 1, indent, f"{title} " if short else None).rstrip())

    def tell(self, text: str, indent: str = "") -> None:
        """Write a text in lines that fit."""
        self.say(wrapped(text, self.width - 1, indent))

    def tell_command(self, text: str, command: str) -> None:
        """Write a text and a command to copy, which is never broken: it has its own line where it must."""
        whole = f"{text} {command}"
        if len(whole) < self.width:
            self.say(whole)
        else:
            self.tell(text)
            self.say(command)

    def ask(self, question: str, complete: Completer = nothing) -> str:
        """Write a question and read the answer, without blanks around it.

        `complete` says what may be typed, for those who press Tab.
        """
        # A long question is broken like any text; what is typed stands behind its last line.
        *lines, last = wrapped(question, max(_NARROW, self.width - _ROOM)).split("\n")
        for line in lines:
            self.say(line)
        answer = self._read(last, complete)
        answer = "".join(c if c.isprintable() else " " for c in answer).strip()
        if self._echo:
            self.say(answer)
        return answer

    def _read(self, question: str, complete: Completer) -> str:
        if self._editor is not None:
            try:
                return self._editor.ask(question, complete)[:_LONGEST]
            except EOFError:
                raise EndOfInput from None
        self._out.write(f"{question} ")
        self._out.flush()
        line = read_line(self._source, _LONGEST)
        if not line:
            self.say()
            raise EndOfInput
        return line

    def paint(self, text: str, role: str) -> str:
        """Give a piece of a drawing the look of its role, if colours are wanted."""
        return click.style(text, **_STYLES.get(role, {})) if self.colour else text  # type: ignore[arg-type]


def talk_over(source: TextIO, out: TextIO, *, plain: bool = False) -> Talk:
    """A conversation that suits these streams: colour and line drawing only where they can be shown."""
    for stream in (source, out):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # What the encoding doesn't know is shown as a question mark, never as an error.
            reconfigure(errors="replace")
    terminal = out.isatty() and os.environ.get("TERM") != "dumb"
    editor = None
    if terminal and source.isatty() and not plain:
        from kibitz.terminal.line_editor import editor_for  # takes a while to load, and pipes never need it

        editor = editor_for(source, out)
    return Talk(
        source,
        out,
        colour=terminal and not plain and not os.environ.get("NO_COLOR"),
        unicode=not plain and can_write(out, "─┼│·"),
        echo=not source.isatty(),
        plain=plain,
        lively=terminal and not plain,
        width=None,
        editor=editor,
    )


def can_write(stream: TextIO, text: str) -> bool:
    """Whether a stream's encoding knows every character of a text."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
