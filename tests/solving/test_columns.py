"""Columns and files of a table, against its rows, in batches of any size."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import BadOption
from kibitz.solving import table_rows as module
from kibitz.solving.table_rows import FORMATS, Columns, Row

np = pytest.importorskip("numpy")

#: Who wins, points, chances, and a game in Python.
SPECS = ["tictactoe", "kalah:pits=2,seeds=2", "race:goal=5", "nim"]


@pytest.fixture(autouse=True)
def _few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BATCH", 100)


def best_of(columns: Columns, at: int, row: Row) -> set[str]:
    begin = 0 if at == 0 else int(columns.best_end[at - 1])
    codes = columns.best[begin : int(columns.best_end[at])].tolist()
    return {str(move) for move in row.position.game.codec.moves(row.position, codes)}


@pytest.mark.parametrize("spec", SPECS)
def test_every_cell_is_what_its_row_says(spec: str) -> None:
    table = kibitz.solve(spec)
    columns, rows = table.columns(), list(table)
    assert len(columns) == len(rows) == len(table)
    chance, points = table.game.has_chance, table.game.score_range is not None
    for at, row in enumerate(rows):
        value: Any = row.value
        assert columns.turn[at] == row.position.turn
        assert columns.mover[at] == row.position.mover
        assert best_of(columns, at, row) == {str(move) for move in row.best}
        if chance:
            result = (0, -1, value.chance)
        elif points:
            result = ((value.points > 0) - (value.points < 0), -1, value.points)
        else:
            result = (value.result, -1 if value.plies is None else value.plies, value.result)
        assert (columns.result[at], columns.plies[at], columns.value[at]) == result
        if columns.numbers is None:
            assert columns.texts[at] == str(row.position)
        else:
            assert columns.numbers[at].tolist() == table.game.rules.describe(row.position.state)
    assert (columns.numbers is None) == bool(columns.texts) == table.game.rules.in_python


def read(path: Path) -> dict[str, list[Any]]:
    """A file by somebody else's reader, with lists of best moves."""
    if path.suffix == ".csv":
        with path.open(newline="") as file:
            found = list(csv.DictReader(file))
        return {name: [row[name] for row in found] for name in found[0]}
    if path.suffix == ".npz":
        return {name: column.tolist() for name, column in np.load(path).items()}
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    if path.suffix == ".parquet":
        return dict(pq.read_table(path).to_pydict())
    return dict(pa.ipc.open_file(path.read_bytes()).read_all().to_pydict())


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("texts", [False, True])
def test_files_hold_the_columns(ending: str, texts: bool, tmp_path: Path) -> None:
    table = kibitz.solve("tictactoe")
    columns, rows = table.columns(), list(table)
    path = tmp_path / f"table{ending}"
    if ending in (".parquet", ".arrow"):
        pytest.importorskip("pyarrow")
    assert table.export(str(path), texts=texts) == len(table)
    found = read(path)
    assert columns.numbers is not None
    names = [f"n{at}" for at in range(columns.numbers.shape[1])]
    names += ["position", "best_moves"] if texts else []
    names += ["turn", "mover", "result", "plies", "value", "best"]
    assert list(found) == names + ["best_end"] * (ending == ".npz")
    for name in ("turn", "mover", "result", "plies", "value"):
        assert [float(cell) for cell in found[name]] == getattr(columns, name).tolist()
    assert [int(cell) for cell in found["n0"]] == columns.numbers[:, 0].tolist()
    if texts:
        assert found["position"] == [str(row.position) for row in rows]
        assert [set(cell.split()) for cell in found["best_moves"]] == [
            set(map(str, row.best)) for row in rows
        ]
    ends = columns.best_end.tolist()
    lists = [columns.best[begin:end].tolist() for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
    if ending == ".npz":
        assert (found["best"], found["best_end"]) == (columns.best.tolist(), ends)
    elif ending == ".csv":
        assert found["best"] == [" ".join(map(str, best)) for best in lists]
    else:
        assert found["best"] == lists


def test_games_in_python_are_written_with_their_positions(tmp_path: Path) -> None:
    table = kibitz.solve("morris")
    table.export(tmp_path / "morris.csv")
    found = read(tmp_path / "morris.csv")
    assert found["position"] == [str(row.position) for row in table]
    assert "best_moves" not in found
    assert "n0" not in found


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"'table\.xls' must end in \.csv, \.npz, \.parquet, \.arrow"):
        kibitz.solve("tictactoe").export(tmp_path / "table.xls")
    assert not (tmp_path / "table.xls").exists()


def test_missing_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = kibitz.solve("tictactoe")
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "pyarrow", None)
        for ending in (".arrow", ".parquet"):
            with pytest.raises(
                BadOption, match=rf"\{ending} files need pyarrow: pip install '\.\[research\]'"
            ):
                table.export(tmp_path / f"table{ending}")
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(BadOption, match=r"NumPy: pip install '\.\[research\]'"):
        table.columns()
    assert next(iter(table)).value == kibitz.Draw(9)


def test_too_many_columns_for_the_memory_are_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(parts: object) -> None:
        raise MemoryError

    monkeypatch.setattr(module, "_columns", fail)
    with pytest.raises(BadOption, match="not enough memory for 765 positions at once"):
        kibitz.solve("tictactoe").columns()


def test_many_values_at_once_and_none_where_there_is_none() -> None:
    table = kibitz.solve("ewn", pieces=2)
    game = kibitz.load("ewn")
    two, all_of_them = game.position("r1..../...../...../...../....b1 r"), game.start()
    assert table.values([two, all_of_them, two]) == [table.value(two), None, table.value(two)]
    assert table.values([]) == []
