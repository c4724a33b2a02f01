"""The page's own files, read once and served from memory.

Their addresses hold a mark made from what is in them, so a browser keeps each
file until the program changes and asks for nothing when the page is opened
again. Files import each other by relative names, so all come under one mark.
"""

from __future__ import annotations

import hashlib
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


class PageFiles:
    """The files of one folder; nothing else can be asked for."""

    def __init__(self, folder: Path = STATIC) -> None:
        paths = sorted(path for path in folder.iterdir() if path.suffix in _TYPES)
        self._files = {path.name: path.read_bytes() for path in paths}
        self._mark = hashlib.sha256(b"".join(self._files.values())).hexdigest()[:12]
        page = self._files.pop("index.html")
        self._page = page.replace(b"/static/", f"/static/{self._mark}/".encode())

    async def page(self, request: Request) -> Response:
        """The page itself."""
        return Response(self._page, media_type=_TYPES[".html"])

    async def file(self, request: Request) -> Response:
        """What the page is made of."""
        mark, name = request.path_params["mark"], request.path_params["name"]
        if name not in self._files:
            raise HTTPException(404)
        # A page that was opened before the program changed gets what there is, but should not keep it.
        headers = _FOREVER if mark == self._mark else None
        return Response(self._files[name], media_type=_TYPES[Path(name).suffix], headers=headers)
