"""The core's values in the words of Kibitz."""

from __future__ import annotations

from kibitz import _core
from kibitz.base.repetition import Repetition
from kibitz.base.value import Draw, Estimate, Expect, Loss, Points, Value, Win

_ENDS = {"win": Win, "draw": Draw, "loss": Loss}


def core_repetition(rule: Repetition | None) -> _core.Repetition:
    """What a repetition means, as the core counts it."""
    if rule is None:
        return _core.Repetition()
    return _core.Repetition(rule.claim or 0, rule.draw or 0, rule.loss or 0, rule.forbidden)


def value_from_core(value: _core.Value, average: bool = False) -> Value:
    """The same value as a word; `average` says whether dice decide, so that points are an average."""
    return make_value(value.kind, value.number, value.exact, average)


def make_value(kind: str, number: float, exact: bool, average: bool) -> Value:
    """Return the value that the core describes by its kind and a number."""
    if kind == "expect":
        return Expect(number, exact)
    if kind == "estimate":
        return Estimate(number)
    if kind == "points":
        return Points(int(number) if number == int(number) else number, exact, average)
    return _ENDS[kind](None if number < 0 else int(number))
