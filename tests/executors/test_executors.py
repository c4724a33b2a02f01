"""Jobs give the same results with every executor, and carry the user's own code."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import pickle
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import kibitz
from kibitz.base.errors import BadOption, KibitzError
from kibitz.executors.executor import Executor, SerialExecutor, make_executor
from kibitz.executors.futures import FutureExecutor
from kibitz.executors.process_pool import ProcessPool
from kibitz.executors.task import Task
from kibitz.files.code_file import code_referenced_in


def square(number: int) -> int:
    if number < 0:
        raise BadOption(f"{number} is below zero")
    return number * number


@pytest.fixture(params=["here", "processes", "threads", "a pool of processes"])
def executor(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Executor]:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    if request.param == "here":
        yield SerialExecutor()
    elif request.param == "processes":
        yield ProcessPool(2)
    elif request.param == "threads":
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            yield make_executor(pool, 100)
    else:
        # The tests run in several threads, of which a fork would copy one.
        spawning = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(2, spawning) as processes:
            yield make_executor(processes, 100)


def test_every_job_is_done_once(executor: Executor) -> None:
    assert sorted(executor.run(square, range(500))) == [number * number for number in range(500)]
    assert list(executor.run(square, [])) == []


def test_an_error_reaches_its_waiter_unchanged(executor: Executor) -> None:
    with pytest.raises(BadOption, match="-3 is below zero"):
        list(executor.run(square, [1, 2, -3]))


def test_jobs_are_taken_as_they_are_needed(executor: Executor) -> None:
    """Whoever has enough after some results leaves the others undone."""
    taken = []

    def endless() -> object:
        number = 0
        while True:
            taken.append(number)
            yield number
            number += 1

    with closing(executor.run(square, endless())) as results:  # type: ignore[arg-type]
        assert next(results) >= 0
        time.sleep(0.3)  # a slow consumer does not get ever more results
    before = len(taken)
    assert before <= 8
    time.sleep(0.05)
    assert len(taken) == before


def test_a_match_is_the_same_by_any_executor(executor: Executor) -> None:
    wishes = {"game": "ewn:size=3,stones=3", "games": 6, "seed": 2}
    there = kibitz.match("random", "alphabeta:depth=1", executor=executor, **wishes)  # type: ignore[arg-type]
    here = kibitz.match("random", "alphabeta:depth=1", workers=1, **wishes)  # type: ignore[arg-type]
    assert [r.moves for r in there.results] == [r.moves for r in here.results]


def test_processes_as_given_or_by_default() -> None:
    given = SerialExecutor()
    assert make_executor(given, 5) is given
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        assert isinstance(make_executor(pool, 5), FutureExecutor)
    assert isinstance(make_executor(None, 5, workers=1), SerialExecutor)
    assert isinstance(make_executor(None, 1, workers=4), SerialExecutor)
    assert isinstance(make_executor(None, 5, workers=4), ProcessPool)


def test_unpicklable_work_is_refused_at_once() -> None:
    with pytest.raises(KibitzError, match="can't run in another process"):
        list(ProcessPool(1).run(square, [threading.Lock()]))  # type: ignore[list-item]


def outcome_of(spec: str) -> str:
    """What a game in a Python file is worth."""
    return str(kibitz.analyse(kibitz.load(spec).start()).value)


COUNTDOWN = """
from kibitz import PythonGame

class Countdown(PythonGame):
    def start(self):
        return {start}

    def moves(self, left):
        return [take for take in (1, 2) if take <= left]

    def play(self, left, take):
        return left - take

    def outcome(self, left):
        return "loss" if left == 0 else None
"""


def test_code_goes_along_with_the_work_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no such file is, as on another machine; and it is the text that was read here."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    file, other = tmp_path / "countdown.py", tmp_path / "other.py"
    for path, start in ((file, 7), (other, 6)):
        path.write_text(COUNTDOWN.format(start=start))
    # A pile of 7 is won by taking 1, one of 6 is lost: multiples of three are.
    here = outcome_of(str(file)), outcome_of(str(other))
    assert here[0].startswith("Win")
    assert here[1].startswith("Loss")
    tasks = [Task.of(outcome_of, str(path)) for path in (file, other)]
    assert [set(task.code) for task in tasks] == [{str(file)}, {str(other)}]
    file.unlink()
    other.write_text(COUNTDOWN.format(start=7))
    assert tuple(task.do().found[0] for task in pickle.loads(pickle.dumps(tasks))) == here
    assert sorted(ProcessPool(2).run(outcome_of, [str(file)])) == [here[0]]
    # Files read later have their contents of that time.
    assert outcome_of(str(other)).startswith("Win")
    with pytest.raises(kibitz.BadFile):
        outcome_of(str(file))


def test_code_that_no_job_names_stays_here(tmp_path: Path) -> None:
    file = tmp_path / "secret.py"
    file.write_text(COUNTDOWN.format(start=1))
    kibitz.load(str(file))
    assert str(file) not in Task.of(square, 3).code
    assert code_referenced_in(b"") == {}


def test_an_unforeseen_error_is_no_death(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    assert sys.path[0] == str(Path(__file__).parent)
    with pytest.raises(KibitzError, match="TypeError"):
        list(ProcessPool(1).run(square, ["a text"]))  # type: ignore[list-item]
