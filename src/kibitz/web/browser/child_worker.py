"""A Worker in the place of a sandbox's process. It takes one question at a time, so the others wait here."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from typing import Any

from kibitz_worker import start  # type: ignore[import-not-found]  # worker.js
from pyodide.ffi import create_proxy  # type: ignore[import-not-found]


class ChildWorker:
    """One Worker; `thinker.py` is what runs in it."""

    def __init__(
        self, told: dict[str, Any], hear: Callable[[str | bytes], None], gone: Callable[[], None]
    ) -> None:
        self._hear, self._gone = hear, gone
        self._waiting: deque[dict[str, Any]] = deque()
        #: The number of the question that it is at; 0 until it has said that it is ready.
        self._at: int | None = 0
        self._worker = start(json.dumps(told), create_proxy(self._say))

    def send(self, message: dict[str, Any]) -> None:
        """Ask it something, or call a question off."""
        if (number := message.get("cancel")) is None:
            self._waiting.append(message)
            self._ask_next()
        elif number == self._at:
            self._worker.stop()
        else:
            self._waiting = deque(each for each in self._waiting if each["id"] != number)

    def end(self) -> None:
        """Terminate it, whatever it is at."""
        self._worker.end()

    def _ask_next(self) -> None:
        if self._at is None and self._waiting:
            message = self._waiting.popleft()
            self._at = message["id"]
            self._worker.ask(json.dumps(message))

    def _say(self, line: str) -> None:
        if not line:
            self._gone()
            return
        self._hear(line)
        if "progress" not in json.loads(line):
            self._at = None
            self._ask_next()
