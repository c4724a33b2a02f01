"""A review as plain values for machines."""

from __future__ import annotations

from typing import Any

from kibitz.analysis.report import value_to_json
from kibitz.review.graph import prospects
from kibitz.review.judge import Decision
from kibitz.review.review import Review, Roll
from kibitz.review.summary import Summary


def review_to_json(review: Review) -> dict[str, Any]:
    """Everything that a review says."""
    return {
        "game": review.record.game.spec,
        "result": review.record.result,
        "exact": review.exact,
        "first": _summary(review.summaries[0]),
        "second": _summary(review.summaries[1]),
        "decisions": [_decision(decision) for decision in review.decisions],
        "rolls": [_roll(roll) for roll in review.rolls],
        "prospects": [round(point, 9) for point in prospects(review)],
    }


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "decisions": summary.decisions,
        "critical": summary.critical,
        "found": summary.found,
        "accuracy": summary.accuracy,
        "given_away": summary.given_away,
        "luck": summary.luck,
        "labels": {label.value: count for label, count in summary.labels.items()},
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "ply": decision.ply,
        "side": str(decision.side),
        "position": str(decision.position),
        "move": str(decision.played.move),
        "value": value_to_json(decision.played.value),
        "best": str(decision.best.move),
        "best_value": value_to_json(decision.best.value),
        "best_line": [str(move) for move in decision.best.line],
        "label": decision.label.value,
        "slower": decision.slower,
        "cost": decision.cost,
        "critical": decision.critical,
        "found": decision.found,
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
