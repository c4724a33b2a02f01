"""What runs in a process apart: it answers from a `Desk` until nobody asks any more."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any

from kibitz.base.cancel import Cancel
from kibitz.base.errors import KibitzError
from kibitz.records.record_store import Store
from kibitz.service.positions import Desk
from kibitz.service.settings import Settings


def main(told: dict[str, Any]) -> None:
    """Read questions, a line each; quick ones don't wait for slow ones."""
    settings = Settings.from_json(told["settings"])
    _bound_memory(settings.own_memory)
    # What the code prints is for people; answers go where nothing else does.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    answering = _Answering(Desk(settings, Store(Path(told["folder"])), apart=True), out)
    answering.say({"id": 0})  # we are here
    for line in sys.stdin:
        answering.hear(json.loads(line))
    os._exit(0)  # the server has gone; whatever runs here is of no use


class _Answering:
    def __init__(self, desk: Desk, out: Any) -> None:
        self._desk = desk
        self._out = out
        self._lock = threading.Lock()
        self._cancels: dict[int, Cancel] = {}
        self._quick: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._slow: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        for asked in (self._quick, self._slow):
            threading.Thread(target=self._answer_all, args=(asked,), daemon=True).start()

    def hear(self, said: dict[str, Any]) -> None:
        """A question, or that nobody waits for an answer any more."""
        if "cancel" in said:
            if (cancel := self._cancels.get(said["cancel"])) is not None:
                cancel.now()
            return
        self._cancels[said["id"]] = Cancel()
        (self._slow if said["slow"] else self._quick).put(said)

    def _answer_all(self, asked: queue.SimpleQueue[dict[str, Any]]) -> None:
        while True:
            self._answer(asked.get())

    def _answer(self, said: dict[str, Any]) -> None:
        number = said["id"]

        cancel = self._cancels[number]

        def heard(*how_far: int) -> bool:
            self.say({"id": number, "heard": how_far})
            return not cancel.is_cancelled

        try:
            with cancel:
                self.say({"id": number, "found": self._desk.answer(said["do"], said["with"], heard)})
        except KibitzError as error:
            self.say({"id": number, "error": type(error).__name__, "message": str(error)})
        except MemoryError:
            self.say({"id": number, "error": "BadGame", "message": "there is not enough memory for this"})
        except BaseException as error:  # such as SystemExit, which ends nothing here
            self.say({"id": number, "error": "BadGame", "message": f"{type(error).__name__}: {error}"})
        finally:
            self._cancels.pop(number, None)

    def say(self, message: dict[str, Any]) -> None:
        """Write a line."""
        with self._lock:
            try:
                self._out.write(json.dumps(message) + "\n")
                self._out.flush()
            except OSError:  # the server has gone, and standard input has not told yet
                os._exit(0)


def _bound_memory(most: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system knows such a bound
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
