"""Weak solutions: the winner without distances, for games too large for distances.

With only three possible values, the search cuts more than one that also counts plies. Iterative deepening
ends when no line reaches the horizon.
"""

from __future__ import annotations

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.cancel import Progress, raise_if_cancelled
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit, as_limit
from kibitz.base.value import Draw, Loss, Value, Win
from kibitz.games.control import control_for, control_with
from kibitz.games.position import Position
from kibitz.games.search_options import core_options
from kibitz.solving.backup import value_of_end

_DEEPEST = 999
#: Initial size of the transposition table; it grows as it fills.
_TABLE_BYTES = 2**30


def who_wins(
    position: Position,
    limit: Limit | str | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Value | None:
    """Return `Win()`, `Draw()` or `Loss()` for the side to move; None if the limit does not suffice.

    >>> import kibitz
    >>> kibitz.who_wins(kibitz.load("mnk:width=5,height=4,length=4").start())
    Draw()
    """
    check(position=(position, Position), limit=(limit, Limit | str | None))
    limit = as_limit(limit, depth=depth, nodes=nodes, seconds=seconds)
    game = position.game
    if game.has_chance or game.score_range is not None:
        raise BadOption(
            f"{game.spec} has no plain winner: its outcomes are chances or points; analyse it instead"
        )
    if position.is_over:
        return type(value_of_end(position))()
    control = control_with(progress) if limit is None else control_for(limit)
    report = game.rules.search(
        position.state,
        "alphabeta",
        _DEEPEST if limit is None or limit.depth is None else limit.depth,
        control,
        deepen=True,
        switches=_core.Switches(table_bytes=_TABLE_BYTES, killers=True, history=True),
        game_options=core_options(game, {}, at_best=True, to_prove=True),
        weak=True,
    )
    raise_if_cancelled()
    if not report.value.exact:
        return None
    return {"win": Win, "draw": Draw, "loss": Loss}[report.value.kind]()
