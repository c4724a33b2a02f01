"""The progress bar: what fits a terminal of a given width."""

from __future__ import annotations

import re

import pytest

from kibitz.solving.progress_bar import progress_bar

TITLE = "Solving a game whose name is so long that it has to give way to the numbers, however important it is"


def drawn(
    columns: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    total: int = 2_000,
    title: str = TITLE,
) -> str:
    """All that is drawn of work half done, without colours and movements."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    with progress_bar(title) as heard:
        heard(1_000, total)
    captured = capsys.readouterr()
    assert captured.out == ""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", captured.err)


@pytest.mark.parametrize(
    ("columns", "times", "bar"),
    [(60, False, False), (79, False, False), (80, True, False), (109, True, False), (110, True, True)],
)
def test_numbers_come_before_times_and_times_before_a_bar(
    columns: int,
    times: bool,
    bar: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = drawn(columns, capsys, monkeypatch)
    assert "1,000/2,000" in text
    assert "50%" in text
    assert ("left" in text) == times
    assert bool(re.search("[━╸╺]", text)) == bar
    if bar:
        # Half of its twenty columns are done, or one less where half a column is drawn.
        longest = max((line for line in text.splitlines() if "50%" in line), key=len)
        assert len(re.findall("[━╸╺]", longest)) == 20


@pytest.mark.parametrize(
    ("columns", "room"), [(30, 10), (40, 11), (70, 41), (80, 30), (100, 50), (120, 36), (200, len(TITLE))]
)
def test_a_title_gives_way_to_the_numbers(
    columns: int, room: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers take 29 columns, with times fifty, with a bar 84; ten are left to the title at least."""
    text = drawn(columns, capsys, monkeypatch)
    assert TITLE[: room - 1] in text
    assert TITLE[: room + 1] not in text or room == len(TITLE)
    assert ("…" in text) == (room < len(TITLE))


@pytest.mark.parametrize(("columns", "times"), [(60, False), (74, False), (75, True), (80, True)])
def test_a_title_that_would_fit_is_whole_without_times(
    columns: int, times: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = drawn(columns, capsys, monkeypatch, title="Looking for your mistakes")
    assert "Looking for your mistakes" in text
    assert "1,000/2,000" in text
    assert ("left" in text) == times


def test_without_a_total_finished_work_is_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = drawn(120, capsys, monkeypatch, total=0)
    assert "1,000" in text
    assert "1,000/" not in text


def test_nothing_is_drawn_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("Solving") as heard:
        assert heard(1, 2) is None
    assert capsys.readouterr() == ("", "")
