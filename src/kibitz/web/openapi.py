"""The operations of the HTTP interface, and their description in OpenAPI."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypedDict

import kibitz
from kibitz.games.registry import names
from kibitz.service import commands
from kibitz.service.codec import Json
from kibitz.service.descriptions import command_schema, replies_in, reply_schema, reply_type, schema, summary

_EXAMPLE = {"game": names()[0]}
#: Whether a failure of the request itself is possible, besides those of the command.
_BODY = (408, 413, 422)


@dataclass(frozen=True)
class Operation:
    """A path and method, and the command that is executed."""

    method: str
    path: str
    #: Its name for programs that are made from the description.
    name: str
    command: type[commands.Command[Any]]
    #: Refusals besides 429 and those of a body.
    errors: tuple[int, ...] = ()
    #: The body of an example, where there is one.
    example: Json | None = None
    status: int = 200
    #: The one field of the reply that is the answer itself, and its media type.
    text: str = ""
    media: str = "application/json"

    @property
    def key(self) -> str:
        """The method and path."""
        return f"{self.method} {self.path}"


OPERATIONS = (
    Operation("GET", "/api/version", "getVersion", commands.GetVersion),
    Operation("GET", "/api/games", "listGames", commands.ListGames),
    Operation(
        "POST", "/api/analyse", "analysePosition", commands.Analyse, (503,), {**_EXAMPLE, "seconds": 0.5}
    ),
    Operation("POST", "/api/explore", "explorePosition", commands.Explore, (503,), _EXAMPLE),
    Operation(
        *("POST", "/api/picture", "drawPosition", commands.DrawPosition, (503,), _EXAMPLE),
        text="svg",
        media="image/svg+xml",
    ),
    Operation(
        *("POST", "/api/arrange", "arrangePosition", commands.Arrange, (503,)),
        example={**_EXAMPLE, "pieces": [0, -1, 1, -1, 0, -1, -1, -1, -1]},
    ),
    Operation(
        *("POST", "/api/compare", "compareSearches", commands.Compare, (503,)),
        example={**_EXAMPLE, "depth": 3, "players": ["minimax", "alphabeta"]},
    ),
    Operation(
        *("POST", "/api/tree", "visitTree", commands.GrowTree, (503,)),
        example={**_EXAMPLE, "depth": 2, "player": "alphabeta"},
    ),
    Operation("GET", "/api/records", "listRecords", commands.ListRecords, (403,)),
    Operation(
        *("GET", "/api/records/{name}", "getRecord", commands.ReadRecord, (404, 422)),
        text="record",
        media="text/plain",
    ),
    Operation("GET", "/api/solve", "getSolving", commands.GetSolving),
    Operation(
        *("POST", "/api/solve", "startSolving", commands.StartSolving, (403, 503), _EXAMPLE), status=202
    ),
    Operation("DELETE", "/api/solve", "stopSolving", commands.StopSolving, (403,)),
)

_REFUSED = {
    403: "Only for clients on this machine",
    404: "There is none of that name",
    408: "The request did not arrive in time",
    413: "The request is too large",
    422: "What was sent is not right, and why",
    429: "Too many requests at once",
    503: "There is too much to do; try again",
}
#: What stands in the address of a saved game.
_RECORD_PARAMETERS = [
    {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}},
    {"name": "accept_changed", "in": "query", "schema": {"enum": ["yes", "no"]}},
]


class Error(TypedDict):
    """Why a request was refused."""

    error: str
    message: str


@cache
def describe_api() -> Json:
    """Return the OpenAPI document."""
    paths: dict[str, Json] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method.lower()] = _described(each)
    kinds = replies_in(Error, *(reply_type(each.command) for each in OPERATIONS if not each.text))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kibitz",
            "version": kibitz.__version__,
            "description": "Play, understand and solve two-player board games. "
            "Games are played over the WebSocket /socket; see docs/web.md.",
        },
        "paths": paths,
        "components": {"schemas": {each.__name__: reply_schema(each) for each in kinds}},
    }


def _described(operation: Operation) -> Json:
    takes_body = operation.method == "POST"
    errors = sorted({*operation.errors, 429, *(_BODY if takes_body else ())})
    answer = {"type": "string"} if operation.text else schema(reply_type(operation.command))
    found: Json = {
        "operationId": operation.name,
        "summary": summary(operation.command),
        "responses": {
            str(operation.status): {"description": "Done", "content": {operation.media: {"schema": answer}}},
            **{
                str(code): {
                    "description": _REFUSED[code],
                    "content": {"application/json": {"schema": schema(Error)}},
                }
                for code in errors
            },
        },
    }
    if takes_body:
        body = {"schema": _with_names(command_schema(operation.command)), "example": operation.example}
        found["requestBody"] = {"required": True, "content": {"application/json": body}}
    if "{name}" in operation.path:
        found["parameters"] = _RECORD_PARAMETERS
    return found


def _with_names(body: Json) -> Json:
    """Return the schema of a body with the games' names as examples."""
    game = {**body["properties"]["game"], "examples": names()}
    return {**body, "properties": {**body["properties"], "game": game}}
