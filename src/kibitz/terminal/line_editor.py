"""Editing a line at a terminal: arrows, history, completion with meanings, Ctrl-L."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input.defaults import create_input
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.shortcuts import CompleteStyle

from kibitz.terminal.completion import Completer as Words
from kibitz.terminal.completion import nothing

#: Lines kept free below the prompt while a list of completions is open.
_ROOM = 6


class Editor:
    """Asks for lines on a terminal. Answers of a conversation are remembered while it lasts."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._words: Words = nothing
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            completer=_Listed(self),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            reserve_space_for_menu=_ROOM,
            enable_suspend=True,
            input=create_input(source),
            output=create_output(out),
        )

    def ask(self, question: str, complete: Words) -> str:
        """The line that a person types; EOFError at Ctrl-D, KeyboardInterrupt at Ctrl-C."""
        self._words = complete
        return self._session.prompt(f"{question} ")

    def words(self, typed: str) -> Iterator[tuple[str, str]]:
        """What may stand in place of what was typed."""
        for choice in self._words(typed):
            yield choice.text, choice.meaning


class _Listed(Completer):
    """Completions of the question that is being asked."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor.lstrip()
        # `why 4`: only the last word is replaced.
        _, blank, rest = typed.rpartition(" ")
        for text, meaning in self._editor.words(typed):
            start = -len(rest) if blank and not text.startswith(typed) else -len(typed)
            yield Completion(text, start_position=start, display_meta=meaning)


def editor_for(source: Any, out: Any) -> Editor | None:
    """An editor where both streams are one terminal that can be drawn on; None elsewhere."""
    try:
        return Editor(source, out)
    except (OSError, ValueError, AssertionError):
        return None
