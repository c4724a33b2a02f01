"""The program as it is run: over pipes, on a pseudo-terminal, and stopped at any moment."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kibitz.records.store import Store

PROGRAM = [sys.executable, "-m", "kibitz"]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    return {**inherited, "KIBITZ_DATA": str(tmp_path), "TERM": "xterm", "PYTHONUTF8": "1"}


def kibitz(env: dict[str, str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=env,
        timeout=60,
        check=False,
    )


def test_without_a_terminal_help_and_2(env: dict[str, str]) -> None:
    done = kibitz(env)
    assert done.returncode == 2
    assert "Usage: kibitz" in done.stderr


def test_over_a_pipe(env: dict[str, str]) -> None:
    done = kibitz(env, "play", "tictactoe", "--people", "2", typed="1\n5\n2\n4\n3\n")
    assert done.returncode == 0
    assert "x wins (1-0)." in done.stdout
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
        (["play", "chequers"], 2, "no game called"),
        (["play", "tictactoe", "--people", "7"], 2, "people"),
        (["play", "tictactoe", "--opponent", "fish"], 2, "no player called"),
        (["play", "tictactoe", "--game", "mnk"], 2, "twice"),
        (["play", "--resume", "nothing"], 1, "no saved game"),
        (["play", "tictactoe", "--limit", "soon"], 2, "limit"),
    ],
)
def test_wrong_options(env: dict[str, str], words: list[str], code: int, about: str) -> None:
    done = kibitz(env, *words)
    assert done.returncode == code
    assert about in done.stderr
    assert "Traceback" not in done.stderr


def start(env: dict[str, str], *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=env,
    )


def read_until(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdout is not None
    seen = ""
    while text not in seen:
        character = process.stdout.read(1)
        assert character, f"it ended after {seen!r}"
        seen += character


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


pexpect = pytest.importorskip("pexpect")


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_a_newcomer_at_a_terminal(env: dict[str, str]) -> None:
    child = pexpect.spawn(PROGRAM[0], PROGRAM[1:], env=env, encoding="utf-8", timeout=30, dimensions=(24, 40))
    child.expect("Which game.*tictactoe]")
    child.sendline("chess960")
    child.expect("no game called")
    child.sendline("")
    child.expect("How many people")
    child.sendline("0")
    child.expect("must be 1 or 2")
    child.sendline("")
    child.expect("Which difficulty")
    child.sendline("-10")
    child.expect("whole number from 0 to 100")
    child.sendline("random")
    child.expect("Which player")
    child.sendline("2")
    child.expect("You are o")
    child.expect("Your move")
    assert "\x1b[" in child.before
    child.sendintr()
    child.expect("kibitz play --resume tictactoe-")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
@pytest.mark.parametrize("plain", ["NO_COLOR", "TERM", "--plain"])
def test_no_escape_codes_when_unwanted(env: dict[str, str], plain: str) -> None:
    words = [*PROGRAM[1:], "play", "tictactoe", "--people", "2"]
    if plain == "--plain":
        words.append(plain)
    else:
        env[plain] = {"NO_COLOR": "1", "TERM": "dumb"}[plain]
    child = pexpect.spawn(PROGRAM[0], words, env=env, encoding="utf-8", timeout=30)
    child.expect("Move of x:")
    child.sendline("5")
    child.expect("Move of o:")
    said = child.before
    child.sendeof()
    child.expect("--resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "[x]" in said
    assert "\x1b" not in said
