"""The reader on the page about file formats reads tables without Kibitz and finds what Kibitz finds."""

from __future__ import annotations

import ast
import csv
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.solving.solve import Table
from tests.docs.pages import ROOT, blocks

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def reader() -> dict[str, Any]:
    (program,) = blocks(PAGE, "python")
    assert "kibitz" not in program
    found: dict[str, Any] = {}
    exec(compile(program, "formats.md", "exec"), found)  # the program is ours
    return found


def solved(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str) -> Table:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    table = kibitz.solve(name, keep=True)
    assert table.layout == layout
    return table


def expected(value: kibitz.Value) -> tuple[str, int]:
    plies = getattr(value, "plies", None)
    return type(value).__name__.lower(), -1 if plies is None else plies


def sides(position: kibitz.Position) -> tuple[set[int], set[int]]:
    cells = position.game.rules.describe(position.state)[
        : position.game.values["width"] * position.game.values["height"]
    ]
    return {at for at, cell in enumerate(cells) if cell == 1}, {
        at for at, cell in enumerate(cells) if cell == 2
    }


def test_a_keyed_table_of_a_built_in_game(reader, tmp_path, monkeypatch):
    table = solved("tictactoe", tmp_path, monkeypatch, "keyed")
    _, sections = reader["read"](table.path)
    key = reader["mnk_keys"](3, 3)
    for row in table:
        assert reader["keyed"](sections, key(*sides(row.position))) == expected(row.value)


def test_a_keyed_table_of_a_game_in_python(reader, tmp_path, monkeypatch):
    (tmp_path / "take.py").write_text(blocks((ROOT / "docs" / "own-games.md").read_text(), "python")[0])
    table = solved(str(tmp_path / "take.py"), tmp_path, monkeypatch, "keyed")
    _, sections = reader["read"](table.path)
    for row in table:
        assert reader["keyed"](sections, reader["python_text_key"](str(row.position))) == expected(row.value)


def test_a_keyed_table_of_a_game_with_a_layout(reader, tmp_path, monkeypatch):
    table = solved("nim:piles=3", tmp_path, monkeypatch, "keyed")
    _, sections = reader["read"](table.path)
    for row in table:
        piles, _, side = str(row.position).rpartition(" ")
        key = reader["python_bytes_key"](bytes(ast.literal_eval(piles)), ("first", "second").index(side))
        assert reader["keyed"](sections, key) == expected(row.value)


def test_a_dense_table_of_m_n_k(reader, tmp_path, monkeypatch):
    width, height = 7, 2
    table = solved(f"mnk:width={width},height={height},length=3", tmp_path, monkeypatch, "dense")
    facts, sections = reader["read"](table.path)
    sizes = reader["mnk_sizes"](width, height)
    for row in islice(table, 0, None, 29):
        first, second = sides(row.position)
        index = reader["mnk_index"](width, height, first, second)
        assert reader["dense"](sections, sizes, len(first | second), index) == expected(row.value)
    assert facts["positions"] == len(table)


def test_a_dense_table_of_connect_n(reader, tmp_path, monkeypatch):
    width, height = 4, 4
    table = solved(f"connect:width={width},height={height}", tmp_path, monkeypatch, "dense")
    facts, sections = reader["read"](table.path)
    sizes = reader["connect_sizes"](width, height)
    for row in islice(table, 0, None, 41):
        # Described row by row from the top, while the file numbers cells column by column from the bottom.
        first, second = (
            {at % width * height + height - 1 - at // width for at in side} for side in sides(row.position)
        )
        index = reader["connect_index"](width, height, first, second)
        assert reader["dense"](sections, sizes, len(first | second), index) == expected(row.value)
    assert facts["positions"] == len(table)


NUMBERED = """
import kibitz


class Countdown(kibitz.PythonGame):
    compiled = True

    class State(kibitz.State):
        left = kibitz.int8
        second = kibitz.int8

    def start(self):
        s = self.State()
        s.left = 19
        return s

    def turn(self, s):
        return "second" if s.second else "first"

    def moves(self, s):
        for taken in range(1, min(3, s.left) + 1):
            yield taken

    def play(self, s, move):
        s.left -= move
        s.second = 1 - s.second

    def outcome(self, s):
        return "loss" if s.left == 0 else None

    def tier(self, s):
        return 0

    def tier_sizes(self):
        return [40]

    def index(self, s):
        return 2 * s.left + s.second

    def from_index(self, tier, index):
        s = self.State()
        s.left = index // 2
        s.second = index % 2
        return s
"""


def test_an_indexed_table(reader, tmp_path, monkeypatch):
    pytest.importorskip("llvmlite", reason="an index needs compiled rules")
    (tmp_path / "countdown.py").write_text(NUMBERED)
    table = solved(str(tmp_path / "countdown.py"), tmp_path, monkeypatch, "indexed")
    _, sections = reader["read"](table.path)
    for row in table:
        state = row.position.python_state
        assert reader["indexed"](sections, [40], 0, 2 * state.left + state.second) == expected(row.value)


def test_a_damaged_table_is_noticed(reader, tmp_path, monkeypatch):
    table = solved("tictactoe", tmp_path, monkeypatch, "keyed")
    data = bytearray(table.path.read_bytes())
    data[-1] ^= 1
    (tmp_path / "damaged.kbt").write_bytes(data)
    with pytest.raises(AssertionError):
        reader["read"](tmp_path / "damaged.kbt")


def test_exported_columns_are_those_of_the_page(tmp_path, monkeypatch):
    pytest.importorskip("numpy", reason="exports need NumPy")
    table = solved("tictactoe", tmp_path, monkeypatch, "keyed")
    from kibitz.solving.table_rows import export

    export(table, tmp_path / "table.csv", texts=True)
    with (tmp_path / "table.csv").open(encoding="utf-8") as file:
        head = next(csv.reader(file))
    section = PAGE.partition("## Exported tables")[2].partition("## ")[0]
    assert all(f"`{name}`" in section for name in head if not name.startswith("n") or name in ("n0", "n1"))
