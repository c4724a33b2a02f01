"""A command with a fake cluster: waiting and messages."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import importlib.util
import io
import itertools
import json
import logging
import sys
from collections.abc import Generator, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("distributed")

import distributed
from distributed import KilledWorker

from kibitz.base.errors import BadOption, KibitzError
from kibitz.executors import cluster, dask_worker_main, local_cluster, local_cluster_main
from kibitz.executors.address import Address
from kibitz.executors.build_identity import identity
from kibitz.executors.cluster import Cluster
from kibitz.executors.dask_plugin import resource_of
from kibitz.executors.task import Task, TaskResult

ADDRESS = Address("tcp://127.0.0.1:5")


class Client:
    """Says how many places there are, one answer after the other."""

    dashboard_link = "http://board"

    def __init__(self, places: Sequence[int | Exception], threads: int = 0) -> None:
        self.places = list(places)
        self.threads = threads
        self.events: list[tuple[float, dict[str, str]]] = []
        self.closed = 0

    def run_on_scheduler(self, asked: object, resource: str) -> int:
        assert resource == "ours"
        found = self.places.pop(0) if len(self.places) > 1 else self.places[0]
        if isinstance(found, Exception):
            raise found
        return found

    def get_events(self, topic: str) -> list[tuple[float, dict[str, str]]]:
        return self.events if topic == "kibitz" else []

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(map(str, range(self.threads)), 1)

    def close(self, timeout: float) -> None:
        self.closed += 1


class Time:
    """Goes on when somebody sleeps."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(cluster, "time", clock)
    return clock


def joined(client: Client, said: list[str]) -> Cluster:
    """One that has come to a cluster, but has not looked for workers yet."""
    found = Cluster.__new__(Cluster)
    found._client, found._say, found._url, found._resource = client, said.append, ADDRESS.url, "ours"
    found._reported, found._slots, found._counted = set(), 0, 0.0
    return found


def test_workers_are_counted_again_after_a_second(time: Time) -> None:
    said: list[str] = []
    here = joined(Client([4, 6, 0, 2]), said)
    assert here.slots() == 4
    time.now += 1
    assert here.slots() == 4
    time.now += 0.1
    assert here.slots() == 6
    time.now += 1.1
    assert here.slots() == 0
    assert said == ["no worker is left at tcp://127.0.0.1:5; waiting for one"]
    # While there is none, each question counts.
    assert here.slots() == 2
    assert len(said) == 1


def test_a_cluster_that_has_gone_is_reported(time: Time) -> None:
    for error in (OSError(), TimeoutError(), concurrent.futures.CancelledError()):
        with pytest.raises(KibitzError, match=r"the connection to the cluster at tcp://127.0.0.1:5 was lost"):
            joined(Client([error]), []).slots()


def test_the_first_worker_is_waited_for(time: Time) -> None:
    said: list[str] = []
    here = joined(Client([0] * 50 + [3]), said)
    here._wait_for_workers()
    assert here.slots() == 3
    assert said == []
    assert time.now == pytest.approx(1005)


def test_a_long_queue_is_waited_for_without_end(time: Time) -> None:
    said: list[str] = []
    joined(Client([0] * 500 + [1]), said)._wait_for_workers()
    assert said == ["no worker has connected to tcp://127.0.0.1:5 yet; waiting for one"]


def test_workers_of_which_none_can_help_are_not_waited_for(time: Time) -> None:
    said: list[str] = []
    client = Client([0], threads=2)
    client.events = [(0.0, {"worker": name, "trouble": "is old"}) for name in ("b", "a", "b")]
    with pytest.raises(
        KibitzError, match=r"can be used: worker a gets no work: it is old; worker b gets no work: it is old$"
    ):
        joined(client, said)._wait_for_workers()
    assert said == ["worker b gets no work: it is old", "worker a gets no work: it is old"]
    assert 1010 <= time.now < 1011
    with pytest.raises(KibitzError, match=r"can be used: \?$"):
        joined(Client([0], threads=1), said)._wait_for_workers()


def future(error: BaseException | None = None) -> concurrent.futures.Future[TaskResult]:
    made: concurrent.futures.Future[TaskResult] = concurrent.futures.Future()
    if error is None:
        made.set_result(TaskResult([3], 0.1))
    else:
        made.set_exception(error)
    return made


