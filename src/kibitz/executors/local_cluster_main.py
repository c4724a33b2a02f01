"""Main program of a local cluster: reads the number of workers, and exits when standard input closes."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from kibitz.base.errors import KibitzError
from kibitz.base.threads import start_thread
from kibitz.engines.child_processes import end_all
from kibitz.executors.address import Address
from kibitz.executors.local_cluster import serve


def main() -> None:
    """Run the cluster until the parent process ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    line = sys.stdin.readline()
    if not line:  # the parent process has ended
        return
    workers = int(line)
    start_thread(_end_with_input)

    def ready(address: Address, dashboard: str) -> None:
        try:
            answers.write(json.dumps([address.to_json(), dashboard]) + "\n")
            answers.flush()
        except OSError:  # the parent process has ended, and standard input is not closed yet
            end_all()
            os._exit(0)

    try:
        asyncio.run(serve("127.0.0.1", 0, workers, None, ready))
    except KibitzError as error:
        print(f"kibitz: {error}", file=sys.stderr)


def _end_with_input() -> None:
    sys.stdin.read()
    end_all()
    os._exit(0)


if __name__ == "__main__":
    main()
