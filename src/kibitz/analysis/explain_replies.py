"""Reasons from the continuation: refutations, threats met, follow-ups.

The continuation is the PV: best play if values are exact, else the search's expectation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from kibitz.analysis.evaluate_position import exact_values
from kibitz.analysis.explain_effects import effects
from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.move import Move
from kibitz.base.reason import Part, Reason, join_words
from kibitz.base.side import Side
from kibitz.base.value import Points, Value
from kibitz.games.position import Position

#: Number of PV moves examined for a sharp effect.
_AHEAD = 4
#: Number of moves above which they are counted instead of named.
_MAX_NAMED = 3


def reasons_from_replies(analysis: Analysis, this: MoveAnalysis, *, worse: bool) -> list[Reason]:
    """Return reasons from the PV after a move; `worse` if another move is clearly better."""
    position = analysis.position
    after = position.after(this.move)
    if worse:
        found = [*_refuted(this, after), *_overlooks(analysis, this)]
        # A move no worse than most is not refuted; it misses a chance.
        as_good = sum(each.value <= this.value for each in analysis.moves)
        return found[::-1] if 2 * as_good >= len(analysis.moves) else found
    if after.is_over or after.turn is not position.turn.opponent:
        return []
    if this.value.result == -1 and not isinstance(this.value, Points):
        return _hard_to_beat(analysis, this, after)
    follow_up = _follow_up(analysis, this, after)
    return [
        *_only_answer(analysis, this, after),
        *follow_up,
        *_meets(analysis, this),
        *_avoids(analysis, this),
    ]


def _overlooks(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return the effect of the best move that this one lacks, or its follow-up."""
    best, position = analysis.moves[0], analysis.position
    written, mine = position.write(best.move), {each.text for each in effects(position, this.move)}
    does = _does(position, best.move, mine)
    if does is not None:
        if does.kind == Kind.WINS_NOW:
            return []
        text = f"overlooks {written}, which {does.text}"
        return [_why(Kind.OVERLOOKS, text, (best.move, *does.moves), against=True, does=does)]
    there = position.after(best.move)
    ahead = None if there.is_over else _sharp(there, best.line[1:], position.turn)
    if ahead is None or not (best.value.exact and best.value.result == 1):
        return []
    path, move, does = ahead
    text = f"overlooks {written}: after {path}, {move} {does.text}"
    return [_why(Kind.OVERLOOKS, text, (best.move, *does.moves), against=True, does=does)]


def _refuted(this: MoveAnalysis, after: Position) -> list[Reason]:
    """Return the refutation of a move and its effect."""
    if after.is_over or len(this.line) < 2 or this.line[1] not in after.moves:
        return []
    if after.turn not in (Side.FIRST, Side.SECOND):
        return []
    reply, opponent = this.line[1], after.game.side_name(after.turn)
    written, does = after.write(reply), _does(after, reply)
    if does is None:
        ahead = _sharp(after, this.line[1:], after.turn) if this.value.result == -1 else None
        if ahead is None:
            return _wins_by(this, after, reply)
        path, move, does = ahead
        text = f"allows {opponent} to play {move} after {path}, which {does.text}"
        return [_why(Kind.REFUTED, text, (reply, *does.moves), against=True, does=does)]
    text = f"allows {opponent} to answer {written}, which {does.text}"
    return [_why(Kind.REFUTED, text, (reply, *does.moves), against=True, does=does)]


def _wins_by(this: MoveAnalysis, after: Position, reply: Move) -> list[Reason]:
    """Return which answers refute a move, or the slight effect of the expected one."""
    opponent, written = after.game.side_name(after.turn), after.write(reply)
    if this.value.result == -1 and not isinstance(this.value, Points):
        values = exact_values(after)
        winning = [move for move, value in (values or {}).items() if value.result == 1]
        if values and winning and len(values) > 1:
            return [_lets_win(after, winning, len(values))]
    slight = next((each for each in effects(after, reply) if not each.against), None)
    if slight is None:
        return []
    text = f"allows {opponent} to answer {written}, which {slight.text}"
    return [_why(Kind.REFUTED, text, (reply, *slight.moves), against=True, small=True, does=slight)]


def _lets_win(after: Position, winning: Sequence[Move], count: int) -> Reason:
    """Return how many of the opponent's answers win, and which if they are few."""
    opponent = after.game.side_name(after.turn)
    which = "each of" if len(winning) == count else f"{len(winning)} of"
    text = f"lets {opponent} win with {which} {count} answers"
    if len(winning) <= _MAX_NAMED:
        named = join_words([after.write(move) for move in winning])
        text = f"lets {opponent} win with {named}, {which} {count} answers"
    return _why(Kind.HARD_TO_BEAT, text, tuple(winning), against=True, small=True)


