"""Sections in memory: whole, in pieces, and as the core reads them."""

from __future__ import annotations

from kibitz.files.sections import Section, Solution, pieces_of

SECTIONS: list[Section] = [
    b"abcdef",
    memoryview(b"abcdef"),
    [b"abcdef"],
    [b"abc", b"def"],
    [b"ab", memoryview(b"cd"), b"", b"ef"],
]


def test_a_section_is_the_same_however_it_comes() -> None:
    for section in SECTIONS:
        solution = Solution({"layout": "x"}, {"a": section, "b": b"xy"})
        assert b"".join(pieces_of(section)) == bytes(solution.section("a")) == b"abcdef"
        assert solution.size == 8
        assert [solution.has(name) for name in "abc"] == [True, True, False]
        _, at, length = solution.lazy_section("a")
        assert (at, length) == (0, 6)
        # One piece is never copied.
        first, *others = pieces_of(section)
        assert others or solution.section("a") is first
    assert Solution({}, {"none": []}).section("none") == b""
