"""A table read through: position by position, as columns for NumPy, and written to files of other programs.

The core fills columns of many positions at a time, so millions take seconds.
NumPy and pyarrow are loaded when they are asked for (`pip install 'kibitz[research]'`).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.files.whole_file import whole_file
from kibitz.games.control import control_with
from kibitz.games.core_values import value_from_core
from kibitz.games.position import Position
from kibitz.words.errors import BadFile, BadOption, quoted
from kibitz.words.move import Move
from kibitz.words.progress import Progress
from kibitz.words.value import Value

if TYPE_CHECKING:
    import numpy as np

    from kibitz.solving.table import Table

#: Positions that the core hands over at a time.
_BATCH = 1 << 16
#: As the core numbers kinds of values.
_KINDS = ("loss", "draw", "win", "expect", "estimate", "points")
FORMATS = (".csv", ".npz", ".parquet", ".arrow")


@dataclass(frozen=True, slots=True)
class Row:
    """A position that a table holds, what it is worth to its mover, and its best moves."""

    position: Position
    value: Value
    best: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Many positions at once: what belongs to one stands at the same place in each.

    `result` is 1, 0 or -1 to the mover; `plies` the distance to the end, -1 where it never comes;
    `value` the chance to win or the points, else the result. `best` holds the numbers of the best moves,
    up to `best_end` of each position. `numbers` describe positions as `game.rules.describe` does, a row each;
    games written in Python have `texts` instead.
    """

    numbers: np.ndarray[Any, Any] | None
    texts: list[str]
    turn: np.ndarray[Any, Any]
    mover: np.ndarray[Any, Any]
    result: np.ndarray[Any, Any]
    plies: np.ndarray[Any, Any]
    value: np.ndarray[Any, Any]
    best: np.ndarray[Any, Any]
    best_end: np.ndarray[Any, Any]

    def __len__(self) -> int:
        return len(self.value)


def _batches(table: Table, progress: Progress | None = None) -> Iterator[_core.Rows]:
    if table.pieces is not None:
        raise BadOption("a table of positions with few pieces can be asked, but not read through")
    control = control_with(progress)
    control.begin(table.positions)
    rows = _core.table_rows(table.game.rules, table.probe, table.layout == "dense", control)
    while batch := rows.next(_BATCH, control):
        yield batch


def rows(table: Table) -> Iterator[Row]:
    """Every position that a table holds, with its value and its best moves."""
    game = table.game
    for batch in _batches(table):
        numbers, ends = memoryview(batch.numbers).cast("q"), memoryview(batch.ends).cast("I")
        best, best_ends = memoryview(batch.best).cast("I"), memoryview(batch.best_ends).cast("I")
        begin = best_begin = 0
        for at in range(len(batch)):
            if batch.texts:
                position = game.position(batch.texts[at])
            else:
                position = Position(game, game.rules.assemble(list(numbers[begin : ends[at]])))
            begin = ends[at]
            moves = game.moves_at(position, list(best[best_begin : best_ends[at]]))
            best_begin = best_ends[at]
            value = table.value(position)
            assert value is not None
            yield Row(position, value, moves)


def columns(table: Table, progress: Progress | None = None) -> Columns:
    """Everything at once, as arrays of NumPy."""
    np = _numpy()
    parts = list(_batches(table, progress))

    def joined(name: str, kind: str) -> Any:
        return np.concatenate([np.frombuffer(getattr(part, name), dtype=kind) for part in parts])

    kinds, values = joined("kinds", "u1"), joined("values", "f8")
    decided = kinds <= _KINDS.index("win")
    points = kinds == _KINDS.index("points")
    result = np.where(decided, kinds.astype("i1") - 1, np.where(points, np.sign(values), 0)).astype("i1")
    numbers = joined("numbers", "i8")
    offsets = np.cumsum([0, *(len(part.best) // 4 for part in parts)])[:-1].astype("u8")
    best_end = np.concatenate(
        [
            np.frombuffer(part.best_ends, dtype="u4").astype("u8") + offset
            for part, offset in zip(parts, offsets, strict=True)
        ]
    )
    texts = [text for part in parts for text in part.texts]
    return Columns(
        None if texts else numbers.reshape(len(values), -1),
        texts,
        joined("turns", "u1"),
        joined("movers", "u1"),
        result,
        np.where(decided, values, -1).astype("i4"),
        np.where(decided, result, values),
        joined("best", "u4"),
        best_end,
    )


def export(table: Table, path: Path, *, texts: bool = False, progress: Progress | None = None) -> int:
    """Write a table to a file of NumPy (.npz), Arrow (.arrow), Parquet or CSV, by its ending; how many rows.

    With `texts` positions and best moves are written in words too, which takes longer.
    """
    if path.suffix not in FORMATS:
        raise BadOption(f"{quoted(path.name)} must end in {', '.join(FORMATS)}")
    found = columns(table, progress)
    data: dict[str, Any] = {} if found.numbers is None else _cells(found)
    if found.texts:
        data["position"] = found.texts
    elif texts:
        data["position"], data["best_moves"] = _texts(table)
    data |= {name: getattr(found, name) for name in ("turn", "mover", "result", "plies", "value")}
    if path.suffix == ".npz":
        np = _numpy()
        with whole_file(path) as out:
            arrays = {name: np.asarray(column) for name, column in data.items()}
            np.savez_compressed(out, **arrays, best=found.best, best_end=found.best_end)
        return len(found)
    data["best"] = _lists(found)
    if path.suffix == ".csv":
        _write_csv(path, data)
    else:
        _write_arrow(path, data)
    return len(found)


def _cells(found: Columns) -> dict[str, Any]:
    assert found.numbers is not None
    return {f"n{at}": found.numbers[:, at] for at in range(found.numbers.shape[1])}


def _lists(found: Columns) -> list[list[int]]:
    begins = [0, *found.best_end[:-1].tolist()]
    best = found.best.tolist()
    return [best[begin:end] for begin, end in zip(begins, found.best_end.tolist(), strict=True)]


def _texts(table: Table) -> tuple[list[str], list[str]]:
    found = [(str(row.position), " ".join(map(str, row.best))) for row in rows(table)]
    return [position for position, _ in found], [best for _, best in found]


def _write_csv(path: Path, data: dict[str, Any]) -> None:
    lists = [column.tolist() if hasattr(column, "tolist") else column for column in data.values()]
    with whole_file(path) as out:
        text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        writer = csv.writer(text)
        writer.writerow(data)
        for row in zip(*lists, strict=True):
            writer.writerow([" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in row])
        text.detach()  # which writes the rest, and leaves the file open


def _write_arrow(path: Path, data: dict[str, Any]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise BadOption(f"{path.suffix} files need pyarrow: pip install 'kibitz[research]'") from None
    found = pa.table(data)
    with whole_file(path) as out:
        if path.suffix == ".parquet":
            pq.write_table(found, out)
        else:
            with pa.ipc.new_file(out, found.schema) as writer:
                writer.write_table(found)


def values(table: Table, positions: list[Position]) -> list[Value | None]:
    """What many positions are worth, each to its mover; None for those that the table does not hold."""
    states = [table.own_state(position) for position in positions]
    try:
        found = _core.find_many(table.game.rules, table.probe, states)
    except BadFile as damage:
        raise BadFile(f"{table.path} can't be trusted: {damage}") from None
    return [None if value is None else value_from_core(value) for value in found]


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise BadOption("columns need NumPy: pip install 'kibitz[research]'") from None
    return numpy
