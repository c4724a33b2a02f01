"""Values, reasons and reviews as JSON-compatible data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from kibitz.analysis.explanation import Explanation
from kibitz.analysis.report import Analysis, value_to_json
from kibitz.base.limit import Limit
from kibitz.base.move import Line
from kibitz.base.side import Side
from kibitz.base.value import Estimate, Expect, Points, Value
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.narrative import move_rows, summary_lines
from kibitz.game_review.review import review
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.records.record import Record
from kibitz.service import replies


def analysis_json(found: Analysis) -> replies.Analysis:
    """Return the values of a position and its moves, with the first player's share for an evaluation bar."""
    share = share_of(found.value, found.position.game)
    plain = found.to_json()
    for row, each in zip(plain["moves"], found.moves, strict=True):
        row["text"], row["line"] = found.position.write(each.move), _written(found.position, each.line)
    reply: Any = {
        **plain,
        "source": found.source.words(),
        "share": share if found.position.mover is Side.FIRST else 1 - share,
    }
    return cast(replies.Analysis, reply)


def _written(position: Position, line: Line) -> list[str]:
    """Return a line in notation."""
    if type(position.game.notation).format_move_in is Notation.format_move_in:
        return [str(move) for move in line]  # the same in every position
    texts = []
    for move in line:
        texts.append(position.write(move))
        position = position.play(move)
    return texts


def share_of(value: Value, game: Game) -> float:
    """Return a value as an expected score, from 0 to 1.

    >>> import kibitz
    >>> game = kibitz.load("tictactoe")
    >>> [share_of(value, game) for value in (kibitz.Win(3), kibitz.Draw(), kibitz.Loss(2), Estimate(0))]
    [1.0, 0.5, 0.0, 0.5]
    """
    if isinstance(value, Expect):
        return value.chance
    if isinstance(value, Estimate):
        chance = game.scale.win_probability(value.score)
        if chance is not None:
            return chance
        # Points without a scale: any increasing function inside the ends will do.
        return 0.5 + 0.45 * value.score / (abs(value.score) + 20)
    if isinstance(value, Points):
        return 0.5 + 0.45 * value.points / (abs(value.points) + 20)
    return ((value.result or 0) + 1) / 2


def choice_json(game: Game, player: Player, found: Choice) -> replies.Choice:
    """Return a player's choice with its value and effort."""
    return {
        "player": player.spec,
        "move": str(found.move),
        "value": None if found.value is None else cast(replies.Value, value_to_json(found.value, game)),
        "line": [str(move) for move in found.line],
        "depth": found.depth,
        "nodes": found.nodes,
    }


def explanation_json(found: Explanation) -> replies.WordedExplanation:
    """Return a move with the reasons for or against it."""
    return cast(replies.WordedExplanation, {**found.to_json(), "words": str(found)})


#: Nodes to search in each position for a first look at a game.
_QUICK = Limit(nodes=500)


def review_json(
    record: Record, on_progress: Callable[[int, int], object], *, quick: bool = False
) -> replies.GameReview:
    """Return a reviewed game, or a first look at it; `on_progress` may raise to cancel."""
    found = review(record, _QUICK if quick else None, on_progress)
    rows = [
        {"what": what, "values": values, "verdict": verdict} for what, values, verdict in move_rows(found)
    ]
    reply: Any = {**review_to_json(found), "rows": rows, "words": summary_lines(found)}
    return cast(replies.GameReview, reply)
