"""Shell completion: scripts for each shell, and their candidates."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def run(**variables: str) -> str:
    command = [sys.executable, "-m", "kibitz"]
    environment = {**os.environ, **variables}
    found = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize(("shell", "word"), [("bash", "complete"), ("zsh", "#compdef"), ("fish", "complete")])
def test_scripts(shell: str, word: str) -> None:
    if shell == "bash" and sys.platform == "win32":
        pytest.skip("asks the bash of the system for its version")
    script = run(_KIBITZ_COMPLETE=f"{shell}_source")
    assert word in script
    assert "_KIBITZ_COMPLETE" in script


def test_commands_are_completed() -> None:
    result = run(_KIBITZ_COMPLETE="bash_complete", COMP_WORDS="kibitz tr", COMP_CWORD="1")
    assert result.split() == ["plain,truth", "plain,tree", "plain,train"]
