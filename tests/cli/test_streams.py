"""Standard streams that are closed, full, or abandoned: a message and an exit code, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the shell's ways to close a stream")

COMMANDS = {
    "games": ["games"],
    "help": ["--help"],
    "json": ["games", "--json"],
    "play": ["play", "tictactoe", "--players", "person", "random", "-y"],
    "watch": ["play", "tictactoe", "--players", "random", "random", "--json"],
    "engine": ["engine", "tictactoe"],
    "saved": ["saved"],
    "tree": ["tree", "tictactoe"],
    "wrong": ["play", "nonsense"],
}
each_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


def run(command: list[str], streams: str, said: str = "") -> tuple[int, str, str]:
    line = f'exec "$@" {streams}'
    done = subprocess.run(
        ["sh", "-c", line, "sh", sys.executable, "-m", "kibitz", *command],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@each_command
@pytest.mark.parametrize("streams", [">/dev/full", ">&-"])
def test_write_errors_are_reported(command: list[str], streams: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    code, _, said = run(command, streams, "uci\n5\nquit\n")
    reason = "No space left on device" if "full" in streams else "Bad file descriptor"
    if "nonsense" in command:
        assert code == 2
    elif "saved" in command:
        assert code == 0  # nothing is kept, so nothing is written
    else:
        assert (code, reason in said) == (1, True)


@each_command
@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-", "<&-", "<&- 2>&-"])
def test_the_other_streams_are_no_reason_to_fail(command: list[str], streams: str) -> None:
    code, out, _ = run(command, streams, "quit\n")
    assert code == (2 if "nonsense" in command else 0)
    assert "saved" in command or "nonsense" in command or "engine" in command or out


@each_command
def test_nothing_at_all(command: list[str]) -> None:
    code, _, _ = run(command, "<&- >&- 2>&-")
    assert code == (2 if "nonsense" in command else 0 if command[0] in ("saved", "engine") else 1)


def test_a_reader_that_has_enough() -> None:
    program = f"{sys.executable} -m kibitz"
    for command in ("games", "tree connect4 --depth 3", "play tictactoe --players random random --json"):
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {program} {command} | true"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode in (0, 1), done.stderr) == (True, "")


def test_a_file_never_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    """With stdout and stderr closed, output must not go to the file of the game being saved."""
    code, _, _ = run(["tree", "tictactoe", "--output", str(tmp_path / "page.html")], ">&- 2>&-")
    assert code == 0
    assert "wrote" not in (tmp_path / "page.html").read_text()


def test_text_that_is_not_utf8_is_read_as_something_else() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "engine", "tictactoe"],
        input=b"\xff\xfe\nquit\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_characters_outside_the_encoding_are_written() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "games", "--json"],
        env={**os.environ, "PYTHONIOENCODING": "cp437"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"3\\xd73" in done.stdout
