"""Figures on the pages agree with the files of measurements."""

from __future__ import annotations

import json
import re
import runpy
from itertools import pairwise

import pytest

import kibitz
from kibitz.solving.solve_plan import make_plan
from tests.docs.pages import ROOT

TABLES = runpy.run_path(str(ROOT / "benchmarks" / "tables.py"))


def test_pages_agree_with_the_files():
    for page in TABLES["PAGES"]:
        text = page.read_text(encoding="utf-8")
        assert TABLES["written"](text) == text, f"{page.name}: run benchmarks/tables.py"


def test_plots_are_those_of_the_files():
    for path, svg in TABLES["drawings"]().items():
        assert path.read_text(encoding="utf-8") == svg, f"{path.name}: run benchmarks/tables.py"


def test_the_page_of_levels_is_made_from_their_files(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    calibrate = runpy.run_path(str(ROOT / "benchmarks" / "calibrate.py"))
    page = calibrate["levels_page"]
    for path, text in page.files({game.name: game.spec for game in calibrate["GAMES"]}).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: benchmarks/calibrate.py writes it"


def test_endgame_tables_hold_as_many_positions_as_their_page_says():
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    data = {
        int(n): int(many.replace(",", "")) for n, many in re.findall(r"(?m)^\| (\d) \| ([\d,]+) \|", page)
    }
    assert list(data) == [2, 3, 4, 5, 6]
    up_to = [make_plan(kibitz.load("ewn"), None, stones).places for stones in data]
    assert list(data.values()) == [more - fewer for fewer, more in pairwise([0, *up_to])]


@pytest.mark.parametrize(
    "path", sorted((ROOT / "benchmarks" / "results").glob("*.json")), ids=lambda path: path.stem
)
def test_a_file_says_when_where_and_with_what_it_was_measured(path):
    result = json.loads(path.read_text(encoding="utf-8"))
    assert all(result[key] for key in ("what", "date", "machine", "versions", "how"))
    assert all(len(row) == len(result["head"]) for row in result["rows"])
    marks = (f"<!-- figures: {path.stem} -->", f"<!-- sentence: {path.stem} -->")
    shown = "".join(page.read_text(encoding="utf-8") for page in TABLES["PAGES"])
    assert any(mark in shown for mark in marks), "no page shows it"


def test_a_ratio_is_how_many_times_the_best_of_the_others_takes():
    wanted = {"of": ["a", "b"], "to": "us"}
    assert TABLES["ratio"](["set", 2.0, 8.0, 6.0], ["", "us", "a", "b"], wanted) == 3.0
    assert TABLES["ratio"](["set", 2.0, None, None], ["", "us", "a", "b"], wanted) is None
