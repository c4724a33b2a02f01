"""A worker process: requests through pipes, one restart, and none after it was ended."""

from __future__ import annotations

import io
import os
import pickle
import queue
import re
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.base.errors import BadOption, KibitzError
from kibitz.executors import worker_process, worker_process_main
from kibitz.executors.task import Task, TaskResult
from kibitz.executors.worker_process import WorkerProcess

TASK = Task.of(abs, -3, 4)


class Kept(io.BytesIO):
    """Can be looked at when it is closed."""

    def close(self) -> None:
        pass


class Child:
    """Stands for a process that answers with what it is given, and then dies."""

    def __init__(self, *answers: object) -> None:
        said = io.BytesIO(b"".join(map(pickle.dumps, answers)))
        self.process = SimpleNamespace(stdin=Kept(), stdout=said)
        self.ended: list[str] = []

    def end(self) -> None:
        self.ended.append("end")

    def close(self) -> None:
        self.ended.append("close")

    @property
    def heard(self) -> list[Task]:
        source = io.BytesIO(self.process.stdin.getvalue())
        found = []
        while source.tell() < len(source.getvalue()):
            found.append(pickle.load(source))
        return found


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """The children that will be started, the last one first."""
    waiting: list[Child] = []
    modules: list[str] = []

    def start(module: str) -> Child:
        modules.append(module)
        return waiting.pop()

    monkeypatch.setattr(worker_process, "start_python", start)
    return waiting


def test_one_process_does_one_task_after_the_other(started: list[Child]) -> None:
    child = Child(TaskResult([3, 4], 0.5), TaskResult([], 0.1), BadOption("no such level"))
    started.append(child)
    doing = WorkerProcess()
    assert doing.do(TASK) == TaskResult([3, 4], 0.5)
    assert doing.do(TASK) == TaskResult([], 0.1)
    with pytest.raises(BadOption, match="no such level"):
        doing.do(TASK)
    assert child.heard == [TASK] * 3
    assert child.ended == []


def test_a_dead_process_is_restarted_once(started: list[Child]) -> None:
    dead, alive = Child(), Child(TaskResult([3], 0.5))
    started += [alive, dead]
    assert WorkerProcess().do(TASK) == TaskResult([3], 0.5)
    assert (dead.ended, alive.ended) == (["end", "close"], [])
    started += [Child(TaskResult([1], 0.0)), Child(), Child()]
    doing = WorkerProcess()
    with pytest.raises(KibitzError, match="a worker process died twice at the same task: -3, 4"):
        doing.do(TASK)
    assert len(started) == 1
    # And another task is tried anew.
    assert doing.do(TASK).found == [1]


def test_departed_clients_start_no_search(started: list[Child]) -> None:
    child = Child(TaskResult([3], 0.5))
    started.append(child)
    doing = WorkerProcess()
    assert not doing.is_shut_down
    doing.do(TASK)
    left: object = doing.shut_down()
    assert left is child
    assert doing.is_shut_down
    with pytest.raises(KibitzError, match="stopped"):
        doing.do(TASK)
    never = WorkerProcess()
    assert never.shut_down() is None
    with pytest.raises(KibitzError, match="stopped"):
        never.do(TASK)


def test_a_process_that_can_not_be_started_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(module: str) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(worker_process, "start_python", fail)
    with pytest.raises(KibitzError, match="can't start a worker process: Cannot allocate memory"):
        WorkerProcess().do(TASK)


def test_a_process_finds_modules_where_this_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    received: list[Any] = []
    monkeypatch.setattr(worker_process, "Child", lambda words, env: received.append((words, env)))
    monkeypatch.setattr(sys, "path", ["", "one", "two"])
    monkeypatch.setenv("KIBITZ_OWN", "kept")
    worker_process.start_python("some.module")
    ((words, env),) = received
    assert words == [sys.executable, "-m", "some.module"]
    assert env["PYTHONPATH"].split(os.pathsep) == [os.getcwd(), "one", "two"]
    assert env["KIBITZ_OWN"] == "kept"


class Proud(KibitzError):
    """An error that can't travel."""

    def __reduce__(self) -> Any:
        raise TypeError("not me")


class Leaving(BaseException):
    """What only Python itself should raise, and somebody's own code does."""


class Five(Kept):
    """Takes five answers."""

    taken = 0

    def flush(self) -> None:
        self.taken += 1
        if self.taken == 5:
            raise KeyboardInterrupt


def refuse(job: str) -> None:
    if job == "leaving":
        raise Leaving("for good")
    if job == "proud":
        raise Proud("too proud")
    if job == "wrong":
        raise BadOption("wrong")
    if job == "odd":
        raise ZeroDivisionError("odd")


def test_a_worker_answers_every_task_whatever_comes_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers, streams = Five(), list[tuple[int, int]]()

    def read(work: object, source: object, tasks: queue.SimpleQueue[Task]) -> str:
        for job in ("fine", "wrong", "odd", "proud", "leaving"):
            tasks.put(Task.of(refuse, job))
        return "a thread"

    monkeypatch.setattr(worker_process_main, "start_thread", read)
    monkeypatch.setattr(
        worker_process_main,
        "os",
        SimpleNamespace(
            dup=lambda stream: 100 + stream,
            fdopen=lambda stream, mode: answers if (stream, mode) == (101, "wb") else None,
            dup2=lambda one, other: streams.append((one, other)),
        ),
    )
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=None))
    with pytest.raises(KeyboardInterrupt):
        worker_process_main.main()
    # What the work prints goes where errors go, not between the answers.
    assert streams == [(2, 1)]
    answers.seek(0)
    fine, wrong, odd, proud, leaving = (pickle.load(answers) for _ in range(5))
    assert fine.found == [None]
    assert (type(wrong), str(wrong)) == (BadOption, "wrong")
    assert (type(odd), str(odd)) == (KibitzError, "ZeroDivisionError: odd")
    assert (type(proud), str(proud)) == (KibitzError, "too proud")
    assert type(leaving) is KibitzError
    assert re.fullmatch(r".*test_worker_process.py: line \d+: Leaving: for good", str(leaving))
    assert answers.read() == b""
    assert "ZeroDivisionError: odd" in capsys.readouterr().err


def test_a_worker_without_a_thread_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = Kept()

    def none_left(*args: object) -> None:
        raise KibitzError("no more threads")

    monkeypatch.setattr(worker_process_main, "start_thread", none_left)
    monkeypatch.setattr(
        worker_process_main,
        "os",
        SimpleNamespace(dup=lambda stream: 9, fdopen=lambda *_: answers, dup2=lambda *_: None),
    )
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=None))
    worker_process_main.main()
    answers.seek(0)
    assert str(pickle.load(answers)) == "no more threads"


def test_a_worker_ends_when_its_input_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    monkeypatch.setattr(worker_process_main, "os", SimpleNamespace(_exit=codes.append))
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    with pytest.raises(EOFError):
        worker_process_main._read(io.BytesIO(pickle.dumps(TASK) * 2), tasks)
    assert codes == [0]
    assert [tasks.get_nowait() for _ in range(2)] == [TASK, TASK]
