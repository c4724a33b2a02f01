"""Write `web/static/figures.js`, from which the page draws its pieces: `python dev/figures.py`."""

from __future__ import annotations

import json
from pathlib import Path

from kibitz.games.piece_figures import FIGURES, PIPS, ROLES, SECOND_PARTS

TARGET = Path(__file__).parents[1] / "src" / "kibitz" / "web" / "static" / "figures.js"


def script() -> str:
    """Return the figures as a module of JavaScript."""

    def table(name: str, kind: str, rows: dict[str, object]) -> list[str]:
        lines = [f'  "{key}": {json.dumps(value)},' for key, value in rows.items()]
        return ["", f"/** @type {{{kind}}} */", f"export const {name} = {{", *lines, "};"]

    parts = "Record<string, [role: string, outline: string][]>"
    return "\n".join(
        [
            "// Written by dev/figures.py from games/piece_figures.py, not to be edited.",
            *table("ROLES", "Record<string, number>", dict(ROLES)),
            *table("FIGURES", parts, dict(FIGURES)),
            *table("SECOND_PARTS", parts, dict(SECOND_PARTS)),
            "",
            f"export const PIPS = {json.dumps(PIPS)};",
            "",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(script(), encoding="utf-8")
