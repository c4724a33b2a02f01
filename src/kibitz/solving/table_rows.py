"""Iterating over a table: position by position, as NumPy columns, and exported to files.

The core fills columns in batches, so millions of positions take seconds. NumPy and pyarrow are imported on
demand (`pip install '.[research]'`).
"""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.base.cancel import Progress
from kibitz.base.errors import BadFile, BadOption, quoted
from kibitz.base.move import Move
from kibitz.base.value import Value
from kibitz.files.atomic_write import atomic_file
from kibitz.games.control import control_with
from kibitz.games.core_bridge import make_value, value_from_core
from kibitz.games.position import Position
from kibitz.solving.table import Table, damaged_file

if TYPE_CHECKING:
    import numpy as np


#: Positions per batch.
_BATCH = 1 << 16
#: Positions per batch of objects.
_BATCH_OF_STATES = 1 << 12
#: The core's numbers of value kinds.
_KINDS = ("loss", "draw", "win", "expect", "estimate", "points")
FORMATS = (".csv", ".npz", ".parquet", ".arrow")


@dataclass(frozen=True, slots=True)
class Row:
    """A position of a table, its value to the mover, and its best moves."""

    position: Position
    value: Value
    best: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Many positions as parallel arrays.

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


def _batches(
    table: Table, progress: Progress | None = None, *, with_states: bool = False
) -> Iterator[_core.Rows]:
    control = control_with(progress)
    control.begin(table.positions)
    rows = _core.table_rows(table.game.rules, table.probe, table.layout == "dense", control)
    size = _BATCH_OF_STATES if with_states else _BATCH
    while batch := rows.next(size, control, with_states):
        yield batch


def rows(table: Table) -> Iterator[Row]:
    """Yield every position of a table with its value and best moves."""
    average = table.game.has_chance
    for batch in _batches(table, with_states=True):
        numbers = memoryview(batch.values).cast("d").tolist()
        for (position, best), kind, number in zip(
            _positions(table, batch), batch.kinds, numbers, strict=True
        ):
            yield Row(position, make_value(_KINDS[kind], number, True, average), best)


def _positions(table: Table, batch: _core.Rows) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield the positions of a batch that has states, with the best moves of each."""
    game = table.game
    best, ends = memoryview(batch.best).cast("I").tolist(), memoryview(batch.best_ends).cast("I").tolist()
    begin = 0
    for state, end in zip(batch.states, ends, strict=True):
        position = Position(game, state)
        yield position, game.codec.moves(position, best[begin:end])
        begin = end


def columns(table: Table, progress: Progress | None = None) -> Columns:
    """Return all positions as NumPy arrays."""
    try:
        return _columns(list(_batches(table, progress)))
    except MemoryError:
        raise BadOption(
            f"there is not enough memory for {table.positions:,} positions at once; "
            "go through them one by one, or write them to a .csv or .parquet file"
        ) from None


def _columns(parts: Sequence[_core.Rows]) -> Columns:
    np = _numpy()

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
    """Write a table to a file of NumPy (.npz), Arrow (.arrow), Parquet or CSV, by extension; return the rows.

    With `texts`, positions and best moves are also written in notation, which takes longer. All formats
    except NumPy's are written in batches, however large the table.
    """
    if path.suffix not in FORMATS:
        raise BadOption(f"{quoted(path.name)} must end in {', '.join(FORMATS)}")
    if path.suffix == ".npz":
        return _write_numpy(path, table, texts, progress)
    count = 0

    def parts() -> Iterator[dict[str, Any]]:
        nonlocal count
        for batch in _batches(table, progress, with_states=texts):
            found = _columns([batch])
            count += len(found)
            yield {**_named(found, table, [batch] if texts else []), "best": _lists(found)}

    (_write_csv if path.suffix == ".csv" else _write_arrow)(path, parts())
    return count


def _named(found: Columns, table: Table, in_words: Sequence[_core.Rows]) -> dict[str, Any]:
    """Return columns by name, with positions and best moves of some batches in notation."""
    data: dict[str, Any] = {}
    if found.numbers is not None:
        data = {f"n{at}": found.numbers[:, at] for at in range(found.numbers.shape[1])}
    if found.texts:
        data["position"] = found.texts
    if in_words:
        texts_of = [
            (str(position), " ".join(map(str, best)))
            for batch in in_words
            for position, best in _positions(table, batch)
        ]
        data["position"] = [position for position, _ in texts_of]
        data["best_moves"] = [best for _, best in texts_of]
    return data | {name: getattr(found, name) for name in ("turn", "mover", "result", "plies", "value")}


def _lists(found: Columns) -> list[list[int]]:
    begins = [0, *found.best_end[:-1].tolist()]
    best = found.best.tolist()
    return [best[begin:end] for begin, end in zip(begins, found.best_end.tolist(), strict=True)]


def _write_numpy(path: Path, table: Table, texts: bool, progress: Progress | None) -> int:
    np = _numpy()
    found = columns(table, progress)
    named = _named(found, table, list(_batches(table, with_states=True)) if texts else [])
    with atomic_file(path) as out:
        arrays = {name: np.asarray(column) for name, column in named.items()}
        np.savez_compressed(out, **arrays, best=found.best, best_end=found.best_end)
    return len(found)


def _write_csv(path: Path, parts: Iterator[dict[str, Any]]) -> None:
    with atomic_file(path) as out:
        text = io.TextIOWrapper(out, encoding="utf-8", newline="")
        writer = csv.writer(text)
        for number, data in enumerate(parts):
            if number == 0:
                writer.writerow(data)
            lists = [column.tolist() if hasattr(column, "tolist") else column for column in data.values()]
            for row in zip(*lists, strict=True):
                writer.writerow(
                    [" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in row]
                )
        text.detach()


def _write_arrow(path: Path, parts: Iterator[dict[str, Any]]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise BadOption(
            f"{path.suffix} files need pyarrow: pip install '.[research]' in Kibitz's source folder"
        ) from None
    best = pa.list_(pa.uint32())
    with atomic_file(path) as out, contextlib.ExitStack() as stack:
        writer: Any = None
        for data in parts:
            found = pa.table({**data, "best": pa.array(data["best"], best)})
            if writer is None:
                make = pq.ParquetWriter if path.suffix == ".parquet" else pa.ipc.new_file
                writer = stack.enter_context(make(out, found.schema))
            writer.write_table(found)


def values(table: Table, positions: list[Position]) -> list[Value | None]:
    """Return the values of positions to their movers; None for those the table does not hold."""
    game = table.game
    states = [
        each.state if isinstance(each, Position) and each.game is game else table.compatible_state(each)
        for each in positions
    ]
    try:
        found = _core.probe_many(game.rules, table.probe, states)
        return [None if value is None else value_from_core(value, game.has_chance) for value in found]
    except (BadFile, BadOption) as damage:  # the core raises BadOption for invalid values
        raise damaged_file(table.path, damage) from None


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise BadOption("columns need NumPy: pip install '.[research]' in Kibitz's source folder") from None
    return numpy
