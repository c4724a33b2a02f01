"""A Worker in place of a sandbox process. It handles one command at a time; the others are queued here."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from typing import Any

from kibitz_worker import start  # type: ignore[import-not-found]  # worker.js
from pyodide.ffi import create_proxy  # type: ignore[import-not-found]


class ChildWorker:
    """A Worker that runs `thinker.py`."""

    def __init__(
        self, start_data: dict[str, Any], on_line: Callable[[str | bytes], None], on_end: Callable[[], None]
    ) -> None:
        self._on_line, self._on_end = on_line, on_end
        self._waiting: deque[dict[str, Any]] = deque()
        #: Number of the current command; 0 until the Worker is ready.
        self._at: int | None = 0
        self._worker = start(json.dumps(start_data), create_proxy(self._say))

    def send(self, message: dict[str, Any]) -> None:
        """Send a command, or cancel one."""
        if (number := message.get("cancel")) is None:
            self._waiting.append(message)
            self._send_next()
        elif number == self._at:
            self._worker.stop()
        else:
            self._waiting = deque(each for each in self._waiting if each["id"] != number)

    def end(self) -> None:
        """Terminate the Worker."""
        self._worker.end()

    def _send_next(self) -> None:
        if self._at is None and self._waiting:
            message = self._waiting.popleft()
            self._at = message["id"]
            self._worker.ask(json.dumps(message))

    def _say(self, line: str) -> None:
        if not line:
            self._on_end()
            return
        self._on_line(line)
        if "progress" not in json.loads(line):
            self._at = None
            self._send_next()
