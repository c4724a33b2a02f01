"""Undo and redo of everything that belongs to moves: comments, marks, lines and rolls."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.base.errors import IllegalMove
from kibitz.base.side import Side
from kibitz.records.variation import Variation
from kibitz.session.timeline import Timeline

GAME = kibitz.load("tictactoe")
RACE = kibitz.load(str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "race.py"), goal=20)


def played(*texts: str) -> Timeline:
    timeline = Timeline(GAME.start())
    for text in texts:
        timeline.add(timeline.position.move(text), False)
    return timeline


def test_positions_stand_between_the_moves() -> None:
    timeline = played("5", "1", "9")
    assert timeline.positions == [GAME.start().play(*"519"[:count]) for count in range(4)]
    assert timeline.position == timeline.positions[3]
    assert (timeline.decisions, timeline.rolls, timeline.last_decision) == (3, 0, 2)
    assert Timeline(GAME.start()).last_decision is None
    assert [str(move) for move in timeline.undo(1)] == ["1", "9"]
    assert timeline.positions == [GAME.start(), GAME.start().play("5")]
    assert [str(move) for move in timeline.moves] == ["5"]


def test_the_last_move_of_some_kind_is_found_from_the_end() -> None:
    timeline = played("5", "1", "9", "2")
    for side, ply in ((Side.FIRST, 2), (Side.SECOND, 3)):
        assert timeline.last_where(lambda before, side=side: before.turn is side) == ply  # type: ignore[misc]
    assert timeline.last_where(lambda before: before == GAME.start()) == 0
    assert timeline.last_where(lambda before: before.is_over) is None


def test_marks_and_lines_stay_with_the_moves_that_stay() -> None:
    timeline = played("5", "1", "9")
    beside = (Variation((GAME.start().move("3"),)),)
    timeline.marks = {1: (1,), 2: (2,), 3: (3,)}
    timeline.variations = {0: beside, 1: beside, 2: beside}
    timeline.undo(1)
    # A mark is at the move that it speaks of; a line replaces the move that comes next, which has gone.
    assert timeline.marks == {1: (1,)}
    assert timeline.variations == {0: beside}


def test_the_offer_disappears_after_a_click() -> None:
    timeline = played("5")
    lengths = []
    for _ in range(60):
        timeline.undo(0)
        lengths.append(len(timeline.comments[0]))
        timeline.redo()
    assert lengths[0] == len("taken back: 5")
    assert lengths == sorted(lengths)
    one_more = len("; taken back: 5")
    assert 500 <= lengths[-1] == lengths[-2] < 500 + one_more
    short = timeline.comments[0] = "x" * 499
    timeline.undo(0)
    assert timeline.comments[0] == f"{short}; taken back: 5"
    timeline.redo()
    long = timeline.comments[0] = "x" * 500
    timeline.undo(0)
    assert timeline.comments[0] == long


def test_rolls_are_counted_and_come_again() -> None:
    timeline = Timeline(RACE.start())

    def add(text: str) -> None:
        timeline.add(timeline.position.move(text), timeline.position.turn is Side.CHANCE)

    rolls, decisions = 0, 0
    while len(timeline.moves) < 6:
        if timeline.position.turn is Side.CHANCE:
            add(str(timeline.position.moves[0]))
            rolls += 1
        else:
            add("go")
            decisions += 1
        assert (timeline.rolls, timeline.decisions) == (rolls, decisions)
    assert min(rolls, decisions) >= 2
    moves = list(timeline.moves)
    decided = timeline.last_decision
    assert decided is not None
    assert str(moves[decided]) == "go"
    timeline.undo(1)  # the first roll stays
    assert (timeline.rolls, timeline.decisions) == (1, 0)
    assert timeline.comments[1].startswith("taken back: go ")
    assert timeline.comments[1].endswith(", the same rolls come again")
    timeline.redo()
    assert (timeline.moves, timeline.rolls, timeline.decisions) == (moves, rolls, decisions)


def test_a_new_move_or_an_end_forgets_what_was_taken_back() -> None:
    for forget in (lambda t: t.add(t.position.move("3"), False), Timeline.forget_undone):
        timeline = played("5", "1")
        timeline.undo(0)
        assert timeline.can_redo
        forget(timeline)
        assert not timeline.can_redo
        with pytest.raises(IllegalMove, match="nothing was taken back"):
            timeline.redo()
