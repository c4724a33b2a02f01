"""The description of the HTTP interface, for tools that read OpenAPI."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.games.registry import names

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}
_TEXTS = {"type": "array", "items": _TEXT}
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
        "game": {**_TEXT, "maxLength": 500, "examples": names()},
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
        "moves": {
            "type": "array",
            "description": "Best first.",
            "items": {
                "type": "object",
                "required": ["move", "value", "line"],
                "properties": {
                    "move": _TEXT,
                    "value": {"$ref": "#/components/schemas/Value"},
                    "line": {**_TEXTS, "description": "The moves expected, this one first."},
                },
            },
        },
        "rolls": {
            "type": "array",
            "description": "Where the dice are to be rolled.",
            "items": {
                "type": "object",
                "required": ["roll", "probability", "value"],
                "properties": {
                    "roll": _TEXT,
                    "probability": {"type": "number", "minimum": 0, "maximum": 1},
                    "value": {"$ref": "#/components/schemas/Value"},
                },
            },
        },
        "notes": _TEXTS,
    },
}
_VERSION = {
    "type": "object",
    "required": ["kibitz", "local"],
    "properties": {
        "kibitz": _TEXT,
        "local": {"type": "boolean", "description": "Whether this machine alone can reach the server."},
    },
}
_OPTION = {
    "type": "object",
    "required": ["name", "kind", "default", "help", "low", "high", "choices", "longest", "display"],
    "properties": {
        "name": _TEXT,
        "kind": {"enum": ["yes or no", "choice", "number", "memory", "text"]},
        "default": {"type": ["string", "integer", "boolean"]},
        "help": _TEXT,
        "range": _TEXT,
        "low": _NUMBER,
        "high": _NUMBER,
        "choices": _TEXTS,
        "longest": _NUMBER,
        "display": {"type": "boolean", "description": "Whether it changes only how the game is shown."},
    },
}
_OPTION_LIST = {"type": "array", "items": {"$ref": "#/components/schemas/Option"}}
_GAMES = {
    "type": "object",
    "required": ["games", "players", "searchers"],
    "properties": {
        "games": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "title", "summary", "sides", "dice", "options", "players"],
                "properties": {
                    "name": _TEXT,
                    "title": _TEXT,
                    "summary": _TEXT,
                    "sides": {**_TEXTS, "minItems": 2, "maxItems": 2},
                    "dice": {"type": "boolean"},
                    "options": _OPTION_LIST,
                    "players": {**_TEXTS, "description": "Who can play it."},
                },
            },
        },
        "players": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "summary", "options"],
                "properties": {"name": _TEXT, "summary": _TEXT, "options": _OPTION_LIST},
            },
        },
        "searchers": {**_TEXTS, "description": "The players that search a tree."},
    },
}
_COMPARISON = {
    "type": "object",
    "required": ["rows"],
    "properties": {
        "rows": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["player", "depth", "nodes", "cutoffs", "table_hits", "researches", "seconds"],
                "properties": {
                    "player": _TEXT,
                    **dict.fromkeys(("depth", "nodes", "cutoffs", "table_hits", "researches"), _NUMBER),
                    "seconds": {"type": "number"},
                },
            },
        }
    },
}
_RECORDS = {
    "type": "object",
    "required": ["records"],
    "properties": {
        "records": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "changed", "game", "title", "first", "second", "moves", "result"],
                "properties": {
                    **dict.fromkeys(("name", "game", "title", "first", "second"), _TEXT),
                    "changed": {**_TEXT, "format": "date-time"},
                    "moves": _NUMBER,
                    "result": {"enum": ["1-0", "0-1", "1/2-1/2", "*"]},
                },
            },
        }
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


_TREE: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("game", "position", "moves", "player"), _TEXT),
    "depth": {**_NUMBER, "minimum": 1, "maximum": 12},
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
                "get": _operation("What runs here", _VERSION, []),
            },
            "/api/games": {
                "get": _operation("All games and players with their options", _GAMES, []),
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
                    _COMPARISON,
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
                        {"name": name, "in": "query", "required": name == "game", "schema": schema}
                        for name, schema in _TREE.items()
                    ],
                },
            },
            "/api/records": {
                "get": _operation("The saved games, the last one played first", _RECORDS, [403]),
            },
            "/api/records/{name}": {
                "get": {
                    **_operation("One saved game as text", None, [404, 422], media="text/plain"),
                    "parameters": [
                        {"name": "name", "in": "path", "required": True, "schema": _TEXT},
                        {"name": "accept_changed", "in": "query", "schema": {"enum": ["yes", "no"]}},
                    ],
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
                "Option": _OPTION,
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
                for code in [*errors, 429, *([] if body is None else [408])]
            },
        },
    }
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return found
