"""An executor for Dask clusters."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import importlib.util
import json
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kibitz.base.errors import BadOption, KibitzError, quoted
from kibitz.engines.child_processes import Child
from kibitz.executors.address import Address, read_address
from kibitz.executors.executor import cores
from kibitz.executors.futures import FutureExecutor
from kibitz.executors.task import Task, TaskResult
from kibitz.executors.worker_process import start_python

#: Seconds to wait for an answer of the cluster, and for its first worker.
_TIMEOUT = 10
_WORKER_TIMEOUT = 10
#: Seconds between two counts of the workers.
_RECOUNT = 1.0
_MOST_LOCAL = 1024

Say = Callable[[str], object]


@contextlib.contextmanager
def cluster(where: str | Path, say: Say = lambda _: None) -> Iterator[Cluster]:
    """Connect to a cluster and yield an executor: `local`, `local:4`, `HOST:PORT` or an address file.

    `say` is called with messages: the dashboard's address, and problems of workers.

    >>> import kibitz
    >>> with kibitz.cluster("local:2") as machines:                      # doctest: +SKIP
    ...     kibitz.match("rules", "random", game="tictactoe", executor=machines)
    """
    need_dask()
    text = str(where)
    with contextlib.ExitStack() as stack:
        if text == "local" or text.startswith("local:"):
            address = stack.enter_context(_local(_count(text)))
        else:
            address = read_address(text)
        yield stack.enter_context(contextlib.closing(Cluster(address, say)))


def need_dask() -> None:
    """Raise KibitzError if Dask is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise KibitzError(
            "a cluster needs the package distributed (pip install '.[cluster]' in Kibitz's source folder)"
        )


def silence_dask() -> None:
    """Silence the loggers of Dask, for programs that report problems themselves."""
    import distributed  # noqa: F401  # creates its loggers

    for name in tuple(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _count(text: str) -> int:
    number = text.partition(":")[2] or str(cores())
    if not number.isdecimal() or not 1 <= int(number) <= _MOST_LOCAL:
        raise BadOption(f"a local cluster is written local or local:4 (workers), not {quoted(text)}")
    return int(number)


@contextlib.contextmanager
def _local(workers: int) -> Iterator[Address]:
    """Run a cluster on this machine during the block."""
    child = start_python("kibitz.executors.local_cluster_main")
    try:
        yield _ready(child, workers)
    finally:
        child.end()
        child.close()


def _ready(child: Child, workers: int) -> Address:
    stdin, stdout = child.process.stdin, child.process.stdout
    assert stdin is not None
    assert stdout is not None
    with contextlib.suppress(OSError):
        stdin.write(b"%d\n" % workers)
        stdin.flush()
    answer = stdout.readline()
    if not answer:
        raise KibitzError("the cluster on this machine could not be started")
    return Address.from_json(json.loads(answer)[0])


def _check_connection(address: Address) -> None:
    """Check that the scheduler accepts us; a Dask client that fails to connect leaves threads behind."""
    from distributed import rpc

    async def identify() -> None:
        shown = address.security().get_connection_args("client")
        async with rpc(address.url, timeout=_TIMEOUT, connection_args=shown) as scheduler:
            await scheduler.identity()

    try:
        # In another thread, as this one may already run an event loop.
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, identify()).result()
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise KibitzError(f"can't connect to a cluster at {address.url}: {error}") from None


class Cluster(FutureExecutor):
    """An executor that runs jobs on a cluster. Cancelled tasks end at once."""

    def __init__(self, address: Address, say: Say = lambda _: None) -> None:
        import cloudpickle
        from distributed import Client

        from kibitz.executors import dask_plugin
        from kibitz.executors.build_identity import identity

        cloudpickle.register_pickle_by_value(dask_plugin)
        self._url = address.url
        self._say = say
        _check_connection(address)
        self._client = Client(
            address.url, security=address.security(), timeout=_TIMEOUT, set_as_default=False, name="kibitz"
        )
        self._resource = dask_plugin.resource_of(identity())
        self._reported: set[str] = set()
        self._slots = 0
        self._counted = 0.0
        try:
            self._client.subscribe_topic(dask_plugin.TOPIC, lambda event: self._on_worker_event(event[1]))
            self._client.register_plugin(dask_plugin.KibitzPlugin(identity()))
            self._say(f"the cluster's dashboard is at {self._client.dashboard_link}")
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise
        super().__init__(self._client.get_executor(resources={self._resource: 1}, pure=False))

    def _on_worker_event(self, event: dict[str, str]) -> None:
        """Report once for each worker why it gets no work."""
        text = f"worker {event['worker']} gets no work: it {event['trouble']}"
        if text not in self._reported:
            self._reported.add(text)
            self._say(text)

    def _wait_for_workers(self) -> None:
        """Wait for a usable worker; without a timeout while there is none at all, as queues are slow."""
        begun = time.monotonic()
        reported = False
        while not self.slots():
            for _, event in self._client.get_events("kibitz"):
                self._on_worker_event(event)
            late = time.monotonic() - begun > _WORKER_TIMEOUT
            if late and self._client.nthreads():
                raise KibitzError(
                    f"no worker at {self._url} can be used: " + ("; ".join(sorted(self._reported)) or "?")
                )
            if late and not reported:
                reported = True
                self._say(f"no worker has connected to {self._url} yet; waiting for one")
            time.sleep(0.1)

    def slots(self) -> int:
        """Return how many jobs can run at a time on workers with the same build."""
        from kibitz.executors.dask_plugin import slots

        if not self._slots or time.monotonic() - self._counted > _RECOUNT:
            try:
                found = int(self._client.run_on_scheduler(slots, self._resource))
            except (OSError, TimeoutError, concurrent.futures.CancelledError):
                raise self._gone() from None
            if self._slots and not found:
                self._say(f"no worker is left at {self._url}; waiting for one")
            self._slots, self._counted = found, time.monotonic()
        return self._slots

    def submit(self, task: Task) -> concurrent.futures.Future[TaskResult]:
        """Submit a task to a worker with the same build."""
        from kibitz.executors.dask_worker import perform

        return self._executor.submit(perform, task)

    def result(self, future: concurrent.futures.Future[TaskResult]) -> TaskResult:
        """Return the result of a task."""
        from distributed import KilledWorker

        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise self._gone() from None
        except KilledWorker as error:
            raise KibitzError(f"several workers died at the same task: {error}") from None

    def _gone(self) -> KibitzError:
        return KibitzError(f"the connection to the cluster at {self._url} was lost")

    def close(self) -> None:
        """Disconnect, which cancels our remaining tasks."""
        self._client.close(timeout=2)
