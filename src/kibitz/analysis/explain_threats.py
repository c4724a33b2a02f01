"""Reasons that the rules alone give: threats made, stopped and left."""

from __future__ import annotations

from kibitz.analysis.explanation import Kind, Reason
from kibitz.analysis.facts import immediate_wins, standing_threats, stops, unstopped_answers
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.games.position import Position
from kibitz.words.move import Move
from kibitz.words.value import Loss

#: How many other moves are looked at for a fork that this one denies.
_FORKS_LOOKED_AT = 3
#: More moves than this are counted instead of named.
_NAMED = 3


def reasons_from_threats(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """What a move does about wins that are one move away."""
    position = analysis.position
    after = position.play(this.move)
    if after.is_over or after.turn is not position.turn.opponent:
        return []
    opponent = position.game.side_name(after.turn)
    reasons = []
    stopped = [threat for threat in standing_threats(position) if stops(position, this.move, threat)]
    if stopped:
        text = f"stops {opponent} from winning with {_named(stopped)}"
        reasons.append(Reason(Kind.BLOCKS, text, tuple(stopped)))
    lost = immediate_wins(after)
    if lost:
        reasons.append(Reason(Kind.LETS_WIN, f"lets {opponent} win at once with {_named(lost)}", tuple(lost)))
        return reasons
    return [*reasons, *_threats_made(after), *_fork_denied(analysis, this, opponent)]


def _threats_made(after: Position) -> list[Reason]:
    """What the player threatens once the move is made; the opponent can't win at once."""
    opponent, player = (after.game.side_name(side) for side in (after.turn, after.turn.opponent))
    threats = standing_threats(after)
    if not threats:
        return []
    _, saving = unstopped_answers(after, threats)
    named = _named(threats)
    if not saving and len(threats) > 1:
        count = "two" if len(threats) == 2 else str(len(threats))
        text = f"makes {count} threats at once, {named}, and no answer stops them all"
        return [Reason(Kind.FORK, text, tuple(threats))]
    if not saving:
        text = f"threatens to win with {named}, and no answer stops that"
        return [Reason(Kind.THREATENS, text, tuple(threats))]
    if len(saving) == 1:
        there = "there" if saving == threats else f"with {named}"
        text = f"forces {opponent} to answer {saving[0]}, or {player} wins {there}"
        return [Reason(Kind.FORCES, text, (saving[0], *threats))]
    return [Reason(Kind.THREATENS, f"threatens to win with {named}", tuple(threats))]


def _fork_denied(analysis: Analysis, this: MoveAnalysis, opponent: str) -> list[Reason]:
    """Another move would have allowed a fork, and this one does not."""
    if this.value.result == -1 and (this.value.plies or 0) <= 4:
        return []
    # After a move that loses in four, the opponent has a move that wins in three.
    allowing = [other for other in analysis.moves if other.value == Loss(4)]
    for other in allowing[:_FORKS_LOOKED_AT]:
        child = analysis.position.play(other.move)
        fork = next((reply for reply in child.moves if is_fork(child, reply)), None)
        if fork is not None:
            text = f"denies {opponent} a fork: after {other.move}, {fork} would make two threats"
            return [Reason(Kind.DENIES_FORK, text, (other.move, fork))]
    return []


def is_fork(position: Position, move: Move) -> bool:
    """Whether a move makes two threats that no answer stops, and leaves the opponent no win at once."""
    after = position.play(move)
    if after.is_over or after.turn is not position.turn.opponent or immediate_wins(after):
        return False
    threats = standing_threats(after)
    return len(threats) > 1 and not unstopped_answers(after, threats)[1]


def _named(moves: list[Move]) -> str:
    """`3`, `3 or 7`, `3, 5 or 7`, `any of 5 moves`."""
    if len(moves) > _NAMED:
        return f"any of {len(moves)} moves"
    words = [str(move) for move in moves]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
