"""`kibitz solve` and `kibitz tables` as people and scripts run them."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.environment import at_a_terminal

import kibitz
from kibitz.solving.table_store import find_table, tables_folder
from kibitz.solving.verify import verify_table

SMALL = "mnk:width=4,height=3,length=3"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "kibitz", *arguments], capture_output=True, text=True)


def test_solve_prints_the_result_and_the_table() -> None:
    done = run("solve", "tictactoe")
    assert (done.returncode, done.stderr) == (0, "")
    assert "draws in 9" in done.stdout
    assert "765 positions" in done.stdout
    answer = json.loads(run("solve", "tictactoe", "--json").stdout)
    assert answer["value"]["result"] == 0
    assert answer["bytes"] == Path(answer["path"]).stat().st_size


def test_tables_are_listed_verified_and_removed() -> None:
    assert run("tables").returncode == 0
    assert json.loads(run("tables", "--json").stdout) == []
    run("solve", "tictactoe")
    (row,) = json.loads(run("tables", "--json").stdout)
    assert (row["name"], row["positions"], row["trouble"]) == ("tictactoe", 765, None)
    assert "tictactoe" in run("tables").stdout
    verified = run("tables", "verify")
    assert (verified.returncode, "good" in verified.stdout) == (0, True)
    path = Path(row["path"])
    path.write_bytes(path.read_bytes()[:-1])
    spoilt = run("tables", "verify")
    assert (spoilt.returncode, "bad" in spoilt.stdout) == (1, True)
    (row,) = json.loads(run("tables", "verify", "--json").stdout)
    assert (row["name"], row["compared"], "bytes long" in row["trouble"]) == (path.name, 0, True)
    assert "can't be trusted" in run("tables").stdout
    assert run("tables", "remove", "tictactoe").returncode == 0
    assert not path.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("solve", "chequers"), 2, "no game named"),
        (("solve", "tictactoe", "--most", "many"), 2, "whole number"),
        (("solve", "mnk:width=4,height=4", "--most", "100"), 2, "more than 100 positions"),
        (("solve", "missing.py"), 1, "missing.py"),
        (("tables", "remove", "tictactoe"), 2, "no table named"),
        (("tables", "verify", "tictactoe"), 2, "no table named"),
    ],
)
def test_bad_requests_get_a_message(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("spec", [SMALL, pytest.param("connect:width=5,height=4", marks=pytest.mark.slow)])
def test_three_at_once_all_succeed(spec: str) -> None:
    """The larger one keeps parts on its way; those who come later do without."""
    command = [sys.executable, "-m", "kibitz", "solve", spec, "--again"]
    all_three = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(3)]
    assert [process.wait() for process in all_three] == [0, 0, 0]
    assert [path.suffix for path in tables_folder().iterdir()] == [".kbt"]
    found = find_table(kibitz.load(spec))
    assert found is not None
    assert verify_table(found, 200) == 200


@pytest.mark.parametrize(("cores", "is_long"), [(2, True), (256, False)])
def test_long_work_says_first_how_long_and_how_large(
    cores: int, is_long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is long depends on the machine."""
    module = importlib.import_module("kibitz.cli.solve")

    def interrupted(*told: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "solve", interrupted)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    first = CliRunner().invoke(module.command, ["ewn", "--stones", "5"]).stderr.partition("\n")[0]
    assert first.startswith("up to") == is_long
    if not is_long:
        return
    assert first.startswith("up to 436,790,273 positions with up to 5 stones: about ")
    assert " on 2 cores, " in first
    assert first.endswith(" on disk")
    assert "446.9 MB" in first


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_ctrl_c_on_a_terminal_shows_a_bar_and_leaves_no_table(long_game_file: Path) -> None:
    import pexpect

    command = ["-m", "kibitz", "solve", f"{long_game_file}:length=1000000"]
    program = pexpect.spawn(
        sys.executable, command, env=at_a_terminal(), encoding="utf-8", dimensions=(24, 80), timeout=120
    )
    program.expect("Solving ")
    program.expect(r"\d,\d\d\d")
    program.sendintr()
    program.expect("interrupted")
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130
    assert list(tables_folder().glob("*.kbt")) == []


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_ctrl_c_on_a_terminal_and_going_on_later() -> None:
    import pexpect

    def start() -> pexpect.spawn:
        command = ["-m", "kibitz", "solve", "connect:width=5,height=4"]
        return pexpect.spawn(
            sys.executable,
            command,
            env=at_a_terminal(),
            encoding="utf-8",
            dimensions=(24, 140),
            timeout=120,
            maxread=100_000,
        )

    program = start()
    program.expect(r"Solving connect.*%")
    program.sendintr()
    if program.expect(["finished parts are kept; run the same command to resume", "draws in 20"]):
        pytest.skip("this machine is too quick to be interrupted")
    program.expect("interrupted")
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130
    assert list(tables_folder().glob("*.kbt")) == []
    assert "unfinished: connect-width-5" in run("tables").stderr
    (row,) = json.loads(run("tables", "--json").stdout)
    assert (row["positions"], "solve that game again" in row["trouble"]) == (None, True)
    program = start()
    program.expect("draws in 20")
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 0
    assert [path.suffix for path in tables_folder().iterdir()] == [".kbt"]
