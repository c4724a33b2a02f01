"""Tables as sources of exact values: kept on disk, or made when they are first needed."""

from __future__ import annotations

from functools import cached_property

from kibitz import _core
from kibitz.base.cancel import Progress, raise_if_cancelled
from kibitz.base.errors import BadFile, BadOption, Stopped
from kibitz.base.limit import Limit
from kibitz.games.control import control_for, control_with
from kibitz.games.exact_source import Cover, Knowledge, Known
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.solving.solve import solve, solve_in_memory
from kibitz.solving.solve_plan import SMALL, SolvePlan, make_plan
from kibitz.solving.table import Table, table_in_memory
from kibitz.solving.table_store import find_table

#: A game with no more positions than this is solved on the spot. One in Python may have more: nothing else
#: tells exact values of it.
_TINY = 20_000
_TINY_IN_PYTHON = 60_000
#: Whether it is, is found by counting positions, so that it is the same everywhere; this only ends what
#: would take for ever.
_TINY_SECONDS = 60.0
#: A game whose index has no more places than this is solved in a few seconds.
_QUICK = 5_000_000


class KeptTable:
    """The table that is kept on disk, if there is one."""

    name = "table"
    takes_seconds = False

    def __init__(self, game: Game) -> None:
        self._game = game

    def table(self) -> Table | None:
        """The table; BadFile if its file can't be trusted."""
        return find_table(self._game)

    def prepare(self, progress: Progress | None = None) -> None:
        """It is there or not."""

    def covers(self, position: Position) -> Cover:
        """Whether the table holds the position."""
        table = self.table()
        return Cover.NO if table is None or table.value(position) is None else Cover.KNOWN

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """Return the values of a position and of its moves.

        None if a table of positions with few pieces lacks one that follows.
        """
        table = self.table()
        assert table is not None
        mover, moves = position.mover, []
        children = list(map(position.after, position.moves))
        own, *values = table.values([position, *children])
        if table.pieces is not None and any(
            value is None and not after.is_over for after, value in zip(children, values, strict=True)
        ):
            return None
        for move, after, value in zip(position.moves, children, values, strict=True):
            if value is None:
                raise _lacking(table, after)
            moves.append(Known(move, (value if after.mover is mover else -value).before()))
        if own is None:
            raise _lacking(table, position)
        return Knowledge(own, tuple(moves))

    @property
    def probe(self) -> _core.Tablebase | None:
        """The table as the core asks it."""
        table = self.table()
        return None if table is None else table.probe


def _lacking(table: Table, position: Position) -> BadFile:
    return BadFile(f"the table of {table.game.spec} lacks the position {position}; solve the game again")


class TinyTable(KeptTable):
    """The table of a tiny game, made in memory when it is first needed."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._made = False
        self._table: Table | None = None
        #: Whether time ended its making.
        self.late = False

    def table(self) -> Table | None:
        """The table, once it is made; None if the game is larger."""
        return self._table

    def covers(self, position: Position) -> Cover:
        """Nobody knows whether a game is tiny before it is solved."""
        return super().covers(position) if self._made else Cover.UNMADE

    def prepare(self, progress: Progress | None = None) -> None:
        """Solve it, if that takes no time that anybody notices."""
        if self._made:
            return
        game = self._game
        try:
            plan = make_plan(game, _TINY_IN_PYTHON if game.rules.family == "own" else _TINY)
            control = control_for(Limit(seconds=_TINY_SECONDS))
            self._table = table_in_memory(game, solve_in_memory(game, control, plan))
        except BadOption:
            pass  # it is larger
        except Stopped:
            raise_if_cancelled()  # that nobody waits for it says nothing about its size
            self.late = True
        self._made = True


class QuickTable(TinyTable):
    """The table that takes only seconds to make: of the whole game, or of all positions with few pieces.

    It is kept on disk where that is possible.
    """

    takes_seconds = True

    @staticmethod
    def is_quick(game: Game) -> bool:
        """Whether a game has such a table."""
        return game.solving.endgame is not None or SMALL < game.rules.index_size <= _QUICK

    def covers(self, position: Position) -> Cover:
        """Every position, or those with few pieces."""
        endgame = self._game.solving.endgame
        if endgame is not None and endgame.pieces(position) > (self._plan.pieces or 0):
            return Cover.NO
        return super().covers(position)

    def prepare(self, progress: Progress | None = None) -> None:
        """Make it."""
        if self._made:
            return
        try:
            self._table = solve(self._game, progress=progress)
        except BadFile:  # it can't be kept, so it serves while the program runs
            solution = solve_in_memory(self._game, control_with(progress), self._plan)
            self._table = table_in_memory(self._game, solution)
        self._made = True

    @cached_property
    def _plan(self) -> SolvePlan:
        return make_plan(self._game)
