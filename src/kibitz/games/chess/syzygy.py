"""Probing the user's Syzygy tables: WDL and DTZ.

A folder with the files (`KQvK.rtbw`, `KQvK.rtbz` and so on) is all that is needed. A stored value holds only
if no capture is better, so captures are searched first, as the format intends.
"""

from __future__ import annotations

from pathlib import Path

from kibitz.base.move import Move
from kibitz.games.chess.board import CASTLING, PAWN, Board
from kibitz.games.chess.syzygy_file import SyzygyFile, material_name
from kibitz.games.position import Position


class Syzygy:
    """The tables of a folder."""

    def __init__(self, *folders: Path | str) -> None:
        # The first folder with a file takes precedence.
        paths = [path for folder in reversed(folders) for path in Path(folder).glob("*.rtb[wz]")]
        self._paths = {path.name: path for path in paths}
        self._files: dict[str, SyzygyFile | None] = {}
        #: Maximum number of pieces.
        self.most = max((len(path.stem) - 1 for path in self._paths.values()), default=0)

    def _file(self, name: str) -> SyzygyFile | None:
        if name not in self._files:
            path = self._paths.get(name)
            self._files[name] = None if path is None else SyzygyFile(path)
        return self._files[name]

    def _found(self, board: Board, ending: str) -> tuple[SyzygyFile, dict[int, list[int]], bool, int] | None:
        """Return a position's file and pieces, whether colours are swapped, and the side to move."""
        pieces: dict[int, list[int]] = {}
        for square, piece in enumerate(board.squares):
            if piece:
                pieces.setdefault(piece if piece <= 6 else piece + 2, []).append(square)
        own, other = material_name(pieces, black=False), material_name(pieces, black=True)
        symmetric = own == other
        for name, turned in ((own, False), (other, True)):
            file = self._file(name + ending)
            if file is not None:
                if symmetric:
                    return file, pieces, board.mover == 1, 0
                return file, pieces, turned, board.mover ^ int(turned)
        return None

    def wdl(self, position: Position) -> int | None:
        """Return WDL from -2, a loss, to 2, a win, for the side to move; None without a file.

        1 and -1 are wins and losses that the fifty-move rule makes draws.
        """
        return self._wdl(position, -2, 2)

    def _wdl(self, position: Position, alpha: int, beta: int) -> int | None:
        game = position.game
        board = Board.of(game.rules.describe(position.state))
        if any(place >= 0 for place in board.castlers):
            return None
        others = False
        best, in_passing = -3, -3
        for move in position.moves:
            passes = _is_in_passing(board, move)
            if not passes and not _captures(board, move):
                others = True
                continue
            value = _bare(position, move)
            if value is None:
                value = self._wdl(position.play(move), -beta, -alpha)
            if value is None:
                return None
            value = -value
            best = max(best, value)
            if passes:
                in_passing = max(in_passing, value)
            if best >= beta:
                return best
        kept = self._kept(board)
        if kept is None:
            return None
        if in_passing > -3 and not others and in_passing == best:
            # Only en passant is legal, which the file ignores.
            return best if not any(_captures(board, move) for move in position.moves) else max(best, kept)
        return max(best, kept)

    def dtz(self, position: Position) -> int | None:
        """Return DTZ: plies to the next capture or pawn move; negative for a loss, 0 for a draw.

        More than 100 are wins and losses that the fifty-move rule makes draws. None without a file.
        """
        wdl = self.wdl(position)
        if not wdl:
            return wdl
        board = Board.of(position.game.rules.describe(position.state))
        zeroing = [move for move in position.moves if _is_zeroing(board, move)]
        if wdl > 0:
            for move in zeroing:
                value = self._after(position, move)
                if value is not None and -value == wdl:
                    return _BEFORE_ZEROING[wdl]
        # Files ignore en passant, which only matters if it is forced.
        if not all(_is_in_passing(board, move) for move in position.moves):
            found = self._found(board, ".rtbz")
            if found is None:
                return None
            file, pieces, turned, side = found
            plies = file.dtz_of(pieces, turned, side, wdl)
            if plies is not None:
                return _BEFORE_ZEROING[wdl] + (plies if wdl > 0 else -plies)
        return self._dtz_by_moves(position, wdl, set(zeroing))

    def _dtz_by_moves(self, position: Position, wdl: int, zeroing: set[Move]) -> int | None:
        """Return DTZ by a one-ply search, if the file has only the other side's."""
        found: list[int] = []
        for move in position.moves:
            after = position.play(move)
            if after.outcome is not None:
                if after.outcome.is_draw:
                    continue
                found.append(1)
            elif move in zeroing:
                value = self._after(position, move)
                if value is None:
                    return None
                if -value == wdl:
                    found.append(_BEFORE_ZEROING[wdl])
            else:
                plies = self.dtz(after)
                if plies is None:
                    return None
                if plies and (plies < 0) == (wdl > 0):
                    found.append(1 - plies if wdl > 0 else -1 - plies)
        return min(found, default=None) if wdl > 0 else min(found, default=-1)

    def _after(self, position: Position, move: Move) -> int | None:
        """Return the position after a move."""
        value = _bare(position, move)
        return self.wdl(position.play(move)) if value is None else value

    def _kept(self, board: Board) -> int | None:
        if sum(map(bool, board.squares)) == 2:
            return 0
        found = self._found(board, ".rtbw")
        if found is None:
            return None
        file, pieces, turned, side = found
        return file.wdl_of(pieces, turned, side)


#: DTZ of a zeroing move by WDL.
_BEFORE_ZEROING = {-2: -1, -1: -101, 1: 101, 2: 1}


def _is_zeroing(board: Board, move: Move) -> bool:
    return _captures(board, move) or board.kind(move.parts[0]) == PAWN


def _captures(board: Board, move: Move) -> bool:
    _, target, special = move.parts
    return special != CASTLING and board.squares[target] != 0


def _is_in_passing(board: Board, move: Move) -> bool:
    source, target, _ = move.parts
    return board.kind(source) == PAWN and source % 8 != target % 8 and not board.squares[target]


def _bare(position: Position, move: Move) -> int | None:
    """Return WDL after a move that ends the game, for the next player; None if it does not."""
    after = position.play(move)
    if after.outcome is None:
        return None
    return 0 if after.outcome.is_draw else -2
