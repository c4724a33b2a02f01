"""The exact solver of a Connect game, with its book, as an exact source."""

from __future__ import annotations

from kibitz import _core
from kibitz.base.cancel import Progress
from kibitz.base.limit import Limit
from kibitz.games.connect.solver import ConnectSolver
from kibitz.games.control import control_for
from kibitz.games.exact_source import Cover, Knowledge, Known
from kibitz.games.position import Position

#: Number of cells up to which every position is solved immediately, with or without a book.
_SMALL = 42
#: Default node limit on larger boards: some seconds.
_NODES = 30_000_000


class SolverSource:
    """Values from a game's solver; all moves share its transposition table."""

    name = "solver"
    probe = None
    takes_seconds = False

    def __init__(self, solver: ConnectSolver) -> None:
        self._solver = solver

    def covers(self, position: Position) -> Cover:
        """Return the cover: every position, by work."""
        return Cover.WORK

    def prepare(self, progress: Progress | None = None) -> None:
        """Read the book."""
        self._solver.read_book()

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """Return every move's value and PV; None if the limit does not suffice."""
        solver, game = self._solver, position.game
        counted = limit.nodes is not None  # clear the table, for a reproducible node count
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
