"""The program in a process, as people run it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = [sys.executable, "-m", "kibitz"]


def kibitz(env: dict[str, str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=env,
        timeout=120,
        check=False,
    )


def start(env: dict[str, str], *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "play", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=env,
    )


def read_until(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdout is not None
    seen = ""
    while text not in seen:
        character = process.stdout.read(1)
        assert character, f"it ended after {seen!r}"
        seen += character
