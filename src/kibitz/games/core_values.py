"""The core's values in the words of Kibitz."""

from __future__ import annotations

from kibitz import _core
from kibitz.words.value import Draw, Estimate, Expect, Loss, Value, Win


def value_from_core(value: _core.Value) -> Value:
    """The same value as a word."""
    number = value.number
    if value.kind == "expect":
        return Expect(number, value.exact)
    if value.kind == "estimate":
        return Estimate(number)
    plies = None if number < 0 else int(number)
    return {"win": Win, "draw": Draw, "loss": Loss}[value.kind](plies)