def test_results_of_a_task() -> None:
    here = joined(Client([1]), [])
    assert here.result(future()) == TaskResult([3], 0.1)
    with pytest.raises(KibitzError, match="was lost"):
        here.result(future(concurrent.futures.CancelledError()))
    with pytest.raises(KibitzError, match="several workers died at the same task"):
        here.result(future(KilledWorker("task", SimpleNamespace(address="x"), 3)))
    with pytest.raises(BadOption):
        here.result(future(BadOption("no such level")))
    given: list[Any] = []
    here._executor = SimpleNamespace(submit=lambda *args: given.append(args) or future())  # type: ignore[func-returns-value,assignment]
    task = Task.of(abs, 1)
    assert here.submit(task).result() == TaskResult([3], 0.1)
    ((perform, result),) = given
    assert result is task
    assert perform.__module__ == "kibitz.executors.dask_worker"
    here.close()
    assert here._client.closed == 1


def test_how_many_workers_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "cores", lambda: 6)
    assert [cluster._count(text) for text in ("local", "local:", "local:1", "local:1024")] == [6, 6, 1, 1024]
    for text in ("local:0", "local:1025", "local:-1", "local:x", "local:1.5"):
        with pytest.raises(BadOption, match="a local cluster is written local or local:4"):
            cluster._count(text)


class Kept(io.BytesIO):
    """Can be looked at when it is closed."""

    def close(self) -> None:
        pass


class Process:
    """Stands for a child of ours."""

    def __init__(self, said: bytes = b"", lives: int = 10**9) -> None:
        self.process = SimpleNamespace(stdin=Kept(), stdout=io.BytesIO(said), poll=self.poll)
        self.looks = lives
        self.ended: list[str] = []

    def poll(self) -> int | None:
        self.looks -= 1
        return None if self.looks >= 0 else 1

    def end(self) -> None:
        self.ended.append("end")

    def close(self) -> None:
        self.ended.append("close")


def test_a_cluster_for_one_command_takes_a_number_and_names_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    child = Process(json.dumps([ADDRESS.to_json(), "http://board"]).encode() + b"\n")
    started: list[str] = []
    monkeypatch.setattr(cluster, "start_python", lambda module: started.append(module) or child)  # type: ignore[func-returns-value]
    with cluster._local(3) as address:
        assert address == ADDRESS
        assert child.process.stdin.getvalue() == b"3\n"
        assert child.ended == []
    assert started == ["kibitz.executors.local_cluster_main"]
    assert child.ended == ["end", "close"]
    child = Process()
    with pytest.raises(KibitzError, match="could not be started"), cluster._local(3):
        pass
    assert child.ended == ["end", "close"]


def test_workers_that_die_are_started_again_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Process] = []

    def start(address: Address, lives: int = 0) -> Process:
        assert address == ADDRESS
        started.append(Process(lives=lives))
        return started[-1]

    async def no_time(seconds: float) -> None:
        assert seconds > 0

    monkeypatch.setattr(local_cluster, "_start_worker", start)
    monkeypatch.setattr(asyncio, "sleep", no_time)
    stillborn, healthy = Process(lives=0), Process()
    children: list[Any] = [stillborn, healthy]
    with pytest.raises(KibitzError, match="workers die as soon as they are started"):
        asyncio.run(local_cluster._restart_workers(children, ADDRESS, SimpleNamespace(workers={})))
    assert len(started) == 20
    assert stillborn.ended == ["close", "end"]
    assert healthy.ended == []
    assert children[1] is healthy
    # With somebody there it goes on, and as long as all come back now and then.
    looks = itertools.count()

    class Scheduler:
        @property
        def workers(self) -> dict[str, int]:
            if next(looks) > 300:
                raise KeyboardInterrupt
            return {"one": 1, "two": 2}

    started.clear()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(local_cluster._restart_workers([Process(lives=0), Process()], ADDRESS, Scheduler()))  # type: ignore[list-item]
    assert len(started) > 40


def test_a_worker_receives_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    child = Process()
    started: list[str] = []
    monkeypatch.setattr(local_cluster, "start_python", lambda module: started.append(module) or child)  # type: ignore[func-returns-value]
    address = Address("tls://127.0.0.1:5", "certificate", "key")
    found: object = local_cluster._start_worker(address)
    assert found is child
    assert started == ["kibitz.executors.dask_worker_main"]
    line = child.process.stdin.getvalue()
    assert line.endswith(b"\n")
    assert Address.from_json(json.loads(line)) == address


class Ended(BaseException):
    """The process would have ended here."""


@pytest.fixture
def exits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    codes: list[int] = []

    def leave(code: int) -> None:
        codes.append(code)
        raise Ended

    for module in (local_cluster_main, dask_worker_main):
        monkeypatch.setattr(module, "os", SimpleNamespace(_exit=leave))
    return codes


