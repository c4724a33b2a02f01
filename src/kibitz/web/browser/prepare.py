"""Build steps of an export that run in Pyodide under Node, to save time when the page is opened."""

from __future__ import annotations

import asyncio
import compileall
import json
import py_compile
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from kibitz.base.errors import KibitzError
from kibitz.records.record_store import Store
from kibitz.service.code_host import CodeHost
from kibitz.service.code_runner import CodeRunner
from kibitz.service.codec import Decoder, encode
from kibitz.service.commands import CodeCommand
from kibitz.service.game_session import ignore_progress
from kibitz.service.runtime import Runtime
from kibitz.service.settings import Settings
from kibitz.service.thread_pools import NoThreads


def compile_all(folder: str) -> None:
    """Compile the modules of a folder in place of their sources."""
    for path in Path(folder).iterdir():
        done = compileall.compile_dir if path.is_dir() else compileall.compile_file
        assert done(
            str(path),
            quiet=1,
            legacy=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            stripdir=folder,
        ), f"{path} can't be compiled"


class _InProcess:
    """A sandbox in this process: the code of an export is trusted."""

    def __init__(
        self, start_data: dict[str, Any], on_line: Callable[[str | bytes], None], on_end: Callable[[], None]
    ) -> None:
        settings = Settings.from_json(start_data["settings"])
        self._runner = CodeRunner(settings, Store(Path(start_data["folder"])), apart=True)
        self._on_line = on_line
        self._say({"id": 0})

    def _say(self, message: dict[str, Any]) -> None:
        asyncio.get_running_loop().call_soon(self._on_line, json.dumps(message))

    def send(self, message: dict[str, Any]) -> None:
        """Execute a command."""
        try:
            command: Any = Decoder(get_args(CodeCommand)).decode(message)
            self._say({"id": message["id"], "reply": self._runner.execute(command, ignore_progress)})
        except KibitzError as error:
            self._say({"id": message["id"], "error": type(error).__name__, "message": str(error)})

    def end(self) -> None:
        """Do nothing: no process runs."""


async def list_games(settings: str) -> str:
    """Return the first reply for the page, as JSON: every game and every player."""
    parsed = Settings.from_json(json.loads(settings))
    code = CodeHost(parsed, Store(Path("/none")), NoThreads(parsed.most_waiting), Runtime(start=_InProcess))
    return encode(await code.games())
