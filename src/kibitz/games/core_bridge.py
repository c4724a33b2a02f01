"""Conversion of the core's values."""

from __future__ import annotations

from kibitz import _core
from kibitz.base.repetition import Repetition
from kibitz.base.value import Draw, Estimate, Expect, Loss, Points, Value, Win

_ENDS = {"win": Win, "draw": Draw, "loss": Loss}


def core_repetition(rule: Repetition | None) -> _core.Repetition:
    """Return the core's repetition rule."""
    if rule is None:
        return _core.Repetition()
    return _core.Repetition(rule.claim or 0, rule.draw or 0, rule.loss or 0, rule.forbidden)


def value_from_core(value: _core.Value, average: bool = False) -> Value:
    """Convert a core value; `average` makes points an expectation, as with dice."""
    return make_value(value.kind, value.number, value.exact, average)


def make_value(kind: str, number: float, exact: bool, average: bool) -> Value:
    """Return the value for the core's kind and number."""
    if kind == "expect":
        return Expect(number, exact)
    if kind == "estimate":
        return Estimate(number)
    if kind == "points":
        return Points(int(number) if number == int(number) else number, exact, average)
    return _ENDS[kind](None if number < 0 else int(number))
