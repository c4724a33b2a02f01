"""Capabilities of the platform: a browser has fewer than an operating system."""

from __future__ import annotations

import errno
import sys
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.base.errors import quoted

#: WebAssembly's address space in bytes.
_ADDRESSABLE = 4 * 2**30


@dataclass(frozen=True, slots=True)
class Platform:
    """Capabilities of a platform."""

    #: Whether threads of this process run in parallel.
    threads: bool = True
    #: Whether other programs and processes can be started.
    processes: bool = True
    #: Whether network connections are possible in both directions.
    sockets: bool = True
    #: Maximum bytes of memory of a process; None if the system reports free memory.
    memory: int | None = None

    def memory_in_use(self) -> int:
        """Return the bytes of memory in use, on platforms where `memory` limits them."""
        import pyodide_js  # type: ignore[import-not-found]

        return int(pyodide_js._module.HEAP8.length)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data, for a page that hides missing features."""
        return asdict(self)


#: The current platform.
PLATFORM = (
    Platform(threads=False, processes=False, sockets=False, memory=_ADDRESSABLE)
    if sys.platform == "emscripten"
    else Platform()
)


def require_processes(what: str) -> None:
    """Raise OSError if programs can't be started on this platform."""
    if not PLATFORM.processes:
        raise OSError(errno.ENOSYS, f"a browser can't start programs such as {quoted(what)}; install Kibitz")
