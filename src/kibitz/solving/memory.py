"""Memory available to this process: of the machine, and within its limits."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.base.errors import BadOption
from kibitz.base.platform import PLATFORM
from kibitz.solving.layouts import Keyed

if TYPE_CHECKING:
    from kibitz.solving.solve_plan import SolvePlan

_PROC = Path("/proc")
_GROUPS = Path("/sys/fs/cgroup")
#: Files of a cgroup: the limit, the usage, and the reclaimable part of the usage.
_NEW = ("memory.max", "memory.current", "file")
_OLD = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache")


def check_memory(plan: SolvePlan, spec: str) -> None:
    """Raise BadOption, before any work, if there is less memory than a plan needs."""
    if plan.layout == Keyed.name:
        return  # only an upper bound is known
    free = free_memory()
    if plan.memory > free:
        raise BadOption(
            f"{spec} would need {plan.memory / 1e6:,.0f} MB of memory while it is solved, "
            f"and there are {max(0.0, free) / 1e6:,.0f} MB left"
        )


def free_memory(proc: Path = _PROC, groups: Path = _GROUPS) -> float:
    """Return the available bytes; infinite if unknown."""
    return min(
        [math.inf, *_of_machine(proc), *_of_process(proc), *_of_groups(proc, groups), *_of_address_space()]
    )


def _of_address_space() -> Iterator[float]:
    """Return the remaining WebAssembly address space, where the system has no limits."""
    if PLATFORM.memory is not None:
        yield PLATFORM.memory - PLATFORM.memory_in_use()


def _of_machine(proc: Path) -> Iterator[float]:
    """Return what programs can allocate without others being killed."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        rows = dict(line.split(":", 1) for line in (proc / "meminfo").read_text().splitlines())
        yield sum(1024 * int(rows[name].split()[0]) for name in ("MemAvailable", "SwapFree") if name in rows)


def _of_process(proc: Path) -> Iterator[float]:
    """Return the remainder of `ulimit -v`."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            pages = int((proc / "self" / "statm").read_text().split()[0])
            yield limit - pages * resource.getpagesize()


def _of_groups(proc: Path, groups: Path) -> Iterator[float]:
    """Return the remainder of this process's cgroup and its ancestors."""
    with contextlib.suppress(OSError):
        for line in (proc / "self" / "cgroup").read_text().splitlines():
            _, kinds, path = line.split(":", 2)
            if kinds == "":
                base, names = groups, _NEW
            elif "memory" in kinds.split(","):
                base, names = groups / "memory", _OLD
            else:
                continue
            group = base / path.lstrip("/")
            while True:
                yield from _of_group(group, *names)
                if group in (base, group.parent):
                    break
                group = group.parent


def _of_group(group: Path, limit: str, used: str, files: str) -> Iterator[float]:
    # Some of these files don't exist or contain "max".
    with contextlib.suppress(OSError, ValueError):
        most = int((group / limit).read_text())
        taken = int((group / used).read_text())
        with contextlib.suppress(OSError, ValueError, KeyError):
            rows = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
            taken -= int(rows[files])
        yield most - taken
