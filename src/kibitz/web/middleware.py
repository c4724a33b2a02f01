"""Middleware: access checks and security headers.

A page on another site can make a browser send requests here. It can't forge the Host and Origin headers,
which therefore show whether a request is from Kibitz's own page.
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
from kibitz.web.trusted_proxies import TrustedProxies, counted_as

#: Status of a request with a wrong Host header (misdirected request).
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
    # Responses are not cached, except the page's own files.
    "Cache-Control": "no-cache",
}


class Middleware:
    """Refuses requests that come neither from Kibitz's page nor from a program."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._buckets = Buckets(settings.rate, settings.burst)
        self._proxies = TrustedProxies(settings.trusted_proxies)
        ancestors = " ".join(settings.frames) or "'none'"
        self._headers = {
            **_HEADERS,
            "Content-Security-Policy": f"{_POLICY}; frame-ancestors {ancestors}",
            # X-Frame-Options can't list sites; the CSP covers current browsers.
            **({} if settings.frames else {"X-Frame-Options": "DENY"}),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on or refuse a request or connection."""
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
            await receive()  # closing before accepting the handshake answers 403
            await send({"type": "websocket.close", "code": 1008, "reason": problem[1]})
        else:
            refusal = self._refusal(scope, client, *problem)
            await refusal(scope, receive, self._with_headers(send))

    def _refusal(self, scope: Scope, client: str, status: int, message: str) -> Response:
        """Return a refusal: a page for people, JSON for programs."""
        if not wants_page(Headers(scope=scope), scope["path"]):
            return JSONResponse({"error": "Refused", "message": message}, status)
        addresses: tuple[str, ...] = ()
        # Only local clients learn the addresses of this network, and nobody whom a proxy brings.
        peer = (scope.get("client") or ("",))[0]
        near = is_near(peer) and client == counted_as(peer) and not self._proxies.trusts(peer)
        if status == _MISDIRECTED and scope.get("server") and near:
            addresses = page_addresses(self._settings.host, scope["server"][1] or 80)
        return HTMLResponse(refusal_page(message[0].upper() + message[1:] + ".", addresses), status)

    def _is_own_host(self, header: str) -> bool:
        """Return whether a Host header names this server, also by an address if it listens on all."""
        if self._settings.allows_host(header):
            return True
        host = header.strip()
        if not host.endswith("]"):
            host = host.rpartition(":")[0] or host
        return is_everywhere(self._settings.host) and is_address(host)

    def _problem(self, scope: Scope, client: str) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own_host(host):
            return _MISDIRECTED, "this server is not known by that name; --name adds one"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            return 403, "requests from other sites are not answered"
        # A link elsewhere may lead to the page, but no other site may use the API.
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if elsewhere and not (scope["type"] == "http" and _is_page(scope["path"])):
            return 403, "requests from other sites are not answered"
        is_api_call = scope["type"] == "http" and scope["path"].startswith("/api/")
        if is_api_call and not self._buckets.take(client):
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
    """Return whether people follow links to a path."""
    return not path.startswith(("/api/", "/static/", "/socket"))
