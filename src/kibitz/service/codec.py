"""Commands to and from JSON: whatever a client sends is read with care.

A command's fields are checked by their types: a text, a whole number, true or
false, each with the bounds that its `Annotated` type gives. A decoder is made
once for each class of commands.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from kibitz.base.errors import quoted
from kibitz.service.errors import BadRequest

Json = dict[str, Any]
Decode = Callable[[Mapping[str, Any]], Any]

#: One encoder for all: making one takes longer than a small message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(message: Mapping[str, Any]) -> str:
    """Return a message as the shortest JSON."""
    text = _ENCODER.encode(message)
    # Half a pair of surrogates, in a game of one's own, can't be sent as it is; JSON has this escape for it.
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def read_object(data: str | bytes) -> Json:
    """Return the JSON object that a text holds."""
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRequest("this is not JSON") from None
    if not isinstance(values, dict):
        raise BadRequest("this is not a JSON object")
    return values


class Check:
    """How a field is read: the value that was sent is returned, or refused with what would be right."""

    def read(self, name: str, value: Any) -> Any:
        """Return a value that is as it should be."""
        raise NotImplementedError

    def schema(self) -> Json:
        """Return the JSON Schema of what may be sent."""
        raise NotImplementedError


@dataclass(frozen=True)
class Text(Check):
    """A text; a short one has no control characters."""

    longest: int = 200

    def read(self, name: str, value: Any) -> str:
        """Return a text."""
        if not isinstance(value, str) or len(value) > self.longest:
            raise BadRequest(f"{name} must be a text of at most {self.longest} characters")
        if not value.isprintable() and self.longest <= 1000:
            raise BadRequest(f"{name} must have no control characters, not be {quoted(value)}")
        return value

    def schema(self) -> Json:
        """Return a string's."""
        return {"type": "string", "maxLength": self.longest}


@dataclass(frozen=True)
class Whole(Check):
    """A whole number within bounds."""

    low: int = 0
    high: int = 2**53

    def read(self, name: str, value: Any) -> int:
        """Return a number; true and false are none."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise BadRequest(f"{name} must be a whole number from {self.low} to {self.high}")
        return value

    def schema(self) -> Json:
        """Return an integer's."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Flag(Check):
    """True or false."""

    def read(self, name: str, value: Any) -> bool:
        """Return one of the two."""
        if not isinstance(value, bool):
            raise BadRequest(f"{name} must be true or false")
        return value

    def schema(self) -> Json:
        """Return a boolean's."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Seconds(Check):
    """A time in seconds."""

    most: float

    def read(self, name: str, value: Any) -> float:
        """Return a positive number."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= self.most:
            raise BadRequest(f"{name} must be more than 0 and at most {self.most:g} seconds")
        return float(value)

    def schema(self) -> Json:
        """Return a number's."""
        return {"type": "number", "exclusiveMinimum": 0, "maximum": self.most}


@dataclass(frozen=True)
class ClockTime(Check):
    """Time for a game, in seconds or as a text such as `5m+3s`."""

    def read(self, name: str, value: Any) -> float | str:
        """Return a number of at most a day, or a text."""
        return Text().read(name, value) if isinstance(value, str) else Seconds(86_400).read(name, value)

    def schema(self) -> Json:
        """Return a number's or a text's."""
        return {"anyOf": [Seconds(86_400).schema(), Text().schema()]}


@dataclass(frozen=True)
class Place(Check):
    """A place of a game: a number of moves, or a name such as v7."""

    def read(self, name: str, value: Any) -> int | str:
        """Return a number or a name."""
        if isinstance(value, str) and re.fullmatch(r"v[0-9]{1,9}", value):
            return value
        return Whole(high=10**6).read(name, value)

    def schema(self) -> Json:
        """Return a number's or a name's."""
        return {"anyOf": [Whole(high=10**6).schema(), {"type": "string", "pattern": "^v[0-9]{1,9}$"}]}


@dataclass(frozen=True)
class Several(Check):
    """A list of texts or numbers."""

    most: int
    each: Text | Whole

    def read(self, name: str, value: Any) -> tuple[Any, ...]:
        """Return them in order."""
        if not isinstance(value, list) or len(value) > self.most:
            kind = "texts" if isinstance(self.each, Text) else "numbers"
            raise BadRequest(f"{name} must be a list of at most {self.most} {kind}")
        return tuple(self.each.read(name, item) for item in value)

    def schema(self) -> Json:
        """Return an array's."""
        return {"type": "array", "items": self.each.schema(), "maxItems": self.most}


@dataclass(frozen=True)
class OneOf(Check):
    """One of a few texts."""

    words: tuple[str, ...]

    def read(self, name: str, value: Any) -> str:
        """Return one of the words."""
        if not isinstance(value, str) or value not in self.words:
            raise BadRequest(f"{name} must be {' or '.join(self.words)}")
        return value

    def schema(self) -> Json:
        """Return an enumeration."""
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Options(Check):
    """Options by name: texts, numbers, true or false, which become texts."""

    def read(self, name: str, value: Any) -> dict[str, str]:
        """Return a small object of texts."""
        if not isinstance(value, dict) or len(value) > 40:
            raise BadRequest(f"{name} must be an object with options")
        for key, item in value.items():
            if not isinstance(item, str | int) or len(str(key)) > 40 or len(str(item)) > 60:
                raise BadRequest(f"{name} must hold short texts, numbers, true or false")
        return {str(key): str(item) for key, item in value.items()}

    def schema(self) -> Json:
        """Return an object's."""
        kinds = {"type": ["string", "integer", "boolean"]}
        return {"type": "object", "additionalProperties": kinds, "maxProperties": 40}


@dataclass(frozen=True)
class Trusted(Check):
    """Plain values from this program itself, between a server and its sandboxes."""

    def read(self, name: str, value: Any) -> Any:
        """Return the value as it is."""
        return value

    def schema(self) -> Json:
        """Return that of anything."""
        return {}


_USUAL: dict[Any, Check] = {str: Text(), int: Whole(), bool: Flag()}


def check_of(hint: Any) -> Check:
    """Return how a field of a type is read; null is read as the default of a field that may be None."""
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is Annotated:
        found = next((each for each in get_args(hint) if isinstance(each, Check)), None)
        return found or check_of(get_args(hint)[0])
    return _USUAL[hint]


def decoder(kind: type[Any]) -> Decode:
    """Return what makes a command of a class from a JSON object."""
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
    """Makes commands of some classes from JSON objects, by their names."""

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
    """Return a command as a JSON object that `Decoder.decode` reads."""
    return {"do": command.name, **asdict(command)}
