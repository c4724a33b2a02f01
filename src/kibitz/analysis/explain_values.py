"""The verdict on a move in games without dice: how good it is next to the others, and how sure that is."""

from __future__ import annotations

from kibitz.analysis.explain_estimates import reasons_from_estimates
from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.move import Move
from kibitz.base.reason import Part, Reason
from kibitz.base.value import Points, Value, moves_in

#: Ends that are further away in plies are not counted out; `values` does.
_NEAR = 12


def reasons_from_values(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return what a move is worth next to the others."""
    if len(analysis.moves) == 1:
        return [_verdict(Kind.ONLY_MOVE, f"is the only move; {_fate(this.value, analysis, whole=True)}")]
    others = [other for other in analysis.moves if other is not this]
    if isinstance(this.value, Points) and this.value.exact:
        return [_points(analysis, this, others)]
    if this.value.result == 1:
        return [_winning(analysis, this, others)]
    if this.value.result == 0:
        return [_drawing(analysis, this, others)]
    if this.value.result == -1:
        return [_losing(analysis, this)]
    if analysis.moves[0].value.result == 1:
        return [_misses_win(analysis)]
    return reasons_from_estimates(analysis, this)


def _verdict(kind: Kind, text: str, moves: tuple[Move, ...] = (), *, against: bool = False) -> Reason:
    return Reason(kind, text, moves, part=Part.VERDICT, against=against)


def _points(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> Reason:
    """What a move brings in points, next to the best or to the next best."""
    best, mine = analysis.moves[0], analysis.position.game.scale.format_value(this.value)
    if this.value < best.value:
        text = f"{mine}, while {_best(analysis)} {_fate(best.value, analysis)}"
        return _verdict(Kind.FEWER_POINTS, text, (best.move,), against=True)
    second = max((other for other in others if other.value < this.value), key=_worth, default=None)
    if second is None:
        return _verdict(Kind.MOST_POINTS, f"{mine}, as every move does here")
    fate = _fate(second.value, analysis)
    equal = 1 + sum(other.value == this.value for other in others)
    only = "is the only best move and" if equal == 1 else f"is one of {equal} best moves and"
    text = f"{only} {mine}; the next best, {analysis.position.write(second.move)}, {fate}"
    return _verdict(Kind.MOST_POINTS, text, (second.move,))


def _worth(move: MoveAnalysis) -> Value:
    return move.value


def _winning(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> Reason:
    plies, best = this.value.plies, analysis.moves[0]
    game, near = analysis.position.game, _near(this.value, analysis)
    winning = [other for other in others if other.value.result == 1]
    sure = all(other.value.exact for other in others)
    if best.value.plies == 1 < (plies or 0):
        text = f"wins later than {_best(analysis)}, which wins at once"
        return _verdict(Kind.SLOWER, text, (best.move,))
    known = plies is not None and all(other.value.plies is not None for other in winning)
    known = known and _counts_plies(analysis)
    if known and this.value < best.value and best.value.plies is not None and plies is not None:
        later = moves_in(plies - best.value.plies, game.scale.plies_per_move)
        text = f"wins too, {later} {'move' if later == 1 else 'moves'} later than {_best(analysis)}"
        return _verdict(Kind.SLOWER, text, (best.move,))
    if not winning:
        text = f"is the only move that wins{near}" if sure else f"wins{_when(this.value, analysis)}"
        return _verdict(Kind.WINS, text)
    if not sure:
        return _verdict(Kind.WINS, f"wins{_when(this.value, analysis)}")
    count = len(winning) + 1
    soonest = known and all(other.value < this.value for other in winning)
    quickest = "the quickest of" if soonest else "one of"
    if count == len(analysis.moves) and not soonest:
        return _verdict(Kind.WINS, f"wins{_when(this.value, analysis)}, as every move does here")
    return _verdict(Kind.WINS, f"is {quickest} {count} moves that win{near}")


def _drawing(analysis: Analysis, this: MoveAnalysis, others: list[MoveAnalysis]) -> Reason:
    best = analysis.moves[0]
    if best.value.result == 1:
        return _misses_win(analysis, ", this only draws")
    losing = [other for other in others if other.value.result == -1]
    drawing = 1 + sum(other.value.result == 0 for other in others)
    if losing and drawing + len(losing) == len(analysis.moves):
        keep = "is the only move that keeps" if drawing == 1 else f"is one of {drawing} moves that keep"
        text = f"{keep} the draw: {_of(len(losing), len(others))} {_verb(len(losing), 'lose')}"
        return _verdict(Kind.KEEPS_DRAW, text, tuple(other.move for other in losing))
    if drawing == len(analysis.moves):
        return _verdict(Kind.ALL_DRAW, "draws, as every move does here")
    if best.value.result is None and best.value > this.value:
        text = f"draws, while {_best(analysis)} {_fate(best.value, analysis)}"
        return _verdict(Kind.ESTIMATE, text, (best.move,), against=True)
    return _verdict(Kind.KEEPS_DRAW, "draws")


def _misses_win(analysis: Analysis, only: str = "") -> Reason:
    best = analysis.moves[0]
    text = f"misses a win: {_best(analysis)} wins{_when(best.value, analysis)}{only}"
    return _verdict(Kind.MISSES_WIN, text, (best.move,), against=True)


def _losing(analysis: Analysis, this: MoveAnalysis) -> Reason:
    best, near = analysis.moves[0], _when(this.value, analysis)
    if best.value.result != -1:
        text = f"loses{near}, while {_best(analysis)} {_fate(best.value, analysis)}"
        return _verdict(Kind.LOSES, text, (best.move,), against=True)
    if not _counts_plies(analysis) or any(other.value.plies is None for other in analysis.moves):
        return _verdict(Kind.HOLDS_OUT, f"loses{near}; every move loses here", against=True)
    if all(other.value == this.value for other in analysis.moves):
        return _verdict(Kind.HOLDS_OUT, f"loses{near}, as every move does here", against=True)
    if this.value < best.value:
        longer = f"{_best(analysis)} holds out longest"
        text = f"loses{near}; every move loses here, but {longer}"
        return _verdict(Kind.HOLDS_OUT, text, (best.move,), against=True)
    text = f"loses{near}; every move loses here, and none holds out longer"
    return _verdict(Kind.HOLDS_OUT, text, against=True)


def _counts_plies(analysis: Analysis) -> bool:
    """Whether no win comes sooner than is known; a search that cuts, or plays games out, may miss one."""
    game = analysis.position.game
    return analysis.source.kind != "search" or not (game.rules.has_selective or game.search.best == "mcts")


def _best(analysis: Analysis) -> str:
    """The best move as people write it."""
    return analysis.position.write(analysis.moves[0].move)


def _fate(value: Value, analysis: Analysis, *, whole: bool = False) -> str:
    """What a value means for the player who moves: `wins in 5`, `keeps the draw`, `looks even`."""
    if isinstance(value, Points) and value.exact:
        return analysis.position.game.scale.format_value(value)
    if value.result == 0:
        return "draws" if whole else "keeps the draw"
    if value.result is None:
        return "the game goes on" if whole else "does not"
    return f"{'wins' if value.result == 1 else 'loses'}{_when(value, analysis)}"


def _when(value: Value, analysis: Analysis) -> str:
    """How soon the game ends, if it is soon: ` at once`, ` in 3`."""
    if value.plies is None or value.plies > _NEAR:
        return ""
    moves = moves_in(value.plies, analysis.position.game.scale.plies_per_move)
    return " at once" if value.plies == 1 else f" in {moves}"


def _near(value: Value, analysis: Analysis) -> str:
    """The same in brackets."""
    when = _when(value, analysis).strip()
    return f" ({when})" if when else ""


def _of(some: int, all_of: int) -> str:
    if some == all_of:
        return "the other move" if some == 1 else f"the other {some} moves"
    return f"{some} of the other {all_of} moves"


def _verb(count: int, verb: str) -> str:
    return f"{verb}s" if count == 1 else verb
