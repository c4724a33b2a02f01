"""Syzygy tables as a source of exact values, where the user has some.

The folders are named by the environment variable `KIBITZ_SYZYGY`, with the
system's separator between several.
"""

from __future__ import annotations

import os
from functools import lru_cache

from kibitz import _core
from kibitz.base.cancel import Progress
from kibitz.base.limit import Limit
from kibitz.base.move import Line, Move
from kibitz.base.value import Draw, Loss, Value, Win
from kibitz.games.chess.board import Board
from kibitz.games.chess.syzygy import Syzygy
from kibitz.games.exact_source import Cover, Knowledge, Known
from kibitz.games.position import Position

FOLDERS_VARIABLE = "KIBITZ_SYZYGY"
#: Plies without a capture or a pawn's move after which a draw may be claimed.
_CLAIM_PLIES = 100


@lru_cache(maxsize=4)
def _tables(folders: str) -> Syzygy:
    return Syzygy(*filter(None, folders.split(os.pathsep)))


class SyzygySource:
    """Who wins, without how soon; the moves that come first reach a capture or a pawn's move soonest."""

    name = "Syzygy table"
    takes_seconds = False
    probe: _core.Tablebase | None = None

    @property
    def _tables(self) -> Syzygy:
        return _tables(os.environ.get(FOLDERS_VARIABLE, ""))

    def covers(self, position: Position) -> Cover:
        """Whether a file may know it: few pieces, and nobody may castle."""
        board = Board.of(position.game.rules.describe(position.state))
        few = sum(map(bool, board.squares)) <= self._tables.most
        return Cover.KNOWN if few and all(place < 0 for place in board.castlers) else Cover.NO

    def prepare(self, progress: Progress | None = None) -> None:
        """Nothing has to be made."""

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """Every move by what it leaves the opponent; None where a file is missing or the clock decides."""
        found = [self._judged(position, move) for move in position.moves]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None
        known.sort(key=lambda each: each[0], reverse=True)
        moves = tuple(Known(move, value, Line([move])) for _, move, value in known)
        return Knowledge(max(each.value for each in moves), moves)

    def _judged(self, position: Position, move: Move) -> tuple[tuple[int, float], Move, Value] | None:
        """How good a move is, by what it leads to and by how soon, and its value."""
        after = position.play(move)
        if after.outcome is not None:
            won = 0 if after.outcome.is_draw else 2
            return (won, 1.0), move, Win(1) if won else Draw()
        wdl, plies = self._tables.wdl(after), self._tables.dtz(after)
        if wdl is None or plies is None:
            return None
        clock = Board.of(after.game.rules.describe(after.state)).clock
        if abs(wdl) == 2 and abs(plies) + clock > _CLAIM_PLIES:
            return None
        value: Value = Draw() if abs(wdl) < 2 else Win() if wdl < 0 else Loss()
        # A win the sooner the better, a loss the later.
        return (-wdl, 1 / (1 + abs(plies)) if wdl < 0 else float(abs(plies))), move, value
