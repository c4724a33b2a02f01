"""A process that plays games: `python -m kibitz.arena.worker` reads jobs and writes results, a line each."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import IO

from kibitz.arena.plan import GameJob
from kibitz.arena.playing import play_game
from kibitz.words.errors import KibitzError
from kibitz.words.threads import start_thread


def main() -> None:
    """Play every job on standard input until it ends."""
    # What players print must not come between the results.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    reader: threading.Thread | None = None
    while True:
        try:
            reader = reader or start_thread(_read, sys.stdin, jobs)
            answer: dict[str, object] = {
                "result": play_game(GameJob.from_json(json.loads(jobs.get()))).to_json()
            }
        except KibitzError as error:
            answer = {"error": str(error)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if reader is None:
            return


def _read(source: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    for line in source:
        jobs.put(line)
    # Whoever wanted the results has gone; programs that a game has started are ended by their guard.
    os._exit(0)


if __name__ == "__main__":
    main()