def test_a_worker_works_until_its_scheduler_has_gone(
    exits: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    worked: list[tuple[Address, int]] = []

    async def work(address: Address, threads: int) -> None:
        worked.append((address, threads))
        if len(worked) > 1:
            raise KibitzError("nobody lets us in")

    watching: list[object] = []
    monkeypatch.setattr(dask_worker_main, "work", work)
    monkeypatch.setattr(dask_worker_main, "start_thread", lambda *args: watching.append(args))
    for _ in range(2):
        source = io.StringIO(json.dumps(ADDRESS.to_json()) + "\n")
        monkeypatch.setattr(sys, "stdin", source)
        with pytest.raises(Ended):
            dask_worker_main.main()
        assert watching.pop() == (dask_worker_main._end_with, source)
    assert worked == [(ADDRESS, 1)] * 2
    assert capsys.readouterr().err == "kibitz: nobody lets us in\n"
    with pytest.raises(Ended):
        dask_worker_main._end_with(io.StringIO("until the end"))
    assert exits == [0, 0, 0]


def test_a_cluster_for_one_command_serves_this_machine_only(
    exits: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[tuple[object, ...]] = []
    said = io.StringIO()

    async def serve(host: str, port: int, workers: int, certificate: object, ready: Any) -> None:
        served.append((host, port, workers, certificate))
        ready(ADDRESS, "http://board")
        if workers == 9:
            raise KibitzError("too many")

    streams: list[tuple[int, int]] = []
    ended: list[bool] = []
    monkeypatch.setattr(local_cluster_main, "serve", serve)
    monkeypatch.setattr(
        local_cluster_main,
        "start_thread",
        lambda work: ended.append(work is local_cluster_main._end_with_input),
    )
    system: Any = vars(local_cluster_main)["os"]
    system.dup = lambda stream: 100 + stream
    system.fdopen = lambda stream, *_, **__: said if stream == 101 else None
    system.dup2 = lambda one, other: streams.append((one, other))
    for workers in (3, 9):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{workers}\n"))
        local_cluster_main.main()
    assert served == [("127.0.0.1", 0, 3, None), ("127.0.0.1", 0, 9, None)]
    assert streams == [(2, 1)] * 2
    assert [json.loads(line) for line in said.getvalue().splitlines()] == [
        [ADDRESS.to_json(), "http://board"]
    ] * 2
    assert capsys.readouterr().err == "kibitz: too many\n"
    assert ended == [True, True]
    monkeypatch.setattr(local_cluster_main, "end_all", lambda: ended.append(False))
    with pytest.raises(Ended):
        local_cluster_main._end_with_input()
    assert ended == [True, True, False]
    assert exits == [0]


class Dask(Client):
    """A client that records all options of a cluster."""

    made: Dask

    def __init__(self, url: str, **options: object) -> None:
        super().__init__([2])
        self.url, self.options = url, options
        self.topics: dict[str, Any] = {}
        self.plugins: list[Any] = []
        Dask.made = self

    def run_on_scheduler(self, asked: object, resource: str) -> int:
        return 2

    def subscribe_topic(self, topic: str, callback: object) -> None:
        self.topics[topic] = callback

    def register_plugin(self, plugin: object) -> None:
        self.plugins.append(plugin)

    def get_executor(self, **options: object) -> dict[str, object]:
        return options


def test_a_newcomer_to_a_cluster_authenticates_and_waits(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    knocked: list[Address] = []
    monkeypatch.setattr(cluster, "_check_connection", knocked.append)
    monkeypatch.setattr(distributed, "Client", Dask)
    said: list[str] = []
    with cluster.cluster("127.0.0.1:5", said.append) as here:
        client = Dask.made
        assert knocked == [ADDRESS]
        assert client.url == ADDRESS.url
        assert client.options["set_as_default"] is False
        assert said == ["the cluster's dashboard is at http://board"]
        ours = resource_of(identity())
        assert [plugin.name for plugin in client.plugins] == [ours]
        # Only those with the same Kibitz are given work, and the same work twice is done twice.
        executor: object = here._executor
        assert executor == {"resources": {ours: 1}, "pure": False}
        client.topics["kibitz"]((0.0, {"worker": "w", "trouble": "is old"}))
        assert said[1:] == ["worker w gets no work: it is old"]
        assert client.closed == 0
    assert client.closed == 1


def test_commands_without_workers_leave_the_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(here: Cluster) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cluster, "_check_connection", lambda address: None)
    monkeypatch.setattr(distributed, "Client", Dask)
    monkeypatch.setattr(Cluster, "_wait_for_workers", fail)
    with pytest.raises(KeyboardInterrupt):
        Cluster(ADDRESS)
    assert Dask.made.closed == 1


def test_a_cluster_of_this_machine_is_made_for_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    @contextlib.contextmanager
    def local(workers: int) -> Iterator[Address]:
        counts.append(workers)
        yield ADDRESS
        counts.append(-workers)

    monkeypatch.setattr(cluster, "_local", local)
    monkeypatch.setattr(cluster, "cores", lambda: 6)
    monkeypatch.setattr(cluster, "Cluster", lambda address, say: SimpleNamespace(url=address.url, close=list))
    for text in ("local", "local:2"):
        with cluster.cluster(text) as here:
            assert here.url == ADDRESS.url  # type: ignore[attr-defined]
    assert counts == [6, -6, 2, -2]


def test_without_dask_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster.need_dask()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with (
        pytest.raises(KibitzError, match="a cluster needs the package distributed"),
        cluster.cluster("local"),
    ):
        pass


def test_dask_says_nothing_by_itself_and_others_do() -> None:
    loggers = {
        name: logging.getLogger(name) for name in ("distributed.some.part", "tornado.some", "others.some")
    }
    for logger in loggers.values():
        logger.setLevel(logging.DEBUG)
    cluster.silence_dask()
    enabled = [logger.isEnabledFor(logging.CRITICAL) for logger in loggers.values()]
    assert enabled == [False, False, True]


def test_settings_of_ours_are_those_where_a_person_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    import dask

    received: list[Any] = []
    monkeypatch.setattr(dask.config, "update_defaults", received.append)
    local_cluster.prepare_dask()
    (settings,) = received
    assert settings["distributed"]["scheduler"]["worker-ttl"] == "30s"  # as docs/cluster.md says
    assert settings["distributed"]["worker"]["profile"] == {"enabled": False}


class Scheduler:
    """Listens nowhere."""

    made: Scheduler
    address = "tcp://127.0.0.1:77"
    http_server = SimpleNamespace(port=88)
    error: Exception | None = None

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.going = False
        Scheduler.made = self

    def __await__(self) -> Generator[None, None, Scheduler]:
        if self.error is not None:
            raise self.error
        yield from asyncio.sleep(0).__await__()
        return self

    async def __aenter__(self) -> Scheduler:
        self.going = True
        return self

    async def __aexit__(self, *error: object) -> None:
        self.going = False


def test_a_cluster_is_there_until_it_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[Address, Process]] = []
    ended: list[object] = []
    received: list[object] = []

    def start(address: Address) -> Process:
        started.append((address, Process()))
        return started[-1][1]

    async def keep_up(children: list[object], address: Address, scheduler: Scheduler) -> None:
        assert scheduler.going
        raise asyncio.CancelledError

    monkeypatch.setattr(distributed, "Scheduler", Scheduler)
    monkeypatch.setattr(local_cluster, "prepare_dask", lambda: ended.append("prepared"))
    monkeypatch.setattr(local_cluster, "_start_worker", start)
    monkeypatch.setattr(local_cluster, "_restart_workers", keep_up)
    monkeypatch.setattr(local_cluster, "end_children", ended.extend)
    for certificate, protocol in ((None, "tcp"), (("certificate", "key"), "tls")):
        started.clear()
        ended.clear()
        received.clear()
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(
                local_cluster.serve("127.0.0.1", 0, 3, certificate, lambda *args: received.append(args))
            )
        address = Address("tcp://127.0.0.1:77", *(certificate or ()))
        assert received == [(address, "http://127.0.0.1:88/status")]
        assert [value for value, _ in started] == [address] * 3
        assert ended == ["prepared", *(child for _, child in started)]
        assert all(child.ended == ["close"] for _, child in started)
        value = Scheduler.made.options
        assert (value["host"], value["port"], value["protocol"]) == ("127.0.0.1", 0, protocol)
        assert value["security"].require_encryption is bool(certificate)
        # The dashboard is for this machine only.
        assert value["dashboard_address"].startswith("127.0.0.1:")
        assert not Scheduler.made.going


def test_a_port_that_is_taken_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "Scheduler", Scheduler)
    monkeypatch.setattr(local_cluster, "prepare_dask", lambda: None)
    for error, why in (
        (OSError(98, "Address already in use"), "Address already in use"),
        (ValueError("odd"), "odd"),
    ):
        monkeypatch.setattr(Scheduler, "error", error)
        with pytest.raises(KibitzError, match=rf"can't listen on 10\.0\.0\.5:77: {why}"):
            asyncio.run(local_cluster.serve("10.0.0.5", 77, 1, None, lambda *_: None))
