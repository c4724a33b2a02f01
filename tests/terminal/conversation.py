"""Holding a conversation in process."""

from __future__ import annotations

import io
from pathlib import Path

from kibitz.base.limit import Limit
from kibitz.records.record_store import Store
from kibitz.terminal.console_io import Talk
from kibitz.terminal.game_setup import Wishes
from kibitz.terminal.play import play
from kibitz.terminal.text_renderer import TextFace


def converse(
    folder: Path,
    typed: str,
    resume: str | None = None,
    *,
    plain: bool = False,
    values: bool = False,
    width: int = 80,
    **wishes: object,
) -> str:
    """What is said when these lines are typed."""
    out = io.StringIO()
    talk = Talk(io.StringIO(typed), out, echo=True, plain=plain, width=width)
    wished = Wishes(**{"seed": 1, "limit": Limit(seconds=0.05), **wishes})  # type: ignore[arg-type]
    code = play(wished, talk, TextFace(talk), Store(folder), resume=resume, values=values)
    assert code == 0
    return out.getvalue()
