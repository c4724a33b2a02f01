"""A teaching game: a clear mistake is stopped before it is played, and shown why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.analysis.evaluate_position import judge
from kibitz.analysis.explain import explain_in
from kibitz.analysis.explanation import Kind
from kibitz.analysis.pv_text import SHOWN, line_words
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.analysis.tactics import immediate_wins
from kibitz.base.move import Move
from kibitz.base.value import Expect, Points
from kibitz.game_review.decision import Decision, Label, assess
from kibitz.games.position import Position

#: Labels of moves that a teacher stops. What is only inaccurate, one may find out oneself.
_STOPPED = (Label.BLUNDER, Label.MISSED_WIN, Label.LOSING, Label.MISTAKE)


@dataclass(frozen=True, slots=True)
class Objection:
    """What a teacher says to a move that gives something away for sure."""

    decision: Decision

    @property
    def words(self) -> str:
        """Why it is a mistake, without naming the better move."""
        why = self.decision.why
        assert why is not None
        better = self.decision.better
        named = {self.decision.best.move, *([] if better is None else [better.move])}
        against = (reason for reason in why.reasons if reason.against)
        reasons = [reason.text for reason in against if not named & set(reason.moves)]
        opponent = self.decision.position.game.side_name(self.decision.side.opponent)
        if not reasons and any(reason.kind == Kind.LETS_WIN for reason in why.reasons):
            reasons = [f"lets {opponent} win at once"]  # to say where would tell how to stop it
        written = self.decision.position.write(self.decision.played.move)
        said = f"{written} is a {_CALLED[self.decision.label]}"
        if reasons:
            return f"{said}: it {'. It '.join(reasons)}."
        mine, best = self.decision.played.value, self.decision.best.value
        if isinstance(best, Expect | Points) and best.result is None:
            return f"{said}: {mine.words()}, with another move {best.words()}."
        words = self.decision.position.game.scale.format_value
        return f"{said}: it {words(mine)}, while another move {words(best)}."

    @property
    def refutation(self) -> str:
        """How it would go on."""
        return line_words(self.decision.position, self.decision.played.line, SHOWN)

    @property
    def better(self) -> str:
        """The better move, for who wants to be told."""
        assert self.decision.better is not None
        return f"{self.decision.better.written}: it {self.decision.better.words}."

    def to_json(self) -> dict[str, Any]:
        """Plain values; the better move is for who asks."""
        return {
            "move": str(self.decision.played.move),
            "label": self.decision.label.value,
            "words": self.words,
            "refutation": self.refutation,
            "better": self.better,
            "cost": self.decision.cost,
        }


_CALLED = {
    Label.BLUNDER: "blunder",
    Label.MISSED_WIN: "missed win",
    Label.LOSING: "losing move",
    Label.MISTAKE: "mistake",
}


#: A loss is much quicker if it takes no more than half as long, and this many plies less.
_QUICKER = 6
#: An estimate is held against a move that gives away so much of the chance to win.
_GIVEN_AWAY = 0.2


def objection(position: Position, move: Move) -> Objection | None:
    """What a teacher has to say against a move; None if nothing, or nothing that is certain."""
    found = judge(position)
    played = next(each for each in found.moves if each.move == move)
    after = position.play(move)
    decision = assess(found, 0, played, None if after.is_over else judge(after))
    if decision.label in _STOPPED and _is_certain(decision):
        return Objection(decision)
    label = _overlooked(found, played)
    if label is None:
        return None
    why, better = explain_in(found, move), explain_in(found)
    if label is Label.MISSED_WIN:
        better = explain_in(found, immediate_wins(position)[0])
    return Objection(replace(decision, label=label, why=why, better=better))


def _is_certain(decision: Decision) -> bool:
    """Whether the values behind a label are exact, or differ so much that a guess is enough.

    With dice, and where a game has no scale for its estimates, only what is exact is worth an interruption.
    """
    values, game = (decision.played.value, decision.best.value), decision.position.game
    if all(value.exact for value in values):
        return True
    scaled = game.scale.win_probability(0) is not None and not game.has_chance
    return scaled and decision.cost is not None and decision.cost >= _GIVEN_AWAY


def _overlooked(found: Analysis, played: MoveAnalysis) -> Label | None:
    """What a move overlooks, whatever it is worth: a win at once of either side, a far longer defence."""
    position, best = found.position, found.moves[0].value
    if position.game.has_chance or position.game.score_range is not None:
        return None
    if (winning := immediate_wins(position)) and played.move not in winning:
        return Label.MISSED_WIN
    if _lets_win(position, played.move):
        return None if all(_lets_win(position, each) for each in position.moves) else Label.LOSING
    mine, most = played.value.plies, best.plies
    if best.result != -1 or played.value.result != -1 or mine is None or most is None:
        return None
    return Label.LOSING if 2 * mine <= most and most - mine >= _QUICKER else None


def _lets_win(position: Position, move: Move) -> bool:
    """Whether the opponent can win at once after a move, or has won by it."""
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winner is position.turn.opponent
    return after.turn is position.turn.opponent and bool(immediate_wins(after))
