"""Reasons that the values of the moves give, in games without dice."""

from __future__ import annotations

from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.words.reason import Reason
from kibitz.words.value import Value


def reasons_from_values(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """What a move is worth next to the others."""
    if len(analysis.moves) == 1:
        return [Reason(Kind.ONLY_MOVE, f"is the only move; {_fate(this.value, analysis)}")]
    others = [other for other in analysis.moves if other is not this]
    if this.value.result == 1:
        return _winning(analysis, this, others)
    if this.value.result == 0:
        return _drawing(analysis, this, others)
    if this.value.result == -1:
        return _losing(analysis, this)
    return _guessed(analysis, this)


def _winning(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> list[Reason]:
    plies, best = this.value.plies, analysis.moves[0]
    opponent = analysis.position.game.side_name(analysis.position.turn.opponent)
    within = "" if plies is None else f" and wins in {plies} at the latest"
    reasons = [Reason(Kind.ONLY_LOSING, f"leaves {opponent} only losing moves{within}")]
    winning = [other for other in others if other.value.result == 1]
    if plies is None or any(other.value.plies is None for other in winning):
        return reasons
    if this.value < best.value and best.value.plies is not None:
        later = plies - best.value.plies
        text = f"wins {later} later than {_best(analysis)}, which wins {_when(best.value)}"
        reasons.append(Reason(Kind.SLOWER, text, (best.move,)))
    elif winning and all(other.value < this.value for other in winning):
        reasons.append(Reason(Kind.QUICKEST, f"wins sooner than {_others(len(winning), 'that wins')}"))
    return reasons


def _drawing(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> list[Reason]:
    best = analysis.moves[0]
    if best.value.result == 1:
        text = f"misses a win: {_best(analysis)} wins {_when(best.value)}, this only draws"
        return [Reason(Kind.MISSES_WIN, text, (best.move,))]
    losing = [other for other in others if other.value.result == -1]
    if losing:
        text = f"keeps the draw: {_of(len(losing), len(others))} {_verb(len(losing), 'lose')}"
        return [Reason(Kind.KEEPS_DRAW, text, tuple(other.move for other in losing))]
    if all(other.value.result == 0 for other in others):
        return [Reason(Kind.ALL_DRAW, "draws, as every move does here")]
    if best.value.result is None and best.value > this.value:
        text = f"draws, while {_best(analysis)} {_fate(best.value, analysis)}"
        return [Reason(Kind.ESTIMATE, text, (best.move,))]
    return [Reason(Kind.KEEPS_DRAW, "draws")]


def _losing(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    best = analysis.moves[0]
    if best.value.result != -1:
        text = f"loses {_when(this.value)}, while {_best(analysis)} {_fate(best.value, analysis)}"
        return [Reason(Kind.LOSES, text, (best.move,))]
    if this.value < best.value:
        text = f"loses {_when(this.value)}, as every move does here; {_best(analysis)} holds out longer"
        return [Reason(Kind.HOLDS_OUT, text, (best.move,))]
    return [Reason(Kind.HOLDS_OUT, f"loses {_when(this.value)} at best, as every move does here")]


def _guessed(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    best, depth = analysis.moves[0], analysis.source.depth
    if best.value.result == 1:
        text = f"misses a win: {_best(analysis)} wins {_when(best.value)}"
        return [Reason(Kind.MISSES_WIN, text, (best.move,))]
    looked = f"to a search {depth} moves deep"
    if this.value == best.value:
        return [Reason(Kind.ESTIMATE, f"looks as good as any {looked}: {this.value.words()}")]
    text = f"looks worse than {_best(analysis)} {looked}: {this.value.words()} against {best.value.words()}"
    return [Reason(Kind.ESTIMATE, text, (best.move,))]


def _best(analysis: Analysis) -> str:
    """The best move as people write it."""
    return analysis.position.write(analysis.moves[0].move)


def _fate(value: Value, analysis: Analysis) -> str:
    """What a value means for the player who moves: `wins in 5`, `keeps the draw`, a guess."""
    if value.result == 0:
        return "keeps the draw"
    if value.result is None:
        return f"looks {value.words()} to a search {analysis.source.depth} moves deep"
    return f"{'wins' if value.result == 1 else 'loses'} {_when(value)}".rstrip()


def _when(value: Value) -> str:
    if value.plies is None:
        return "in the end"
    return "at once" if value.plies == 1 else f"in {value.plies}"


def _of(some: int, all_of: int) -> str:
    if some == all_of:
        return "the other move" if some == 1 else f"the other {some} moves"
    return f"{some} of the other {all_of} moves"


def _others(count: int, what: str) -> str:
    return f"the other move {what}" if count == 1 else f"the {count} others {what.replace('wins', 'win')}"


def _verb(count: int, verb: str) -> str:
    return f"{verb}s" if count == 1 else verb
