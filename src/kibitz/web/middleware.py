"""The door: who is let in, and what every answer says about itself.

A page on another site can make a browser send requests here. It can't forge
the Host and Origin headers, so these say whether a request is our page's own.
"""

from __future__ import annotations

import math

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.service.client_address import CLIENT
from kibitz.service.rate_limit import Buckets
from kibitz.service.settings import Settings
from kibitz.web.own_addresses import is_address, is_everywhere, is_near, page_addresses
from kibitz.web.refusal_page import refusal_page, wants_page
from kibitz.web.trusted_proxies import TrustedProxies

#: The status of a request that was meant for another server.
_MISDIRECTED = 421
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # Games go on; only the page's own files say that they may be kept.
    "Cache-Control": "no-cache",
}


class Middleware:
    """Refuses what does not come from our own page or from a program on purpose."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._buckets = Buckets(settings.rate, settings.burst)
        self._proxies = TrustedProxies(settings.trusted_proxies)
        ancestors = " ".join(settings.frames) or "'none'"
        self._headers = {
            **_HEADERS,
            "Content-Security-Policy": f"{_POLICY}; frame-ancestors {ancestors}",
            # It knows no list of sites, and the policy says the same to every browser of today.
            **({} if settings.frames else {"X-Frame-Options": "DENY"}),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in or refuse one request or connection."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = self._proxies.client_of(scope)
        problem = self._problem(scope, client)
        if problem is None:
            answering = send if scope["type"] == "websocket" else self._with_headers(send)
            token = CLIENT.set(client)
            try:
                await self._app(scope, receive, answering)
            finally:
                CLIENT.reset(token)
        elif scope["type"] == "websocket":
            await receive()  # the handshake; closing before accepting it answers 403
            await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})
        else:
            refusal = self._refusal(scope, *problem)
            await refusal(scope, receive, self._with_headers(send))

    def _refusal(self, scope: Scope, status: int, message: str) -> Response:
        """Return a page for people, JSON for programs."""
        if not wants_page(Headers(scope=scope), scope["path"]):
            return JSONResponse({"error": "Refused", "message": message}, status)
        addresses: tuple[str, ...] = ()
        # Nobody outside learns which addresses this network has.
        if status == _MISDIRECTED and scope.get("server") and is_near((scope.get("client") or ("",))[0]):
            addresses = page_addresses(self._settings.host, scope["server"][1] or 80)
        return HTMLResponse(refusal_page(message[0].upper() + message[1:] + ".", addresses), status)

    def _knows(self, header: str) -> bool:
        """Whether a Host header names this server; one that listens everywhere knows its own addresses."""
        if self._settings.allows_host(header):
            return True
        host = header.strip()
        if not host.endswith("]"):
            host = host.rpartition(":")[0] or host
        return is_everywhere(self._settings.host) and is_address(host)

    def _problem(self, scope: Scope, client: str) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._knows(host):
            return _MISDIRECTED, "this server is not known by that name; --name adds one"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            return 403, "requests from other sites are not answered"
        # A link elsewhere may lead to the page, but nothing elsewhere may use what is behind it.
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if elsewhere and not (scope["type"] == "http" and _is_page(scope["path"])):
            return 403, "requests from other sites are not answered"
        asks = scope["type"] == "http" and scope["path"].startswith("/api/")
        if asks and not self._buckets.take(client):
            wait = math.ceil(self._buckets.wait(client))
            return 429, f"too many requests from your address at once; try again in {wait} s"
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        return sending


def _is_page(path: str) -> bool:
    """Whether a path is one that people follow links to."""
    return not path.startswith(("/api/", "/static/", "/socket"))
