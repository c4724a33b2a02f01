"""A review as JSON."""

from __future__ import annotations

from typing import Any

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.pv_text import line_words
from kibitz.analysis.report import value_to_json
from kibitz.game_review.decision import Decision
from kibitz.game_review.evaluation_graph import prospects
from kibitz.game_review.narrative import (
    Lesson,
    chance_lines,
    lessons,
    move_rows,
    phase_lines,
    stopped_line,
    summary_lines,
    unit_line,
)
from kibitz.game_review.resistance import Resistance
from kibitz.game_review.review import Review, Roll
from kibitz.game_review.summary import Summary


def review_to_json(review: Review) -> dict[str, Any]:
    """Return a review as JSON values, with numbers and texts."""
    return {
        "game": review.record.game.spec,
        "result": review.record.result,
        "by": review.record.end_name,
        "opening": str(review.record.opening or ""),
        "exact": review.exact,
        "own": [str(side) for side in review.own_sides],
        "stopped": None
        if review.stopped is None
        else {"positions": review.stopped[0], "seconds": review.stopped[1]},
        "first": _summary(review.summaries[0]),
        "second": _summary(review.summaries[1]),
        "decisions": [_decision(decision) for decision in review.decisions],
        "rolls": [_roll(roll) for roll in review.rolls],
        "resisted": [_resistance(each) for each in review.resisted],
        "phases": [
            {"begin": phase.begin, "end": phase.end, "standing": phase.standing.value}
            for phase in review.phases
        ],
        "said": {
            "rows": [list(row) for row in move_rows(review)],
            "summaries": summary_lines(review),
            "phases": phase_lines(review),
            "stopped": stopped_line(review),
            "unit": unit_line(review),
            "chances": chance_lines(review),
            "lessons": [_lesson(lesson) for lesson in lessons(review)],
        },
        "prospects": [round(point, 9) for point in prospects(review)],
    }


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "decisions": summary.decisions,
        "critical": summary.critical,
        "found": summary.found,
        "only_moves": summary.only_moves,
        "only_found": summary.only_found,
        "accuracy": summary.accuracy,
        "given_away": summary.given_away,
        "luck": summary.luck,
        "labels": {label.value: count for label, count in summary.labels.items()},
        "won": summary.won,
        "let_go": summary.let_go,
        "wasted": summary.wasted,
        "lost": summary.lost,
        "held": summary.held,
        "hastened": summary.hastened,
        "traps": summary.traps,
        "slipped": summary.slipped,
    }


def _lesson(lesson: Lesson) -> dict[str, Any]:
    before, after = lesson.draw()
    return {
        "ply": lesson.ply,
        "side": str(lesson.side),
        "title": lesson.title,
        "why": lesson.why,
        "reply": lesson.reply,
        "refutation": lesson.refutation,
        "better": lesson.better,
        "line": lesson.line,
        "position": str(lesson.position),
        "board": before,
        "refuted": {"position": str(lesson.refuted), "board": after},
        "again": {
            "game": lesson.position.game.spec,
            "position": str(lesson.position),
            "side": str(lesson.side),
            "command": lesson.play_command,
        },
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "ply": decision.ply,
        "side": str(decision.side),
        "position": str(decision.position),
        "move": str(decision.played.move),
        "written": decision.written,
        "mark": decision.mark,
        "only": decision.only,
        "moves": decision.moves,
        "good": decision.good,
        "value": value_to_json(decision.played.value, decision.position.game),
        "best": str(decision.best.move),
        "best_value": value_to_json(decision.best.value, decision.position.game),
        "best_line": [str(move) for move in decision.best.line],
        "best_words": line_words(decision.position, decision.best.line),
        "played_line": [str(move) for move in decision.played.line],
        "label": decision.label.value,
        "slower": decision.slower,
        "cost": decision.cost,
        "critical": decision.critical,
        "found": decision.found,
        "why": _explanation(decision.why),
        "reply": _explanation(decision.reply),
        "better": _explanation(decision.better),
    }


def _explanation(explained: Explanation | None) -> dict[str, Any] | None:
    return None if explained is None else explained.to_json()


def _resistance(each: Resistance) -> dict[str, Any]:
    return {
        "ply": each.decision.ply,
        "side": str(each.decision.side),
        "replies": each.replies,
        "winning": each.winning,
        "hardness": each.hardness,
        "hardest": each.hardest,
        "harder": None if each.harder is None else str(each.harder[0]),
        "trap": each.is_trap,
        "slipped": each.slipped,
    }


def _roll(roll: Roll) -> dict[str, Any]:
    return {
        "ply": roll.ply,
        "side": str(roll.side),
        "roll": str(roll.roll),
        "before": roll.before,
        "after": roll.after,
        "luck": roll.luck,
    }
