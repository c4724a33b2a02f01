"""A file in benchmarks/results, as `tables.py` reads it: figures, when, where and how they were measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.cli.bench import conditions


def write(
    path: Path | None, what: str, how: str, head: list[str], rows: list[list[Any]], **more: Any
) -> None:
    """Write figures, unless nobody asked for a file. What it has besides (`ratio`, `sentence`) is kept."""
    if path is None:
        return
    if path.exists():
        more = {**json.loads(path.read_text(encoding="utf-8")), **more}
    here = conditions()
    machine = f"{here['processor']}, {here['cores']} cores, {here['system']}"
    found = {"what": what, "date": here["date"], "machine": machine, "versions": here["versions"], "how": how}
    text = json.dumps({**more, **found, "head": head, "rows": rows}, indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
