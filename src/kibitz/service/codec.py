"""JSON encoding and validation of commands.

A command's fields are checked by their types: a text, an integer or a boolean, each with the bounds in its
`Annotated` type. A decoder is made once for each class of commands.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from kibitz.base.errors import quoted
from kibitz.base.json_input import parse_json
from kibitz.service.errors import BadRequest

Json = dict[str, Any]
Decode = Callable[[Mapping[str, Any]], Any]

#: One encoder for all: making one takes longer than encoding a small message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(message: Mapping[str, Any]) -> str:
    """Encode a message as compact JSON."""
    text = _ENCODER.encode(message)
    # A lone surrogate, as in a foreign game, can't be encoded in UTF-8; JSON has this escape.
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def read_object(data: str | bytes) -> Json:
    """Parse a JSON object."""
    try:
        values = parse_json(data)
    except (ValueError, RecursionError):
        raise BadRequest("this is not JSON") from None
    if not isinstance(values, dict):
        raise BadRequest("this is not a JSON object")
    return values


@dataclass(frozen=True)
class Check:
    """Validates a field: returns the value, or raises an error with the expected one."""

    read: Callable[[str, Any], Any]
    #: JSON Schema of the field.
    schema: Json


def text(longest: int = 200) -> Check:
    """Check a text; a short one must have no control characters."""

    def read(name: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise BadRequest(f"{name} must be a text of at most {longest} characters")
        if not value.isprintable() and longest <= 1000:
            raise BadRequest(f"{name} must have no control characters, not be {quoted(value)}")
        return value

    return Check(read, {"type": "string", "maxLength": longest})


def whole(low: int = 0, high: int = 2**53) -> Check:
    """Check an integer within bounds; booleans are refused."""

    def read(name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadRequest(f"{name} must be a whole number from {low} to {high}")
        return value

    return Check(read, {"type": "integer", "minimum": low, "maximum": high})


def flag() -> Check:
    """Check a boolean."""

    def read(name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise BadRequest(f"{name} must be true or false")
        return value

    return Check(read, {"type": "boolean"})


def seconds(most: float) -> Check:
    """Check a time in seconds."""

    def read(name: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            raise BadRequest(f"{name} must be more than 0 and at most {most:g} seconds")
        return float(value)

    return Check(read, {"type": "number", "exclusiveMinimum": 0, "maximum": most})


def clock_time() -> Check:
    """Check a time for a game, in seconds or as a text such as `5m+3s`."""
    number, written = seconds(86_400), text()

    def read(name: str, value: Any) -> float | str:
        found: float | str = (written if isinstance(value, str) else number).read(name, value)
        return found

    return Check(read, {"anyOf": [number.schema, written.schema]})


def place() -> Check:
    """Check a place in a game: a number of moves, or a name such as v7."""
    number = whole(high=10**6)

    def read(name: str, value: Any) -> int | str:
        if isinstance(value, str) and re.fullmatch(r"v[0-9]{1,9}", value):
            return value
        found: int = number.read(name, value)
        return found

    return Check(read, {"anyOf": [number.schema, {"type": "string", "pattern": "^v[0-9]{1,9}$"}]})


def several(most: int, each: Check) -> Check:
    """Check a list of texts or numbers."""
    kind = "texts" if each.schema["type"] == "string" else "numbers"

    def read(name: str, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise BadRequest(f"{name} must be a list of at most {most} {kind}")
        return tuple(each.read(name, item) for item in value)

    return Check(read, {"type": "array", "items": each.schema, "maxItems": most})


def line() -> Check:
    """Check moves: a text with all of them, or a list."""
    # Together below the size of a request, so that each limit is refused by itself.
    whole_text, parts = text(4000), several(500, text(100))

    def read(name: str, value: Any) -> str | tuple[str, ...]:
        found: str | tuple[str, ...] = (parts if isinstance(value, list) else whole_text).read(name, value)
        return found

    return Check(read, {"anyOf": [whole_text.schema, parts.schema]})


def one_of(*words: str) -> Check:
    """Check one of a few texts."""

    def read(name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise BadRequest(f"{name} must be {' or '.join(words)}")
        return value

    return Check(read, {"enum": list(words)})


def options() -> Check:
    """Check options by name: texts, numbers or booleans, which become texts."""

    def read(name: str, value: Any) -> dict[str, str]:
        if not isinstance(value, dict) or len(value) > 40:
            raise BadRequest(f"{name} must be an object with options")
        for key, item in value.items():
            if not isinstance(item, str | int) or len(str(key)) > 40 or len(str(item)) > 60:
                raise BadRequest(f"{name} must hold short texts, numbers, true or false")
        return {str(key): str(item) for key, item in value.items()}

    kinds = {"type": ["string", "integer", "boolean"]}
    return Check(read, {"type": "object", "additionalProperties": kinds, "maxProperties": 40})


#: Unchecked values from this program itself, between a server and its sandboxes.
TRUSTED = Check(lambda name, value: value, {})
_USUAL: dict[Any, Check] = {str: text(), int: whole(), bool: flag()}


def check_of(hint: Any) -> Check:
    """Return the check of a field's type; null is read as the default of an optional field."""
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is Annotated:
        found = next((each for each in get_args(hint) if isinstance(each, Check)), None)
        return found or check_of(get_args(hint)[0])
    return _USUAL[hint]


def decoder(kind: type[Any]) -> Decode:
    """Return a function that makes a command of a class from a JSON object."""
    hints = get_type_hints(kind, include_extras=True)
    rows = [(each.name, check_of(hints[each.name]).read, _default(each)) for each in fields(kind)]

    def decode(values: Mapping[str, Any]) -> Any:
        found = []
        for name, read, default in rows:
            value = values.get(name, default)
            found.append(value if value is default and value is not MISSING else read(name, value))
        return kind(*found)

    return decode


def _default(field: Any) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


class Decoder:
    """Decodes commands of some classes from JSON objects, by name."""

    def __init__(self, kinds: Iterable[type[Any]]) -> None:
        self._decoders = {kind.name: decoder(kind) for kind in kinds}

    def decode(self, values: Json) -> Any:
        """Return the command that `do` names."""
        name = values.get("do")
        decode = self._decoders.get(name) if isinstance(name, str) else None
        if decode is None:
            raise BadRequest(f"do must be one of {', '.join(self._decoders)}")
        return decode(values)


def encode_command(command: Any) -> Json:
    """Return a command as a JSON object for `Decoder.decode`."""
    return {"do": command.name, **asdict(command)}
