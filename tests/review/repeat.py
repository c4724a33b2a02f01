"""Print every kind of advice once, for comparison with another process.

Run as `repeat.py GAME SEED ORDER SPEED`: `SPEED` is how many times faster each second passes that limits
count, as on a machine that is so much slower; `ORDER` is forward or backward, and says in which order the
positions of the game are judged before.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import kibitz
from kibitz import _core
from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.report import Analysis
from kibitz.base.random import Random
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.review import review
from kibitz.puzzles.blunder_check import objection
from kibitz.puzzles.generator import make_puzzles
from kibitz.puzzles.opening_explorer import collect, explore
from kibitz.records.record import Record

CONTROL, REQUEST = _core.Control, _core.SearchLimits


def slow_down(speed: float) -> None:
    """Let every second that a limit grants pass so many times faster."""

    def quicker(seconds: float | None) -> float | None:
        return None if seconds is None else seconds / speed

    def control(seconds: float | None = None, nodes: int | None = None, **more: Any) -> _core.Control:
        return CONTROL(seconds=quicker(seconds), nodes=nodes, **more)

    def request(*, seconds: float | None = None, **more: Any) -> _core.SearchLimits:
        return REQUEST(seconds=quicker(seconds), **more)

    _core.Control, _core.SearchLimits = control, request  # type: ignore[assignment, misc]


def played(spec: str, plies: int) -> Record:
    """A game between players of some strength, the same each time."""
    game, rng = kibitz.load(spec), Random(5)
    player = kibitz.player("level:strength=35")
    position = game.start(rng)
    start, moves = position, []
    while not position.is_over and len(moves) < plies:
        if position.turn is kibitz.Side.CHANCE:
            moves.append(position.roll(rng))
        else:
            moves.append(player.choose(position, rng=rng).move)
        position = position.play(moves[-1])
    return Record(game, tuple(moves), start, position.outcome)


def timeless(found: Analysis) -> dict[str, Any]:
    """Values without the time that they took, which is another one each time."""
    data = found.to_json()
    data["source"].pop("seconds", None)
    return data


def said(spec: str, plies: int, order: str) -> str:
    """All of it as JSON."""
    record = played(spec, plies)
    positions = [each for each in record.positions() if not each.is_over]
    for position in positions if order == "forward" else positions[::-1]:
        evaluate_position(position)
    decided = [each for each in positions if each.turn is not kibitz.Side.CHANCE]
    out: dict[str, Any] = {
        "moves": [str(move) for move in record.moves],
        "review": review_to_json(review(record)),
        "hints": [kibitz.explain(each).to_json() for each in decided[:4]],
        "whys": [kibitz.explain(each, each.moves[-1]).to_json() for each in decided[:4]],
        "values": [timeless(evaluate_position(each)) for each in positions[-4:]],
        "explored": explore(positions[2], collect(record.game, [record])).to_json()["moves"],
        "strong": str(
            kibitz.player("level:strength=100").choose(decided[len(decided) // 2], rng=Random(1)).move
        ),
    }
    objections = (objection(each, each.moves[-1]) for each in decided[:6])
    out["objections"] = [None if each is None else each.to_json() for each in objections]
    if spec == "tictactoe" or plies > 10:
        out["puzzles"] = [each.to_json() for each in make_puzzles(record.game, 2, Random(3))]
    return json.dumps(out, sort_keys=True)


if __name__ == "__main__":
    slow_down(float(sys.argv[4]))
    sys.stdout.write(said(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
