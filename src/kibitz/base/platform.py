"""Abilities of the system that Kibitz runs on: a browser has fewer than an operating system."""

from __future__ import annotations

import errno
import sys
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.base.errors import quoted

#: Memory that WebAssembly can address, in bytes.
_ADDRESSABLE = 4 * 2**30


@dataclass(frozen=True, slots=True)
class Platform:
    """What can be done here."""

    #: Whether threads of this process can run beside each other.
    threads: bool = True
    #: Whether programs and other processes can be started.
    processes: bool = True
    #: Whether others can be reached, and reach us, over a network.
    sockets: bool = True
    #: Bytes of memory that a process can have at most; None if the system says how many are left.
    memory: int | None = None

    def memory_in_use(self) -> int:
        """Return the bytes of memory that this process has, where `memory` bounds them."""
        import pyodide_js  # type: ignore[import-not-found]

        return int(pyodide_js._module.HEAP8.length)

    def to_json(self) -> dict[str, Any]:
        """Return plain values, for a page that hides what is not there."""
        return asdict(self)


#: Where we run.
PLATFORM = (
    Platform(threads=False, processes=False, sockets=False, memory=_ADDRESSABLE)
    if sys.platform == "emscripten"
    else Platform()
)


def require_processes(what: str) -> None:
    """OSError if programs can't be started here."""
    if not PLATFORM.processes:
        raise OSError(errno.ENOSYS, f"a browser can't start programs such as {quoted(what)}; install Kibitz")
