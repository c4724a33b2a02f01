"""A file in benchmarks/results, as `tables.py` reads it: figures, when, where and how they were measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.arena.tally import Tally
from kibitz.cli.bench import conditions
from kibitz.files.atomic_write import write_atomically


def write(
    path: Path | None, what: str, how: str, head: list[str], rows: list[list[Any]], **more: Any
) -> None:
    """Write figures if a file is given. Its other fields (`ratio`, `sentence`) stay.

    `more` adds or replaces fields (`machine`, `versions`).
    """
    if path is None:
        return
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    here = conditions()
    machine = f"{here['processor']}, {here['cores']} cores, {here['system']}"
    found = {"what": what, "date": here["date"], "machine": machine, "versions": here["versions"], "how": how}
    result = {**kept, **found, **more, "head": head, "rows": rows}
    write_atomically(path, json.dumps(result, indent=1, ensure_ascii=False) + "\n")


def elo_words(tally: Tally) -> str:
    """The difference in Elo with its interval of 95 %; where one side won all, the bound that there is."""
    low, high = (f"{bound:+z.0f}".replace("-", "−") for bound in tally.elo_interval())
    if tally.score in (0, 1):
        return f"below {high}" if tally.score == 0 else f"above {low}"
    return f"{tally.elo:+z.0f} ({low} to {high})".replace("-", "−")
