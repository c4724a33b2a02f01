"""A process that plays games: `python -m kibitz.arena.worker` reads jobs and writes results, a line each."""

from __future__ import annotations

import _thread
import json
import os
import queue
import signal
import sys
import threading
from typing import IO

from kibitz.arena.job import GameJob
from kibitz.arena.playing import play_game
from kibitz.words.errors import KibitzError


def main() -> None:
    """Play every job on standard input until it ends."""
    # What players print must not come between the results.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    jobs: queue.SimpleQueue[str] = queue.SimpleQueue()
    playing = threading.Event()
    threading.Thread(target=_read, args=(sys.stdin, jobs, playing), daemon=True).start()
    while line := jobs.get():
        playing.set()
        try:
            answer: dict[str, object] = {"result": play_game(GameJob.from_json(json.loads(line))).to_json()}
        except KibitzError as error:
            answer = {"error": str(error)}
        playing.clear()
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _read(source: IO[str], jobs: queue.SimpleQueue[str], playing: threading.Event) -> None:
    for line in source:
        jobs.put(line)
    jobs.put("")
    # Whoever wanted the results has gone: leave a game that is going on, closing what it opened.
    if playing.is_set():
        _thread.interrupt_main(signal.SIGTERM)


if __name__ == "__main__":
    main()
