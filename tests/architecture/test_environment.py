"""All tests start from the same environment, and leave no process behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import platformdirs
import pytest

from tests.environment import RUN
from tests.leftovers import can_look, leftovers

ROOT = Path(__file__).parents[2]
linux = pytest.mark.skipif(not can_look(), reason="the system doesn't tell which processes there are")


def run_tests(path: Path, text: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the tests in a text as the tests of the project."""
    path.write_text(text, encoding="utf-8")
    found = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    settings = ["-q", "-c", "pyproject.toml"]
    for plugin in ("no:cacheprovider", "no:xdist", "tests.conftest"):
        settings += ["-p", plugin]
    scratch = path.with_name("scratch")  # what killed tests leave
    scratch.mkdir()
    return subprocess.run(
        [sys.executable, "-m", "pytest", *settings, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": found, "TMPDIR": str(scratch), **env},
        timeout=300,
        check=False,
    )


def test_nothing_of_the_persons_environment_is_left(tmp_path: Path) -> None:
    """Whatever it is, programs see the same, and the person's folders are not used."""
    odd = {"COLUMNS": "40", "TERM": "dumb", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LC_TIME": "tr_TR"}
    odd |= {"NO_COLOR": "1", "FORCE_COLOR": "1", "KIBITZ_LEVELS": "x", "DASK_X": "y", "HOME": str(tmp_path)}
    odd |= {"KIBITZ_CACHE": str(tmp_path / "c"), "KIBITZ_DATA": str(tmp_path / "d")}
    done = run_tests(tmp_path / "test_it.py", _LOOKS, **odd)
    assert done.returncode == 0, done.stdout


_LOOKS = """
import os, shutil, time
from pathlib import Path
from kibitz.files.folders import cache_folder
from kibitz.records.files import data_folder

def test_it():
    assert shutil.get_terminal_size() == (80, 24)
    assert (os.environ["TERM"], time.tzname[0], os.environ["LC_ALL"]) == ("xterm", "UTC", "C.UTF-8")
    assert not {"NO_COLOR", "FORCE_COLOR", "KIBITZ_LEVELS", "DASK_X", "LC_TIME"} & os.environ.keys()
    for folder in (Path.home(), cache_folder("tables"), data_folder()):
        assert "kibitz-tests-" in str(folder)
"""


def test_folders_of_the_person_are_below_one_that_is_removed() -> None:
    for folder in (Path.home(), platformdirs.user_cache_path("x"), platformdirs.user_data_path("x")):
        assert "kibitz-tests-" in str(folder)


@linux
def test_a_process_that_is_left_fails_the_tests_and_is_ended(tmp_path: Path) -> None:
    done = run_tests(tmp_path / "test_it.py", _LEAVES)
    assert done.returncode == 1
    assert "tests have left processes behind: sleep 3601" in done.stdout
    assert "::test_it (call))" in done.stdout
    pid = int((tmp_path / "pid").read_text())
    assert not _lives(pid)


_LEAVES = """
import subprocess
from pathlib import Path
import tests.leftovers

def test_it(monkeypatch):
    tests.leftovers.GRACE_SECONDS = 0.1
    # Its parent is gone, as of a program that was killed.
    shell = "setsid sleep 3601 >/dev/null 2>&1 & echo $!"
    done = subprocess.run(["sh", "-c", shell], stdout=subprocess.PIPE, text=True)
    Path(__file__).with_name("pid").write_text(done.stdout)
"""


@linux
def test_a_process_is_ended_when_the_tests_are_killed(tmp_path: Path) -> None:
    kills = _LEAVES + "    import os\n    os.kill(os.getpid(), 9)\n"
    assert run_tests(tmp_path / "test_it.py", kills).returncode == -9
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 120
    while _lives(pid):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@linux
def test_a_program_with_an_environment_of_its_own_is_found_below_us() -> None:
    bare = subprocess.Popen(["sleep", "3602"], env={"PATH": os.environ["PATH"]})
    try:
        found = [one for one in leftovers(besides=0, grace=0) if one.pid == bare.pid]
        assert [(one.command, one.test) for one in found] == [("sleep 3602", "?")]
        assert RUN in os.environ
    finally:
        bare.kill()
        bare.wait()
    assert bare.pid not in [one.pid for one in leftovers(besides=0, grace=0)]


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except OSError:
        return False
