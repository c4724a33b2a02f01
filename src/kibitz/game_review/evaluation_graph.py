"""The evaluation graph of a game: the first player's expected score after every move."""

from __future__ import annotations

import itertools

from kibitz.base.side import Side
from kibitz.base.value import Estimate, Points, Value
from kibitz.game_review.decision import expected_score
from kibitz.game_review.review import Review
from kibitz.games.game import Game
from kibitz.games.svg import BOARD, FIRST, INK, SECOND, Svg

#: The largest estimate is drawn this far from the centre line.
_ESTIMATE_RANGE = 0.4
_ROWS = 9


def prospects(review: Review) -> list[float]:
    """Return the first player's expected score, 0 to 1, at the start and after every move."""
    scores = [abs(estimate) for _, value in review.values if (estimate := _estimate(value)) is not None]
    scale = max(scores, default=0.0) or 1.0
    found = []
    for position, value in review.values:
        points = expected_score(value, position.game)
        if points is None:
            points = 0.5 + _ESTIMATE_RANGE * (_estimate(value) or 0.0) / scale
        found.append(points if position.mover is Side.FIRST else 1 - points)
    outcome = review.record.outcome
    if outcome is not None:  # also after a resignation
        found[-1] = (1 + outcome.for_side(Side.FIRST)) / 2
    return found


def _estimate(value: Value) -> float | None:
    if isinstance(value, Points):
        return None if value.exact else value.points
    return value.score if isinstance(value, Estimate) else None


def text_graph(review: Review, width: int = 72, *, unicode: bool = False) -> str:
    """Draw the graph as text; the first player wins at the top."""
    points = prospects(review)
    columns = max(10, width - 8)
    if len(points) > columns:  # keep the last point of each bin, and so the end of the game
        points = [points[(i + 1) * len(points) // columns - 1] for i in range(columns)]
    mark, across = ("●", "─") if unicode else ("*", "-")
    lines = []
    for row in range(_ROWS):
        level = 1 - row / (_ROWS - 1)
        axis = f"{_axis(review.record.game, level):>4}" if row % 4 == 0 else "    "
        rest = across if row == _ROWS // 2 else " "
        cells = (mark if round((1 - point) * (_ROWS - 1)) == row else rest for point in points)
        lines.append(f"{axis} {'┤' if unicode else '|'}{''.join(cells)}".rstrip())
    names = review.record.game.side_name
    return "\n".join([f"{names(Side.FIRST)} wins", *lines, f"{names(Side.SECOND)} wins"])


def _axis(game: Game, level: float) -> str:
    """Return the label of a height: a percentage, or points in games of points with dice."""
    if game.score_range is None or not game.has_chance:
        return f"{level:.0%}"
    points = (2 * level - 1) * max(map(abs, game.score_range))
    return f"{points:+g}" if points else "0"


def svg_graph(review: Review) -> str:
    """Draw the graph as SVG; costly moves are marked with rings."""
    points = prospects(review)
    game = review.record.game
    across = max(10.0, len(points) * 0.35)
    step = across / max(1, len(points) - 1)
    picture = Svg(across + 2, 5.5, f"The course of a game of {game.title}")
    picture.rect(0, 0, across + 2, 5.5, BOARD)
    picture.line(1, 2.5, across + 1, 2.5, INK, 0.02)
    picture.text(1 + across / 2, 0.25, f"{game.side_name(Side.FIRST)} wins", 0.3, FIRST)
    picture.text(1 + across / 2, 4.85, f"{game.side_name(Side.SECOND)} wins", 0.3, SECOND)
    for level in (0.0, 0.5, 1.0):
        picture.text(0.5, 4.5 - 4 * level, _axis(game, level), 0.25)
    places = [(1 + ply * step, 4.5 - 4 * point) for ply, point in enumerate(points)]
    for (x1, y1), (x2, y2) in itertools.pairwise(places):
        picture.line(x1, y1, x2, y2, INK, 0.05)
    for decision in review.decisions:
        if decision.cost is not None and decision.cost >= 0.1:
            x, y = places[decision.ply + 1]
            picture.circle(x, y, 0.14, "none", FIRST if decision.side is Side.FIRST else SECOND, 0.05)
    texts = [str(move) for move in review.record.moves]
    for decision in review.decisions:  # in their notation then
        texts[decision.ply] = str(decision.played.move)
    for ply in range(0, len(texts), max(1, len(texts) // 20)):
        picture.text(places[ply + 1][0], 5.25, texts[ply], 0.2)
    return str(picture)
