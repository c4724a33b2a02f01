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


def main() -> None:
    """Play every job on standard input until it ends."""
    # What players print must not come between the results.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, jobs), daemon=True).start()
    while True:
        try:
            answer: dict[str, object] = {
                "result": play_game(GameJob.from_json(json.loads(jobs.get()))).to_json()
            }
        except KibitzError as error:
            answer = {"error": str(error)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _read(source: IO[str], jobs: queue.SimpleQueue[str]) -> None:
    for line in source:
        jobs.put(line)
    # Whoever wanted the results has gone; programs that a game has started are ended by their guard.
    os._exit(0)


if __name__ == "__main__":
    main()
