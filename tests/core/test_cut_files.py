"""A table truncated by another program while open raises an error and does not crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.core,
    pytest.mark.skipif(os.name != "posix", reason="elsewhere an open file can't be cut"),
]

BEGIN = """
import os, sys
import kibitz
from kibitz import _core
from kibitz.files import table_file
from kibitz.solving import table as tables
from kibitz.solving.table_store import table_path

tables.LARGE = 0  # so that even a small file is checked block by block, when it is read

def after(game, plies):
    position = game.start()
    for _ in range(plies):
        position = position.play(position.moves[0])
    return position

def refused(work):
    try:
        work()
    except kibitz.BadFile as refusal:
        assert "truncated it" in str(refusal), refusal
    else:
        raise SystemExit("not refused")
"""

CUTS = {
    "blocks that were never read": """
game = kibitz.load("numerical")
kibitz.solve(game)
table = tables.open_table(game, table_path(game))
os.truncate(table_path(game), 8192)
refused(lambda: table.value(after(game, 2)))
refused(lambda: table.value(after(game, 2)))
""",
    "blocks that were read and believed": """
game = kibitz.load("numerical")
kibitz.solve(game)
table = tables.open_table(game, table_path(game))
position = after(game, 4)
assert table.value(position) is not None
os.truncate(table_path(game), 0)
refused(lambda: table.value(position))
""",
    "a table of keys": """
game = kibitz.load("tictactoe")
kibitz.solve(game)
table = tables.open_table(game, table_path(game))
assert table.value(game.start()) is not None
os.truncate(table_path(game), 0)
refused(lambda: table.value(game.start()))
""",
    "endings, asked by a search": """
game = kibitz.load("ewn:size=4,stones=3")
kibitz.solve(game, pieces=4)
table = tables.open_table(game, table_path(game))
os.truncate(table_path(game), 4096)
state = game.position("r1.../..../.r2../b2..b1 r d1").state
try:
    game.rules.search(state, "alphabeta", 2, _core.Control(), tablebase=table.probe)
except kibitz.BadFile as refusal:
    assert "truncated it" in str(refusal)
else:
    raise SystemExit("not refused")
""",
    "checksums read from Python": """
game = kibitz.load("numerical")
kibitz.solve(game)
file = table_file.TableFile(table_path(game))
os.truncate(table_path(game), 4096)
refused(file.check_blocks)
refused(lambda: file.copy_section("values"))
""",
    "two files, one of them whole": """
one, two = kibitz.load("tictactoe"), kibitz.load("tictactoe:misere=yes")
kibitz.solve(one), kibitz.solve(two)
cut, whole = (tables.open_table(game, table_path(game)) for game in (one, two))
os.truncate(table_path(one), 0)
refused(lambda: cut.value(one.start()))
assert whole.value(two.start()) is not None
del cut
again = tables.open_table(two, table_path(two))
assert again.value(two.start()) is not None
""",
}


def run(program: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", BEGIN + program + "print('fine')"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize("cut", CUTS.values(), ids=list(CUTS))
def test_a_cut_table_is_refused(cut: str, tmp_path: Path) -> None:
    found = run(cut, tmp_path)
    assert (found.returncode, found.stdout.strip()) == (0, "fine"), found.stderr


def test_other_faults_go_where_they_went_before(tmp_path: Path) -> None:
    program = """
import mmap
kibitz.solve("tictactoe")
tables.open_table(kibitz.load("tictactoe"), table_path(kibitz.load("tictactoe")))
path = os.path.join(os.environ["KIBITZ_CACHE"], "other")
with open(path, "w+b") as out:
    out.write(bytes(8192))
    out.flush()
    other = mmap.mmap(out.fileno(), 0, access=mmap.ACCESS_READ)
os.truncate(path, 0)
other[5000]
"""
    found = run(program, tmp_path)
    assert "fine" not in found.stdout
    assert found.returncode == -signal.SIGBUS or "BUS" in found.stderr  # as the sanitizers say it
