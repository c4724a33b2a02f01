"""Reviews as lines of text, for terminals of any width."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from kibitz.base.side import Side
from kibitz.base.wrapping import wrapped
from kibitz.game_review.batch import player_totals
from kibitz.game_review.evaluation_graph import text_graph
from kibitz.game_review.narrative import (
    Lesson,
    chance_lines,
    lessons,
    move_number,
    move_rows,
    phase_lines,
    player_name,
    stopped_line,
    summary_lines,
    unit_line,
)
from kibitz.game_review.review import Review
from kibitz.records.record import Record

#: Minimum width for verdicts in a column beside the moves.
_WIDE = 60
#: Maximum line length.
_MAX_WIDTH = 100
#: Maximum number of listed mistakes of several games.
_MAX_MISTAKES = 5


def review_text(
    review: Review, width: int = 80, *, unicode: bool = False, again: Callable[[int], str] | None = None
) -> Iterator[str]:
    """Yield the report of a game: moves, graph, phases, lessons, chances and totals.

    `again` returns the command that plays again from before a ply; by default the one that needs no file.
    """
    width = min(width, _MAX_WIDTH) - 1
    record = review.record
    sides = _sides(record)
    by = f" ({name})" if (name := record.end_name) else ""
    yield wrapped(f"A game of {record.game.title}, {sides}, {record.result}{by}", width)
    if (opening := record.opening) is not None:
        yield wrapped(f"Opening: {opening}", width)
    exact = "All values are exact." if review.exact else "Values found by search are estimates."
    yield wrapped(exact, width)
    for line in (unit_line(review), stopped_line(review)):
        if line:
            yield wrapped(line, width)
    yield from _moves(review, width)
    yield ""
    yield text_graph(review, width, unicode=unicode)
    yield ""
    for line in phase_lines(review):
        yield wrapped(line, width)
    for lesson in lessons(review):
        yield ""
        yield from lesson_text(lesson, width, unicode=unicode, again=again)
    if chances := chance_lines(review):
        yield ""
        for line in chances:
            yield wrapped(line, width, indent="  ", first="")
    yield ""
    for line in summary_lines(review):
        yield wrapped(line, width, indent="  ", first="")


def lesson_text(
    lesson: Lesson, width: int, *, unicode: bool = False, again: Callable[[int], str] | None = None
) -> Iterator[str]:
    """Yield a lesson: the reason, the refutation with boards, the better move and the replay command."""
    yield wrapped(lesson.title, width)
    yield wrapped(lesson.why, width, indent="  ")
    if lesson.reply:
        yield wrapped(lesson.reply, width, indent="  ")
    yield wrapped(f"Then: {lesson.refutation}", width, indent="  ")
    yield from _boards(lesson, width, unicode)
    yield wrapped(f"Better {lesson.better}", width, indent="  ")
    if " " in lesson.line:
        yield wrapped(f"Then: {lesson.line}", width, indent="  ")
    command = lesson.play_command if again is None else again(lesson.ply + 1)
    if len(entry := f"  Play it again: {command}") <= width:
        yield entry
    else:  # a command stays in one piece for copying
        yield "  Play it again:"
        yield f"  {command}"


def _boards(lesson: Lesson, width: int, unicode: bool) -> Iterator[str]:
    """Yield the boards before a mistake and after its refutation, side by side if there is room."""
    pictures = [picture.splitlines() for picture in lesson.draw(unicode=unicode)]
    columns = [["Before it:", *pictures[0]], ["After this line:", *pictures[1]]]
    widths = [max(map(len, column)) for column in columns]
    if 4 + widths[0] > width:
        return
    if 4 + widths[0] + 4 + widths[1] > width:
        columns = columns[:1]
    for row in itertools.zip_longest(*columns, fillvalue=""):
        yield "    " + "    ".join(f"{cell:{size}}" for cell, size in zip(row, widths, strict=False)).rstrip()


def _sides(record: Record) -> str:
    """Return both players' names."""
    return " - ".join(player_name(record, side) or "?" for side in (Side.FIRST, Side.SECOND))


def _moves(review: Review, width: int) -> Iterator[str]:
    rows = list(move_rows(review))
    first, second = (max(len(row[i]) for row in rows) for i in (0, 1))
    positions = review.record.positions()
    for ply, (what, values, verdict) in enumerate(rows):
        number = move_number(positions[ply], ply)
        head = f"{number:>3}  {what:{first}}  "
        if width < _WIDE:
            yield wrapped(f"{values}: {verdict}", width, indent="     ", first=head)
        else:
            head += f"{values:{second}}  "
            # After a long value the verdict gets its own line instead of a narrow column.
            indent = " " * (len(head) if len(head) <= width - 30 else 7)
            yield wrapped(verdict, width, indent=indent, first=head)


def batch_text(
    reviews: Sequence[Review], width: int = 80, numbers: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield the report of several games: a line for each, totals of the players, the costliest mistakes.

    `numbers` are the numbers of the games, if some of a file are left out.
    """
    width = min(width, _MAX_WIDTH) - 1
    numbers = numbers or range(1, len(reviews) + 1)
    digits = len(str(numbers[-1]))
    for number, each in zip(numbers, reviews, strict=True):
        head = f"{number:>{digits}}  "
        yield wrapped(_game_line(each), width, indent=" " * len(head), first=head)
    yield ""
    for totals in player_totals(reviews):
        yield wrapped(totals.words(), width, indent="  ", first="")
    faults = [
        (-(decision.cost or 0.0), number, lesson)
        for number, each in zip(numbers, reviews, strict=True)
        for decision, lesson in zip(each.own_faults, lessons(each), strict=True)
    ]
    if faults:
        yield ""
        yield "Costliest mistakes:"
    for _, number, lesson in sorted(faults, key=lambda fault: fault[:2])[:_MAX_MISTAKES]:
        text = f"Game {number}, {lesson.title[0].lower()}{lesson.title[1:]}. Better {lesson.better}"
        yield wrapped(text, width, indent="    ", first="  ")


def _game_line(each: Review) -> str:
    """Return a line about one game."""
    record = each.record
    sides = _sides(record)
    faults = sum(decision.is_fault for decision in each.decisions)
    entry = "no mistakes" if not faults else "1 mistake" if faults == 1 else f"{faults} mistakes"
    sure = "" if each.exact else ", by search" if each.stopped is None else ", by a search that was stopped"
    return f"{record.game.title}, {sides}, {record.result}, {len(each.decisions)} moves, {entry}{sure}"
