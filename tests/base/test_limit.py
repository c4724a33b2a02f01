"""Limits: their notation, and the combination of two."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.base.errors import BadNotation, BadOption
from kibitz.base.limit import Limit, as_limit

limits = st.builds(
    Limit,
    depth=st.none() | st.integers(1, 999),
    nodes=st.none() | st.integers(1, 10**12),
    seconds=st.none() | st.floats(0.001, 1e6),
)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("", Limit()),
        ("depth=5", Limit(depth=5)),
        ("nodes=10k", Limit(nodes=10_000)),
        ("nodes=3M", Limit(nodes=3_000_000)),
        ("nodes=2g", Limit(nodes=2_000_000_000)),
        ("time=2", Limit(seconds=2)),
        ("time=2s", Limit(seconds=2)),
        ("TIME = 300 ms", Limit(seconds=0.3)),
        ("time=.5s", Limit(seconds=0.5)),
        ("time=1m", Limit(seconds=60)),
        (" depth=3 , nodes=7 ,time=1.5s,", Limit(3, 7, 1.5)),
    ],
)
def test_texts(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit


@pytest.mark.parametrize(
    "text",
    [
        "depth",
        "depth=",
        "depth=0",
        "depth=-3",
        "depth=1.5",
        "nodes=0k",
        "nodes=many",
        "nodes=" + "9" * 5000,
        "time=0",
        "time=-1s",
        "time=inf",
        "time=nan",
        "time=" + "9" * 400,
        "time=1h",
        "fast",
        "speed=3",
        "depth=3;nodes=4",
    ],
)
def test_wrong_texts(text: str) -> None:
    with pytest.raises(BadOption) as refused:
        Limit.parse(text)
    assert len(str(refused.value)) < 200


@given(limits, limits)
def test_both_limits_at_once(a: Limit, b: Limit) -> None:
    both = a.tightened(b)
    assert both == b.tightened(a)
    assert both.tightened(a) == both.tightened(b) == both
    assert a.tightened(Limit()) == a
    for mine, one, other in zip(
        (both.depth, both.nodes, both.seconds),
        (a.depth, a.nodes, a.seconds),
        (b.depth, b.nodes, b.seconds),
        strict=True,
    ):
        given_bounds = [bound for bound in (one, other) if bound is not None]
        assert mine == (min(given_bounds) if given_bounds else None)


def test_the_largest_limits() -> None:
    most = 2**63 - 1  # what the core counts to
    assert (Limit(depth=most).depth, Limit(nodes=most).nodes) == (most, most)
    for beyond in ({"depth": most + 1}, {"nodes": most + 1}, {"seconds": 1e19}):
        with pytest.raises(BadOption, match="no limit"):
            Limit(**beyond)  # type: ignore[arg-type]
    assert Limit(seconds=most).seconds == most
    assert Limit.parse(f"nodes={most}").nodes == most
    # Nobody means a number with more digits than that, whatever it comes to.
    with pytest.raises(BadOption, match="depth must be a whole number"):
        Limit.parse("depth=" + "0" * 19 + "5")


def test_only_numbers_are_limits() -> None:
    for wrong in ({"depth": "5"}, {"depth": 1.5}, {"nodes": "10k"}, {"seconds": "2s"}):
        with pytest.raises(BadOption, match="must be a"):
            Limit(**wrong)  # type: ignore[arg-type]
        with pytest.raises(BadOption, match="other must be a Limit"):
            Limit().tightened(wrong)  # type: ignore[arg-type]


def test_the_smallest_limits() -> None:
    assert Limit(depth=1, nodes=1, seconds=1e-9) == Limit(1, 1, 1e-9)
    for wrong in ({"depth": 0}, {"nodes": 0}, {"seconds": 0}, {"seconds": -1}):
        with pytest.raises(BadOption, match="must be"):
            Limit(**wrong)


def test_a_limit_is_given_as_such_as_a_text_or_bound_by_bound() -> None:
    both = Limit(depth=5, seconds=2.0)
    assert as_limit(both) is both
    assert as_limit("depth=5,time=2s") == as_limit(None, depth=5, seconds=2.0) == both
    assert as_limit(None) is None
    for limit in (both, "depth=5"):
        with pytest.raises(BadOption, match="give a limit, or depth, nodes and seconds, but not both"):
            as_limit(limit, seconds=2.0)
    with pytest.raises(BadNotation, match="limit must be a Limit or a text or None, not 5"):
        as_limit(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "hint"), [("time", "use seconds=2"), ("movetime", "use seconds=2"), ("ply", "depth, nodes")]
)
def test_a_bound_that_there_is_not_is_named(name: str, hint: str) -> None:
    with pytest.raises(BadOption, match=f"a limit has no '{name}'.*{hint}"):
        Limit(**{name: 2})


def test_a_limit_is_copied_changed_and_travels() -> None:
    limit = Limit(depth=3)
    assert replace(limit, nodes=5) == Limit(3, 5)
    assert pickle.loads(pickle.dumps(limit)) == copy.deepcopy(limit) == limit
