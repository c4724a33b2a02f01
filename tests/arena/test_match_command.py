"""`kibitz match` from the outside."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import kibitz


def _run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *args], capture_output=True, text=True, timeout=60, check=False
    )


def test_a_match_reports_everything_as_json_and_writes_its_records(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    done = _run(
        *("match", "alphabeta:depth=3", "random", "--game", "ewn:size=3,stones=3", "--games", "10"),
        *("--limit", "nodes=20", "--limit", "depth=1", "--sprt", "0", "500", "--json", "--pgn", str(file)),
    )
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == 10
    assert sum(data["pairs"]) == 5
    assert set(data["sprt"]) >= {"ratio", "bounds", "decision"}
    assert data["efforts"][0]["nodes_a_move"] > 0
    records = [kibitz.Record.parse(text) for text in _records(file.read_text())]
    assert len(records) == 10
    assert [r.tags["White"] for r in records[:2]] == ["alphabeta:depth=3", "random"]
    scores = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}
    assert [scores[r.result] for r in records] == [r["score"] for r in data["results"]]


def _records(text: str) -> list[str]:
    return ["[Event" + part for part in text.split("[Event")[1:]]


def test_mistakes_are_explained() -> None:
    for args, message in (
        (("random", "nobody"), "no player called"),
        (("random", "random", "--limit", "speed=3"), "is not a limit"),
        (("random", "random", "--openings", "no such file"), "can't be read"),
        (("random", "random", "--sprt", "5", "0"), "the lower first"),
        # Before the games, not after them.
        (("random", "random", "--games", "999999", "--pgn", "no/such/folder/x.pgn"), "there is no folder"),
    ):
        done = _run("match", *args, "--game", "tictactoe")
        assert done.returncode in (1, 2)
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def test_interrupted_it_reports_what_was_played() -> None:
    args = ("match", "random", "random", "--game", "ewn", "--games", "100000", "--json")
    with subprocess.Popen(
        [sys.executable, "-c", _INTERRUPTED, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert 50 <= json.loads(out)["games"] < 100000


# Interrupts itself after some games, as a person at the keyboard would.
_INTERRUPTED = f"""
import os, sys
from kibitz.cli import main, match
see = match._Watch.see
def interrupt(self, result):
    see(self, result)
    if len(result.results) == 50:
        os.kill(os.getpid(), {int(signal.SIGINT)})
match._Watch.see = interrupt
main.run()
"""
