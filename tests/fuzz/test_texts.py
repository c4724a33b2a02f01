"""Random and nearly valid texts raise documented errors only."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.texts import READERS, seeds, try_text

HOSTILE = [
    "",
    " ",
    "\x00",
    "\n\n",
    "9" * 5_000,
    "x" * 100_000,
    "/" * 5_000,
    "²",
    "٣",  # an Arabic digit is a digit to some
    "１",  # as wide as a letter
    "1\u0301",  # with an accent of its own
    "\u202e123\u202c",  # from right to left
    "1\x002",
    "4\r\n4\u2028" * 3,
    "\ufeff1",
    "d" + "6" * 5_000,
    "1=" + "9" * 5_000,
    "r1" * 5_000 + " b d1",
    "(((" * 2_000,
    "İ",  # grows when made lower case
    "\ud800",  # half of a pair
    "-0",
    "1e999",
    "nan",
    "{}{0}%s%n",
    "../../etc/passwd",
    "1_000",
    "=,=,=",
    ":" * 50,
]
each_reader = pytest.mark.parametrize("reader", READERS)


@each_reader
def test_hostile_texts(reader: str) -> None:
    for text in HOSTILE:
        try_text(reader, text)


@each_reader
@settings(max_examples=40)
@given(text=st.text(max_size=60) | st.text("0123456789abcdeforxo./|-_ =:,()\n", max_size=60))
def test_any_text(reader: str, text: str) -> None:
    try_text(reader, text)


@st.composite
def near(draw: st.DrawFn, texts: list[str]) -> str:
    """A meaningful text with a piece cut out, doubled, moved or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 3))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        piece = draw(
            st.sampled_from(["", text[start:end] * 2, text[start:end].upper(), " "])
            | st.sampled_from(texts)
            | st.text(max_size=4)
        )
        text = text[:start] + piece + text[end:]
    return text


@each_reader
@settings(max_examples=60)
@given(data=st.data())
def test_texts_near_to_meaningful_ones(reader: str, data: st.DataObject) -> None:
    try_text(reader, data.draw(near(seeds(reader))))


@each_reader
def test_the_meaningful_ones_themselves(reader: str) -> None:
    for text in seeds(reader):
        try_text(reader, text)


@pytest.mark.parametrize("reader", [reader for reader in READERS if reader.startswith("position")])
@settings(max_examples=60)
@given(data=st.data())
def test_shuffled_positions(reader: str, data: st.DataObject) -> None:
    """The right characters in the wrong order reach the checks behind the notation."""
    try_text(reader, "".join(data.draw(st.permutations(seeds(reader)[0]))))
