"""JSON Schema and TypeScript of the types of commands, replies and events.

For API clients that read the description of the HTTP interface, and for type checks of the page.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, fields
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from kibitz.service.codec import Json, check_of
from kibitz.service.commands import Command
from kibitz.service.replies import ALIASES, Event, Refusal

_JSON = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_SCRIPT = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}
_UNIONS = (Union, types.UnionType)


def reply_type(command: type[Command[Any]]) -> Any:
    """Return the type of a command's reply."""
    (reply,) = get_args(command.__orig_bases__[0])  # type: ignore[attr-defined]
    return reply


def summary(kind: type[Any]) -> str:
    """Return the first line of a class's docstring, without the full stop."""
    return (kind.__doc__ or "").partition("\n")[0].rstrip(".")


def _described(hint: Any) -> tuple[Any, str]:
    """Return a type and its description."""
    if get_origin(hint) is Annotated:
        inner, *notes = get_args(hint)
        description = next((note for note in notes if isinstance(note, str)), "")
        return inner, description
    return hint, ""


def _fields(kind: type[Any]) -> Iterator[tuple[str, Any, str, bool]]:
    """Yield each field of a reply: its name, type and description, and whether it is required."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        inner, description = (hint, "") if hint in ALIASES.values() else _described(hint)
        needed = get_origin(inner) is not NotRequired
        yield name, inner if needed else get_args(inner)[0], description, needed


# JSON Schema


def schema(hint: Any) -> Json:
    """Return the JSON Schema of a type; a reply's class is referred to by name."""
    inner, description = _described(hint)
    if description:
        return {**schema(inner), "description": description}
    if is_typeddict(hint):
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in _JSON:
        return {"type": _JSON[hint]}
    if hint is Any:
        return {}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in _UNIONS:
        return _either([schema(each) for each in arguments])
    if origin is tuple and arguments[-1] is not ...:
        items = [schema(each) for each in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin in (list, tuple, Sequence):
        return {"type": "array", "items": schema(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(arguments[1])}
    raise TypeError(f"no JSON Schema for {hint}")


def _either(schemas: list[Json]) -> Json:
    if all(set(each) == {"type"} for each in schemas):
        return {"type": [each["type"] for each in schemas]}
    return {"anyOf": schemas}


def reply_schema(kind: type[Any]) -> Json:
    """Return the JSON Schema of a reply's class itself."""
    rows = list(_fields(kind))
    properties = {
        name: {**schema(hint), **({"description": description} if description else {})}
        for name, hint, description, _ in rows
    }
    needed = [name for name, *_, always in rows if always]
    return {
        "type": "object",
        "description": (kind.__doc__ or "").strip(),
        "properties": properties,
        "required": needed,
    }


def command_schema(kind: type[Command[Any]]) -> Json:
    """Return the JSON Schema of a command's fields."""
    hints = get_type_hints(kind, include_extras=True)
    properties, needed = {}, []
    for each in fields(kind):  # type: ignore[arg-type]
        inner, description = _described(hints[each.name])
        found = check_of(hints[each.name]).schema
        if get_origin(inner) in _UNIONS and type(None) in get_args(inner):
            found = _or_null(found)
        properties[each.name] = {**found, **({"description": description} if description else {})}
        if each.default is MISSING and each.default_factory is MISSING:
            needed.append(each.name)
    return {"type": "object", "properties": properties, **({"required": needed} if needed else {})}


def _or_null(found: Json) -> Json:
    if "enum" in found:
        return {**found, "enum": [*found["enum"], None]}
    if isinstance(found.get("type"), str):
        return {**found, "type": [found["type"], "null"]}
    return {"anyOf": [*found["anyOf"], {"type": "null"}]}


def replies_in(*hints: Any) -> list[type[Any]]:
    """Return the classes of replies in types, each once, inner ones first."""
    found: dict[type[Any], None] = {}

    def visit(hint: Any) -> None:
        if is_typeddict(hint):
            if hint not in found:
                for _, inner, _, _ in _fields(hint):
                    visit(inner)
                found[hint] = None
            return
        for each in get_args(hint):
            visit(each)

    for hint in hints:
        visit(hint)
    return list(found)


# TypeScript


def type_script(commands: Iterable[type[Command[Any]]], operations: Iterable[tuple[str, Any]]) -> str:
    """Return the TypeScript declarations of the protocol.

    `operations` are requests over HTTP, such as `GET /api/games`, and their commands.
    """
    commands, operations = list(commands), list(operations)
    lines_ = [*get_args(Event), Refusal]
    kinds = replies_in(
        *(reply_type(each) for each in (*commands, *(kind for _, kind in operations))), *lines_
    )
    kinds_used = list(dict.fromkeys((*commands, *(kind for _, kind in operations))))
    parts = [
        "// Written by dev/stub from src/kibitz/service/commands.py and replies.py; not to be edited.",
        *(_alias(name, hint) for name, hint in ALIASES.items()),
        *map(_interface, kinds),
        *map(_command_interface, kinds_used),
        f"export type Event = {_union(each.__name__ for each in get_args(Event))};",
        "/** The commands of the socket by their names, each with its reply. */\n"
        + _table("Commands", [(each.name, each) for each in commands]),
        "/** The requests over HTTP, each with its reply. */\n" + _table("Operations", operations),
    ]
    return "\n\n".join(parts) + "\n"


def _union(names: Iterable[str]) -> str:
    return " | ".join(names)


def _alias(name: str, hint: Any) -> str:
    inner, description = _described(hint)
    return f"{_comment(description)}export type {name} = {_spelled(inner)};"


def _comment(description: str, indent: str = "") -> str:
    return f"{indent}/** {description} */\n" if description else ""


def _interface(kind: type[Any]) -> str:
    rows = "".join(
        f"{_comment(description, '  ')}  {name}{'' if always else '?'}: {_script(hint)};\n"
        for name, hint, description, always in _fields(kind)
    )
    return f"{_comment((kind.__doc__ or '').strip())}export interface {kind.__name__} {{\n{rows}}}"


def _command_interface(kind: type[Command[Any]]) -> str:
    hints, rows = get_type_hints(kind, include_extras=True), ""
    for each in fields(kind):  # type: ignore[arg-type]
        inner, description = _described(hints[each.name])
        needed = each.default is MISSING and each.default_factory is MISSING
        rows += f"{_comment(description, '  ')}  {each.name}{'' if needed else '?'}: {_script(inner)};\n"
    return f"{_comment((kind.__doc__ or '').strip())}export interface {kind.__name__} {{\n{rows}}}"


def _table(name: str, rows: Sequence[tuple[str, Any]]) -> str:
    lines = "".join(
        f'  "{key}": {{ fields: {kind.__name__}; reply: {_script(reply_type(kind))} }};\n'
        for key, kind in rows
    )
    return f"export interface {name} {{\n{lines}}}"


def _script(hint: Any) -> str:
    """Return a type in TypeScript."""
    return next((name for name, alias in ALIASES.items() if hint == alias), None) or _spelled(hint)


def _spelled(hint: Any) -> str:
    """Return a composed type in TypeScript."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _script(arguments[0])
    if is_typeddict(hint):
        return str(hint.__name__)
    if hint in _SCRIPT:
        return _SCRIPT[hint]
    if origin is Literal:
        return _union(
            "null" if each is None else f'"{each}"' if isinstance(each, str) else str(each)
            for each in arguments
        )
    if origin in _UNIONS:
        return _union(_script(each) for each in arguments)
    if origin is tuple and arguments[-1] is not ...:
        return f"[{', '.join(_script(each) for each in arguments)}]"
    if origin in (list, tuple, Sequence):
        inner = _script(arguments[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_script(arguments[1])}>"
    raise TypeError(f"no TypeScript for {hint}")
