"""What the rules alone say about a position: wins at once, standing threats, forced answers.

Nothing here searches or guesses. Every fact is found by playing moves and
looking at how the game ended, so it holds for every game.
"""

from __future__ import annotations

from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.position import Position

#: How many moves are tried to find what is threatened; each candidate is then checked against all.
_PROBES = 3


def wins_at_once(position: Position, move: Move) -> bool:
    """Whether a move ends the game with a win for the player who makes it."""
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner is position.turn


def immediate_wins(position: Position) -> list[Move]:
    """The moves that win at once."""
    if position.is_over or position.turn is Side.CHANCE:
        return []
    return [move for move in position.moves if wins_at_once(position, move)]


def standing_threats(position: Position) -> list[Move]:
    """The moves with which the side that waits would win next after most moves of the side to move.

    It is how a threat is seen without passing, which few games allow: what wins
    for the other player whatever is done about something else. Where it wins
    only on top of the same move of the side to move, that one must move, and
    nothing threatens.
    """
    if position.is_over or position.turn is Side.CHANCE:
        return []
    waiting = position.turn.opponent
    children = {move: position.play(move) for move in position.moves}
    going_on = {
        move: child for move, child in children.items() if child.turn is waiting and not child.is_over
    }
    if 2 * len(going_on) <= len(position.moves):
        return []
    probes = {0, len(going_on) // 2, len(going_on) - 1}
    found: dict[Move, None] = {}
    for probe in sorted(probes)[:_PROBES]:
        found |= dict.fromkeys(immediate_wins(list(going_on.values())[probe]))

    def stands(threat: Move) -> bool:
        after = [move for move, child in going_on.items() if _wins(child, threat)]
        return 2 * len(after) > len(position.moves) and after != [threat]

    return [move for move in found if stands(move)]


def stops(position: Position, move: Move, threat: Move) -> bool:
    """Whether a threat of the other player no longer wins at once after a move."""
    return not _wins(position.play(move), threat)


def unstopped_answers(position: Position, threats: list[Move]) -> tuple[int, list[Move]]:
    """After how many answers one of the threats wins at once, and the answers after which none does."""
    saving = []
    for move in position.moves:
        child = position.play(move)
        if not any(_wins(child, threat) for threat in threats):
            saving.append(move)
    return len(position.moves) - len(saving), saving


def chance_to_win_at_once(position: Position) -> float:
    """How likely the player for whom the dice roll now gets a roll that lets it win at once."""
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
    """Whether a move that may not be allowed is, and wins at once."""
    if position.is_over or position.turn is Side.CHANCE or move not in position.moves:
        return False
    return wins_at_once(position, move)
