"""The HTTP interface: JSON in, JSON out, described at /api/openapi.json and, for people, at /docs."""

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

#: Answers of more bytes are packed.
_LONG = 10_000


class TooLarge(KibitzError):
    """A request of too many bytes."""


class TooSlow(KibitzError):
    """A request that does not arrive."""


_STATUS: dict[type[KibitzError], int] = {
    TooLarge: 413,
    TooSlow: 408,
    Busy: 503,
    TooMany: 429,
    NotFound: 404,
    Forbidden: 403,
}


def routes(service: Service) -> list[Route]:
    """Return every path of the interface."""
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
        reply = await (_until_gone(request, work) if command.slow else work)
        if operation.text:
            return Response(reply[operation.text], operation.status, media_type=operation.media)
        body = encode(reply).encode()
        if len(body) > _LONG:
            return packed(request, body, operation.media)
        return Response(body, operation.status, media_type=operation.media)

    return answer


def _nothing(text: str, *, more: bool = False) -> None:
    """A request hears of no events."""


def _address(request: Request) -> Json:
    """Return the fields that stand in an address."""
    named = {"game": request.path_params["name"]} if "name" in request.path_params else {}
    return {**named, "accept_changed": request.query_params.get("accept_changed") == "yes"}


async def _body(service: Service, request: Request) -> Json:
    # Browsers ask before they send this type to another site, so a form elsewhere can't.
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


async def _until_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Think for as long as the client waits; ClientDisconnect when it has gone."""
    thinking = asyncio.create_task(work)
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((thinking, gone), return_when=asyncio.FIRST_COMPLETED)
        if not thinking.done():
            raise ClientDisconnect
        return thinking.result()
    finally:
        gone.cancel()
        thinking.cancel()


async def _gone(request: Request) -> None:
    """Wait until the client has gone; its body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _safely(methods: dict[str, Endpoint]) -> Endpoint:
    """Return the endpoint of each method of a path; errors become answers that say what was wrong."""

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
