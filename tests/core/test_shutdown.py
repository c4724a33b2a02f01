"""A process ends or forks while other threads use the core: at once, with code 0, silently."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.attack.busy import KINDS
from tests.attack.exits import busy


@pytest.mark.parametrize("kind", KINDS)
def test_the_main_thread_returns_while_others_are_in_the_core(kind: str) -> None:
    assert busy(kind, 0.3) is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("kind", ["analysing exactly", "sampling on two threads", "playing with dice"])
def test_children_can_be_forked_meanwhile(kind: str) -> None:
    assert busy(kind, 0.3, forks=2) is None


def _said(code: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_hooks_that_run_after_ours_may_use_the_core() -> None:
    """`atexit` runs them in the order of their registration, the last first."""
    code = """
import atexit
atexit.register(lambda: print(count(), kibitz.player("negascout").choose(start).move in start.moves))
import kibitz, threading, time
start = kibitz.load("connect4").start()
def count(): return kibitz.perft(start, 4)
def work():
    while True: kibitz.perft(start, 8)
threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
"""
    # Seven columns, none of which is full after three stones.
    assert _said(code) == (0, f"{7**4} True\n", "")


def test_a_thread_that_python_keeps_is_not_waited_for_without_end() -> None:
    """An evaluation that never returns holds the end up for some seconds, no longer."""
    code = """
import kibitz, threading, time
from kibitz import _core
rules = kibitz.load("tictactoe").rules
def judge(state):
    print("asked", flush=True)
    time.sleep(1000)
def work(): rules.search(rules.start(), "minimax", 1, _core.Control(), evaluation=judge)
threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)
"""
    assert _said(code)[1].startswith("asked")
