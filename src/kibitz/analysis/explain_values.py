"""Reasons that the values of the moves give, in games without dice."""

from __future__ import annotations

from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.reason import Reason
from kibitz.base.value import Estimate, Points, Value, moves_in
from kibitz.games.game import Game

#: A guess that says so much less of the result is hardly worse.
_HARDLY = 0.02


def reasons_from_values(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """What a move is worth next to the others."""
    if len(analysis.moves) == 1:
        return [Reason(Kind.ONLY_MOVE, f"is the only move; {_fate(this.value, analysis)}")]
    others = [other for other in analysis.moves if other is not this]
    if isinstance(this.value, Points) and this.value.exact:
        return [_points(analysis, this, others)]
    if this.value.result == 1:
        return _winning(analysis, this, others)
    if this.value.result == 0:
        return _drawing(analysis, this, others)
    if this.value.result == -1:
        return _losing(analysis, this)
    return _guessed(analysis, this)


def _points(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> Reason:
    """What a move brings in points, next to the best or to the next best."""
    best, mine = analysis.moves[0], analysis.position.game.scale.format_value(this.value)
    if this.value < best.value:
        text = f"{mine}, while {_best(analysis)} {_fate(best.value, analysis)}"
        return Reason(Kind.FEWER_POINTS, text, (best.move,))
    second = max((other for other in others if other.value < this.value), key=_worth, default=None)
    if second is None:
        return Reason(Kind.MOST_POINTS, f"{mine}, as every move does here")
    fate = _fate(second.value, analysis)
    text = f"{mine}; the next best, {analysis.position.write(second.move)}, {fate}"
    return Reason(Kind.MOST_POINTS, text, (second.move,))


def _worth(move: MoveAnalysis) -> Value:
    return move.value


def _winning(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> list[Reason]:
    plies, best = this.value.plies, analysis.moves[0]
    opponent = analysis.position.game.side_name(analysis.position.turn.opponent)
    game = analysis.position.game
    within = (
        "" if plies is None else f" and wins in {moves_in(plies, game.scale.plies_per_move)} at the latest"
    )
    if analysis.position.play(this.move).turn is analysis.position.turn:
        # It moves again, and need not find a move that wins by chance.
        return [Reason(Kind.WINS, f"wins {_when(this.value, analysis)}")]
    reasons = [Reason(Kind.ONLY_LOSING, f"leaves {opponent} only losing moves{within}")]
    winning = [other for other in others if other.value.result == 1]
    if best.value.plies == 1 < (plies or 0) and not _counts_plies(analysis):
        text = f"wins later than {_best(analysis)}, which wins at once"
        return [*reasons, Reason(Kind.SLOWER, text, (best.move,))]
    if plies is None or any(other.value.plies is None for other in winning) or not _counts_plies(analysis):
        return reasons
    if this.value < best.value and best.value.plies is not None:
        later = moves_in(plies - best.value.plies, game.scale.plies_per_move)
        text = f"wins {later} later than {_best(analysis)}, which wins {_when(best.value, analysis)}"
        reasons.append(Reason(Kind.SLOWER, text, (best.move,)))
    elif winning and all(other.value < this.value for other in winning):
        reasons.append(Reason(Kind.QUICKEST, f"wins sooner than {_others(len(winning), 'that wins')}"))
    return reasons


def _drawing(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> list[Reason]:
    best = analysis.moves[0]
    if best.value.result == 1:
        text = f"misses a win: {_best(analysis)} wins {_when(best.value, analysis)}, this only draws"
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
        text = f"loses {_when(this.value, analysis)}, while {_best(analysis)} {_fate(best.value, analysis)}"
        return [Reason(Kind.LOSES, text, (best.move,))]
    when = _when(this.value, analysis)
    if not _counts_plies(analysis):
        return [Reason(Kind.HOLDS_OUT, f"loses {when}; every move loses here")]
    if all(other.value == this.value for other in analysis.moves):
        return [Reason(Kind.HOLDS_OUT, f"loses {when}, as every move does here")]
    if any(other.value.plies is None for other in analysis.moves):
        return [Reason(Kind.HOLDS_OUT, f"loses {when}; every move loses here")]
    if this.value < best.value:
        longer = f"{_best(analysis)} holds out longer and loses {_when(best.value, analysis)}"
        return [Reason(Kind.HOLDS_OUT, f"loses {when}; every move loses here, but {longer}", (best.move,))]
    return [Reason(Kind.HOLDS_OUT, f"loses {when}; every move loses here, and none holds out longer")]


def _counts_plies(analysis: Analysis) -> bool:
    """Whether no win comes sooner than is known; a search that cuts, or plays games out, may miss one."""
    game = analysis.position.game
    return analysis.source.kind != "search" or not (game.rules.has_selective or game.search.best == "mcts")


def _guessed(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    best = analysis.moves[0]
    if best.value.result == 1:
        text = f"misses a win: {_best(analysis)} wins {_when(best.value, analysis)}"
        return [Reason(Kind.MISSES_WIN, text, (best.move,))]
    game, looked = analysis.position.game, f"to a search {analysis.source.depth_words}"
    mine, most = game.scale.format_value(this.value), game.scale.format_value(best.value)
    # Points without a scale say which of two is more, not how much it is.
    one, both = (f": {mine}", f": {mine} against {most}") if _has_scale(this.value, game) else ("", "")
    if this.value == best.value:
        return [Reason(Kind.ESTIMATE, f"looks as good as any {looked}{one}")]
    if _is_hardly_worse(this.value, best.value, game):
        text = f"looks hardly worse than {_best(analysis)} {looked}{both}"
    else:
        merit = _merit(analysis, this)
        text = f"looks worse than {_best(analysis)}{merit} {looked}{both}"
    return [Reason(Kind.ESTIMATE, text, (best.move,))]


def _has_scale(value: Value, game: Game) -> bool:
    """Whether a guess is in points that mean something to people."""
    return not isinstance(value, Estimate) or game.scale.win_probability(value.score) is not None


def _is_hardly_worse(this: Value, best: Value, game: Game) -> bool:
    """Whether two guesses are so close that another search might see it the other way round."""
    if not (isinstance(this, Estimate) and isinstance(best, Estimate)):
        return False
    mine, most = game.scale.win_probability(this.score), game.scale.win_probability(best.score)
    return mine is not None and most is not None and most - mine < _HARDLY


def _merit(analysis: Analysis, this: MoveAnalysis) -> str:
    """What the best move does that this one does not, as far as the game has a word for it."""
    position, best = analysis.position, analysis.moves[0]
    teacher = position.game.teacher
    if teacher is None:
        return ""
    values = {each.move: each.value for each in analysis.moves}
    own, its = (
        [r.text for r in teacher.reasons(position, each.move, each.line, values) if not r.small]
        for each in (this, best)
    )
    return f", which {its[0]}," if its and its[0] not in own else ""


def _best(analysis: Analysis) -> str:
    """The best move as people write it."""
    return analysis.position.write(analysis.moves[0].move)


def _fate(value: Value, analysis: Analysis) -> str:
    """What a value means for the player who moves: `wins in 5`, `keeps the draw`, a guess."""
    if isinstance(value, Points) and value.exact:
        return analysis.position.game.scale.format_value(value)
    if value.result == 0:
        return "keeps the draw"
    if value.result is None:
        words = analysis.position.game.scale.format_value(value).removeprefix("seems ")
        return f"looks {words} to a search {analysis.source.depth_words}"
    return f"{'wins' if value.result == 1 else 'loses'} {_when(value, analysis)}".rstrip()


def _when(value: Value, analysis: Analysis) -> str:
    if value.plies is None:
        return "in the end"
    moves = moves_in(value.plies, analysis.position.game.scale.plies_per_move)
    return "at once" if value.plies == 1 else f"in {moves}"


def _of(some: int, all_of: int) -> str:
    if some == all_of:
        return "the other move" if some == 1 else f"the other {some} moves"
    return f"{some} of the other {all_of} moves"


def _others(count: int, what: str) -> str:
    return f"the other move {what}" if count == 1 else f"the {count} others {what.replace('wins', 'win')}"


def _verb(count: int, verb: str) -> str:
    return f"{verb}s" if count == 1 else verb
