"""Solving a game: the value of every reachable position, stored on disk."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.cancel import Progress
from kibitz.base.errors import BadFile, Stopped
from kibitz.executors.executor import AnyExecutor, make_executor
from kibitz.files.sections import Solution
from kibitz.games.control import control_with
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.solving.by_endgame import solve_by_endgame
from kibitz.solving.by_graph import solve_by_graph
from kibitz.solving.by_index import solve_by_index
from kibitz.solving.by_tiers import solve_by_tiers
from kibitz.solving.checkpoints import Checkpoints, checkpoints, forget_parts, parts_folder
from kibitz.solving.layouts import Dense, Endgame, Indexed, Keyed
from kibitz.solving.memory import check_memory
from kibitz.solving.progress_bar import progress_bar
from kibitz.solving.refusals import refusals
from kibitz.solving.solve_plan import SolvePlan, check_room, check_time, make_plan
from kibitz.solving.table import Table, save_table, table_in_memory
from kibitz.solving.table_store import find_table, table_path

#: Size up to which tables of Python games are not written to a file by default.
SMALL_TABLE = 1_000


def solve(
    game: Game | str,
    *,
    progress: Progress | Literal[True] | None = None,
    most_positions: int | None = None,
    pieces: int | None = None,
    again: bool = False,
    keep: bool | None = None,
    executor: AnyExecutor | None = None,
) -> Table:
    """Solve a game and store the table in a file, or open it if it is stored already.

    `keep` says whether to write the file. By default a table of a game in Python with at most 1,000 positions
    stays in memory: solving it again is faster than reading it. `progress=True` draws a bar on a terminal; a
    function is called with done and total and may return False to stop. A game with more than
    `most_positions` is refused, by default one that would need more memory or disk than there is, or more
    than a week. Games with endgame tables are solved for all positions with up to `pieces` pieces, by default
    as many as take seconds. Finished parts are kept on interruption, and the next run resumes from them.
    `again` solves even if a table exists. `executor` distributes the work, tier by tier or unit by unit; all
    its workers must share the folder of the tables. A game that has neither tiers nor units is solved in this
    process.

    >>> import kibitz
    >>> table = kibitz.solve("mnk:width=4,height=3,length=3")
    >>> table.value(table.game.start())
    Win(7)
    """
    check(
        game=(game, Game | str),
        most_positions=(most_positions, int | None),
        pieces=(pieces, int | None),
        again=(again, bool),
        keep=(keep, bool | None),
    )
    if executor is not None:
        check(executor=(executor, AnyExecutor))
    game = load(game) if isinstance(game, str) else game
    path = table_path(game)
    if not again and (kept := kept_for(game, pieces, most_positions)) is not None:
        forget_parts(path)
        return kept
    plan = make_plan(game, most_positions, pieces)
    if executor is None and most_positions is None:
        check_time(plan, game.spec)
    check_room(plan, path)
    check_memory(plan, game.spec)
    with _listening(game, progress, plan) as listener, _parts(game, path, plan, executor) as parts:
        reporter = _Progress(listener)
        control = control_with(None if listener is None else reporter)
        if executor is not None:
            _spread(game, plan, executor, control, parts)
        solution = solve_in_memory(game, control, plan, parts)
        reporter.finish(int(solution.facts["positions"]))
        if keep is None:
            small = game.rules.family == "own" and solution.facts["positions"] <= SMALL_TABLE
            keep = executor is not None or not small
        if not keep:
            return table_in_memory(game, solution)
        try:
            return save_table(game, solution, path)
        except BadFile:
            # The disk may have room for the table or for its parts, but not for both.
            if not parts.make_room(solution.size):
                raise
            return save_table(game, solution, path)


class _Progress:
    """Forwards progress and reports completion at the end, however short the work."""

    def __init__(self, listener: Progress | None) -> None:
        self._listener = listener
        self._total = 0

    def __call__(self, done: int, total: int) -> object:
        self._total = total
        return None if self._listener is None else self._listener(done, total)

    def finish(self, positions: int) -> None:
        """Report the total as done; the number of positions if no total was reported."""
        total = self._total or positions
        self(total, total)


def _parts(
    game: Game, path: Path, plan: SolvePlan, executor: AnyExecutor | None
) -> AbstractContextManager[Checkpoints]:
    """Return the checkpoint parts of a table; none for an enumerated game, unless workers left some."""
    if plan.layout == Keyed.name and executor is None and not parts_folder(path).exists():
        return contextlib.nullcontext(Checkpoints(game, None, 0))
    return checkpoints(game, path)


def _spread(
    game: Game, plan: SolvePlan, executor: AnyExecutor, control: _core.Control, parts: Checkpoints
) -> None:
    """Compute all parts on the executor, if there are any."""
    from kibitz.solving.distributed import can_spread, make_parts

    if not can_spread(game, plan):
        return
    if parts.blocks is None:
        raise BadFile(f"{game.spec} is being solved by another process already")
    try:
        make_parts(parts.blocks, plan, make_executor(executor, 0), control)
    except _core.Stopped:
        raise Stopped(
            f"solving {game.spec} was stopped; the finished parts are kept for the next run"
        ) from None


def kept_for(game: Game, pieces: int | None, most_positions: int | None = None) -> Table | None:
    """Return a stored table that is large enough for the request or the default; None if there is none.

    A damaged table is solved again.
    """
    with contextlib.suppress(BadFile):
        if (kept := find_table(game)) is not None:
            if kept.pieces is None:
                return kept
            needed = pieces or make_plan(game, most_positions).pieces or 0
            if kept.pieces >= needed:
                return kept
    return None


@contextlib.contextmanager
def _listening(
    game: Game, progress: Progress | Literal[True] | None, plan: SolvePlan
) -> Iterator[Progress | None]:
    if progress is True:
        # The size of an enumerated game is unknown; only its limit is.
        most = f", up to {plan.places:,} positions" if plan.layout == Keyed.name else ""
        with progress_bar(f"Solving {game.spec}{most}", keep=True) as bar:
            yield bar
    else:
        yield progress


def solve_in_memory(
    game: Game, control: _core.Control, plan: SolvePlan, parts: Checkpoints | None = None
) -> Solution:
    """Solve a game by a plan, without writing a table."""
    parts = parts or Checkpoints(game, None, 0)
    try:
        with refusals(game):
            if plan.layout == Dense.name:
                return solve_by_tiers(game, control, parts, plan.threads)
            if plan.layout == Indexed.name:
                return solve_by_index(game, control, parts, plan.threads)
            if plan.layout == Endgame.name:
                assert plan.pieces is not None
                return solve_by_endgame(game, plan.pieces, control, parts, plan.threads)
            return solve_by_graph(game, control, plan.places, parts)
    except _core.Stopped:
        raise Stopped(
            f"solving {game.spec} was stopped; the finished parts are kept for the next run"
        ) from None
