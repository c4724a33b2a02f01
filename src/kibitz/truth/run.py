"""Scoring a player or a file of answers on several sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadOption
from kibitz.executors.executor import AnyExecutor, make_executor
from kibitz.truth.answers import Answer, Respondent, answers_by_player, cannot_answer, read_answers
from kibitz.truth.catalogue import SETS, truth_set
from kibitz.truth.scoring import Score, overall, score_set

#: Called with the number of answered questions and their total.
OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Result:
    """Scores of one respondent, by set and over all of them."""

    respondent: str
    sets: tuple[Score, ...]
    #: Skipped sets with the reasons.
    left_out: Mapping[str, str]

    @property
    def overall(self) -> Score:
        """Return the mean over the sets, with equal weight."""
        return overall(self.sets)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
        return {
            "respondent": self.respondent,
            "all": self.overall.to_json(),
            "sets": [score.to_json() for score in self.sets],
            "left_out": dict(self.left_out),
        }


def score_player(
    respondent: Respondent,
    names: Sequence[str] = (),
    *,
    workers: int | None = None,
    executor: AnyExecutor | None = None,
    on_progress: OnProgress | None = None,
) -> Result:
    """Score a player on sets, by default on all frozen ones that it can play."""
    sets = {name: truth_set(name) for name in names or SETS}
    reasons = {name: cannot_answer(respondent, truth) for name, truth in sets.items()}
    left_out = {name: reason for name, reason in reasons.items() if reason}
    used_sets = {name: truth for name, truth in sets.items() if name not in left_out}
    if not used_sets:
        raise BadOption(f"{respondent.player} can't play: {'; '.join(left_out.values())}")
    total = sum(map(len, used_sets.values()))
    answers: dict[str, dict[str, Answer]] = {name: {} for name in used_sets}
    chosen = make_executor(executor, total, workers)
    with closing(answers_by_player(respondent, list(used_sets), chosen)) as chunks:
        for name, chunk in chunks:
            answers[name].update({answer.id: answer for answer in chunk})
            if on_progress is not None:
                on_progress(sum(map(len, answers.values())), total)
    return Result(
        respondent.player,
        tuple(score_set(name, truth.questions, answers[name]) for name, truth in used_sets.items()),
        left_out,
    )


def score_file(path: Path, names: Sequence[str] = ()) -> Result:
    """Score a file of answers on sets, by default on all frozen ones of which it answers a question."""
    sets = {name: truth_set(name) for name in names or SETS}
    questions = {each.id: each for truth in sets.values() for each in truth}
    answers = {answer.id: answer for answer in read_answers(path, questions)}
    used_sets = {
        name: truth for name, truth in sets.items() if names or any(each.id in answers for each in truth)
    }
    if not answers:
        raise BadOption(f"{path} answers none of the questions of {', '.join(sets)}")
    return Result(
        str(path),
        tuple(score_set(name, truth.questions, answers) for name, truth in used_sets.items()),
        {name: "not answered" for name in sets if name not in used_sets},
    )
