"""A review in words."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.review.judge import Decision, Label
from kibitz.review.review import Review, Roll
from kibitz.review.summary import Summary
from kibitz.words.side import Side

#: How many moves of a better line are shown.
_LINE = 8
#: Labels that are no mistake, so that nothing better needs to be said.
_FINE = (Label.FORCED, Label.BEST, Label.GOOD)


def move_rows(review: Review) -> Iterator[tuple[str, str, str]]:
    """For every move and roll: who and what, the values, and the verdict."""
    acts: list[Decision | Roll] = sorted([*review.decisions, *review.rolls], key=lambda act: act.ply)
    for act in acts:
        name = review.record.game.side_name(act.side)
        if isinstance(act, Roll):
            yield f"{name} rolls {act.roll}", f"{act.after:.1%}", f"luck {act.luck:+.1%}"
        else:
            yield f"{name} {act.played.move}", _values(act), _verdict(act)


def _values(decision: Decision) -> str:
    before, after = decision.best.value.words(), decision.played.value.words()
    return after if before == after else f"{before} -> {after}"


def _verdict(decision: Decision) -> str:
    label = decision.label
    if label is Label.SLOWER:
        said = f"slower by {decision.slower}"
    elif label is Label.SOONER:
        said = f"loses {decision.slower} sooner"
    elif label is Label.UNCLEAR:
        loses = decision.played.value.result == -1
        said = "loses, where a search sees another way" if loses else "looks worse to a search"
    else:
        said = label.value
    if decision.found and not decision.position.game.has_chance:
        said += ", a critical move found"
    if label in _FINE or decision.best.move == decision.played.move:
        return said
    line = " ".join(map(str, decision.best.line[:_LINE]))
    more = " ..." if len(decision.best.line) > _LINE else ""
    return f"{said}; better {line}{more}"


def summary_lines(review: Review) -> list[str]:
    """What each player may take home."""
    return [_summary(review, summary) for summary in review.summaries]


def _summary(review: Review, summary: Summary) -> str:
    game, tags = review.record.game, review.record.tags
    who = tags.get("First" if summary.side is Side.FIRST else "Second", "")
    name = f"{game.side_name(summary.side)} ({who})" if who else game.side_name(summary.side)
    parts = []
    if game.has_chance:
        count = "1 decision" if summary.decisions == 1 else f"{summary.decisions} decisions"
        parts.append(f"gave away {summary.given_away:.1%} in {count}")
        parts.append(f"luck {summary.luck:+.1%}")
    elif summary.critical:
        parts.append(f"{summary.found} of {summary.critical} critical moves found")
    else:
        parts.append("no critical moves")
    if summary.accuracy is not None:
        parts.append(f"accuracy {summary.accuracy:.0%}")
    faults = (Label.BLUNDER, Label.MISSED_WIN, Label.LOSING, Label.MISTAKE, Label.INACCURACY, Label.UNCLEAR)
    parts += [f"{label.value}: {summary.labels[label]}" for label in faults if summary.labels.get(label)]
    return f"{name}: {', '.join(parts)}"
