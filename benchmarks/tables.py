"""Writes figures into the pages from the files in benchmarks/results, so that both always agree.

    python benchmarks/tables.py            writes them
    python benchmarks/tables.py --check    only says whether they agree; CI does

A page marks where: `<!-- figures: connect4 -->` ... `<!-- end -->` for the table of connect4.json with what
it shows and how it was measured, `<!-- sentence: connect4 -->` for its sentence. A file has `what`, `date`,
`machine`, `versions`, `how`, `head` and `rows` (numbers; null where nothing was measured), and may have a
`ratio`, a `sentence`, and `plots`: each a file to draw, labels of `x` and `y`, and `series` of points.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
PAGES = [ROOT / "README.md", ROOT / "benchmarks" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_MARKED = re.compile(r"(<!-- (figures|sentence): (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def number(cell: Any) -> str:
    """A figure as people read it."""
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    return f"{cell:,.0f}" if cell >= 1000 else f"{cell:.4g}" if cell >= 0.001 else f"{cell:g}"


def ratio(row: list[Any], head: list[str], wanted: dict[str, Any]) -> float | None:
    """Return the minimum of some columns divided by another column."""
    found = [cell for name in wanted["of"] if (cell := row[head.index(name)]) is not None]
    base = row[head.index(wanted["to"])]
    return min(found) / base if found and base else None


def table(result: dict[str, Any], name: str) -> str:
    """The table, and below it what the figures are; when and where they were measured is in the file."""
    head, rows = list(result["head"]), [list(row) for row in result["rows"]]
    if wanted := result.get("ratio"):
        for row in rows:
            times = ratio(row, head, wanted)
            row.append("–" if times is None else f"{times:.2f}")
        head.append(wanted["title"])
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join(map(number, row))} |" for row in rows]
    how = f"{result['how'][0].upper()}{result['how'][1:]}."
    made = f"{result['what']} {how} Machine, date and versions: `benchmarks/results/{name}.json`."
    return "\n".join([*lines, "", *textwrap.wrap(made, 124, break_on_hyphens=False)])


def sentence(result: dict[str, Any]) -> str:
    """The sentence, with figures for `{row/column}` and the least of the others for `{row/best}`."""
    head = result["head"]
    rows = {row[0]: row for row in result["rows"]}

    def figure(found: re.Match[str]) -> str:
        row, column = rows[found[1]], found[2]
        if column == "best":
            return number(min(row[head.index(name)] for name in result["ratio"]["of"]))
        return number(row[head.index(column)])

    return "\n".join(textwrap.wrap(re.sub(r"\{(.+?)/(.+?)\}", figure, result["sentence"]), 124))


def written(text: str) -> str:
    """A page with its figures as they are in the files."""

    def fill(found: re.Match[str]) -> str:
        result = json.loads((RESULTS / f"{found[3]}.json").read_text(encoding="utf-8"))
        text = table(result, found[3]) if found[2] == "figures" else sentence(result)
        return f"{found[1]}\n{text}\n\n{found[4]}"

    return _MARKED.sub(fill, text)


def drawings() -> dict[Path, str]:
    """The plots that the files ask for."""
    from kibitz.arena.plots import lines

    found = {}
    for path in sorted(RESULTS.glob("*.json")):
        for plot in json.loads(path.read_text(encoding="utf-8")).get("plots", ()):
            margin = plot.get("margin", 10.0)
            found[ROOT / plot["file"]] = lines(plot["series"], plot["x"], plot["y"], margin=margin)
    return found


def main() -> None:
    old = []
    for drawing, svg in drawings().items():
        if not drawing.exists() or drawing.read_text(encoding="utf-8") != svg:
            old.append(drawing.relative_to(ROOT).as_posix())
            if "--check" not in sys.argv:
                drawing.parent.mkdir(exist_ok=True)
                drawing.write_text(svg, encoding="utf-8")
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        if (new := written(text)) != text:
            old.append(page.relative_to(ROOT).as_posix())
            if "--check" not in sys.argv:
                page.write_text(new, encoding="utf-8")
    if old and "--check" in sys.argv:
        raise SystemExit(
            f"other figures than in benchmarks/results: {', '.join(old)}; run benchmarks/tables.py"
        )
    print(*(f"{page}: written" for page in old) if old else ("all pages agree",), sep="\n")


if __name__ == "__main__":
    main()
