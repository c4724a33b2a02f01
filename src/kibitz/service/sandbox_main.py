"""Main program of a sandbox: executes commands until standard input ends."""

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


def main(settings_json: dict[str, Any]) -> None:
    """Read commands, a line each; quick ones don't wait for slow ones."""
    settings = Settings.from_json(settings_json["settings"])
    _bound_memory(settings.own_memory)
    # Output of foreign code goes to stderr; replies have a stream of their own.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    answering = _Answering(CodeRunner(settings, Store(Path(settings_json["folder"])), apart=True), out)
    answering.say({"id": 0})  # ready
    for line in sys.stdin:
        answering.handle(json.loads(line))
    os._exit(0)  # the server has ended, so pending work is useless


class _Answering:
    def __init__(self, runner: CodeRunner, out: Any) -> None:
        self._runner = runner
        self._decoder = Decoder(get_args(CodeCommand))
        self._out = out
        self._lock = threading.Lock()
        self._cancels: dict[int, Cancel] = {}
        self._quick: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._slow: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        for command_ in (self._quick, self._slow):
            threading.Thread(target=self._answer_all, args=(command_,), daemon=True).start()

    def handle(self, received: dict[str, Any]) -> None:
        """Handle a command or a cancellation."""
        if "cancel" in received:
            if (cancel := self._cancels.get(received["cancel"])) is not None:
                cancel.now()
            return
        self._cancels[received["id"]] = Cancel()
        (self._slow if received["slow"] else self._quick).put(received)

    def _answer_all(self, command_: queue.SimpleQueue[dict[str, Any]]) -> None:
        while True:
            self._answer(command_.get())

    def _answer(self, received: dict[str, Any]) -> None:
        number = received["id"]

        cancel = self._cancels[number]

        def on_progress(done: int, total: int) -> bool:
            self.say({"id": number, "progress": (done, total)})
            return not cancel.is_cancelled

        try:
            with cancel:
                command = self._decoder.decode(received)
                self.say({"id": number, "reply": self._runner.execute(command, on_progress)})
        except KibitzError as error:
            self.say({"id": number, "error": type(error).__name__, "message": str(error)})
        except MemoryError:
            self.say({"id": number, "error": "BadGame", "message": "there is not enough memory for this"})
        except BaseException as error:  # such as SystemExit, which must not end the process
            self.say({"id": number, "error": "BadGame", "message": f"{type(error).__name__}: {error}"})
        finally:
            self._cancels.pop(number, None)

    def say(self, message: dict[str, Any]) -> None:
        """Write a line."""
        with self._lock:
            try:
                self._out.write(json.dumps(message) + "\n")
                self._out.flush()
            except OSError:  # the server has ended before standard input closed
                os._exit(0)


def _bound_memory(most: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # not supported on every system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
