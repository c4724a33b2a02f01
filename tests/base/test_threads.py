"""A system without threads: fewer of them where possible, else a message."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from kibitz.arena.play_game import play_game
from kibitz.arena.schedule import Plan, named
from kibitz.base.errors import KibitzError
from kibitz.base.threads import start_thread
from kibitz.engines.process import EngineFailed, EngineProcess
from kibitz.executors.process_pool import ProcessPool
from kibitz.terminal.spinner import spinner


def allow(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on so many threads can be started."""
    begin, left = threading.Thread.start, [threads]

    def start(self: threading.Thread) -> None:
        if not left[0]:
            raise RuntimeError("can't start new thread")
        left[0] -= 1
        begin(self)

    monkeypatch.setattr(threading.Thread, "start", start)


def test_work_is_done_in_a_thread_or_the_lack_of_one_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    thread = start_thread(done.append, 7)
    assert thread.daemon  # nobody waits for it at the end of the program
    thread.join()
    assert done == [7]
    allow(0, monkeypatch)
    with pytest.raises(KibitzError, match="no more threads; end other programs, or allow more"):
        start_thread(done.append, 8)
    assert done == [7]


def test_games_are_played_with_fewer_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("tictactoe", named(["random", "rules"]), each=6, seed=3)
    allow(1, monkeypatch)
    assert sorted(result.number for result in ProcessPool(3).run(play_game, plan.jobs())) == list(range(6))
    allow(0, monkeypatch)
    with pytest.raises(KibitzError, match="no more threads"):
        next(ProcessPool(3).run(play_game, plan.jobs()))


def test_nothing_is_said_of_a_wait_without_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(0, monkeypatch)
    with spinner("thinking"):
        pass


@pytest.mark.parametrize("threads", [0, 1])
def test_a_program_without_a_reader_is_ended(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    begin = subprocess.Popen.__init__

    def note(self: subprocess.Popen[bytes], *args: object, **named: object) -> None:
        begin(self, *args, **named)  # type: ignore[call-overload]
        begun.append(self.pid)

    monkeypatch.setattr(subprocess.Popen, "__init__", note)
    allow(threads, monkeypatch)
    with pytest.raises(EngineFailed, match=r"can't read from .*no more threads"):
        EngineProcess(f"{sys.executable} -c 'input()'")
    with pytest.raises(ProcessLookupError):
        os.kill(begun[-1], 0)
