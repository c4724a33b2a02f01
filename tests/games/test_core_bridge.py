"""The bridge between games and the core: values, repetitions, limits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kibitz import Draw, Estimate, Expect, Loss, Points, Value, Win, _core
from kibitz.base.cancel import Cancel
from kibitz.base.errors import BadOption, Stopped
from kibitz.base.limit import Limit
from kibitz.base.repetition import Repetition
from kibitz.games.control import control_for, control_with
from kibitz.games.core_bridge import core_repetition, value_from_core


@pytest.mark.parametrize(
    ("kind", "number", "exact", "value"),
    [
        ("win", 3, True, Win(3)),
        ("loss", 0, True, Loss(0)),
        ("draw", 1, True, Draw(1)),
        ("draw", -1, True, Draw()),
        ("win", -1, True, Win()),
        ("expect", 0.25, True, Expect(0.25, True)),
        ("expect", 0.25, False, Expect(0.25, False)),
        ("estimate", 12.5, False, Estimate(12.5)),
        ("points", 3.0, True, Points(3)),
        ("points", -1.5, False, Points(-1.5, False)),
    ],
)
def test_a_value_of_the_core_in_words(kind: str, number: float, exact: bool, value: Value) -> None:
    found = value_from_core(SimpleNamespace(kind=kind, number=number, exact=exact))  # type: ignore[arg-type]
    assert found == value
    assert found.exact == value.exact
    if kind == "points":
        assert type(found.points) is type(value.points)  # type: ignore[attr-defined]
    elif kind in ("win", "draw", "loss"):
        assert found.plies == value.plies


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (None, ()),
        (Repetition(), (0, 0, 0, False)),
        (Repetition(claim=3, draw=5), (3, 5, 0, False)),
        (Repetition(loss=2), (0, 0, 2, False)),
        (Repetition(forbidden=True), (0, 0, 0, True)),
    ],
)
def test_history_passed_to_the_core(
    monkeypatch: pytest.MonkeyPatch, rule: Repetition | None, told: tuple[Any, ...]
) -> None:
    monkeypatch.setattr(
        "kibitz.games.core_bridge._core", SimpleNamespace(Repetition=lambda *numbers: numbers)
    )
    found: Any = core_repetition(rule)
    assert found == told


def test_work_is_bounded_by_time_and_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.games.control._core.Control", lambda **bounds: bounds)
    bounded: Any = control_for(Limit(nodes=7, seconds=2.5, depth=3))
    assert bounded == {"seconds": 2.5, "nodes": 7}
    free: Any = control_for(Limit())
    assert free == {"seconds": None, "nodes": None}


def test_work_ends_where_it_is_called_off() -> None:
    with Cancel() as cancel:
        control_for(Limit())
        cancel.now()
        with pytest.raises(Stopped):
            control_for(Limit())


@pytest.mark.parametrize(("answer", "goes_on"), [(None, True), (True, True), (0, True), (False, False)])
def test_progress_callbacks_may_cancel(monkeypatch: pytest.MonkeyPatch, answer: Any, goes_on: bool) -> None:
    received: list[tuple[int, int | None]] = []

    def progress(done: int, total: int | None) -> Any:
        received.append((done, total))
        return answer

    monkeypatch.setattr("kibitz.games.control._core.Control", SimpleNamespace)
    made: Any = control_with(progress)
    assert made.progress(3, 10) is goes_on
    assert received == [(3, 10)]


def test_progress_is_reported_to_what_can_be_called() -> None:
    assert isinstance(control_with(None), _core.Control)
    assert isinstance(control_with(lambda done, total: True), _core.Control)
    with pytest.raises(BadOption, match="progress"):
        control_with(5)  # type: ignore[arg-type]
