"""Bytes of a file on a web server, by HTTP range requests."""

from __future__ import annotations

import http.client
import re
import time
import urllib.error
import urllib.parse
import urllib.request

from kibitz.base.cancel import raise_if_cancelled
from kibitz.base.errors import BadFile, BadOption

_CHUNK = 1 << 16
_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")


class HttpSource:
    """A file on a web server that answers range requests.

    The length and the version (ETag, or else the time of change) are those of the first answer; if they
    change later, the file is another one, and BadFile says so. A request that takes longer than `patience`
    seconds fails, however slowly bytes trickle in; one that fails by accident is sent once more.
    """

    def __init__(self, url: str, patience: float = 20.0) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadOption(f"the address of a table looks like https://example.org/nim.kbz, not {url}")
        self.name = url
        self._patience = patience
        #: Requests sent so far.
        self.requests = 0
        self._version: str | None = None
        self.size = -1
        self._head = self._ask(0, _CHUNK)

    def read(self, begin: int, length: int) -> bytes:
        """Return so many bytes; fewer only at the end of the file."""
        length = min(length, self.size - begin)
        if length <= 0:
            return b""
        if begin + length <= len(self._head):
            return self._head[begin : begin + length]
        return self._ask(begin, length)

    def _ask(self, begin: int, length: int) -> bytes:
        for attempt in (1, 2):
            raise_if_cancelled()
            self.requests += 1
            try:
                return self._request(begin, length)
            except urllib.error.HTTPError as error:
                error.close()
                raise BadFile(
                    f"{self.name} can't be read: the server says {error.code} {error.reason}"
                ) from None
            except (OSError, http.client.HTTPException) as error:
                if attempt == 2:
                    reason = getattr(error, "reason", None) or error
                    raise BadFile(f"{self.name} can't be read: {reason or type(error).__name__}") from None
        raise AssertionError

    def _request(self, begin: int, length: int) -> bytes:
        deadline = time.monotonic() + self._patience
        request = urllib.request.Request(
            self.name, headers={"Range": f"bytes={begin}-{begin + length - 1}", "Accept-Encoding": "identity"}
        )
        with urllib.request.urlopen(request, timeout=self._patience) as answer:
            if answer.status != 206:
                raise BadFile(f"{self.name} can't be read in parts: its server ignores range requests")
            found = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
            if found is None or int(found[1]) != begin:
                raise BadFile(f"{self.name} can't be read: its server answered with another range")
            self._check_version(int(found[3]), answer.headers)
            wanted = min(length, self.size - begin)
            data = bytearray()
            while len(data) < wanted:
                raise_if_cancelled()
                if time.monotonic() > deadline:
                    raise TimeoutError("the server is too slow")
                piece = answer.read1(min(_CHUNK, wanted - len(data)))
                if not piece:
                    raise ConnectionError("the answer was cut short")
                data += piece
        return bytes(data)

    def _check_version(self, size: int, headers: http.client.HTTPMessage) -> None:
        version = headers.get("ETag") or headers.get("Last-Modified") or ""
        if self._version is None:
            self._version, self.size = version, size
        elif (version, size) != (self._version, self.size):
            raise BadFile(f"{self.name} was changed on its server meanwhile; open it again")
