"""Tactical facts by the rules alone: immediate wins, standing threats, forced answers.

Every fact is found by playing moves, without evaluation, so it holds for every game.
"""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position

#: `Position.result` of a win, by the winner; chance never wins.
_WON = (1, 2, -1)


def wins_at_once(position: Position, move: Move) -> bool:
    """Return whether a legal move wins the game at once."""
    return position.after(move).result == _WON[position.turn]


def immediate_wins(position: Position) -> list[Move]:
    """Return the moves that win at once."""
    if position.is_over:
        return []
    won = _WON[position.turn]
    return [move for move in position.moves if position.after(move).result == won]


def standing_threats(position: Position) -> list[Move]:
    """Return the moves with which the opponent would win after most moves of the side to move.

    Threats are found without a null move, which few games allow: a threat wins whatever else is played.
    A move that wins only after the same move of the side to move is no threat: that move may not be forced.
    """
    if position.is_over or position.turn is Side.CHANCE:
        return []
    opponent, moves = position.turn.opponent, position.moves
    unfinished = [
        (move, child)
        for move in moves
        if (child := position.after(move)).turn is opponent and not child.is_over
    ]
    if 2 * len(unfinished) <= len(moves):
        return []
    # Candidates are the wins after three of the moves; each is then tried after all of them.
    candidates: list[Move] = []
    for probe in sorted({0, len(unfinished) // 2, len(unfinished) - 1}):
        candidates += [move for move in immediate_wins(unfinished[probe][1]) if move not in candidates]
    threats = []
    for threat in candidates:
        after = [move for move, child in unfinished if threat in child.moves and wins_at_once(child, threat)]
        if 2 * len(after) > len(moves) and after != [threat]:
            threats.append(threat)
    return threats


def stops(position: Position, move: Move, threat: Move) -> bool:
    """Return whether a threat of the opponent no longer wins at once after a move."""
    return not _wins(position.after(move), threat)


def unstopped_answers(position: Position, threats: list[Move]) -> tuple[int, list[Move]]:
    """Return after how many answers a threat wins at once, and the answers after which none does."""
    saving = []
    for move in position.moves:
        child = position.after(move)
        if not any(_wins(child, threat) for threat in threats):
            saving.append(move)
    return len(position.moves) - len(saving), saving


def chance_to_win_at_once(position: Position) -> float:
    """Return the probability of a roll that allows an immediate win."""
    if position.is_over:
        return 0.0
    if position.turn is not Side.CHANCE:
        return 1.0 if immediate_wins(position) else 0.0
    mover, total = position.mover, 0.0
    for roll, probability in position.chances:
        after = position.play(roll)
        if after.outcome is not None:
            total += probability if after.outcome.winner is mover else 0.0
        elif after.turn is mover and immediate_wins(after):
            total += probability
    return total


def _wins(position: Position, move: Move) -> bool:
    """Return whether a move is legal and wins at once."""
    return move in position.moves and wins_at_once(position, move)
