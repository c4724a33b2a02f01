"""The Dask plugin, with fake workers and schedulers."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz

pytest.importorskip("distributed")

from kibitz.executors import build_identity, dask_plugin, dask_worker
from kibitz.executors.dask_plugin import TOPIC, KibitzPlugin, resource_of, slots

OURS = {"version": "1.2", "code": "abc", "core": "def"}


class Worker:
    """Records its messages."""

    address = "tcp://127.0.0.1:5"
    state = SimpleNamespace(nthreads=3)

    def __init__(self) -> None:
        self.resources: dict[str, int] = {}
        self.events: list[tuple[str, dict[str, str]]] = []

    def log_event(self, topic: str, event: dict[str, str]) -> None:
        self.events.append((topic, event))

    async def set_resources(self, **resources: int) -> None:
        self.resources |= resources


def test_a_worker_with_the_same_kibitz_offers_a_place_for_each_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(build_identity, "identity", lambda: dict(OURS))
    worker, result = Worker(), KibitzPlugin(OURS)
    stopped: list[str] = []
    monkeypatch.setattr(dask_worker, "stop", stopped.append)
    result.transition("before", "executing", "released")
    asyncio.run(result.setup(worker))
    assert worker.resources == {resource_of(OURS): 3}
    assert worker.events == []
    assert result.name == resource_of(OURS) == "kibitz 1.2 abc def"
    # What is called off while it is done is ended, and nothing else.
    for key, start, finish in (
        ("called off", "executing", "released"),
        ("done", "executing", "memory"),
        ("not begun", "waiting", "released"),
    ):
        result.transition(key, start, finish, stimulus="x")
    assert stopped == ["called off"]


@pytest.mark.parametrize(
    ("other", "trouble"),
    [
        ({"version": "1.3", "code": "x", "core": "x"}, "has Kibitz 1.3, not 1.2 as the command"),
        ({"code": "x", "core": "x"}, "has different code of Kibitz 1.2"),
        ({"core": "x"}, "has a different build of the core of Kibitz 1.2"),
    ],
)
def test_a_worker_with_another_build_names_the_difference(
    other: dict[str, str], trouble: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_identity, "identity", lambda: {**OURS, **other})
    worker = Worker()
    asyncio.run(KibitzPlugin(OURS).setup(worker))
    ((topic, event),) = worker.events
    assert (topic, event["worker"]) == (TOPIC, worker.address)
    assert event["trouble"].startswith(trouble)
    assert worker.resources == {}
    assert trouble in capsys.readouterr().err


def test_a_worker_without_kibitz_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> dict[str, str]:
        raise OSError("no core")

    monkeypatch.setattr(build_identity, "identity", fail)
    worker = Worker()
    asyncio.run(KibitzPlugin(OURS).setup(worker))
    assert worker.events[0][1]["trouble"] == "has no working Kibitz (OSError: no core)"
    assert dask_plugin._mismatch(OURS)


class Scheduler:
    """Knows workers and tasks that nobody could do."""

    def __init__(self, workers: list[tuple[int, set[str]]], unrunnable: list[tuple[str, Any]]) -> None:
        self.workers = {
            number: SimpleNamespace(nthreads=threads, resources=dict.fromkeys(resources, 1))
            for number, (threads, resources) in enumerate(workers)
        }
        self.unrunnable = [SimpleNamespace(key=key, resource_restrictions=needs) for key, needs in unrunnable]
        self.set_going: dict[str, str] = {}

    def transitions(self, recommended: dict[str, str], stimulus: str) -> None:
        self.set_going |= recommended


def test_places_are_the_threads_of_those_who_can_and_wake_what_waits_for_them() -> None:
    left = [("ours", {"a": 1}), ("theirs", {"b": 1}), ("anybody's", None)]
    able = Scheduler([(2, {"a"}), (3, {"b"}), (4, {"a", "b"}), (8, set())], left)
    assert slots("a", able) == 6
    assert able.set_going == {"ours": "processing"}
    unable = Scheduler([(3, {"b"})], left)
    assert slots("a", unable) == 0
    assert unable.set_going == {}
    content = Scheduler([(1, {"a"})], [])
    assert slots("a", content) == 1
    assert content.set_going == {}


def test_which_kibitz_this_is() -> None:
    folder = Path(kibitz.__file__).parent
    code = b"".join(
        path.relative_to(folder).as_posix().encode() + b"\n" + path.read_bytes()
        for path in sorted(folder.rglob("*.py"))
    )
    core = Path(kibitz._core.__file__).read_bytes()
    build_identity.identity.cache_clear()
    assert build_identity.identity() == {
        "version": kibitz.__version__,
        "code": hashlib.sha256(code).hexdigest()[:12],
        "core": hashlib.sha256(core).hexdigest()[:12],
    }
