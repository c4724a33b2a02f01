"""A mate solver on python-chess, which shares nothing with the code that it checks."""

from __future__ import annotations

import chess


def mates_within(board: chess.Board, moves: int) -> bool:
    """Whether the side to move can force mate in so many of its moves."""
    return moves > 0 and any(mates_with(board, move, moves) for move in list(board.legal_moves))


def mates_with(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Whether a move begins such a mate."""
    board.push(move)
    try:
        if board.is_checkmate():
            return True
        if moves <= 1 or board.is_game_over() or board.halfmove_clock >= 100:
            return False
        return all(_answered(board, reply, moves - 1) for reply in list(board.legal_moves))
    finally:
        board.pop()


def _answered(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    board.push(reply)
    try:
        return mates_within(board, moves)
    finally:
        board.pop()
