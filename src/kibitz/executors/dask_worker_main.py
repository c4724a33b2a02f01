"""Main program of a local Dask worker: reads the address from standard input, and exits when that closes."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import IO

from kibitz.base.errors import KibitzError
from kibitz.base.threads import start_thread
from kibitz.executors.address import Address
from kibitz.executors.local_cluster import work


def main() -> None:
    """Run a worker until the scheduler or the parent process ends."""
    line = sys.stdin.readline()
    if not line:  # the parent process has ended
        return
    address = Address.from_json(json.loads(line))
    start_thread(_end_with, sys.stdin)
    try:
        asyncio.run(work(address, 1))
    except KibitzError as error:
        print(f"kibitz: {error}", file=sys.stderr)
    except Exception as error:  # errors of Dask if the scheduler ends while we connect
        print(f"kibitz: a worker ended: {type(error).__name__}: {error}", file=sys.stderr)
    os._exit(0)  # without waiting for remaining threads


def _end_with(source: IO[str]) -> None:
    source.read()
    os._exit(0)


if __name__ == "__main__":
    main()
