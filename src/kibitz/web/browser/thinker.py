"""What runs in a Worker that thinks: it answers from a `Desk`, one question after the other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz_worker import say  # type: ignore[import-not-found]  # worker.js

from kibitz.base.errors import KibitzError
from kibitz.records.record_store import Store
from kibitz.service.positions import Desk
from kibitz.service.settings import Settings


class Thinker:
    """Answers questions of a `ChildWorker`."""

    def __init__(self, told: dict[str, Any]) -> None:
        settings = Settings.from_json(told["settings"])
        self._desk = Desk(settings, Store(Path(told["folder"])), apart=True)

    def answer(self, question: str) -> str:
        """Answer a line with a line."""
        said = json.loads(question)
        number = said["id"]

        def heard(*how_far: int) -> bool:
            say(json.dumps({"id": number, "heard": how_far}))
            return True

        try:
            return json.dumps({"id": number, "found": self._desk.answer(said["do"], said["with"], heard)})
        except KibitzError as error:
            kind, message = type(error).__name__, str(error)
        except MemoryError:
            kind, message = "BadGame", "there is not enough memory for this"
        except KeyboardInterrupt:
            kind, message = "Stopped", "the work was called off"
        except BaseException as error:  # such as SystemExit, which ends nothing here
            kind, message = "BadGame", f"{type(error).__name__}: {error}"
        return json.dumps({"id": number, "error": kind, "message": message})


def begin(told: str) -> Thinker:
    """Make ready; `told` is what a sandbox tells its child, as JSON."""
    return Thinker(json.loads(told))