def _meets(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return the answer that refutes other moves, but not this one."""
    if not this.value.exact or not analysis.all_exact:
        return []
    worse = [each for each in analysis.moves if _is_worse(each.value, this.value) and len(each.line) > 1]
    if 2 * len(worse) < len(analysis.moves):
        return []
    reply, count = Counter(each.line[1] for each in worse).most_common(1)[0]
    position = analysis.position
    shown = next(each for each in worse if each.line[1] == reply)
    there = position.after(shown.move)
    if there.is_over or reply not in there.moves or there.turn is not position.turn.opponent:
        return []
    does = _does(there, reply)
    if does is None or does.kind == Kind.WINS_NOW or 2 * count < len(worse):
        return []
    opponent, written = position.game.side_name(there.turn), there.write(reply)
    text = f"deals with {opponent}'s {written}: after {position.write(shown.move)} it {does.text}"
    return [_why(Kind.MEETS, text, (reply, shown.move, *does.moves), does=does)]


def _avoids(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return the drawback of the next best move, as a last resort."""
    if not analysis.all_exact:
        return []
    position = analysis.position
    for each in analysis.moves:
        there = position.after(each.move)
        if not _is_worse(each.value, this.value) or len(each.line) < 2 or there.is_over:
            continue
        reply = each.line[1]
        if there.turn is not position.turn.opponent or (does := _does(there, reply)) is None:
            continue
        text = f"is better than {position.write(each.move)}, after which {there.write(reply)} {does.text}"
        return [_why(Kind.MEETS, text, (each.move, reply, *does.moves), small=True, does=does)]
    return []


def _follow_up(analysis: Analysis, this: MoveAnalysis, after: Position) -> list[Reason]:
    """Return the player's sharp follow-up in the PV."""
    ahead = this.line[1:] if this.value.result == 1 else this.line[1:3]
    found = _sharp(after, ahead, analysis.position.turn)
    if found is None or (found[2].kind == Kind.WINS_NOW and _threatens(analysis.position, this.move)):
        return []
    path, move, does = found
    expected = "the longest defence" if this.value.result == 1 and this.value.exact else "the expected answer"
    if " " not in path:
        text = f"meets {expected}, {path}, with {move}, which {does.text}"
    else:
        text = f"leads to {move} after {path}, which {does.text}"
    return [_why(Kind.FOLLOW_UP, text, tuple(this.line[1:2]) + does.moves, does=does)]


def _threatens(position: Position, move: Move) -> bool:
    """Return whether the move's effects already include its threat to win."""
    return any(each.kind in (Kind.FORK, Kind.THREATENS, Kind.NO_ANSWER) for each in effects(position, move))


def _sharp(after: Position, line: Sequence[Move], who: Side) -> tuple[str, str, Reason] | None:
    """Return a side's first sharp move in a line, the moves before it, and its effect."""
    reached = after
    for ply, move in enumerate(line[:_AHEAD]):
        if reached.is_over or move not in reached.moves:
            return None
        if ply and reached.turn is who and (does := _does(reached, move)) is not None:
            return after.write_line(line[:ply]), reached.write(move), does
        reached = reached.after(move)
    return None


def _only_answer(analysis: Analysis, this: MoveAnalysis, after: Position) -> list[Reason]:
    """Return the opponent's only answer that does not lose, if there is just one."""
    if this.value.result != 0 or not this.value.exact or analysis.source.kind == "search":
        return []
    values = exact_values(after)
    if values is None or len(values) < 2:
        return []
    best = max(values.values())
    holding = [move for move, value in values.items() if value.result == best.result]
    if len(holding) != 1:
        return []
    opponent = after.game.side_name(after.turn)
    text = f"leaves {opponent} one answer that does not lose, {after.write(holding[0])}"
    return [_why(Kind.ONLY_ANSWER, text, (holding[0],))]


def _hard_to_beat(analysis: Analysis, this: MoveAnalysis, after: Position) -> list[Reason]:
    """Return how many answers win for the opponent if every move loses."""
    values = None if analysis.source.kind == "search" else exact_values(after)
    if not values or isinstance(this.value, Points):
        return []
    winning = [move for move, value in values.items() if value.result == 1]
    if not winning:
        return []
    opponent, count = after.game.side_name(after.turn), len(values)
    if len(winning) == 1 and count > 1:
        text = f"makes {opponent} find {after.write(winning[0])}, the only one of {count} answers that wins"
        return [_why(Kind.HARD_TO_BEAT, text, (winning[0],))]
    if count > 1:
        return [_lets_win(after, winning, count)]
    return []


def _does(position: Position, move: Move, but: Collection[str] = ()) -> Reason | None:
    """Return the most important effect of a move, except some; None if it has none."""
    weighty = (each for each in effects(position, move) if not each.small and not each.against)
    return next((each for each in weighty if each.text not in but), None)


def _is_worse(value: Value, best: Value) -> bool:
    """Return whether an exact value has a worse result, or fewer points."""
    if isinstance(value, Points) and isinstance(best, Points):
        return value < best
    return (value.result or 0) < (best.result or 0)


def _why(
    kind: Kind,
    text: str,
    moves: tuple[Move, ...] = (),
    *,
    against: bool = False,
    small: bool = False,
    does: Reason | None = None,
) -> Reason:
    return Reason(kind, text, moves, small, Part.WHY, against, does)
