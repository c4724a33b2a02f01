"""Work for an export that Pyodide does in Node: what it would otherwise do whenever the page is opened."""

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
from kibitz.service.thread_pools import ThreadPools


def compile_all(folder: str) -> None:
    """Compile the modules of a folder, and put them in the place of their sources."""
    for path in Path(folder).iterdir():
        done = compileall.compile_dir if path.is_dir() else compileall.compile_file
        assert done(
            str(path),
            quiet=1,
            legacy=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            stripdir=folder,
        ), f"{path} can't be compiled"


class _Here:
    """Answers in this process: whoever makes an export trusts the code that goes into it."""

    def __init__(
        self, told: dict[str, Any], hear: Callable[[str | bytes], None], gone: Callable[[], None]
    ) -> None:
        settings = Settings.from_json(told["settings"])
        self._runner = CodeRunner(settings, Store(Path(told["folder"])), apart=True)
        self._hear = hear
        self._say({"id": 0})

    def _say(self, message: dict[str, Any]) -> None:
        asyncio.get_running_loop().call_soon(self._hear, json.dumps(message))

    def send(self, message: dict[str, Any]) -> None:
        """Answer a line."""
        try:
            command: Any = Decoder(get_args(CodeCommand)).decode(message)
            self._say({"id": message["id"], "reply": self._runner.execute(command, ignore_progress)})
        except KibitzError as error:
            self._say({"id": message["id"], "error": type(error).__name__, "message": str(error)})

    def end(self) -> None:
        """Nothing runs."""


class _NoThreads(ThreadPools):
    async def quick(self, work: Callable[[], Any]) -> Any:
        return work()


async def list_games(settings: str) -> str:
    """Return what the page asks first, as JSON: every game and every player."""
    told = Settings.from_json(json.loads(settings))
    code = CodeHost(told, Store(Path("/none")), _NoThreads(told.most_waiting), Runtime(start=_Here))
    return encode(await code.games())
