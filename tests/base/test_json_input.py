"""JSON input, however deeply nested."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.base.json_input import DEEPEST, parse_json

LEAVES = st.none() | st.booleans() | st.integers() | st.text() | st.text(alphabet='[]{}"\\')
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30
)


@given(VALUES, st.booleans())
def test_written_json_is_read(value: object, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert parse_json(text) == value
    if ascii_only:  # half a pair of surrogates has no bytes
        assert parse_json(text.encode()) == value


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"[":'])
def test_depth(opening: str) -> None:
    """So deep is fine, deeper is refused, and so is what would exhaust any stack."""
    closing = "".join({"[": "]", "{": "}"}[c] for c in reversed(opening.replace('"[":', '"":')) if c in "[{")
    each = len(closing)
    fits = opening * (DEEPEST // each) + "0" + closing * (DEEPEST // each)
    assert parse_json(fits) == json.loads(fits)
    for times in (DEEPEST // each + 1, 1_000_000):
        with pytest.raises(ValueError, match="nested more than 64 deep"):
            parse_json(opening * times + "0" + closing * times)


@pytest.mark.parametrize("text", ["", "[", "]" * 100, "{" * 65, '"' + "[" * 100, b"\xff\xfe[", "[" * 10**6])
def test_invalid_json_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError):
        parse_json(text)


def test_brackets_in_texts_do_not_count() -> None:
    text = json.dumps(["[" * 500, '\\"{' * 300])
    assert parse_json(text) == json.loads(text)
