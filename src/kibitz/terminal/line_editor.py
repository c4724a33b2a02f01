"""Line editing on a terminal: arrows, history, completion with meanings, Ctrl-L."""

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

from kibitz.terminal.completion import Completer as CandidateFunction
from kibitz.terminal.completion import no_completion

#: Lines reserved below the prompt for the completion menu.
_MENU_LINES = 6


class Editor:
    """Reads lines from a terminal, with the history of this run of the program."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._complete: CandidateFunction = no_completion
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            completer=_PromptCompleter(self),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            reserve_space_for_menu=_MENU_LINES,
            enable_suspend=True,
            input=create_input(source),
            output=create_output(out),
        )

    def ask(self, question: str, complete: CandidateFunction) -> str:
        """Return the typed line; raise EOFError at Ctrl-D and KeyboardInterrupt at Ctrl-C."""
        self._complete = complete
        return self._session.prompt(f"{question} ")

    def candidates(self, typed: str) -> Iterator[tuple[str, str]]:
        """Yield the completions of the typed text with their meanings."""
        for choice in self._complete(typed):
            yield choice.text, choice.meaning


class _PromptCompleter(Completer):
    """Adapts the completions of the current question to prompt_toolkit."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor.lstrip()
        # In `why 4` only the last word is replaced.
        _, blank, rest = typed.rpartition(" ")
        for text, meaning in self._editor.candidates(typed):
            start = -len(rest) if blank and not text.startswith(typed) else -len(typed)
            yield Completion(text, start_position=start, display_meta=meaning)


def editor_for(source: Any, out: Any) -> Editor | None:
    """Return an editor if both streams are a capable terminal; None otherwise."""
    try:
        return Editor(source, out)
    except (OSError, ValueError, AssertionError):
        return None
