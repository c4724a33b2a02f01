"""How much memory this process may still take: of the machine's, and within what it was allowed."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from pathlib import Path

from kibitz.base.errors import BadOption
from kibitz.base.platform import PLATFORM
from kibitz.solving.layouts import Keyed
from kibitz.solving.solve_plan import SolvePlan

_PROC = Path("/proc")
_GROUPS = Path("/sys/fs/cgroup")
#: The names of a group's files: the limit, what is in use, and what of that are files that may go.
_NEW = ("memory.max", "memory.current", "file")
_OLD = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache")


def check_memory(plan: SolvePlan, spec: str) -> None:
    """BadOption if there is less memory than a plan needs, before any work is done."""
    if plan.layout == Keyed.name:
        return  # only an upper limit is known
    free = free_memory()
    if plan.memory > free:
        raise BadOption(
            f"{spec} would need {plan.memory / 1e6:,.0f} MB of memory while it is solved, "
            f"and there are {max(0.0, free) / 1e6:,.0f} MB left"
        )


def free_memory(proc: Path = _PROC, groups: Path = _GROUPS) -> float:
    """Bytes; infinite where the system does not say."""
    return min(
        [math.inf, *_of_machine(proc), *_of_process(proc), *_of_groups(proc, groups), *_of_address_space()]
    )


def _of_address_space() -> Iterator[float]:
    """What WebAssembly can address beyond what it has: there, the system has no bounds of its own."""
    if PLATFORM.memory is not None:
        yield PLATFORM.memory - PLATFORM.memory_in_use()


def _of_machine(proc: Path) -> Iterator[float]:
    """What programs may have without others being ended for it."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        rows = dict(line.split(":", 1) for line in (proc / "meminfo").read_text().splitlines())
        yield sum(1024 * int(rows[name].split()[0]) for name in ("MemAvailable", "SwapFree") if name in rows)


def _of_process(proc: Path) -> Iterator[float]:
    """What `ulimit -v` leaves."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            pages = int((proc / "self" / "statm").read_text().split()[0])
            yield limit - pages * resource.getpagesize()


def _of_groups(proc: Path, groups: Path) -> Iterator[float]:
    """What the group of processes that this one belongs to, and the groups around it, leave."""
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
    # Some of these files are not there, or say "max".
    with contextlib.suppress(OSError, ValueError):
        most = int((group / limit).read_text())
        taken = int((group / used).read_text())
        with contextlib.suppress(OSError, ValueError, KeyError):
            rows = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
            taken -= int(rows[files])
        yield most - taken
