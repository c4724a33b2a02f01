"""What every worker of a cluster is told when a command connects.

This module travels by value, so it works where Kibitz is missing or another
one is installed, and imports none of it but in the worker itself.
"""

from __future__ import annotations

import sys
from typing import Any

from distributed import WorkerPlugin

#: Where workers say that they can't help.
TOPIC = "kibitz"


def resource_of(identity: dict[str, str]) -> str:
    """What workers with the same Kibitz have, and tasks ask for."""
    return "kibitz " + " ".join(identity.values())


class KibitzPlugin(WorkerPlugin):  # type: ignore[misc]  # Dask may be missing where types are checked
    """Lets a worker with the same Kibitz take tasks, and ends those that are called off."""

    #: One that is there already stays, with what it has begun for others.
    idempotent = True

    def __init__(self, identity: dict[str, str]) -> None:
        self.name = resource_of(identity)
        self._identity = identity
        self._tasks: Any = None

    async def setup(self, worker: Any) -> None:
        """Compare, and then offer as many tasks at a time as there are threads, or say why none."""
        trouble = _trouble(self._identity)
        if trouble:
            worker.log_event(TOPIC, {"worker": worker.address, "trouble": trouble})
            print(f"kibitz: this worker gets no work: it {trouble}", file=sys.stderr, flush=True)
            return
        from kibitz.executors import dask_worker

        self._tasks = dask_worker
        await worker.set_resources(**{self.name: worker.state.nthreads})

    def transition(self, key: str, start: str, finish: str, **_: Any) -> None:
        """Dask waits for a task that is called off; we end it."""
        if self._tasks is not None and start == "executing" and finish == "released":
            self._tasks.stop(key)


def _trouble(wanted: dict[str, str]) -> str:
    """What is wrong with the Kibitz of this worker, if anything."""
    try:
        from kibitz.executors.build_identity import identity

        found = identity()
    except Exception as error:
        return f"has no Kibitz that can be used ({type(error).__name__}: {error})"
    if found["version"] != wanted["version"]:
        return f"has Kibitz {found['version']}, and the command has {wanted['version']}"
    if found["code"] != wanted["code"]:
        return f"has other code of Kibitz {found['version']} than the command"
    if found["core"] != wanted["core"]:
        return f"has another build of the core of Kibitz {found['version']} than the command"
    return ""


def places(resource: str, dask_scheduler: Any) -> int:
    """On the scheduler: how many tasks can be done at a time by those who have the same Kibitz.

    To be asked now and then, as that gives work to workers that were not able at first.
    """
    able: int = sum(w.nthreads for w in dask_scheduler.workers.values() if resource in w.resources)
    # Dask looks for work that nobody could do when a worker comes, which is before we know it to be able.
    left = [task for task in dask_scheduler.unrunnable if resource in (task.resource_restrictions or ())]
    if able and left:
        dask_scheduler.transitions({task.key: "processing" for task in left}, "kibitz-places")
    return able
