"""The HTTP interface: JSON, described at /api/openapi.json and, for people, at /docs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kibitz.base.errors import KibitzError
from kibitz.service.client import Client
from kibitz.service.codec import Json, decoder, encode, read_object
from kibitz.service.commands import Command
from kibitz.service.errors import BadRequest, Busy, Forbidden, NotFound, TooMany
from kibitz.service.service import Service, refusal_of
from kibitz.web.files import packed
from kibitz.web.openapi import OPERATIONS, Operation, describe_api

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]

#: Minimum size in bytes of a compressed response.
_LONG = 10_000


class TooLarge(KibitzError):
    """A request with a too large body."""


class TooSlow(KibitzError):
    """A request whose body arrives too slowly."""


_STATUS: dict[type[KibitzError], int] = {
    TooLarge: 413,
    TooSlow: 408,
    Busy: 503,
    TooMany: 429,
    NotFound: 404,
    Forbidden: 403,
}


def routes(service: Service) -> list[Route]:
    """Return all routes of the interface."""
    paths: dict[str, dict[str, Endpoint]] = {"/api/openapi.json": {"GET": _describe}}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _endpoint(service, operation)
    return [Route(path, _safely(methods), methods=list(methods)) for path, methods in paths.items()]


async def _describe(request: Request) -> Response:
    return JSONResponse(describe_api())


def _endpoint(service: Service, operation: Operation) -> Endpoint:
    decode = decoder(operation.command)

    async def answer(request: Request) -> Response:
        values = await _body(service, request) if operation.method == "POST" else _address(request)
        command: Command[Mapping[str, Any]] = decode(values)
        work = service.execute(Client(_nothing), command)
        reply = await (_cancel_on_disconnect(request, work) if command.slow else work)
        if operation.text:
            return Response(reply[operation.text], operation.status, media_type=operation.media)
        body = encode(reply).encode()
        if len(body) > _LONG:
            return packed(request, body, operation.media)
        return Response(body, operation.status, media_type=operation.media)

    return answer


def _nothing(text: str, *, more: bool = False) -> None:
    """Ignore events, which requests don't receive."""


def _address(request: Request) -> Json:
    """Return the path parameters."""
    named = {"game": request.path_params["name"]} if "name" in request.path_params else {}
    return {**named, "accept_changed": request.query_params.get("accept_changed") == "yes"}


async def _body(service: Service, request: Request) -> Json:
    # A cross-site request with this type needs a preflight, so a form elsewhere can't send it.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise BadRequest("send application/json")
    settings, data = service.settings, b""
    try:
        async with asyncio.timeout(settings.patience):
            async for chunk in request.stream():
                data += chunk
                if len(data) > settings.most_bytes:
                    raise TooLarge(f"a request has at most {settings.most_bytes} bytes")
    except TimeoutError:
        raise TooSlow(f"a request has {settings.patience:g} seconds to arrive") from None
    return read_object(data)


async def _cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Run work until the client disconnects; then raise ClientDisconnect."""
    thinking = asyncio.create_task(work)
    disconnected = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait((thinking, disconnected), return_when=asyncio.FIRST_COMPLETED)
        if not thinking.done():
            raise ClientDisconnect
        return thinking.result()
    finally:
        disconnected.cancel()
        thinking.cancel()


async def _disconnected(request: Request) -> None:
    """Wait for the client to disconnect; its body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _safely(methods: dict[str, Endpoint]) -> Endpoint:
    """Return the endpoint of each method of a path, with errors as responses."""

    async def answer(request: Request) -> Response:
        try:
            return await methods["GET" if request.method == "HEAD" else request.method](request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            refusal = refusal_of(error)
            status = _STATUS.get(type(refusal), 422 if refusal is error else 500)
            return JSONResponse({"error": type(refusal).__name__, "message": str(refusal)}, status)

    return answer
