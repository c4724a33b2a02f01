"""Playing styles: preferences besides the value of a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.position import Position
from kibitz.players.board_regions import MoveDistances
from kibitz.players.level_data import Behaviour
from kibitz.players.shallow_search import expected_scores, shallow_values

STYLES = ("plain", "quick", "careful", "tricky")

#: Minimum weight of a preference, against 1 for a win.
_LIKING = 0.15
#: Weight of a preference as a share of carelessness.
_SHARE = 1.5
#: Number of best-looking moves that are checked for traps.
_CANDIDATES = 6
#: A reply is tempting if it looks this close to the best, and a mistake if it is this much worse.
_TEMPTING = 0.1
_MISTAKE = 0.2
#: Search depth that decides whether a reply is a mistake.
_DEPTH = 3


def with_style(style: str, behaviour: Behaviour) -> Behaviour:
    """Return the behaviour of a level in a style: a quick style searches less deep."""
    if style == "quick":
        return replace(behaviour, depth=max(1.0, behaviour.depth - 1))
    return behaviour


def style_scores(
    style: str,
    position: Position,
    values: Mapping[Move, Value],
    last: Move | None,
    limit: Limit,
    carelessness: float,
) -> dict[Move, float]:
    """Return expected scores from 0 (loss) to 1 (win), plus the bonus of a style.

    The more careless a player, the greater the weight of its preferences.
    """
    scale = position.game.scale
    worth = expected_scores(values, scale)
    liking = max(_LIKING, _SHARE * carelessness)
    if style == "quick":
        places = MoveDistances(position, last)
        return {move: much + liking * places.is_near(move) for move, much in worth.items()}
    if style == "careful":
        # Take the worse of two searches: don't trust a move that only seems good at first sight.
        first = expected_scores(shallow_values(position, 1, limit), scale)
        return {move: min(much, first[move] + _LIKING) for move, much in worth.items()}
    if style == "tricky":
        best = sorted(worth, key=worth.__getitem__, reverse=True)[:_CANDIDATES]
        traps = {move: share_of_traps(position.play(move), limit) for move in best}
        return {move: much + liking * traps.get(move, 0.0) for move, much in worth.items()}
    return worth


def share_of_traps(position: Position, limit: Limit) -> float:
    """Return the share of moves that look about as good as the best but are mistakes."""
    if position.is_over:
        return 0.0
    if position.turn is Side.CHANCE:
        return sum(chance * share_of_traps(position.play(roll), limit) for roll, chance in position.chances)
    first, deep = (
        expected_scores(shallow_values(position, 1, limit), position.game.scale),
        expected_scores(shallow_values(position, _DEPTH, limit), position.game.scale),
    )
    most, best = max(first.values()), max(deep.values())
    tempting = [move for move in first if first[move] >= most - _TEMPTING]
    return sum(deep[move] < best - _MISTAKE for move in tempting) / len(tempting)
