"""Iteration over tables, as rows and columns, and export to other formats."""

import csv
from itertools import islice
from pathlib import Path

import pytest

import kibitz
from kibitz import _core
from kibitz.files.table_file import TableFile
from kibitz.solving.table_rows import FORMATS, Row, _batches, _positions

MOST = 100_000


@pytest.fixture(
    scope="module",
    params=[
        "tictactoe",
        "connect:width=4,height=3,length=3",
        "connect:width=4,height=5,length=3",
        "mnk:width=4,height=3",
        "race:goal=5",
        "nim",
        "kalah:pits=2,seeds=2",
        "ewn:size=3,stones=2",
        "chess",
    ],
)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> kibitz.Table:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(tmp_path_factory.mktemp("cache")))
        return kibitz.solve(request.param, pieces=3 if request.param == "chess" else None)


@pytest.fixture(scope="module")
def rows(table: kibitz.Table) -> list[Row]:
    """All of them, or the first ones where there are so many that it would take seconds."""
    return list(islice(table, MOST))


def test_every_row_is_what_the_table_says(table: kibitz.Table, rows: list[Row]) -> None:
    stride = max(7, len(rows) // 2000)
    for count, row in enumerate(rows):
        if count % stride == 0:
            assert row.value == table.value(row.position)
            if row.best:
                after = [
                    (value if next_.mover is row.position.mover else -value, move)
                    for move in row.position.moves
                    if (next_ := row.position.play(move)) and (value := table.value(next_)) is not None
                ]
                best = max(value for value, _ in after)
                assert {str(move) for value, move in after if value == best} == set(map(str, row.best))
    assert len(rows) == min(len(table), MOST)
    if table.layout != "endgame":
        seen = {str(row.position) for row in rows}
        assert len(seen) == len(table)
        assert str(table.game.start()) in seen or table.game.has_chance


@pytest.mark.parametrize(
    ("spec", "pieces"), [("ewn:size=3,stones=2", 4), ("ewn:size=4,stones=3", 4), ("chess", 3)]
)
def test_each_place_of_few_pieces_is_read_once_and_in_order(
    spec: str, pieces: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position made from a place finds the value that is stored at that place."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    np = pytest.importorskip("numpy")
    table = kibitz.solve(spec, pieces=pieces)
    assert table.path is not None
    stored = bytes(TableFile(table.path).section("chances"))
    columns = table.columns()
    if table.game.has_chance:
        assert (np.frombuffer(stored, "f8") == columns.value).all()
    else:  # a byte: 0 drawn, else the plies and one more, and 255 where no position is
        plies = [-1 if byte == 0 else byte - 1 for byte in stored if byte != 255]
        assert plies == columns.plies.tolist()
    assert len(columns) == len(table)


@pytest.mark.core
def test_columns_say_the_same_as_rows(table: kibitz.Table, rows: list[Row]) -> None:
    pytest.importorskip("numpy")
    columns = table.columns()
    assert len(columns) == len(table)
    for at in range(0, len(rows), 11):
        value = rows[at].value
        assert columns.mover[at] == rows[at].position.mover
        if value.result is not None and table.game.score_range is None:
            assert columns.result[at] == value.result
            assert columns.plies[at] == (-1 if value.plies is None else value.plies)
        elif table.game.score_range is not None:
            assert columns.value[at] == value.points
        else:
            assert columns.value[at] == value.chance


@pytest.mark.parametrize("ending", FORMATS)
def test_files_are_read_by_others(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    np = pytest.importorskip("numpy")
    table = kibitz.solve("tictactoe")
    path = tmp_path / f"table{ending}"
    if ending in (".parquet", ".arrow"):
        pytest.importorskip("pyarrow")
    count = table.export(path, texts=True)
    if ending == ".csv":
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        results = [int(row["result"]) for row in rows]
        texts = [row["position"] for row in rows]
    elif ending == ".npz":
        data = np.load(path)
        results, texts = data["result"].tolist(), data["position"].tolist()
    else:
        import pyarrow as pa
        import pyarrow.parquet as pq

        found = (
            pq.read_table(path) if ending == ".parquet" else pa.ipc.open_file(path.read_bytes()).read_all()
        )
        results, texts = found["result"].to_pylist(), found["position"].to_pylist()
    assert len(results) == count == len(texts)
    for text, result in list(zip(texts, results, strict=True))[::97]:
        assert table.value(table.game.position(text)).result == result


def test_many_positions_at_once(table: kibitz.Table) -> None:
    positions = [row.position for row in islice(table, 500)]
    assert table.values(positions) == [table.value(position) for position in positions]
    with pytest.raises(kibitz.WrongGame):
        table.values([*positions, kibitz.load("gomoku").start()])


def test_positions_in_a_table() -> None:
    table = kibitz.solve("tictactoe")
    game = table.game
    assert game.start() in table
    assert game.position("x../.o./..x") in table  # by its mirror image
    assert all(row in table for row in table)
    row = next(iter(table))
    assert Row(row.position, kibitz.Draw(1), row.best) not in table
    assert kibitz.load("connect4").start() not in table
    for other in ("x../.o./...", 5, None):
        with pytest.raises(kibitz.BadOption, match="position must be a Position"):
            _ = other in table
    few = kibitz.solve("ewn:size=3,stones=2", pieces=2)
    full, bare = few.game.start(), next(iter(few)).position
    assert (full in few, bare in few) == (few.value(full) is not None, True)


def test_positions_of_a_batch_are_taken_once() -> None:
    """The core may make the whole list each time; then a row would take the longer the more there are."""

    class Counted:
        def __init__(self, batch: _core.Rows) -> None:
            self.batch, self.taken = batch, 0

        def __len__(self) -> int:
            return len(self.batch)

        def __getattr__(self, name: str) -> object:
            self.taken += name == "states"
            return getattr(self.batch, name)

    table = kibitz.solve("nim")
    (batch,) = map(Counted, _batches(table, with_states=True))
    assert len(list(_positions(table, batch))) == len(table) > 5  # type: ignore[arg-type]
    assert batch.taken == 1
