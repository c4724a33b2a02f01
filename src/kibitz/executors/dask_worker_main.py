"""A worker of this machine's own cluster: hears on standard input where to, and ends when that closes."""

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
    """Work until the scheduler, or whoever started us, has gone."""
    told = sys.stdin.readline()
    if not told:  # whoever started us has gone already
        return
    address = Address.from_json(json.loads(told))
    start_thread(_end_with, sys.stdin)
    try:
        asyncio.run(work(address, 1))
    except KibitzError as error:
        print(f"kibitz: {error}", file=sys.stderr)
    except Exception as error:  # what Dask says if the scheduler goes while we come in
        print(f"kibitz: a worker ended: {type(error).__name__}: {error}", file=sys.stderr)
    os._exit(0)  # what still runs here is of no use


def _end_with(source: IO[str]) -> None:
    source.read()
    os._exit(0)


if __name__ == "__main__":
    main()
