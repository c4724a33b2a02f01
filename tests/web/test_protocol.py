"""The protocol: its types, the files generated from them, and actual messages."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.service import commands, replies
from kibitz.service.codec import Decoder, decoder, encode, encode_command, read_object
from kibitz.service.descriptions import command_schema, replies_in, reply_schema, reply_type
from kibitz.service.errors import BadRequest
from kibitz.web.connection import COMMANDS
from kibitz.web.declarations import PATH, declarations
from kibitz.web.files import STATIC
from kibitz.web.openapi import OPERATIONS

SERVICE = Path(kibitz.__file__).parent / "service"
ALL = dict.fromkeys((*get_args(commands.AnyCommand), *get_args(commands.CodeCommand)))


def test_the_declarations_are_up_to_date() -> None:
    assert PATH.read_text(encoding="utf-8") == declarations(), "dev/stub writes them"


def test_the_page_speaks_the_protocol_of_the_server() -> None:
    script = (STATIC / "link.js").read_text(encoding="utf-8")
    assert re.findall(r"const PROTOCOL = (\d+);", script) == [str(commands.PROTOCOL)]


def test_the_service_knows_no_transport() -> None:
    """A worker in a browser and an MCP server import it without a web server."""
    code = "import sys, kibitz.service.service; print(*sorted(sys.modules))"
    found = run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "kibitz.service.service" in found
    outside = {name.partition(".")[0] for name in found}
    assert not outside & {"starlette", "uvicorn", "websockets", "h11", "anyio", "httptools"}
    assert not [name for name in found if name.startswith("kibitz.web")]


def test_nothing_is_asked_by_a_name_in_a_text() -> None:
    for path in (*SERVICE.glob("*.py"), *SERVICE.with_name("web").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
                assert isinstance(node.args[1], ast.Constant), f"{path.name}, line {node.lineno}"


def test_every_command_is_in_a_union() -> None:
    """The dispatchers have a case for each in a union, which mypy checks; none is outside them."""

    def named(kind: type[commands.Command[Any]]) -> Iterator[type[commands.Command[Any]]]:
        for each in kind.__subclasses__():
            yield from named(each)
            if each.name:
                yield each

    assert set(named(commands.Command)) == set(ALL)


def test_every_command_has_a_name_of_its_own_and_a_reply() -> None:
    assert len({kind.name for kind in ALL}) == len(ALL)
    for kind in ALL:
        assert reply_type(kind) is not None
        assert (kind.__doc__ or "").strip().endswith(".")
    offered = {hint: kind for kind in ALL if (hint := getattr(kind, "offer", None))}
    assert {offer: kind.name for offer, kind in offered.items()} == {
        "undo": "undo",
        "redo": "redo",
        "draw": "draw",
    }


VALUES: dict[Any, st.SearchStrategy[Any]] = {
    "string": st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=20),
    "integer": st.integers(1, 12),
    "number": st.floats(0.25, 9.75),
    "boolean": st.booleans(),
    "null": st.none(),
}


def sent(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What a schema allows, as a client may send it."""
    if "anyOf" in schema:
        return st.one_of(*map(sent, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema.get("type", "null")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if "pattern" in schema:
        return st.from_regex(schema["pattern"], fullmatch=True, alphabet="v0123456789")
    if kind == "array":
        return st.lists(sent(schema["items"]), max_size=3)
    if kind == "object":
        return st.dictionaries(st.text("abc", max_size=3), st.booleans() | st.integers(0, 9), max_size=3)
    return VALUES[kind]


@pytest.mark.parametrize("kind", get_args(commands.AnyCommand), ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_a_command_crosses_a_pipe_as_it_is(kind: type[commands.Command[Any]], data: st.DataObject) -> None:
    """Everything that the schema allows is decoded, and encoding round-trips."""
    schema = command_schema(kind)
    values = {
        name: data.draw(sent(field))
        for name, field in schema["properties"].items()
        if name in schema.get("required", ()) or data.draw(st.booleans())
    }
    command = decoder(kind)(values)
    assert isinstance(command, kind)
    again = Decoder([kind]).decode(read_object(encode(encode_command(command))))
    assert again == command
    # Fields that were left out are as the class says.
    assert all(value is not None for name, value in values.items() if name in schema.get("required", ()))


ODD = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.none(), max_size=2)


@given(kind=st.sampled_from(COMMANDS), data=st.data())
def test_a_command_that_is_not_as_it_should_be_is_refused(kind: Any, data: st.DataObject) -> None:
    names = list(get_type_hints(kind))
    values = data.draw(st.dictionaries(st.sampled_from(names) if names else st.text(), ODD, max_size=3))
    try:
        assert isinstance(decoder(kind)(values), kind)
    except BadRequest as error:
        said = str(error)
    else:
        return
    assert re.match(r"\w+ must ", said), said


def test_the_schemas_of_replies_are_whole() -> None:
    """Every shape that one refers to is there; the description of the HTTP interface has those it needs."""
    kinds = replies_in(*(reply_type(each.command) for each in OPERATIONS), *get_args(replies.Event))
    named = {kind.__name__ for kind in kinds}
    assert len(named) == len(kinds)
    for kind in kinds:
        for reference in references(reply_schema(kind)):
            assert reference.removeprefix("#/components/schemas/") in named


def references(schema: Any) -> Iterator[str]:
    """What a schema refers to."""
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from references(each)
    if isinstance(schema, dict) and "$ref" in schema:
        yield schema["$ref"]
