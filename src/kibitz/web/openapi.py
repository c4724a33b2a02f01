"""The description of the HTTP interface, for tools that read OpenAPI and for the page at /docs."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.games.registry import names
from kibitz.web import schemas
from kibitz.web.schemas import (
    DEPTH,
    GAME,
    OPTIONS,
    SECONDS,
    TEXT,
    TEXTS,
    WHERE,
    Schema,
    maybe,
    ref,
    said,
    shaped,
)

_EXAMPLE = {"game": names()[0]}


def describe_api() -> dict[str, Any]:
    """The OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kibitz",
            "version": kibitz.__version__,
            "description": "Play, understand and solve two-player board games. "
            "Games are played over the WebSocket /socket; see docs/web.md.",
        },
        "paths": _paths(),
        "components": {"schemas": schemas.NAMED},
    }


def _paths() -> dict[str, Any]:
    name = {"name": "name", "in": "path", "required": True, "schema": TEXT}
    players = said({**TEXTS, "maxItems": 8}, "Players that search; all of them if left out.")
    return {
        "/api/version": {"get": _operation("getVersion", "What runs here", schemas.VERSION, [])},
        "/api/games": {
            "get": _operation("listGames", "All games and players with their options", schemas.GAMES, [])
        },
        "/api/analyse": {
            "post": _operation(
                "analysePosition",
                "What a position and its moves are worth",
                ref("Analysis"),
                [413, 422, 503],
                shaped(GAME, {**WHERE, "seconds": maybe(SECONDS)}),
                {**_EXAMPLE, "seconds": 0.5},
            )
        },
        "/api/explore": {
            "post": _operation(
                "explorePosition",
                "What the moves of a position are worth, and how often each was played in saved games",
                schemas.EXPLORED,
                [413, 422, 503],
                shaped(GAME, WHERE),
                _EXAMPLE,
            )
        },
        "/api/picture": {
            "post": _operation(
                "drawPosition",
                "A position as SVG",
                TEXT,
                [413, 422, 503],
                shaped(GAME, WHERE),
                _EXAMPLE,
                media="image/svg+xml",
            )
        },
        "/api/arrange": {
            "post": _operation(
                "arrangePosition",
                "A position to change by hand: as it is written, or with pieces put on its cells",
                schemas.ARRANGED,
                [413, 422, 503],
                shaped(GAME, {**WHERE, **schemas.ARRANGE}),
                {**_EXAMPLE, "pieces": [0, -1, 1, -1, 0, -1, -1, -1, -1]},
            )
        },
        "/api/compare": {
            "post": _operation(
                "compareSearches",
                "What searches take on a position, depth by depth",
                schemas.COMPARISON,
                [413, 422, 503],
                shaped(GAME, {**WHERE, "depth": DEPTH, "players": players}),
                {**_EXAMPLE, "depth": 3, "players": ["minimax", "alphabeta"]},
            )
        },
        "/api/tree": {
            "post": _operation(
                "visitTree",
                "The tree that a search visits, and the steps in which it does",
                schemas.TREE,
                [413, 422, 503],
                shaped(GAME, {**WHERE, "depth": DEPTH, "player": said(TEXT, "Who searches.")}),
                {**_EXAMPLE, "depth": 2, "player": "alphabeta"},
            )
        },
        "/api/records": {
            "get": _operation(
                "listRecords", "The saved games, the last one played first", schemas.RECORDS, [403]
            )
        },
        "/api/records/{name}": {
            "get": {
                **_operation("getRecord", "One saved game as text", TEXT, [404, 422], media="text/plain"),
                "parameters": [
                    name,
                    {"name": "accept_changed", "in": "query", "schema": {"enum": ["yes", "no"]}},
                ],
            }
        },
        "/api/solve": {
            "get": _operation("getSolving", "How far solving is", schemas.JOB, []),
            "post": _operation(
                "startSolving",
                "Start solving a game",
                schemas.JOB,
                [403, 413, 422, 503],
                shaped(GAME, {"options": OPTIONS}),
                _EXAMPLE,
                status="202",
            ),
            "delete": _operation("stopSolving", "Stop solving", schemas.JOB, [403]),
        },
    }


def _operation(
    name: str,
    summary: str,
    answer: Schema,
    errors: list[int],
    body: Schema | None = None,
    example: Any = None,
    media: str = "application/json",
    status: str = "200",
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": name,
        "summary": summary,
        "responses": {
            status: {"description": "Done", "content": {media: {"schema": answer}}},
            **{
                str(code): {
                    "description": _REFUSED[code],
                    "content": {"application/json": {"schema": ref("Error")}},
                }
                for code in [*errors, 429, *([] if body is None else [408])]
            },
        },
    }
    if body is not None:
        content = {"schema": body, "example": example}
        found["requestBody"] = {"required": True, "content": {"application/json": content}}
    return found


_REFUSED = {
    403: "Only for clients on this machine",
    404: "There is none of that name",
    408: "The request did not arrive in time",
    413: "The request is too large",
    422: "What was sent is not right, and why",
    429: "Too many requests at once",
    503: "There is too much to do; try again",
}
