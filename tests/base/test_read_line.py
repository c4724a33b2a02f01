"""Input lines: long ones are cut, and endless ones end the input."""

from __future__ import annotations

import io
from typing import Any

import pytest

import kibitz
from kibitz.base.read_line import read_line
from kibitz.engines.server_base import LONGEST_LINE, ServerContext
from kibitz.terminal.console_io import Console, EndOfInput


class Zeros(io.StringIO):
    """As `/dev/zero`: there is always more, and never the end of a line."""

    def readline(self, size: Any = -1) -> str:
        assert size > 0, "without a limit it would never be read"
        return "\0" * size


@pytest.mark.parametrize("longest", [1, 2, 3, 4, 100])
@pytest.mark.parametrize("text", ["", "\n", "ab", "ab\n", "abc\nde", "abcd\n\nefg\n", "abcdefgh"])
def test_it_is_the_beginning_of_every_line(text: str, longest: int) -> None:
    source = io.StringIO(text)
    read = list(iter(lambda: read_line(source, longest), ""))
    assert read == [line[:longest] for line in text.splitlines(keepends=True)]


def test_a_line_of_a_million_is_passed_over() -> None:
    source = io.StringIO("x" * 1_000_000 + "\nnext\n")
    assert [read_line(source, 1000) for _ in range(3)] == ["x" * 1000, "next\n", ""]


def test_one_that_never_ends_is_the_end_wherever_lines_are_read() -> None:
    assert read_line(Zeros(), 10) == read_line(Zeros(), LONGEST_LINE) == ""
    with pytest.raises(EndOfInput):
        Console(Zeros(), io.StringIO()).ask("Your move:")
    served = ServerContext(
        kibitz.load("tictactoe"), kibitz.player("random"), kibitz.Limit(), Zeros(), io.StringIO()
    )
    assert list(served.lines()) == []
