"""The description of the HTTP interface against the server, with valid and invalid requests."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from kibitz.records.record_store import Store
from kibitz.service.settings import Settings
from kibitz.web.app import make_app

schemathesis = pytest.importorskip(
    "schemathesis", reason="the description is not fuzzed without schemathesis: pip install '.[fuzz]'"
)

FOLDER = tempfile.TemporaryDirectory()
SERVER = make_app(Settings(rate=1e9, burst=1e9), Store(Path(FOLDER.name)))


async def APP(scope: Any, receive: Any, send: Any) -> None:  # noqa: N802
    """Each call is a life of the server to the tool; this one outlives them."""
    if scope["type"] != "lifespan":
        await SERVER(scope, receive, send)
        return
    while True:
        kind = (await receive())["type"]
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


SCHEMA = schemathesis.openapi.from_asgi("/api/openapi.json", APP, headers={"Host": "localhost"})
# Solving whatever comes along takes too long; other tests do it.
SCHEMA = SCHEMA.exclude(path="/api/solve", method="POST")
GAMES = ["tictactoe", "ewn:setup=123456", "connect:width=4,height=4", "numerical"]


@SCHEMA.hook
def map_body(context: Any, body: Any) -> Any:
    """Half of the games are such as there are, as chance would hardly find one; nothing takes long.

    What does not fit the description is left as it is.
    """
    if not isinstance(body, dict):
        return body
    game, seconds, depth = body.get("game"), body.get("seconds", 1), body.get("depth", 4)
    if isinstance(game, str) and len(game) % 2 == 0 and len(game) <= 500:
        body = {**body, "game": GAMES[len(str(body)) % len(GAMES)]}
    if isinstance(seconds, int | float) and 0.01 < seconds <= 10:
        body = {**body, "seconds": 0.01}
    if isinstance(depth, int) and 2 < depth <= 12:
        body = {**body, "depth": 2}
    return body


@SCHEMA.parametrize()
@settings(max_examples=25, deadline=None)
def test_answers_are_as_described(case: Any) -> None:
    # A text can fit the description and still name no game; that is refused with a message.
    # How long one takes is nothing to the description.
    case.call_and_validate(
        headers={"Host": "localhost"},
        excluded_checks=[schemathesis.checks.positive_data_acceptance],
        timeout=300,
    )
