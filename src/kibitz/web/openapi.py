"""The description of the HTTP interface, for tools that read OpenAPI."""

from __future__ import annotations

from typing import Any

import kibitz

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_ERROR = {"$ref": "#/components/schemas/Error"}
_OPTIONS = {
    "type": "object",
    "description": "Options of the game that are not in its spec.",
    "additionalProperties": {"type": ["string", "integer", "boolean"]},
    "maxProperties": 40,
}
_POSITION = {
    "type": "object",
    "required": ["game"],
    "properties": {
        "game": {**_TEXT, "maxLength": 500, "examples": ["tictactoe", "connect:width=5,height=5"]},
        "options": _OPTIONS,
        "position": {"type": ["string", "null"], "maxLength": 4000, "description": "The start if left out."},
        "moves": {"type": ["string", "null"], "maxLength": 4000, "description": "Played from there first."},
    },
}
_VALUE = {
    "type": "object",
    "required": ["text", "words", "exact"],
    "properties": {
        "text": _TEXT,
        "words": _TEXT,
        "exact": {"type": "boolean"},
        "result": {"type": ["integer", "null"], "enum": [1, 0, -1, None]},
        "plies": {"type": ["integer", "null"]},
        "chance": {"type": "number"},
        "score": {"type": "number"},
    },
}
_ANALYSIS = {
    "type": "object",
    "required": ["game", "position", "turn", "mover", "value", "source", "share", "moves", "rolls", "notes"],
    "properties": {
        "game": _TEXT,
        "position": _TEXT,
        "turn": {"enum": ["first", "second", "chance"]},
        "mover": {"enum": ["first", "second"]},
        "outcome": {"type": ["string", "null"]},
        "value": {"$ref": "#/components/schemas/Value"},
        "source": _TEXT,
        "share": {"type": "number", "minimum": 0, "maximum": 1, "description": "The first player's."},
        "moves": {"type": "array", "items": {"type": "object"}},
        "rolls": {"type": "array", "items": {"type": "object"}},
        "notes": {"type": "array", "items": _TEXT},
    },
}
_JOB = {
    "type": "object",
    "required": ["job"],
    "properties": {
        "job": {
            "type": ["object", "null"],
            "required": ["game", "title", "state", "done", "total", "message"],
            "properties": {
                "game": _TEXT,
                "title": _TEXT,
                "state": {"enum": ["running", "done", "stopped", "failed"]},
                "done": _NUMBER,
                "total": {**_NUMBER, "description": "0 while it is not known."},
                "message": _TEXT,
            },
        }
    },
}


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
        "paths": {
            "/api/version": {
                "get": _operation("What runs here", {"type": "object"}, []),
            },
            "/api/games": {
                "get": _operation("All games and players with their options", {"type": "object"}, []),
            },
            "/api/analyse": {
                "post": _operation(
                    "What a position and its moves are worth",
                    {"$ref": "#/components/schemas/Analysis"},
                    [422, 413, 503],
                    {
                        **_POSITION,
                        "properties": {
                            **_POSITION["properties"],  # type: ignore[dict-item]  # it is a dict
                            "seconds": {"type": "number", "exclusiveMinimum": 0, "maximum": 10},
                        },
                    },
                ),
            },
            "/api/picture": {
                "post": _operation("A position as SVG", None, [422, 413, 503], _POSITION, "image/svg+xml"),
            },
            "/api/compare": {
                "post": _operation(
                    "What searches take on a position",
                    {"type": "object"},
                    [422, 413, 503],
                    {
                        **_POSITION,
                        "properties": {
                            **_POSITION["properties"],  # type: ignore[dict-item]  # it is a dict
                            "depth": {**_NUMBER, "minimum": 1, "maximum": 12},
                            "players": {**_TEXT, "description": "Separated by blanks; all that search."},
                        },
                    },
                ),
            },
            "/api/tree": {
                "get": {
                    **_operation(
                        "The tree that a search visits, as a page", None, [422, 503], media="text/html"
                    ),
                    "parameters": [
                        {"name": name, "in": "query", "required": name == "game", "schema": _TEXT}
                        for name in ("game", "position", "moves", "player", "depth")
                    ],
                },
            },
            "/api/records": {
                "get": _operation("The saved games, the last one played first", {"type": "object"}, [403]),
            },
            "/api/records/{name}": {
                "get": {
                    **_operation("One saved game as text", None, [404, 422], media="text/plain"),
                    "parameters": [{"name": "name", "in": "path", "required": True, "schema": _TEXT}],
                },
            },
            "/api/solve": {
                "get": _operation("How far solving is", _JOB, []),
                "post": _operation(
                    "Start solving a game",
                    _JOB,
                    [403, 413, 422, 503],
                    {
                        "type": "object",
                        "required": ["game"],
                        "properties": {"game": _TEXT, "options": _OPTIONS},
                    },
                    status="202",
                ),
                "delete": _operation("Stop solving", _JOB, [403]),
            },
        },
        "components": {
            "schemas": {
                "Error": {
                    "type": "object",
                    "required": ["error", "message"],
                    "properties": {"error": _TEXT, "message": _TEXT},
                },
                "Value": _VALUE,
                "Analysis": _ANALYSIS,
            }
        },
    }


def _operation(
    summary: str,
    answer: dict[str, Any] | None,
    errors: list[int],
    body: dict[str, Any] | None = None,
    media: str = "application/json",
    status: str = "200",
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": summary,
        "responses": {
            status: {"description": "Done", "content": {media: {"schema": answer or _TEXT}}},
            **{
                str(code): {"description": "Refused", "content": {"application/json": {"schema": _ERROR}}}
                for code in [*errors, 429]
            },
        },
    }
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return found
