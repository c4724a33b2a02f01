"""A server in a process of its own, or an export on a static server."""

from __future__ import annotations

import functools
import http.server
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

NIM = str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "nim.py")


class Server:
    """Started, stopped, killed and started again on the same port and the same data."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self._data = data
        self._arguments = arguments
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = {
            **os.environ,
            "KIBITZ_DATA": str(self._data),
            "KIBITZ_CACHE": str(self._data / "cache"),
        }
        command = [sys.executable, "-m", "kibitz", "web", "--port", str(self.port), *self._arguments]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        address = self._process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), self._process.communicate()
        self.port = int(address.rstrip("/").rpartition(":")[2])

    def pause(self) -> None:
        """Let it hang."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on after it hung."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it as a crash would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def stop(self) -> tuple[int, str]:
        """End it as Ctrl-C would: its exit code and what it said."""
        assert self._process is not None
        if sys.platform == "win32":  # has no way to send Ctrl-C to one process
            self.kill()
            return 0, ""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate(timeout=120)
        return self._process.returncode, said


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *said: object) -> None:
        """Say nothing."""


class Export:
    """What `kibitz web --export` wrote, served as `python -m http.server` does, below some path."""

    def __init__(self, folder: Path) -> None:
        root = folder.parent.parent
        handler = functools.partial(_Quiet, directory=str(root))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._path = folder.relative_to(root).as_posix()
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Where the pages are: their paths come after it."""
        return f"http://127.0.0.1:{self._server.server_port}/{self._path}/#"

    def stop(self) -> tuple[int, str]:
        """Serve nothing more."""
        self._server.shutdown()
        self._server.server_close()
        return 0, ""
