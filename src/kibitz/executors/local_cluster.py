"""A Dask cluster on this machine: a scheduler, and workers that are restarted when they die."""

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
from kibitz.executors.cluster import silence_dask
from kibitz.executors.worker_process import start_python

#: Settings of Dask: the timeout for silent workers; and many failures allowed for a task, as the death of a
#: worker is not its fault: it runs in another process.
_SETTINGS = {
    "distributed": {
        "scheduler": {"worker-ttl": "30s", "allowed-failures": 20},
        "worker": {"profile": {"enabled": False}},
    }
}
#: Seconds between two checks of the workers.
_POLL_SECONDS = 0.5
#: Immediate deaths of workers in a row before giving up.
_MOST_DEATHS = 20


def prepare_dask() -> None:
    """Set defaults in Dask's configuration for our schedulers and workers."""
    import dask

    silence_dask()
    dask.config.update_defaults(_SETTINGS)


async def serve(
    host: str,
    port: int,
    workers: int,
    certificate: tuple[str, str] | None,
    ready: Callable[[Address, str], object],
) -> None:
    """Run a scheduler and workers until cancelled; `ready` is called with the address and the dashboard."""
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
            await _restart_workers(children, address, scheduler)
        finally:
            end_children(children)
            for child in children:
                child.close()


async def _restart_workers(children: list[Child], address: Address, scheduler: Any) -> None:
    """Restart workers that have died; give up if they keep dying at once."""
    deaths = 0
    while True:
        await asyncio.sleep(_POLL_SECONDS)
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
    with contextlib.suppress(OSError):  # it has died, and will be restarted
        child.process.stdin.write(json.dumps(address.to_json()).encode() + b"\n")
        child.process.stdin.flush()
    return child


async def work(address: Address, threads: int) -> None:
    """Run a worker with so many threads until the scheduler ends."""
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
            # Dask raises RuntimeError if the scheduler ends during the handshake.
            raise KibitzError(f"can't connect to a cluster at {address.url}: {error}") from None
