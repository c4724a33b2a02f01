"""A Dask plugin that lets only workers with the same build of Kibitz take tasks.

It is pickled by value, so that it works on workers without Kibitz or with another
version, and imports Kibitz inside functions only.
"""

from __future__ import annotations

import sys
from typing import Any

from distributed import WorkerPlugin

#: The Dask topic on which workers report why they can't be used.
TOPIC = "kibitz"


def resource_of(identity: dict[str, str]) -> str:
    """Return the Dask resource that workers with the same build offer and tasks require."""
    return "kibitz " + " ".join(identity.values())


class KibitzPlugin(WorkerPlugin):  # type: ignore[misc]  # Dask may be missing where types are checked
    """Offers a worker's slots if it has the same build, and ends cancelled tasks."""

    #: An already installed plugin stays, with its running tasks.
    idempotent = True

    def __init__(self, identity: dict[str, str]) -> None:
        self.name = resource_of(identity)
        self._identity = identity
        self._tasks: Any = None

    async def setup(self, worker: Any) -> None:
        """Compare the builds; offer one slot for each thread, or report why not."""
        mismatch = _mismatch(self._identity)
        if mismatch:
            worker.log_event(TOPIC, {"worker": worker.address, "trouble": mismatch})
            print(f"kibitz: this worker gets no work: it {mismatch}", file=sys.stderr, flush=True)
            return
        from kibitz.executors import dask_worker

        self._tasks = dask_worker
        await worker.set_resources(**{self.name: worker.state.nthreads})

    def transition(self, key: str, start: str, finish: str, **_: Any) -> None:
        """End a cancelled task, for which Dask would wait."""
        if self._tasks is not None and start == "executing" and finish == "released":
            self._tasks.stop(key)


def _mismatch(expected: dict[str, str]) -> str:
    """Return how this worker's build differs, or an empty text."""
    try:
        from kibitz.executors.build_identity import identity

        found = identity()
    except Exception as error:
        return f"has no working Kibitz ({type(error).__name__}: {error})"
    if found["version"] != expected["version"]:
        return f"has Kibitz {found['version']}, not {expected['version']} as the command"
    if found["code"] != expected["code"]:
        return f"has different code of Kibitz {found['version']} than the command"
    if found["core"] != expected["core"]:
        return f"has a different build of the core of Kibitz {found['version']} than the command"
    return ""


def slots(resource: str, dask_scheduler: Any) -> int:
    """Return how many tasks can run at a time on workers with the resource; runs on the scheduler.

    Must be called regularly, as it assigns waiting tasks to workers that got the resource late.
    """
    able: int = sum(w.nthreads for w in dask_scheduler.workers.values() if resource in w.resources)
    # Dask reassigns unrunnable tasks only when a worker connects, which is before it gets the resource.
    left = [task for task in dask_scheduler.unrunnable if resource in (task.resource_restrictions or ())]
    if able and left:
        dask_scheduler.transitions({task.key: "processing" for task in left}, "kibitz-places")
    return able
