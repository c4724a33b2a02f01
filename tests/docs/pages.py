"""Documentation pages as programs: their commands, and expected and actual output.

A `console` block has commands after `$ ` and below each what it prints; `...` stands for anything. All blocks
of a page are run one after the other in one folder. A `python` block that begins with `# NAME.py` is
a file there.

    python -m tests.docs.pages PAGE        writes what commands print under those that have nothing below them
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def name(page: Path) -> str:
    """The page as the project calls it."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str, language: str) -> list[str]:
    """The texts of all blocks in a language."""
    return [body for found, body in _FENCE.findall(text) if found == language]


def files(text: str) -> dict[str, str]:
    """The programs that a page tells its reader to save, by their names."""
    return {
        found[1]: block for block in blocks(text, "python") if (found := re.match(r"# (\w+\.py)\n", block))
    }


@dataclass(frozen=True)
class Command:
    """A command line and what the page says that it prints."""

    line: str
    printed: str


def commands(text: str) -> list[Command]:
    """The commands of all console blocks."""
    found = []
    for block in blocks(text, "console"):
        assert block.startswith("$ "), f"a console block begins with a command, not with {block[:40]!r}"
        for part in block[2:].split("\n$ "):
            line, _, printed = part.partition("\n")
            while line.endswith("\\"):  # goes on in the next line
                more, _, printed = printed.partition("\n")
                line = f"{line}\n{more}"
            found.append(Command(line, printed.rstrip("\n")))
    return found


class Folder:
    """A folder in which a page's commands are run, with the program on the path."""

    def __init__(self, folder: Path) -> None:
        self.work = folder / "work"
        programs = folder / "bin"
        self.work.mkdir()
        programs.mkdir()
        for program, words in {"kibitz": "-m kibitz", "python": "", "python3": ""}.items():
            path = programs / program
            path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', encoding="utf-8")
            path.chmod(0o755)
        self.env = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONUTF8": "1",
            "KIBITZ_CACHE": str(folder / "cache"),
            "KIBITZ_DATA": str(folder / "data"),
            "NO_COLOR": "1",
            "COLUMNS": "80",
        }

    def save(self, programs: Mapping[str, str]) -> None:
        """Write the programs of a page."""
        for file, program in programs.items():
            (self.work / file).write_text(program, encoding="utf-8")

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        """Run a command line as a shell does."""
        return subprocess.run(
            ["bash", "-c", line],
            cwd=self.work,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )


def plain(text: str) -> str:
    """A text without blanks at the ends of its lines, which no page shows."""
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def agrees(expected: str, printed: str) -> bool:
    """Whether a command printed what the page says."""
    checker = doctest.OutputChecker()
    return checker.check_output(f"{plain(expected)}\n", f"{plain(printed)}\n", doctest.ELLIPSIS)


def _fill(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        place = Folder(Path(folder))
        place.save(files(text))
        for command in commands(text):
            done = place.run(command.line)
            if done.returncode:
                print(f"{command.line}: {done.returncode} {done.stderr}", file=sys.stderr)
            if not command.printed and done.stdout.strip():
                text = text.replace(f"$ {command.line}\n", f"$ {command.line}\n{plain(done.stdout)}\n", 1)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _fill(Path(sys.argv[1]))
