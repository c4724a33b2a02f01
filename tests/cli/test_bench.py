"""`kibitz bench` counts what is published, and writes what it found."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from kibitz.cli.bench import command

#: Lines of chess from the start (the field agrees on them), and of Connect on ten columns.
CHESS = {20, 400, 8902, 197281, 4865609, 119060324}
CONNECT = {10**depth for depth in range(1, 7)}


def test_a_table_for_people_and_a_file_for_machines(tmp_path: Path):
    path = tmp_path / "bench.json"
    done = CliRunner().invoke(command, ["--seconds", "0.02", "--json", str(path)])
    assert done.exit_code == 0, done.output
    found = json.loads(path.read_text(encoding="utf-8"))
    assert all(found[key] for key in ("date", "processor", "cores", "system", "versions"))
    counted = {game: amount for task, game, amount, *_ in found["rows"] if task == "lines counted"}
    assert counted["chess"] in CHESS
    assert counted["connect"] in CONNECT
    tasks = {task for task, *_ in found["rows"]}
    assert len(found["rows"]) == len(tasks) * len(counted)
    assert all(amount > 0 for _, _, amount, *_ in found["rows"])
    assert all(task in done.output for task in tasks)


def test_a_file_that_cant_be_written_is_refused_before_the_work(tmp_path: Path):
    done = CliRunner().invoke(command, ["--json", str(tmp_path / "no" / "bench.json")])
    assert done.exit_code != 0
    assert "lines counted" not in done.output
