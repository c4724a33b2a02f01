"""Conversations with the program, in process."""

from __future__ import annotations

import io
from pathlib import Path

from kibitz.base.limit import Limit
from kibitz.records.record_store import Store
from kibitz.terminal.console_io import Console
from kibitz.terminal.game_setup import GameSetup
from kibitz.terminal.play import play
from kibitz.terminal.text_renderer import TextRenderer


def converse(
    folder: Path,
    typed: str,
    resume: str | None = None,
    *,
    plain: bool = False,
    values: bool = False,
    width: int = 80,
    **setup: object,
) -> str:
    """What is said when these lines are typed."""
    out = io.StringIO()
    console = Console(io.StringIO(typed), out, echo=True, plain=plain, width=width)
    setup = GameSetup(**{"seed": 1, "limit": Limit(seconds=0.05), **setup})  # type: ignore[arg-type]
    code = play(setup, console, TextRenderer(console), Store(folder), resume=resume, values=values)
    assert code == 0
    return out.getvalue()
