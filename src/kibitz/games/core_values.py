"""The core's values in the words of Kibitz."""

from __future__ import annotations

from kibitz import _core
from kibitz.words.value import Draw, Estimate, Expect, Loss, Value, Win

_ENDS = {"win": Win, "draw": Draw, "loss": Loss}


def value_from_core(value: _core.Value) -> Value:
    """The same value as a word."""
    kind, number = value.kind, value.number
    if kind == "expect":
        return Expect(number, value.exact)
    if kind == "estimate":
        return Estimate(number)
    return _ENDS[kind](None if number < 0 else int(number))
