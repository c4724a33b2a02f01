"""Reasons that follow from the rules alone: threats made, stopped and left."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.analysis.tactics import immediate_wins, standing_threats, stops, unstopped_answers, wins_at_once
from kibitz.base.move import Move
from kibitz.base.reason import Part, Reason, join_words
from kibitz.base.value import Loss
from kibitz.games.position import Position

#: The most other moves that are searched for a fork that this one denies.
_MAX_ALLOWING = 8
#: More moves than this are counted instead of named.
_MAX_NAMED = 3


def reasons_from_threats(position: Position, move: Move) -> list[Reason]:
    """Return what a move does about wins that are one move away."""
    after = position.after(move)
    if after.is_over or after.turn is not position.turn.opponent:
        return []
    opponent = position.game.side_name(after.turn)
    reasons = []
    stopped = [threat for threat in standing_threats(position) if stops(position, move, threat)]
    lost = immediate_wins(after)
    if lost:
        text = f"lets {opponent} win at once with {_named(lost, [after])}"
        return [Reason(Kind.LETS_WIN, text, tuple(lost), against=True)]
    if stopped:
        text = f"stops {opponent} from winning with {_named(stopped, _children(position))}"
        if stopped == [move]:
            line = _win_name(move, _children(position))
            text = f"stops {opponent} from winning there" + (f" ({line})" if line else "")
        reasons.append(Reason(Kind.BLOCKS, text, tuple(stopped)))
    return reasons + _threats_made(after)


def reasons_from_forks(analysis: Analysis, this: MoveAnalysis) -> list[Reason]:
    """Return the fork that a move allows the opponent, or denies it, where the values show one."""
    after = analysis.position.after(this.move)
    if after.is_over or after.turn is not analysis.position.turn.opponent or immediate_wins(after):
        return []
    opponent = after.game.side_name(after.turn)
    return _fork_allowed(after, this, opponent) or _fork_denied(analysis, this, opponent)


def _threats_made(after: Position) -> list[Reason]:
    """Return what the player threatens after the move; the opponent can't win at once."""
    opponent, player = (after.game.side_name(side) for side in (after.turn, after.turn.opponent))
    threats = standing_threats(after)
    if not threats:
        return []
    _, saving = unstopped_answers(after, threats)
    named = _named(threats, _children(after), "and")
    if not saving and len(threats) > 1:
        count = "two" if len(threats) == 2 else str(len(threats))
        text = f"makes {count} threats at once, {named}, and no answer stops them all"
        return [Reason(Kind.FORK, text, tuple(threats))]
    if not saving:
        text = f"threatens to win with {named}, and no answer stops that"
        return [Reason(Kind.THREATENS, text, tuple(threats))]
    if len(saving) == 1:
        there = f"with {named}"
        if saving == threats:
            line = _win_name(saving[0], _children(after))
            there = f"there ({line})" if line else "there"
        text = f"forces {opponent} to answer {after.write(saving[0])}, or {player} wins {there}"
        return [Reason(Kind.FORCES, text, (saving[0], *threats))]
    return [Reason(Kind.THREATENS, f"threatens to win with {named}", tuple(threats))]


def _fork_allowed(after: Position, this: MoveAnalysis, opponent: str) -> list[Reason]:
    """Return the fork that the move allows the opponent."""
    # Only a move that loses in four allows one, and its line begins with a winning answer.
    if this.value != Loss(4):
        return []
    expected = this.line[1:2]
    fork = next((reply for reply in (*expected, *after.moves) if is_fork(after, reply)), None)
    if fork is None:
        return []
    forked = after.after(fork)
    threats = standing_threats(forked)
    named = _named(threats, _children(forked), "and")
    text = f"allows {opponent} a fork: {after.write(fork)} would threaten {named}"
    return [Reason(Kind.ALLOWS_FORK, text, (fork, *threats), part=Part.WHY, against=True)]


def _fork_denied(analysis: Analysis, this: MoveAnalysis, opponent: str) -> list[Reason]:
    """Return the fork that the opponent has after another move but not after this one."""
    if this.value.result == -1:
        return []
    position = analysis.position
    after = position.after(this.move)
    # After a move that loses in four, the opponent has a move that wins in three.
    allowing = [other.move for other in analysis.moves if other.value == Loss(4)]
    for other in allowing[:_MAX_ALLOWING]:
        child = position.after(other)
        for fork in child.moves:
            if not is_fork(child, fork) or not _fork_stands(position, other, fork):
                continue
            if any(is_fork(after, reply) for reply in after.moves):
                return []
            forked = child.after(fork)
            threats = standing_threats(forked)
            named = _named(threats, _children(forked), "and")
            text = f"denies {opponent} a fork: else {child.write(fork)} would threaten {named}"
            return [Reason(Kind.DENIES_FORK, text, (fork, *threats), part=Part.WHY)]
    return []


def _fork_stands(position: Position, other: Move, fork: Move) -> bool:
    """Return whether a fork that exists after one move does not need that move.

    Where games only add stones, a stone on none of its cells, nor below one, does not matter. In other
    games it must exist after most moves.
    """
    if position.game.teacher is not None and position.game.teacher.only_adds_stones:
        return other not in (fork, *standing_threats(position.play(other, fork)))
    return 2 * sum(_is_fork_in(position.after(move), fork) for move in position.moves) > len(position.moves)


def _is_fork_in(position: Position, move: Move) -> bool:
    return move in position.moves and is_fork(position, move)


def is_fork(position: Position, move: Move) -> bool:
    """Return whether a move makes two threats that no answer stops, and allows no win at once."""
    after = position.after(move)
    if after.is_over or after.turn is not position.turn.opponent or immediate_wins(after):
        return False
    threats = standing_threats(after)
    return len(threats) > 1 and not unstopped_answers(after, threats)[1]


def _children(position: Position) -> Iterable[Position]:
    """Return the positions after each move, where the opponent may carry out its threats."""
    return map(position.after, position.moves)


def _named(moves: list[Move], where: Iterable[Position], between: str = "or") -> str:
    """Return moves that win in some positions: `3 (row 1-2-3)`, `3 or 7`, `any of 5 moves`."""
    if len(moves) > _MAX_NAMED:
        return f"any of {len(moves)} moves"
    positions = list(where)
    words = []
    for move in moves:
        there = _where_it_wins(move, positions)
        line = _win_name(move, positions)
        text = str(move) if there is None else there.write(move)
        words.append(f"{text} ({line})" if line else text)
    return join_words(words, between)


def _win_name(move: Move, where: Iterable[Position]) -> str:
    """Return the game's name for the win that a move makes, or an empty text."""
    there = _where_it_wins(move, where)
    if there is None or there.game.teacher is None:
        return ""
    return there.game.teacher.name_win(there, move)


def _where_it_wins(move: Move, where: Iterable[Position]) -> Position | None:
    for position in where:
        if move in position.moves and wins_at_once(position, move):
            return position
    return None
