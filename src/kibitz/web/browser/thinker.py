"""Main program of a Worker: executes the commands of a `Sandbox` one after the other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

from kibitz_worker import say  # type: ignore[import-not-found]  # worker.js

from kibitz.base.errors import KibitzError
from kibitz.records.record_store import Store
from kibitz.service.code_runner import CodeRunner
from kibitz.service.codec import Decoder
from kibitz.service.commands import CodeCommand
from kibitz.service.settings import Settings


class Thinker:
    """Executes commands for a `ChildWorker`."""

    def __init__(self, settings_json: dict[str, Any]) -> None:
        settings = Settings.from_json(settings_json["settings"])
        self._runner = CodeRunner(settings, Store(Path(settings_json["folder"])), apart=True)
        self._decoder = Decoder(get_args(CodeCommand))

    def answer(self, line: str) -> str:
        """Return the reply to a command."""
        received = json.loads(line)
        number = received["id"]

        def on_progress(done: int, total: int) -> bool:
            say(json.dumps({"id": number, "progress": (done, total)}))
            return True

        try:
            reply: Any = self._runner.execute(self._decoder.decode(received), on_progress)
            return json.dumps({"id": number, "reply": reply})
        except KibitzError as error:
            kind, message = type(error).__name__, str(error)
        except MemoryError:
            kind, message = "BadGame", "there is not enough memory for this"
        except KeyboardInterrupt:
            kind, message = "Stopped", "the work was cancelled"
        except BaseException as error:  # such as SystemExit, which must not end the Worker
            kind, message = "BadGame", f"{type(error).__name__}: {error}"
        return json.dumps({"id": number, "error": kind, "message": message})


def begin(settings_json: str) -> Thinker:
    """Prepare with the sandbox's settings, as JSON."""
    return Thinker(json.loads(settings_json))
