"""Where commands print for people: colours on a terminal, plain text elsewhere."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from kibitz.base.value import Value


def make_console(plain: bool = False) -> Console:
    """A console on stdout; no colours with `plain`, NO_COLOR, or away from a terminal."""
    return Console(color_system=None if plain else "auto", highlight=False, markup=False, emoji=False)


def print_text(console: Console, text: Text | str = "") -> None:
    """Print a line as it is: a long one is not broken."""
    console.print(text, soft_wrap=True)


def value_style(value: Value) -> str:
    """The colour that goes with a value; the words beside it say the same."""
    if value.result is None:
        return "cyan"
    return {1: "green", 0: "yellow", -1: "red"}[value.result]
