"""Line-based input and output."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, TextIO

import click

from kibitz.base.read_line import read_line
from kibitz.base.wrapping import wrapped
from kibitz.terminal.completion import Completer, no_completion

if TYPE_CHECKING:
    from kibitz.terminal.line_editor import Editor

#: Nobody types a longer line; the rest of it is dropped.
_MAX_LINE = 1000
#: Columns reserved for the answer after a question, and the minimum width of a question.
_ANSWER_WIDTH = 10
_MIN_QUESTION_WIDTH = 20
#: A longer title is printed on a line of its own.
_MAX_TITLE = 18

_STYLES = {
    "first": {"fg": "cyan"},
    "second": {"fg": "yellow"},
    "red": {"fg": "red"},
    "yellow": {"fg": "yellow"},
    "blue": {"fg": "blue"},
    "last": {"bold": True},
    "quiet": {"dim": True},
}


class EndOfInput(Exception):
    """The input has ended."""


class Console:
    """Line-based dialogue over two streams; knows nothing about games."""

    def __init__(
        self,
        source: TextIO,
        out: TextIO,
        *,
        colour: bool = False,
        unicode: bool = False,
        echo: bool = False,
        plain: bool = False,
        animated: bool = False,
        width: int | None = 80,
        editor: Editor | None = None,
    ) -> None:
        """Set up the streams and what they support.

        `echo` writes the answers too, as a terminal does but a pipe does not.
        `plain` is for people who can't see the board: changes are described in
        text. `animated` allows lines that overwrite each other. Without a `width`
        the current width of the terminal is used. An `editor` lets lines be
        edited while they are typed.
        """
        self._source = source
        self._out = out
        self.colour = colour
        self.unicode = unicode
        self._echo = echo
        self.plain = plain
        self.animated = animated
        self._width = width
        self._editor = editor

    @property
    def width(self) -> int:
        """The number of characters that fit into a line."""
        return self._width or shutil.get_terminal_size().columns

    @property
    def has_editor(self) -> bool:
        """Whether lines can be edited while they are typed."""
        return self._editor is not None

    def print(self, text: str = "") -> None:
        """Write one or more lines."""
        self._out.write(text + "\n")
        self._out.flush()

    def print_item(self, title: str, text: str) -> None:
        """Write a text, wrapped, beside its title, or below a long title."""
        short = len(title) <= _MAX_TITLE
        indent = " " * (len(title) + 1 if short else 4)
        if not short:
            self.print(title)
        self.print(wrapped(text, self.width - 1, indent, f"{title} " if short else None).rstrip())

    def print_wrapped(self, text: str, indent: str = "") -> None:
        """Write a text, wrapped."""
        self.print(wrapped(text, self.width - 1, indent))

    def print_command(self, text: str, command: str) -> None:
        """Write a text and a command to copy, which is never wrapped but moved to a line of its own."""
        whole = f"{text} {command}"
        if len(whole) < self.width:
            self.print(whole)
        else:
            self.print_wrapped(text)
            self.print(command)

    def ask(self, question: str, complete: Completer = no_completion) -> str:
        """Write a question and return the stripped answer; `complete` provides Tab completions."""
        # A long question is wrapped; the answer follows its last line.
        *lines, last = wrapped(question, max(_MIN_QUESTION_WIDTH, self.width - _ANSWER_WIDTH)).split("\n")
        for line in lines:
            self.print(line)
        answer = self._read(last, complete)
        answer = "".join(c if c.isprintable() else " " for c in answer).strip()
        if self._echo:
            self.print(answer)
        return answer

    def _read(self, question: str, complete: Completer) -> str:
        if self._editor is not None:
            try:
                return self._editor.ask(question, complete)[:_MAX_LINE]
            except EOFError:
                raise EndOfInput from None
        self._out.write(f"{question} ")
        self._out.flush()
        line = read_line(self._source, _MAX_LINE)
        if not line:
            self.print()
            raise EndOfInput
        return line

    def paint(self, text: str, role: str) -> str:
        """Style a piece of a drawing by its role, if colours are on."""
        return click.style(text, **_STYLES.get(role, {})) if self.colour else text  # type: ignore[arg-type]


def open_console(source: TextIO, out: TextIO, *, plain: bool = False) -> Console:
    """Return a console for these streams, with colour, box drawing and editing if they support it."""
    for stream in (source, out):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A character that the encoding lacks becomes a question mark, not an error.
            reconfigure(errors="replace")
    terminal = out.isatty() and os.environ.get("TERM") != "dumb"
    editor = None
    if terminal and source.isatty() and not plain:
        from kibitz.terminal.line_editor import editor_for  # slow to import, and pipes never need it

        editor = editor_for(source, out)
    return Console(
        source,
        out,
        colour=terminal and not plain and not os.environ.get("NO_COLOR"),
        unicode=not plain and can_write(out, "─┼│·"),
        echo=not source.isatty(),
        plain=plain,
        animated=terminal and not plain,
        width=None,
        editor=editor,
    )


def can_write(stream: TextIO, text: str) -> bool:
    """Return whether a stream can encode a text."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
