"""Static files of the page, compressed once and served from memory.

Their paths contain a hash of their content, so browsers cache each file until the program changes. Files
import each other by relative paths, so all share one hash.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

STATIC = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
#: Minimum size in bytes for compression.
_SMALL = 500


class Packed:
    """A body, plain and with gzip, with its ETag."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.small = gzip.compress(body, 9, mtime=0) if len(body) >= _SMALL else b""
        self.mark = hashlib.sha256(body).hexdigest()[:16]

    def answer(self, request: Request, media: str, headers: dict[str, str] | None = None) -> Response:
        """Return the response for the request's ETag and accepted encodings."""
        etags = {"ETag": f'"{self.mark}"', "Vary": "Accept-Encoding", **(headers or {})}
        if request.headers.get("if-none-match", "") == f'"{self.mark}"':
            return Response(status_code=304, headers=etags)
        if self.small and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.small, media_type=media, headers={**etags, "Content-Encoding": "gzip"})
        return Response(self.body, media_type=media, headers=etags)


def packed(request: Request, body: bytes, media: str) -> Response:
    """Return the compressed response for this request."""
    return Packed(body).answer(request, media)


def _read(path: Path) -> bytes:
    text = path.read_text(encoding="utf-8")
    return {".js": minify_script, ".css": minify_style}.get(path.suffix, str)(text).encode()


def minify_script(script: str) -> str:
    """Minify a script: remove comments, types and indentation.

    Comments must be on lines of their own or contain a type; no string spans several lines.
    """
    script = re.sub(r"(?m)^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", "", script)
    script = re.sub(r"(?m)^[ \t]*//.*\n", "", script)
    script = re.sub(r"/\*\* @type \{(?:[^*]|\*(?!/))*\} \*/ ?", "", script)
    script = re.sub(r"(?m)(?<=[;,{}()]) // .*$", "", script)
    return re.sub(r"\n\s+", "\n", script)


def minify_style(style: str) -> str:
    """Minify a style sheet."""
    style = re.sub(r"/\*(?:[^*]|\*(?!/))*\*/", "", style)
    style = re.sub(r"\s*([{};,])\s*", r"\1", style)
    return style.replace(": ", ":").replace(";}", "}")


class PageFiles:
    """Serves the files of one folder."""

    def __init__(self, folder: Path = STATIC) -> None:
        paths = sorted(path for path in folder.iterdir() if path.suffix in _TYPES)
        found = {path.name: _read(path) for path in paths}
        self.mark = hashlib.sha256(b"".join(found.values())).hexdigest()[:12]
        self._page = Packed(self.marked(found.pop("index.html")))
        self._files = {name: Packed(body) for name, body in found.items()}

    def marked(self, page: bytes) -> bytes:
        """Return a page with the current paths of its files."""
        return page.replace(b"/static/", f"/static/{self.mark}/".encode())

    async def page(self, request: Request) -> Response:
        """Serve the page at each of its paths."""
        return self._page.answer(request, _TYPES[".html"])

    async def file(self, request: Request) -> Response:
        """Serve a file of the page."""
        mark, name = request.path_params["mark"], request.path_params["name"]
        if name not in self._files:
            raise HTTPException(404)
        # A page opened before an update gets the current file, but should not cache it.
        headers = _FOREVER if mark == self.mark else None
        return self._files[name].answer(request, _TYPES[Path(name).suffix], headers)
