"""What a client sent: JSON from anywhere, read with care."""

from __future__ import annotations

import re
from typing import Any

from kibitz.base.errors import quoted
from kibitz.base.json_input import parse_json
from kibitz.base.time_control import TimeControl
from kibitz.service.errors import BadRequest


class Fields:
    """A JSON object with fields that are checked when they are read."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    @classmethod
    def read(cls, data: str | bytes) -> Fields:
        """The object that a text holds."""
        try:
            values = parse_json(data)
        except (ValueError, RecursionError):
            raise BadRequest("this is not JSON") from None
        if not isinstance(values, dict):
            raise BadRequest("this is not a JSON object")
        return cls(values)

    def text(self, name: str, default: str | None = None, *, longest: int = 200) -> str:
        """A text; required if there is no default."""
        value = self._values.get(name, default)
        if not isinstance(value, str) or len(value) > longest:
            raise BadRequest(f"{name} must be a text of at most {longest} characters")
        if not value.isprintable() and longest <= 1000:
            raise BadRequest(f"{name} must have no control characters, not be {quoted(value)}")
        return value

    def optional_text(self, name: str, *, longest: int = 200) -> str | None:
        """A text, or None where there is none."""
        return None if self._values.get(name) is None else self.text(name, longest=longest)

    def number(self, name: str, default: int | None = None, *, low: int = 0, high: int = 2**53) -> int:
        """A whole number; required if there is no default."""
        value = self._values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadRequest(f"{name} must be a whole number from {low} to {high}")
        return value

    def flag(self, name: str) -> bool:
        """Yes or no; no where it is left out."""
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise BadRequest(f"{name} must be true or false")
        return value

    def at(self, name: str = "at") -> int | str:
        """A place of a game: a number of moves, or a name such as v7."""
        value = self._values.get(name)
        if isinstance(value, str) and re.fullmatch(r"v[0-9]{1,9}", value):
            return value
        return self.number(name, high=10**6)

    def texts(self, name: str, *, most: int = 8, longest: int = 200) -> list[str]:
        """Several texts; none where they are left out."""
        value = self._values.get(name, [])
        if not isinstance(value, list) or len(value) > most:
            raise BadRequest(f"{name} must be a list of at most {most} texts")
        return [Fields({name: item}).text(name, longest=longest) for item in value]

    def optional_number(self, name: str, *, low: int = 0, high: int = 2**53) -> int | None:
        """A whole number, or None where there is none."""
        return None if self._values.get(name) is None else self.number(name, low=low, high=high)

    def optional_numbers(self, name: str, *, most: int) -> list[int] | None:
        """Whole numbers from -1, or None where there are none."""
        value = self._values.get(name)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) > most:
            raise BadRequest(f"{name} must be a list of at most {most} numbers")
        return [Fields({name: item}).number(name, low=-1, high=10**6) for item in value]

    def optional_side(self, name: str) -> str | None:
        """A player, or None where none is named."""
        if (value := self.optional_text(name)) not in (None, "first", "second"):
            raise BadRequest(f"{name} must be first or second")
        return value

    def seconds(self, name: str, default: float, *, most: float) -> float:
        """A time."""
        value = self._values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            raise BadRequest(f"{name} must be more than 0 and at most {most:g} seconds")
        return float(value)

    def optional_seconds(self, name: str, *, most: float) -> float | None:
        """A time, or None where there is none."""
        return None if self._values.get(name) is None else self.seconds(name, most, most=most)

    def optional_clock(self, name: str) -> TimeControl | None:
        """Time for a game, in seconds or written as `5m+3s`; None where there is none."""
        if self._values.get(name) is None:
            return None
        if isinstance(self._values[name], str):
            return TimeControl.parse(self.text(name))
        return TimeControl(self.seconds(name, 0, most=86_400))

    def options(self, name: str) -> dict[str, str]:
        """A small object of texts, numbers and yes or no."""
        value = self._values.get(name, {})
        if not isinstance(value, dict) or len(value) > 40:
            raise BadRequest(f"{name} must be an object with options")
        for key, item in value.items():
            if not isinstance(item, str | int) or len(str(key)) > 40 or len(str(item)) > 60:
                raise BadRequest(f"{name} must hold short texts, numbers, true or false")
        return {str(key): str(item) for key, item in value.items()}
