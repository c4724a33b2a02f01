"""Solving that is killed repeatedly never leaves a wrong result."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.solving.table_store import tables_folder

#: In one process that knows all modules, so that a life costs only the solving: solves in children
#: that write every part at once, and kills them at random moments of the time one needs.
NURSERY = """
import os, random, signal, sys, time
import kibitz
from kibitz.solving import checkpoints, table_store

spec, whole = sys.argv[1], open(sys.argv[2], "rb").read()
game, rng = kibitz.load(spec), random.Random(11)
checkpoints.EVERY_SECONDS = 0.0

def live(moment):
    child = os.fork()
    if child == 0:
        try:
            kibitz.solve(spec)
        finally:
            os._exit(0)
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])

begun = time.monotonic()
child = os.fork()
if child == 0:
    kibitz.solve(spec)
    os._exit(0)
os.waitpid(child, 0)
needed = time.monotonic() - begun
table_store.remove_table(table_store.kept_table(spec))

# On a busy machine it may take more than twenty to meet one with a part written.
killed = with_parts = 0
while killed < 20 or (with_parts == 0 and killed < 200):
    killed += live(rng.uniform(0, needed))
    with_parts += bool(list(table_store.tables_folder().glob("*.part/*.kbp")))
    found = table_store.find_table(game)  # BadFile if it were there but not sound
    if found is not None:
        assert found.path.read_bytes() == whole, "another table"
        del found
        table_store.remove_table(table_store.kept_table(spec))
assert kibitz.solve(spec).path.read_bytes() == whole, "another table"
print(killed, with_parts)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("spec", ["connect:width=4,height=4", "numerical", "ewn:size=4,stones=2,faces=6"])
def test_killed_twenty_times_it_ends_in_the_same_table(spec: str, tmp_path: Path) -> None:
    table = kibitz.solve(spec)
    assert table.path is not None
    whole = table.path.rename(tmp_path / "whole.kbt")
    done = subprocess.run(
        [sys.executable, "-c", NURSERY, spec, str(whole)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    killed, with_parts = map(int, done.stdout.split())
    assert killed >= 20
    assert with_parts > 0
    assert [path.suffix for path in tables_folder().iterdir() if path.suffix != ".tmp"] == [".kbt"]
