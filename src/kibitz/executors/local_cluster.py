"""A cluster of this machine's own: Dask's scheduler, and workers that are started again when they die."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Callable
from typing import Any

from kibitz.base.errors import KibitzError
from kibitz.engines.child_processes import Child, end_children
from kibitz.executors.address import Address
from kibitz.executors.cluster import quieten
from kibitz.executors.worker_process import start_python

#: Dask's settings that suit us: who says nothing for so long is given up; and a task is no culprit because
#: a worker died with it, for what it does happens in another process.
_SETTINGS = {
    "distributed": {
        "scheduler": {"worker-ttl": "30s", "allowed-failures": 20},
        "worker": {"profile": {"enabled": False}},
    }
}
#: Seconds between two looks at the workers.
_LOOK = 0.5
#: So often in a row a worker may die at once before that is taken for hopeless.
_MOST_DEATHS = 20


def prepare_dask() -> None:
    """Dask's settings for a scheduler or worker of ours, where a person has not set them."""
    import dask

    quieten()
    dask.config.update_defaults(_SETTINGS)


async def serve(
    host: str,
    port: int,
    workers: int,
    certificate: tuple[str, str] | None,
    ready: Callable[[Address, str], object],
) -> None:
    """Run a scheduler and so many workers until it is cancelled; `ready` hears of address and dashboard."""
    from distributed import Scheduler

    prepare_dask()
    given = Address("", *certificate) if certificate else Address("")
    try:
        scheduler = Scheduler(
            host=host,
            port=port,
            protocol="tls" if certificate else "tcp",
            security=given.security(),
            dashboard=True,
            dashboard_address="127.0.0.1:0",
        )
        await scheduler
    except (OSError, ValueError) as error:
        raise KibitzError(
            f"can't listen on {host}:{port}: {getattr(error, 'strerror', '') or error}"
        ) from None
    async with scheduler:
        address = Address(scheduler.address, given.certificate, given.key)
        children = [_start_worker(address) for _ in range(workers)]
        try:
            ready(address, f"http://127.0.0.1:{scheduler.http_server.port}/status")
            await _keep_up(children, address, scheduler)
        finally:
            end_children(children)
            for child in children:
                child.close()


async def _keep_up(children: list[Child], address: Address, scheduler: Any) -> None:
    """Start workers again that have died; give up where they die at once, again and again."""
    deaths = 0
    while True:
        await asyncio.sleep(_LOOK)
        for place, child in enumerate(children):
            if child.process.poll() is not None:
                deaths += 1
                if deaths > _MOST_DEATHS and not scheduler.workers:
                    raise KibitzError("workers die as soon as they are started")
                child.close()
                child.end()
                children[place] = _start_worker(address)
        if len(scheduler.workers) == len(children):
            deaths = 0


def _start_worker(address: Address) -> Child:
    child = start_python("kibitz.executors.dask_worker_main")
    assert child.process.stdin is not None
    with contextlib.suppress(OSError):  # it has died, which is noticed
        child.process.stdin.write(json.dumps(address.to_json()).encode() + b"\n")
        child.process.stdin.flush()
    return child


async def work(address: Address, threads: int) -> None:
    """Be a worker that does so many tasks at a time, until the scheduler has gone."""
    from distributed import Worker

    prepare_dask()
    with tempfile.TemporaryDirectory(prefix="kibitz-") as folder:
        worker = Worker(
            address.url,
            nthreads=threads,
            security=address.security(),
            memory_limit=None,
            local_directory=folder,
            dashboard=False,
            death_timeout=30,
        )
        try:
            async with worker:
                await worker.finished()
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            # A RuntimeError is Dask's, of a scheduler that went while it let us in.
            raise KibitzError(f"there is no cluster at {address.url} that lets us in: {error}") from None
