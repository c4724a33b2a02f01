"""The rules of a game as text."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.base.wrapping import wrapped
from kibitz.games.how_to_play import HowToPlay

#: Longer lines are hard to read.
_MAX_WIDTH = 80


def rules_text(rules: HowToPlay, width: int = 80, *, unicode: bool = False) -> Iterator[str]:
    """Yield the summary, the rules, the board, an example, and results known about the game."""
    width = min(width, _MAX_WIDTH) - 1
    title = rules.game.title
    yield wrapped(title[:1].upper() + title[1:], width)
    yield ""
    yield wrapped(rules.summary, width)
    for paragraph in rules.paragraphs:
        yield ""
        yield wrapped(paragraph, width)
    yield ""
    yield rules.picture(unicode=unicode)
    yield ""
    if rules.example:
        yield wrapped(rules.example, width)
    if rules.known:
        yield wrapped(f"It is {rules.known}.", width)
