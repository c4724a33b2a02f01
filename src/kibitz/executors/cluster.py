"""Work on a cluster of machines, by Dask."""

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
from kibitz.executors.futures import Futures
from kibitz.executors.task import Done, Task
from kibitz.executors.worker_process import start_python

#: Seconds that a cluster may take to answer, and that its workers may take to come.
_ANSWER = 10
_COME = 10
#: Seconds after which the workers are counted again.
_COUNT = 1.0
_MOST_LOCAL = 1024

Say = Callable[[str], object]


@contextlib.contextmanager
def cluster(where: str | Path, say: Say = lambda _: None) -> Iterator[Cluster]:
    """An executor whose jobs are done on a cluster: `local`, `local:4`, `HOST:PORT` or a file.

    `say` hears where its dashboard is, and what is wrong with workers.

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
    """Say what is missing, where Dask is."""
    if importlib.util.find_spec("distributed") is None:
        raise KibitzError("a cluster needs the package distributed (pip install 'kibitz[cluster]')")


def quieten() -> None:
    """Let Dask say nothing by itself, for programs that say what matters."""
    import distributed  # noqa: F401  # it sets its loggers up

    for name in tuple(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _count(text: str) -> int:
    number = text.partition(":")[2] or str(cores())
    if not number.isdecimal() or not 1 <= int(number) <= _MOST_LOCAL:
        raise BadOption(f"local:4 is a cluster of 4 workers of this machine; {quoted(text)} is none")
    return int(number)


@contextlib.contextmanager
def _local(workers: int) -> Iterator[Address]:
    """A cluster of this machine that ends with the block."""
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


def _knock(address: Address) -> None:
    """See whether a cluster lets us in. A client of Dask that fails leaves threads behind."""
    from distributed import rpc

    async def come_and_go() -> None:
        shown = address.security().get_connection_args("client")
        async with rpc(address.url, timeout=_ANSWER, connection_args=shown) as scheduler:
            await scheduler.identity()

    try:
        # In a thread of its own, as there may be a loop in this one.
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, come_and_go()).result()
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise KibitzError(f"there is no cluster at {address.url} that lets us in: {error}") from None


class Cluster(Futures):
    """Does jobs on a cluster. What is called off ends there at once."""

    def __init__(self, address: Address, say: Say = lambda _: None) -> None:
        import cloudpickle
        from distributed import Client

        from kibitz.executors import dask_plugin
        from kibitz.executors.build_identity import identity

        cloudpickle.register_pickle_by_value(dask_plugin)
        self._url = address.url
        self._say = say
        _knock(address)
        self._client = Client(
            address.url, security=address.security(), timeout=_ANSWER, set_as_default=False, name="kibitz"
        )
        self._resource = dask_plugin.resource_of(identity())
        self._said: set[str] = set()
        self._places = 0
        self._counted = 0.0
        try:
            self._client.subscribe_topic(dask_plugin.TOPIC, lambda event: self._hear(event[1]))
            self._client.register_plugin(dask_plugin.KibitzPlugin(identity()))
            self._say(f"the cluster's dashboard is at {self._client.dashboard_link}")
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise
        super().__init__(self._client.get_executor(resources={self._resource: 1}, pure=False))

    def _hear(self, event: dict[str, str]) -> None:
        """Say once of each worker why it gets no work."""
        text = f"worker {event['worker']} gets no work: it {event['trouble']}"
        if text not in self._said:
            self._said.add(text)
            self._say(text)

    def _wait_for_workers(self) -> None:
        """Wait for the first; without end where none has come yet, as a queue may be long."""
        begun = time.monotonic()
        said = False
        while not self.places():
            for _, event in self._client.get_events("kibitz"):
                self._hear(event)
            late = time.monotonic() - begun > _COME
            if late and self._client.nthreads():
                raise KibitzError(
                    f"no worker at {self._url} can help: " + ("; ".join(sorted(self._said)) or "?")
                )
            if late and not said:
                said = True
                self._say(f"no worker has come to {self._url} yet; waiting for one")
            time.sleep(0.1)

    def places(self) -> int:
        """How many jobs can be done at a time, by those who have the same Kibitz."""
        from kibitz.executors.dask_plugin import places

        if not self._places or time.monotonic() - self._counted > _COUNT:
            try:
                found = int(self._client.run_on_scheduler(places, self._resource))
            except (OSError, TimeoutError, concurrent.futures.CancelledError):
                raise self._gone() from None
            if self._places and not found:
                self._say(f"no worker is left at {self._url}; waiting for one")
            self._places, self._counted = found, time.monotonic()
        return self._places

    def submit(self, task: Task) -> concurrent.futures.Future[Done]:
        """Hand a task over to a worker that has the same Kibitz."""
        from kibitz.executors.dask_worker import perform

        return self._executor.submit(perform, task)

    def result(self, future: concurrent.futures.Future[Done]) -> Done:
        """What came out of a task."""
        from distributed import KilledWorker

        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise self._gone() from None
        except KilledWorker as error:
            raise KibitzError(f"the same work took several workers down: {error}") from None

    def _gone(self) -> KibitzError:
        return KibitzError(f"the cluster at {self._url} has gone")

    def close(self) -> None:
        """Leave the cluster, which ends what it still does for us."""
        self._client.close(timeout=2)
