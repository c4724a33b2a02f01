"""Syzygy tables as an exact source, if the user has any.

The environment variable `KIBITZ_SYZYGY` names the folders, separated as in PATH.
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
#: Plies without a capture or pawn move after which a draw may be claimed.
_CLAIM_PLIES = 100


@lru_cache(maxsize=4)
def _tables(folders: str) -> Syzygy:
    return Syzygy(*filter(None, folders.split(os.pathsep)))


class SyzygySource:
    """WDL without distances to the end; moves are ordered by DTZ."""

    name = "Syzygy table"
    takes_seconds = False
    probe: _core.Tablebase | None = None

    @property
    def _tables(self) -> Syzygy:
        return _tables(os.environ.get(FOLDERS_VARIABLE, ""))

    def covers(self, position: Position) -> Cover:
        """Return whether a file may have the position: few pieces and no castling rights."""
        board = Board.of(position.game.rules.describe(position.state))
        few = sum(map(bool, board.squares)) <= self._tables.most
        return Cover.KNOWN if few and all(place < 0 for place in board.castlers) else Cover.NO

    def prepare(self, progress: Progress | None = None) -> None:
        """Do nothing: no preparation is needed."""

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """Return every move by its result; None if a file is missing or the halfmove clock matters."""
        found = [self._ranked(position, move) for move in position.moves]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None
        known.sort(key=lambda each: each[0], reverse=True)
        moves = tuple(Known(move, value, Line([move])) for _, move, value in known)
        return Knowledge(max(each.value for each in moves), moves)

    def _ranked(self, position: Position, move: Move) -> tuple[tuple[int, float], Move, Value] | None:
        """Return a move's sort key, by WDL and DTZ, and its value."""
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
        # Prefer fast wins and slow losses.
        return (-wdl, 1 / (1 + abs(plies)) if wdl < 0 else float(abs(plies))), move, value
