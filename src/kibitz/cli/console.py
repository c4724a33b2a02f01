"""Output for people: colours on a terminal, plain text elsewhere."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from kibitz.base.value import Value


def make_console(plain: bool = False) -> Console:
    """Return a console on stdout; without colours if `plain`, with NO_COLOR, or if it is no terminal."""
    return Console(color_system=None if plain else "auto", highlight=False, markup=False, emoji=False)


def print_text(console: Console, text: Text | str = "") -> None:
    """Print a line without wrapping it."""
    console.print(text, soft_wrap=True)


def value_style(value: Value) -> str:
    """Return the colour of a value; the text beside it says the same."""
    if value.result is None:
        return "cyan"
    return {1: "green", 0: "yellow", -1: "red"}[value.result]
