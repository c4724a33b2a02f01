"""The WebAssembly core gives the same answers as the native one; run in Node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import kibitz

HERE = Path(__file__).parent
BUILD = HERE.parents[1] / "build" / "browser"
needs_core = pytest.mark.skipif(
    shutil.which("node") is None or not (BUILD / "_core.abi3.so").exists(),
    reason="needs Node and the core for browsers: dev/browser-core",
)


#: A browser interprets games written in Python, so this machine does too.
INTERPRETED = "import runpy, sys; sys.modules['llvmlite'] = None; runpy.run_path(sys.argv[1])"


def in_pyodide(script: Path) -> str:
    sources = Path(kibitz.__file__).parents[1]
    received = [BUILD, sources, sysconfig.get_path("purelib"), script]
    done = subprocess.run(
        ["node", str(HERE / "run.mjs"), *map(str, received)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@needs_core
def test_values_moves_and_nodes_are_the_same() -> None:
    script = HERE / "answers.py"
    here = subprocess.run(
        [sys.executable, "-c", INTERPRETED, str(script)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(kibitz.__file__).parents[1])},
    ).stdout.splitlines()
    there = in_pyodide(script).splitlines()
    positions = [line for line in here if not line.startswith(" ")]
    assert len(positions) > 200
    different = [pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]]
    assert not different[:5]
    assert len(here) == len(there)


@needs_core
def test_abilities_and_faults_that_are_the_browser_s_own(tmp_path: Path) -> None:
    """Files are replaced without `dir_fd`, memory is what can be addressed, and deep JSON is refused."""
    script = tmp_path / "script.py"
    script.write_text(
        """
from pathlib import Path
import kibitz
from kibitz.base.json_input import parse_json
from kibitz.base.platform import PLATFORM
from kibitz.files.atomic_write import write_atomically
from kibitz.solving.memory import free_memory

assert not (PLATFORM.threads or PLATFORM.processes or PLATFORM.sockets)
assert 3 * 2**30 < free_memory() < 4 * 2**30
for text in ("one", "two"):
    write_atomically(Path("/tmp/file"), text)
    assert Path("/tmp/file").read_text() == text
try:
    parse_json("[" * 10**6)
except ValueError as error:
    print(error)
try:
    kibitz.player("engine:cmd=gnuchess").choose(kibitz.load("chess").start())
except kibitz.KibitzError as error:
    print(error)
table = kibitz.solve("tictactoe")
print(table.positions, table.value(kibitz.load("tictactoe").start()))
"""
    )
    said = in_pyodide(script)
    assert "nested more than 64 deep" in said
    assert "765 Draw" in said  # up to symmetry
    assert "a browser can't start programs" in said
