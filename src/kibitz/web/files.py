"""The page's own files, read once, packed once and served from memory.

Their addresses hold a mark made from what is in them, so a browser keeps each
file until the program changes and asks for nothing when the page is opened
again. Files import each other by relative names, so all come under one mark.
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
#: Below so many bytes packing gains nothing.
_SMALL = 500


class Packed:
    """A body as it is and as gzip makes it, with a mark that changes when it does."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.small = gzip.compress(body, 9, mtime=0) if len(body) >= _SMALL else b""
        self.mark = hashlib.sha256(body).hexdigest()[:16]

    def answer(self, request: Request, media: str, headers: dict[str, str] | None = None) -> Response:
        """The body for a client that may have it already, and may read what is packed."""
        told = {"ETag": f'"{self.mark}"', "Vary": "Accept-Encoding", **(headers or {})}
        if request.headers.get("if-none-match", "") == f'"{self.mark}"':
            return Response(status_code=304, headers=told)
        if self.small and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.small, media_type=media, headers={**told, "Content-Encoding": "gzip"})
        return Response(self.body, media_type=media, headers=told)


def packed(request: Request, body: bytes, media: str) -> Response:
    """An answer that was made for this request, packed."""
    return Packed(body).answer(request, media)


def _read(path: Path) -> bytes:
    text = path.read_text(encoding="utf-8")
    return {".js": lean, ".css": lean_style}.get(path.suffix, str)(text).encode()


def lean(script: str) -> str:
    """A script without what is only for people who read it: comments, types and indentation.

    Comments that are left out stand on lines of their own or hold a type; no text goes over several lines.
    """
    script = re.sub(r"(?m)^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", "", script)
    script = re.sub(r"(?m)^[ \t]*//.*\n", "", script)
    script = re.sub(r"/\*\* @type \{(?:[^*]|\*(?!/))*\} \*/ ?", "", script)
    script = re.sub(r"(?m)(?<=[;,{}()]) // .*$", "", script)
    return re.sub(r"\n\s+", "\n", script)


def lean_style(style: str) -> str:
    """A style sheet without comments and the spaces that nothing depends on."""
    style = re.sub(r"/\*(?:[^*]|\*(?!/))*\*/", "", style)
    style = re.sub(r"\s*([{};,])\s*", r"\1", style)
    return style.replace(": ", ":").replace(";}", "}")


class PageFiles:
    """The files of one folder; nothing else can be asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        paths = sorted(path for path in folder.iterdir() if path.suffix in _TYPES)
        found = {path.name: _read(path) for path in paths}
        self.mark = hashlib.sha256(b"".join(found.values())).hexdigest()[:12]
        self._page = Packed(self.marked(found.pop("index.html")))
        self._files = {name: Packed(body) for name, body in found.items()}

    def marked(self, page: bytes) -> bytes:
        """A page with the addresses of its files as they are now."""
        return page.replace(b"/static/", f"/static/{self.mark}/".encode())

    async def page(self, request: Request) -> Response:
        """The page itself, at every address that it understands."""
        return self._page.answer(request, _TYPES[".html"])

    async def file(self, request: Request) -> Response:
        """What the page is made of."""
        mark, name = request.path_params["mark"], request.path_params["name"]
        if name not in self._files:
            raise HTTPException(404)
        # A page that was opened before the program changed gets what there is, but should not keep it.
        headers = _FOREVER if mark == self.mark else None
        return self._files[name].answer(request, _TYPES[Path(name).suffix], headers)
