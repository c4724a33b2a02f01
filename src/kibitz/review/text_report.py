"""A review as lines of text, for terminals of any width."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.base.wrapping import wrapped
from kibitz.players.registry import called
from kibitz.review.evaluation_graph import text_graph
from kibitz.review.narrative import (
    Lesson,
    lessons,
    move_rows,
    numbered,
    phase_lines,
    stopped_line,
    summary_lines,
)
from kibitz.review.review import Review

#: Columns from which on values have a place beside the moves.
_BESIDE = 60
#: Longer lines are hard to read.
_WIDEST = 100


def review_text(review: Review, width: int = 80, *, unicode: bool = False) -> Iterator[str]:
    """Everything worth reading: the moves, the graph, what happened when, the lessons, and the sums."""
    width = min(width, _WIDEST) - 1
    record = review.record
    sides = " - ".join(called(record.tags.get(side, "?")) for side in ("First", "Second"))
    by = f" ({name})" if (name := record.end_name) else ""
    yield wrapped(f"A game of {record.game.title}, {sides}, {record.result}{by}", width)
    if (opening := record.opening) is not None:
        yield wrapped(f"Opening: {opening}", width)
    exact = (
        "Every value is exact." if review.exact else "Values by search are guesses, and so is what follows."
    )
    yield wrapped(exact, width)
    if stopped := stopped_line(review):
        yield wrapped(stopped, width)
    yield from _moves(review, width)
    yield ""
    yield text_graph(review, width, unicode=unicode)
    yield ""
    for line in phase_lines(review):
        yield wrapped(line, width)
    for lesson in lessons(review):
        yield ""
        yield from lesson_text(lesson, width)
    yield ""
    for line in summary_lines(review):
        yield wrapped(line, width, indent="  ", first="")


def lesson_text(lesson: Lesson, width: int) -> Iterator[str]:
    """One fault: why it is one, the refutation, and the better move."""
    yield wrapped(lesson.title, width)
    yield wrapped(lesson.why, width, indent="  ")
    if lesson.reply:
        yield wrapped(lesson.reply, width, indent="  ")
    yield wrapped(f"Then: {lesson.refutation}", width, indent="  ")
    yield wrapped(f"Better {lesson.better}", width, indent="  ")
    if " " in lesson.line:
        yield wrapped(f"Then: {lesson.line}", width, indent="  ")


def _moves(review: Review, width: int) -> Iterator[str]:
    rows = list(move_rows(review))
    first, second = (max(len(row[i]) for row in rows) for i in (0, 1))
    positions = review.record.positions()
    for ply, (what, values, verdict) in enumerate(rows):
        number = numbered(positions[ply], ply)
        head = f"{number:>3}  {what:{first}}  "
        if width < _BESIDE:
            yield wrapped(f"{values}: {verdict}", width, indent="     ", first=head)
        else:
            head += f"{values:{second}}  "
            # What is behind a long value gets a line of its own rather than a narrow column.
            indent = " " * (len(head) if len(head) <= width - 30 else 7)
            yield wrapped(verdict, width, indent=indent, first=head)
