"""The program over pipes, and stopped at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from kibitz.records.record_store import Store
from tests.terminal.program import PROGRAM, kibitz, read_until, start


def test_without_a_terminal_help_and_2(env: dict[str, str]) -> None:
    done = kibitz(env)
    assert done.returncode == 2
    assert "Usage: kibitz" in done.stderr


def test_over_a_pipe(env: dict[str, str]) -> None:
    done = kibitz(env, "play", "tictactoe", "--people", "2", typed="1\n5\n2\n4\n3\n")
    assert done.returncode == 0
    assert "x wins: row 1-2-3 (1-0)." in done.stdout
    assert "─" in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_bytes_that_are_no_text(env: dict[str, str]) -> None:
    done = subprocess.run(
        [*PROGRAM, "play", "tictactoe", "--people", "2"],
        input=bytes(range(256)) * 20 + b"\n5\n",
        capture_output=True,
        env={**env, "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"[x]" in done.stdout
    assert done.stdout.isascii()
    assert b"Traceback" not in done.stderr


def test_json_alone_on_stdout(env: dict[str, str]) -> None:
    done = kibitz(env, "play", "tictactoe", "--json", "--seed", "1", typed="5\nfish\n")
    assert done.returncode == 0
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["event"] for event in events] == ["start", "move", "move", "error"]
    assert "--resume" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "about"),
    [
        (["play", "chequers"], 2, "no game named"),
        (["play", "tictactoe", "--people", "7"], 2, "people"),
        (["play", "tictactoe", "--opponent", "fish"], 2, "no player called"),
        (["play", "tictactoe", "--game", "mnk"], 2, "twice"),
        (
            ["play", "tictactoe", "--people", "2", "--opponent", "random"],
            2,
            "nobody plays against the computer",
        ),
        (["play", "tictactoe", "--people", "2", "--side", "first"], 2, "nobody plays against the computer"),
        (["play", "tictactoe", "--people", "0", "--side", "first"], 2, "the computer plays itself"),
        (["play", "tictactoe", "--players", "person", "random", "--side", "first"], 2, "sets both players"),
        (["play", "tictactoe", "--players", "person", "random", "--people", "0"], 2, "names 1 people"),
        (["play", "--resume", "--clock", "5m"], 2, "a saved game keeps its position and clock"),
        (["play", "tictactoe", "--clock", "0s"], 2, "a clock must have more than 0 seconds"),
        (["play", "tictactoe", "--clock", "5m+"], 2, "a clock looks like 10s or 5m+3s"),
        (["play", "--resume", "x", "--position", "x"], 2, "a saved game keeps its position and clock"),
        (["play", "--resume", "nothing"], 1, "no saved game"),
        (["play", "tictactoe", "--limit", "soon"], 2, "limit"),
    ],
)
def test_wrong_options(env: dict[str, str], words: list[str], code: int, about: str) -> None:
    done = kibitz(env, *words)
    assert done.returncode == code
    assert about in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (["play", "tictactoe", "--players", "random", "random", "--people", "0", "-y"], "A game of"),
        (["players", "negascout", "--game", "ewn"], "normal, aggressive, race or learned"),
        (["players", "negascout"], "my.py:evaluate"),
    ],
)
def test_options_that_go_together(env: dict[str, str], words: list[str], about: str) -> None:
    done = kibitz(env, *words)
    assert done.returncode == 0
    assert about in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    ("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129), ("SIGKILL", -9)]
)
def test_stopped_and_resumed(env: dict[str, str], tmp_path: Path, number: str, code: int) -> None:
    process = start(env, "tictactoe", "--opponent", "random", "--side", "first", "--seed", "4")
    assert process.stdin is not None
    read_until(process, "Your move (x):")
    process.stdin.write("5\n")
    process.stdin.flush()
    read_until(process, "Your move (x):")
    process.send_signal(getattr(signal, number))
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert err == ""
    saved = Store(tmp_path / "games").latest_unfinished()
    assert saved is not None
    assert saved.record is not None
    assert len(saved.record.moves) == 2
    if number != "SIGKILL":
        assert f"kibitz play --resume {saved.name}" in out
    done = kibitz(env, "play", "--resume")
    assert "2 moves have been made." in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_killed_at_any_moment(env: dict[str, str], tmp_path: Path) -> None:
    rng = random.Random(5)
    for _ in range(4):
        process = start(env, "mnk:width=9,height=9,length=9", "--players", "random", "random")
        read_until(process, "played")
        time.sleep(rng.random() * 0.1)
        process.kill()
        process.communicate()
    rows = Store(tmp_path / "games").saved()
    assert rows
    assert [row.problem for row in rows] == [""] * len(rows)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_stopped_while_two_computers_play(env: dict[str, str], tmp_path: Path, number: str) -> None:
    """At a random moment of play, thinking included; what was saved resumes."""
    rng = random.Random(number)
    process = start(
        env, "ewn", "--players", "level:strength=60", "random", "--limit", "time=30ms", "--delay", "0.01"
    )
    read_until(process, "played")
    time.sleep(rng.random() * 0.15)
    process.send_signal(getattr(signal, number))
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    saved = Store(tmp_path / "games").saved()[0]
    assert saved.record is not None
    if process.returncode != 0:  # the game may have ended first
        assert number == "SIGKILL" or f"kibitz play --resume {saved.name}" in out
        done = kibitz(env, "play", "--resume", "--limit", "time=10ms")
        assert done.returncode == 0
        assert "has won" in done.stdout
