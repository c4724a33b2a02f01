"""`kibitz.solve`: existing tables, progress, and little room."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

import kibitz
from kibitz import BadFile
from kibitz.executors.executor import SerialExecutor
from kibitz.solving import solve as module
from kibitz.solving.checkpoints import Checkpoints, checkpoints, parts_folder
from kibitz.solving.solve import kept_for
from kibitz.solving.table import save_table
from kibitz.solving.table_store import table_path
from kibitz.solving.verify import verify_table

TICTACTOE = kibitz.load("tictactoe")
MNK = kibitz.load("mnk:width=4,height=3,length=3")


@pytest.mark.parametrize(("game", "limit"), [(TICTACTOE, "1,372"), (MNK, None)])
def test_a_bar_names_the_game_and_where_listing_gives_up(
    game: kibitz.Game, limit: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = []

    @contextlib.contextmanager
    def bar(title: str, *, keep: bool) -> Iterator[Any]:
        assert keep
        titles.append(title)
        yield lambda done, total: None

    monkeypatch.setattr(module, "progress_bar", bar)
    kibitz.solve(game, progress=True)
    (title,) = titles
    assert game.spec in title
    assert ("positions" in title) == (limit is not None)
    assert limit is None or limit in title
    kibitz.solve(game, again=True)
    kibitz.solve(game, again=True, progress=lambda done, total: None)
    assert len(titles) == 1


def test_a_table_that_is_there_is_opened_unless_it_is_to_be_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    real = module.solve_in_memory

    def count(*told: Any) -> Any:
        made.append(told)
        return real(*told)

    monkeypatch.setattr(module, "solve_in_memory", count)
    assert kept_for(TICTACTOE, None) is None
    path = kibitz.solve("tictactoe").path
    assert path is not None
    assert kept_for(TICTACTOE, None) is not None
    folder = parts_folder(path)
    folder.mkdir()
    assert kibitz.solve(TICTACTOE).path == path
    assert len(made) == 1
    assert not folder.exists()  # what was left of making it
    kibitz.solve(TICTACTOE, again=True)
    assert len(made) == 2
    path.write_bytes(path.read_bytes()[:-1])
    assert kept_for(TICTACTOE, None) is None
    kibitz.solve(TICTACTOE)
    assert len(made) == 3


def test_a_table_of_few_pieces_serves_who_asks_for_no_more() -> None:
    game = kibitz.load("ewn:size=3,stones=2")
    kibitz.solve(game, pieces=3)
    for pieces, serves in ((2, True), (3, True), (4, False), (None, False)):
        assert (kept_for(game, pieces) is not None) == serves
    # Three pieces are all that would be made within so many positions.
    few = kibitz.solve(game).positions - 1
    kibitz.solve(game, pieces=3, again=True)
    assert kept_for(game, None, few) is not None


@pytest.mark.parametrize("room", [True, False])
def test_parts_make_space_for_the_table_if_that_helps(room: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    tried, asked = [], []

    def full_at_first(*told: Any) -> kibitz.Table:
        tried.append(told)
        if len(tried) == 1:
            raise BadFile("the disk is full")
        return save_table(*told)

    def make_room(self: object, needed: int) -> bool:
        asked.append(needed)
        return room

    monkeypatch.setattr(module, "save_table", full_at_first)
    monkeypatch.setattr(Checkpoints, "make_room", make_room)
    if room:
        table = kibitz.solve(TICTACTOE)
        assert table.positions == 765
    else:
        with pytest.raises(BadFile, match="the disk is full"):
            kibitz.solve(TICTACTOE)
    assert len(tried) == (2 if room else 1)
    assert asked == [765 * (8 + 2)]


def test_many_do_not_solve_what_another_process_solves() -> None:
    with checkpoints(MNK, table_path(MNK)):
        with pytest.raises(BadFile, match="solved by another process already"):
            kibitz.solve(MNK, executor=SerialExecutor())
        assert kibitz.solve(MNK).path is not None  # alone it does without parts


def test_a_game_in_points_is_verified_to_the_point() -> None:
    game = kibitz.load("kalah:pits=2,seeds=2")
    table = kibitz.solve(game)
    assert verify_table(table, 50) == 50

    class Off:
        """A table with one value that is off."""

        pieces, precision = None, 0.0

        def __init__(self, off: float) -> None:
            self.game, self.off, self.checked = game, off, 0

        def check(self) -> None:
            self.checked += 1

        def value(self, position: kibitz.Position) -> kibitz.Value | None:
            found: Any = table.value(position)
            if position != game.start():
                return found  # type: ignore[no-any-return]
            return kibitz.Points(found.points + self.off)

    for off in (0.0, 1e-10, -1e-10):
        wrong = Off(off)
        assert verify_table(wrong, 1) == 1  # type: ignore[arg-type]
        assert wrong.checked == 1
    for off in (1.0, -1.0, 1e-8, -1e-8):
        with pytest.raises(BadFile, match="its children say"):
            verify_table(Off(off), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("samples", [0, 1, 7, 100])
def test_as_many_positions_are_derived_as_are_asked_for(samples: int) -> None:
    assert verify_table(kibitz.solve(TICTACTOE), samples) == samples


def test_positions_with_few_pieces_are_looked_for() -> None:
    """Games begin with more than the table holds, and may end before they have fewer."""
    assert verify_table(kibitz.solve("ewn:size=3,stones=3", pieces=3), 60) == 60
