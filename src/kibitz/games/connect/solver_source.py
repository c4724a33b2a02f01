"""The exact solver of a Connect game, with its book, as a source of values."""

from __future__ import annotations

from kibitz import _core
from kibitz.base.cancel import Progress
from kibitz.base.limit import Limit
from kibitz.games.connect.solver import ConnectSolver
from kibitz.games.control import control_for
from kibitz.games.exact_source import Cover, Knowledge, Known
from kibitz.games.position import Position

#: Cells of boards on which every position is solved in moments, with a book or without.
_SMALL = 42
#: Positions to visit on larger ones where no limit says otherwise: some seconds.
_NODES = 30_000_000


class SolverSource:
    """What the solver of a game finds; all moves share its table, so they take hardly longer than one."""

    name = "solver"
    probe = None
    takes_seconds = False

    def __init__(self, solver: ConnectSolver) -> None:
        self._solver = solver

    def covers(self, position: Position) -> Cover:
        """Every position, by work."""
        return Cover.WORK

    def prepare(self, progress: Progress | None = None) -> None:
        """Read the book."""
        self._solver.read_book()

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """Every move's value and line; None if the limit is not enough."""
        solver, game = self._solver, position.game
        counted = limit.nodes is not None  # then what it learnt before must not make the question cost less
        if not counted and limit.seconds is None and solver.cells > _SMALL:
            limit = Limit(nodes=_NODES)
        before = solver.core.nodes
        try:
            found = solver.moves(position, control_for(limit), fresh=counted)
        except _core.Stopped:
            return None
        known = {}
        for column, score, line in found:
            move = game.codec.move(game.rules.pack([column]))
            steps = game.codec.line(position, [game.rules.pack([step]) for step in line])
            known[move] = Known(move, solver.value(position, score), steps)
        best = max(each.value for each in known.values())
        return Knowledge(best, tuple(known[move] for move in position.moves), solver.core.nodes - before)
