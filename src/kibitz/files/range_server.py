"""A small web server for a folder of files that answers range requests, as static hosts do."""

from __future__ import annotations

import os
import re
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_RANGE = re.compile(r"bytes=(\d{1,18})-(\d{0,18})")


class RangeHandler(SimpleHTTPRequestHandler):
    """Serves files, whole or one range of them, and nothing else."""

    server_version = "kibitz"
    protocol_version = "HTTP/1.1"
    #: A connection on which nothing happens is closed.
    timeout = 30

    def do_GET(self) -> None:
        """Send a file or a part of it."""
        self._send(body=True)

    def do_HEAD(self) -> None:
        """Send what belongs to a file."""
        self._send(body=False)

    def _send(self, *, body: bool) -> None:
        path = Path(self.translate_path(self.path))
        root = Path(self.directory).resolve()
        if not path.is_file() or not path.resolve().is_relative_to(root):
            self.send_error(HTTPStatus.NOT_FOUND, "There is no such file")
            return
        with path.open("rb") as file:
            stat = os.fstat(file.fileno())
            begin, end = 0, stat.st_size
            found = _RANGE.fullmatch(self.headers.get("Range", ""))
            if found:
                begin = int(found[1])
                end = min(end, int(found[2]) + 1 if found[2] else end)
                if begin >= end:
                    self.send_response(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
                    self.send_header("Content-Range", f"bytes */{stat.st_size}")
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
            self.send_response(HTTPStatus.PARTIAL_CONTENT if found else HTTPStatus.OK)
            if found:
                self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{stat.st_size}")
            self.send_header("Content-Type", "application/octet-stream")
            self.send_header("Content-Length", str(end - begin))
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Access-Control-Allow-Origin", "*")  # pages may read tables too
            self.send_header("ETag", f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"')
            self.end_headers()
            if not body:
                return
            file.seek(begin)
            while begin < end and (piece := file.read(min(1 << 16, end - begin))):
                self.wfile.write(piece)
                begin += len(piece)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  # the name is the base's
        """Say nothing of each request."""


def make_server(folder: Path, host: str, port: int) -> ThreadingHTTPServer:
    """Return a server for a folder; port 0 for any that is free."""
    return ThreadingHTTPServer((host, port), partial(RangeHandler, directory=str(folder)))
