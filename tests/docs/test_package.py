"""Metadata of the package, and lazy imports."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib

import kibitz
from tests.docs.pages import ROOT

FACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

#: Prints which files of the package were opened while something was done.
WATCH = """
import sys
opened = []
watched = ("open", "mmap.__new__")
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event in watched else None)
{}
print([name for name in opened if name.endswith((".kbb", ".json", ".bin")) and "kibitz" in name])
"""


def opened_by(lines: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WATCH.format(lines)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "KIBITZ_CACHE": "no-such-folder"},
        check=True,
    )
    return done.stdout.strip()


def test_book_and_levels_are_read_when_they_are_needed():
    light = 'import kibitz; kibitz.load("connect4").start().play("4"); kibitz.player("level:strength=50")'
    assert opened_by(light) == "[]"
    assert "connect.json" in opened_by(f'{light}.choose(kibitz.load("connect4").start())')
    assert ".kbb" in opened_by('import kibitz; kibitz.analyse(kibitz.load("connect4").start())')


def test_the_citation_names_this_version():
    assert f"\nversion: {kibitz.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_it_is_typed():
    assert "Typing :: Typed" in FACTS["classifiers"]
    assert (ROOT / "src" / "kibitz" / "py.typed").exists()
