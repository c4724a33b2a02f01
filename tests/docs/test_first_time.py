"""First use on a machine that lacks something: Kibitz names what is missing and what to do."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="written for a shell")


def run(*words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1", **env},
        timeout=120,
        check=False,
    )


def test_no_compiler(tmp_path: Path):
    cmake = shutil.which("cmake")
    if cmake is None:
        pytest.skip("there is no cmake here")
    done = subprocess.run(
        [cmake, "-S", str(ROOT), "-B", str(tmp_path), "-DCMAKE_MAKE_PROGRAM=/bin/true"],
        capture_output=True,
        encoding="utf-8",
        env={"PATH": str(tmp_path), "CXX": ""},
        check=False,
    )
    assert done.returncode != 0
    assert "needs a C++20 compiler" in " ".join(done.stderr.split())


def test_source_without_its_core(tmp_path: Path):
    shutil.copytree(
        ROOT / "src" / "kibitz", tmp_path / "kibitz", ignore=shutil.ignore_patterns("_core*", "*.kbb")
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    for words in (["-m", "kibitz", "play", "tictactoe", "-y"], ["-c", "import kibitz; kibitz.load('nim')"]):
        done = subprocess.run(
            [sys.executable, *words],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 1
        assert "pip install ." in done.stderr


@pytest.mark.parametrize("old", ["3.10", "3.9", "3.8", "3.7", "3.6"])
def test_old_python(old: str):
    python = shutil.which(f"python{old}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"there is no Python {old} here")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    program, library = (
        subprocess.run([python, *words], capture_output=True, encoding="utf-8", env=env, check=False)
        for words in (["-m", "kibitz"], ["-c", "import kibitz"])
    )
    assert (program.returncode, program.stdout) == (1, "")
    assert "Traceback" not in program.stderr
    for each in (program.stderr, library.stderr):
        assert f"this is Python {old}." in each
        assert each.endswith("Kibitz needs 3.11 or newer\n")


def test_no_terminal():
    nothing = run("play", "tictactoe")
    assert (nothing.returncode, nothing.stderr) == (0, "")
    assert "no game was started" in nothing.stdout
    bare = run()
    assert bare.returncode == 2
    assert "Commands" in bare.stderr


def test_no_browser(tmp_path: Path):
    program = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "web", "--open", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={
            "PATH": str(tmp_path),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "KIBITZ_DATA": str(tmp_path),
            "KIBITZ_CACHE": str(tmp_path),
        },
    )
    assert program.stdout is not None
    assert program.stderr is not None
    try:
        assert program.stdout.readline().startswith("http://127.0.0.1:")
        assert "Open this address in a browser" in program.stderr.readline()
    finally:
        program.send_signal(signal.SIGINT)
        assert program.wait(timeout=60) == 0
        program.communicate()


def test_home_that_cant_be_written(tmp_path: Path):
    home = tmp_path / "home"
    home.write_text("a file is no folder, not even for an administrator")
    played = run("play", "tictactoe", "--people", "2", "-y", "--plain", typed="5\nquit\n", HOME=str(home))
    assert played.returncode == 0
    assert "x played 5." in played.stdout
    assert "This game is not being saved" in played.stdout
    assert "KIBITZ_DATA" in played.stdout
    solved = run("solve", "tictactoe", HOME=str(home))
    assert solved.returncode == 1
    assert "KIBITZ_CACHE" in solved.stderr
    assert "Traceback" not in played.stderr + solved.stderr
    elsewhere = run("solve", "tictactoe", HOME=str(home), KIBITZ_CACHE=str(tmp_path / "cache"))
    assert elsewhere.returncode == 0, elsewhere.stderr


def test_full_disk(tmp_path: Path):
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("may not mount a tmpfs")
    try:
        with contextlib.suppress(OSError), open(folder / "filled", "wb", buffering=0) as filled:
            while filled.write(bytes(4096)):
                pass
        played = run(
            "play", "tictactoe", "--people", "2", "-y", "--plain", typed="5\n", KIBITZ_DATA=str(folder)
        )
        assert played.returncode == 0
        assert "not being saved" in played.stdout
        assert "disk is full" in " ".join(played.stdout.split())
        solved = run("solve", "numerical", KIBITZ_CACHE=str(folder))
        assert solved.returncode == 1
        assert "MB left; set the environment variable KIBITZ_CACHE to use another folder" in solved.stderr
        assert "Traceback" not in played.stderr + solved.stderr
    finally:
        subprocess.run(["umount", str(folder)], check=True)
