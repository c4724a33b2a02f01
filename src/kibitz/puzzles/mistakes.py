"""Puzzles from mistakes in played games."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace

from kibitz.base.errors import BadFile, ChangedRecord
from kibitz.base.value import Expect
from kibitz.game_review.decision import Decision
from kibitz.game_review.review import review
from kibitz.puzzles.detector import make_puzzle, puzzle_at
from kibitz.puzzles.proof import proved_values
from kibitz.puzzles.puzzle import Puzzle, Task
from kibitz.records.people import people_in
from kibitz.records.record import Record
from kibitz.records.record_store import Store

#: With dice, maximum loss of a move that also counts as right.
_AS_GOOD = 0.0005


def puzzles_from(record: Record, name: str = "") -> Iterator[Puzzle]:
    """Return a puzzle for each mistake of a person in a game, if everything about it is proved."""
    if not record.moves:
        return
    people = people_in(record)
    for decision in review(record).decisions if people else ():
        if decision.side in people and decision.is_fault and (found := _puzzle(decision)) is not None:
            yield replace(found, played=str(decision.played.move), record=name)


def _puzzle(decision: Decision) -> Puzzle | None:
    found = proved_values(decision.position)
    if found is None:
        return None
    known = puzzle_at(decision.position)
    # After a missed win the task is to win, but a slower win was no mistake.
    if known is not None and not known.is_right(decision.played.move):
        return known
    best = found.moves[0].value
    if isinstance(best, Expect):
        right = [
            each
            for each in found.moves
            if isinstance(each.value, Expect) and best.chance - each.value.chance <= _AS_GOOD
        ]
    elif best.result is None:  # expected points
        right = [each for each in found.moves if each.value == best]
    else:
        right = [each for each in found.moves if each.value.result == best.result]
    if any(each.move == decision.played.move for each in right):
        return None
    return make_puzzle(found, Task.BETTER, right)


def puzzles_from_store(
    store: Store, known: Callable[[str], bool], progress: Callable[[int, int], object] | None = None
) -> Iterator[tuple[str, list[Puzzle]]]:
    """Yield the name and the puzzles of each finished saved game that is not known yet."""
    fresh = [row.name for row in store.listed() if row.summary and row.summary.is_finished]
    fresh = [name for name in fresh if not known(name)]
    for done, name in enumerate(fresh):
        if progress is not None:
            progress(done, len(fresh))
        with contextlib.suppress(BadFile, ChangedRecord):  # removed or edited since
            yield name, list(puzzles_from(store.load(name), name))
