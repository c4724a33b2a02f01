"""Parsing of long hostile texts takes less than quadratic time.

What is measured is the processor's time of this process, so other work on the machine does not matter.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

import kibitz
from kibitz.arena.journal import open_journal
from kibitz.arena.schedule import Plan, named
from kibitz.records.parser import parse_records
from tests.fuzz.texts import READERS, try_text

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no timers of the processor")
HEAD = '[Game "tictactoe"]\n'


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail inside when the processor has worked for so long."""

    def ring(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"it goes on for more than {seconds} seconds of the processor")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("reader", READERS)
def test_long_runs_are_read_at_once(reader: str) -> None:
    for run in (" ", "\t\n", "+", "1", "a", "=", "a=", "/", '"', "5 "):
        for before, after in (("a", "b"), ("1", "="), ("mnk:", "x"), ("5 ", "q")):
            with within(5):
                try_text(reader, before + run * (40_000 // len(run)) + after)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "".join(f'[A{number} "x"]\n' for number in range(30_000)) + "5 *", lambda r: len(r.tags)),
        (HEAD + "5 " + "{a long comment}" * 30_000 + "*", lambda r: r.comments[1].count("long")),
        (HEAD + "5 " + "$1 " * 60_000 + "*", lambda r: len(r.marks[1]) // 2),
        (HEAD + "5 " + "(1)" * 60_000 + "*", lambda r: len(r.variations[0]) // 2),
    ],
    ids=["tags", "comments", "marks", "variations"],
)
def test_much_of_a_kind_in_a_record(text: str, said: Callable[[kibitz.Record], int]) -> None:
    with within(20):
        assert said(kibitz.Record.parse(text)) == 30_000


def test_many_games_in_a_file() -> None:
    """Texts that are refused at once: the second comes with its fault."""
    text = f"{HEAD}5 *\n\n{HEAD}x *\n" + f"{HEAD}5 * {{{'a' * 200}}}\n" * 30_000
    with within(20), pytest.raises(kibitz.KibitzError, match="game 2: line 5"):
        parse_records(text)


def test_a_mistake_in_a_late_tag_is_reported_with_its_line() -> None:
    with pytest.raises(kibitz.KibitzError, match="line 4: the tag Event is given twice"):
        kibitz.Record.parse(f'\n{HEAD}[Event "a"] [Site "b"]\n[Event "c"]\n\n5 *')


def test_a_half_line_of_braces_in_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    plan = Plan("tictactoe", named(["random", "rules"]), each=2)
    with open_journal(path, plan):
        pass
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"result": ' + b"{" * 300_000)
    with within(5), open_journal(path, None) as journal:
        assert journal.results == {}
    assert path.read_bytes() == whole
