"""`kibitz analyse` as people and scripts run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "src" / "kibitz" / "examples"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kibitz", "analyse", *arguments], capture_output=True, text=True
    )


def test_every_move_best_first_in_words() -> None:
    done = run("tictactoe", "5", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert "against an opponent who moves at random" in done.stdout
    assert "100.0% won, 0.0% drawn, 0.0% lost" in done.stdout
    rows = done.stdout.splitlines()[-7:]
    assert rows[0].split()[:4] == ["1", "wins", "in", "5"]
    assert rows[-1].split()[:4] == ["8", "draws", "in", "7"]
    assert "\x1b" not in done.stdout


def test_json_of_a_position() -> None:
    data = json.loads(run("tictactoe", "--position", "xo./.../...", "--json").stdout)
    assert data["position"] == "xo./.../..."
    assert len(data["moves"]) == 7


def test_rolls() -> None:
    done = run(str(EXAMPLES / "race.py"))
    assert "to roll" in done.stdout
    assert done.stdout.count("likely 16.7%") == 6
    after = run(str(EXAMPLES / "race.py"), "d3")
    assert "to win" in after.stdout


def test_a_game_that_is_over() -> None:
    assert "over: 1-0" in run("tictactoe", "1 4 2 5 3").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("tictactoe", "5", "5"), 1, "taken"),
        (("tictactoe", "z"), 2, "not a move"),
        (("tictactoe", "x../.../..."), 2, "'x../.../...' is a position, not a move; give it with --position"),
        (("chess", "4k3/8/8/8/8/8/8/4K2R", "w", "K", "-", "0", "1"), 2, "with --position, in quotes"),
        (("tictactoe", "--position", "x"), 2, "rows"),
        (("tictactoe", "--depth", "0"), 2, "at least 1"),
        (("tictactoe", "--time", "soon"), 2, "time must look like"),
    ],
)
def test_bad_requests_get_a_message(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
