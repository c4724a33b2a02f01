"""A blunder check: warns before a clear mistake and explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.explanation import Kind
from kibitz.analysis.pv_text import SHOWN, line_words
from kibitz.base.move import Move
from kibitz.base.value import Expect, Points
from kibitz.game_review.decision import FAULTS, Decision, Label, assess
from kibitz.games.position import Position

#: Labels of moves to warn of; inaccuracies are left to the player.
_STOPPED = tuple(label for label in FAULTS if label is not Label.INACCURACY)

#: Minimum loss of win probability from which an estimate justifies a warning.
_GIVEN_AWAY = 0.2


@dataclass(frozen=True, slots=True)
class Objection:
    """A warning before a move that certainly gives something away."""

    decision: Decision

    @property
    def words(self) -> str:
        """Return why it is a mistake, without naming the better move."""
        why = self.decision.why
        assert why is not None
        better = self.decision.better
        named = {self.decision.best.move, *([] if better is None else [better.move])}
        against = (reason for reason in why.reasons if reason.against)
        reasons = [reason.text for reason in against if not named & set(reason.moves)]
        opponent = self.decision.position.game.side_name(self.decision.side.opponent)
        if not reasons and any(reason.kind == Kind.LETS_WIN for reason in why.reasons):
            reasons = [f"lets {opponent} win at once"]  # naming the square would reveal the better move
        claim = f"{self.decision.position.write(self.decision.played.move)} {_CALLED[self.decision.label]}"
        if reasons:
            return f"{claim}: it {'. It '.join(reasons)}."
        mine, best = self.decision.played.value, self.decision.best.value
        if isinstance(best, Expect | Points) and best.result is None:
            return f"{claim}: {mine.words()}, with another move {best.words()}."
        words = self.decision.position.game.scale.format_value
        return f"{claim}: it {words(mine)}, while another move {words(best)}."

    @property
    def refutation(self) -> str:
        """Return the refutation."""
        return line_words(self.decision.position, self.decision.played.line, SHOWN)

    @property
    def better(self) -> str:
        """Return the better move, for those who ask."""
        assert self.decision.better is not None
        return f"{self.decision.better.written}: it {self.decision.better.words}."

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data; the better move is sent on request."""
        return {
            "move": str(self.decision.played.move),
            "label": self.decision.label.value,
            "words": self.words,
            "refutation": self.refutation,
            "better": self.better,
            "cost": self.decision.cost,
        }


_CALLED = {
    Label.BLUNDER: "is a blunder",
    Label.MISSED_WIN: "is a missed win",
    Label.LOSING: "is a losing move",
    Label.MISTAKE: "is a mistake",
    Label.QUICK_WIN: "is a missed quick win",
    Label.RESISTANCE: "gives up resistance",
}


def objection(position: Position, move: Move) -> Objection | None:
    """Return the warning for a move; None if it is no certain mistake."""
    found = evaluate_position(position)
    played = next(each for each in found.moves if each.move == move)
    after = position.play(move)
    decision = assess(found, 0, played, None if after.is_over else evaluate_position(after))
    if decision.label not in _STOPPED:
        return None
    if decision.label in (Label.LOSING, Label.QUICK_WIN) or _is_certain(decision):
        return Objection(decision)
    return None


def _is_certain(decision: Decision) -> bool:
    """Return whether the values behind a label are exact, or differ so much that estimates suffice.

    With dice, and in games whose estimates have no scale, only exact values justify an interruption.
    """
    values, game = (decision.played.value, decision.best.value), decision.position.game
    if all(value.exact for value in values):
        return True
    scaled = game.scale.win_probability(0) is not None and not game.has_chance
    return scaled and decision.cost is not None and decision.cost >= _GIVEN_AWAY
