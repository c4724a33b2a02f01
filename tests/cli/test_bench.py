"""`kibitz bench` counts published numbers and prints its measurements."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli import bench
from kibitz.cli.bench import command
from kibitz.games.game import Game


class Processor:
    """A clock that goes on by what a test says, and not by how quick the machine is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(bench, "time", SimpleNamespace(process_time=lambda: self.now))


def test_a_table_for_people_and_a_file_for_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """By a clock that makes the second size of each task take long enough."""
    steps = itertools.cycle((0.0, 0.02, 0.0, 0.2, 0.0, 0.3))
    total = itertools.accumulate(steps)
    monkeypatch.setattr(bench, "time", SimpleNamespace(process_time=lambda: next(total)))
    path = tmp_path / "bench.json"
    done = CliRunner().invoke(command, ["--seconds", "1", "--json", str(path)])
    assert done.exit_code == 0, done.output
    found = json.loads(path.read_text(encoding="utf-8"))
    assert all(found[key] for key in ("date", "processor", "cores", "system", "versions"))
    counted = {game: amount for task, game, amount, *_ in found["rows"] if task == "lines counted"}
    # Lines of two plies: of chess as the field counts them, and of Connect on ten columns.
    assert counted["chess"] == 400
    assert counted["connect"] == 10**2
    tasks = {task for task, *_ in found["rows"]}
    assert len(found["rows"]) == len(tasks) * len(counted)
    assert all(amount > 0 for _, _, amount, *_ in found["rows"])
    assert {seconds for *_, seconds, _ in found["rows"]} == {0.3}
    assert all(task in done.output for task in tasks)


def test_warm_up_is_not_measured(monkeypatch: pytest.MonkeyPatch):
    """Loading and allocating once made a search a thousand times as slow as it is."""
    clock = Processor(monkeypatch)
    sizes: list[int] = []

    def work(game: Game, size: int) -> int:
        clock.now += (0.0 if sizes else 5.0) + 0.001 * 10**size
        sizes.append(size)
        return 10**size

    done, seconds = bench._measure(kibitz.load("tictactoe"), 0.4, work)
    assert sizes == [1, 1, 1, 2, 3]
    assert (done, seconds) == (1000, pytest.approx(1.0))


def test_preparation_is_a_small_part_of_what_is_measured(monkeypatch: pytest.MonkeyPatch):
    """Clearing a table takes as long as the shortest measurement, and gave a hundredth of the speed."""
    clock = Processor(monkeypatch)

    def work(game: Game, size: int) -> int:
        clock.now += 0.03 + 0.00001 * 10**size
        return 10**size

    done, seconds = bench._measure(kibitz.load("tictactoe"), 0.1, work)
    assert seconds >= 10 * 0.03
    assert done / seconds > 0.9 / 0.00001


def test_a_game_that_is_over_before_is_measured_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch):
    clock = Processor(monkeypatch)

    def work(game: Game, size: int) -> int:
        clock.now += 0.001
        return min(size, 3)

    done, seconds = bench._measure(kibitz.load("tictactoe"), 60, work)
    assert (done, seconds) == (3, pytest.approx(0.001))


def test_a_file_that_cant_be_written_is_refused_before_the_work(tmp_path: Path):
    done = CliRunner().invoke(command, ["--json", str(tmp_path / "no" / "bench.json")])
    assert done.exit_code != 0
    assert "lines counted" not in done.output
