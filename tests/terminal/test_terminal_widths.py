"""Output of commands fits a terminal, and is not wrapped without one."""

from __future__ import annotations

import os
import re

import click
import pytest

from kibitz.cli.main import COMMANDS, main
from tests.terminal.program import PROGRAM, kibitz

if os.name != "posix":
    pytest.skip("pseudo-terminals", allow_module_level=True)
pexpect = pytest.importorskip("pexpect")


def at_terminal(env: dict[str, str], width: int, *words: str) -> tuple[str, int]:
    """What is left on a terminal so wide, and the exit code."""
    arguments = [*PROGRAM[1:], *words]
    child = pexpect.spawn(
        PROGRAM[0], arguments, env=env, encoding="utf-8", timeout=120, dimensions=(200, width)
    )
    child.expect(pexpect.EOF)
    child.close()
    # A line that was cleared is gone.
    return re.sub(r"[^\n]*\r\x1b\[2K", "", child.before), child.exitstatus


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    "words", [("players",), ("games",), ("games", "ewn"), ("compare", "ewn", "--depth", "1-3")]
)
def test_every_line_fits(env: dict[str, str], width: int, words: tuple[str, ...]) -> None:
    said, code = at_terminal(env, width, *words)
    assert code == 0
    assert max(map(len, said.splitlines())) <= width


def test_a_comparison_shows_every_number_if_it_fits(env: dict[str, str]) -> None:
    wide, _ = at_terminal(env, 120, "compare", "connect4", "--depth", "2")
    assert wide.splitlines()[0].split()[:2] == ["player", "depth"]
    assert len(wide.splitlines()) == 5
    # How wide the column of milliseconds is depends on the machine.
    narrow, _ = at_terminal(env, 60, "compare", "connect4", "--depth", "2")
    assert narrow.splitlines()[0] == "minimax"
    assert re.split("  +", narrow.splitlines()[1]) == [
        "depth",
        "nodes",
        "cut-offs",
        "table hits",
        "re-searches",
        "ms",
    ]
    least, _ = at_terminal(env, 30, "compare", "connect4", "--depth", "2")
    assert least.splitlines()[0] == "minimax"
    assert least.splitlines()[1].split() == ["depth", "nodes", "ms"]


def test_without_a_terminal_nothing_is_broken_up(env: dict[str, str]) -> None:
    done = kibitz({**env, "COLUMNS": "40"}, "players")
    assert max(map(len, done.stdout.splitlines())) > 80
    done = kibitz({**env, "COLUMNS": "40"}, "compare", "connect4", "--depth", "1")
    assert done.stdout.startswith("player")
    assert done.stderr.startswith("minimax to depth 1\n")


def test_a_page_is_not_poured_over_a_terminal(env: dict[str, str]) -> None:
    said, code = at_terminal(env, 80, "tree", "tictactoe")
    assert (code, "--output tree.html" in said, "<svg" in said) == (2, True, False)


def test_a_mistyped_command_gets_the_nearest(env: dict[str, str]) -> None:
    done = kibitz(env, "paly")
    assert (done.returncode, "Did you mean play?" in done.stderr) == (2, True)
    assert "Did you mean" not in kibitz(env, "qqq").stderr


def test_every_command_is_listed_with_a_whole_sentence(env: dict[str, str]) -> None:
    listed = kibitz(env, "--help").stdout.partition("Commands:\n")[2].splitlines()
    assert len(listed) == len(COMMANDS)
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)
    for name in COMMANDS:
        assert main.get_command(click.Context(main), name) is not None
