"""The program of a sandbox: executes commands until nobody sends any more."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any, get_args

from kibitz.base.cancel import Cancel
from kibitz.base.errors import KibitzError
from kibitz.records.record_store import Store
from kibitz.service.code_runner import CodeRunner
from kibitz.service.codec import Decoder
from kibitz.service.commands import CodeCommand
from kibitz.service.settings import Settings


def main(told: dict[str, Any]) -> None:
    """Read commands, a line each; quick ones don't wait for slow ones."""
    settings = Settings.from_json(told["settings"])
    _bound_memory(settings.own_memory)
    # What the code prints is for people; answers go where nothing else does.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    answering = _Answering(CodeRunner(settings, Store(Path(told["folder"])), apart=True), out)
    answering.say({"id": 0})  # we are here
    for line in sys.stdin:
        answering.hear(json.loads(line))
    os._exit(0)  # the server has gone; whatever runs here is of no use


class _Answering:
    def __init__(self, runner: CodeRunner, out: Any) -> None:
        self._runner = runner
        self._decoder = Decoder(get_args(CodeCommand))
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

        def on_progress(done: int, total: int) -> bool:
            self.say({"id": number, "progress": (done, total)})
            return not cancel.is_cancelled

        try:
            with cancel:
                command = self._decoder.decode(said)
                self.say({"id": number, "reply": self._runner.execute(command, on_progress)})
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
