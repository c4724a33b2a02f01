"""Attacks on a chess board, for explanations; the core has its own."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.chess.board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Board

#: Standard piece values; a king is worth more than all.
WORTH = (1, 3, 3, 5, 9, 100)

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_WAYS = {BISHOP: _DIAGONAL, ROOK: _STRAIGHT, QUEEN: (*_STRAIGHT, *_DIAGONAL)}
SLIDERS = tuple(_WAYS)


def _steps(square: int, files: int, ranks: int) -> Iterator[int]:
    """Return the squares from a square to the edge in a direction."""
    file, rank = square % 8 + files, square // 8 + ranks
    while 0 <= file < 8 and 0 <= rank < 8:
        yield 8 * rank + file
        file, rank = file + files, rank + ranks


def rays(board: Board, square: int) -> Iterator[list[int]]:
    """Return the pieces that a slider on a square sees in each direction, nearest first."""
    for files, ranks in _WAYS.get(board.kind(square) or 0, ()):
        yield [at for at in _steps(square, files, ranks) if board.squares[at]]


def reach(board: Board, square: int) -> set[int]:
    """Return the squares that the piece on a square attacks."""
    kind, colour = board.kind(square), board.colour(square)
    found: set[int] = set()
    if kind is None:
        return found
    if kind in _WAYS:
        for files, ranks in _WAYS[kind]:
            for at in _steps(square, files, ranks):
                found.add(at)
                if board.squares[at]:
                    break
        return found
    up = -1 if colour else 1
    jumps = {KNIGHT: _JUMPS, KING: (*_STRAIGHT, *_DIAGONAL), PAWN: ((1, up), (-1, up))}[kind]
    first = (next(_steps(square, files, ranks), None) for files, ranks in jumps)
    return {at for at in first if at is not None}


def attackers(board: Board, square: int, colour: int) -> list[int]:
    """Return the squares of a side's pieces that attack a square, cheapest first."""
    found = [
        at
        for at, piece in enumerate(board.squares)
        if piece and board.colour(at) == colour and square in reach(board, at)
    ]
    return sorted(found, key=lambda at: WORTH[board.kind(at) or 0])


def is_in_danger(board: Board, square: int) -> bool:
    """Return whether a piece can be captured by a cheaper one, or by any if it is undefended."""
    colour, kind = board.colour(square), board.kind(square)
    if colour is None or kind is None:
        return False
    against = attackers(board, square, 1 - colour)
    if not against:
        return False
    cheapest = WORTH[board.kind(against[0]) or 0]
    return cheapest < WORTH[kind] or not attackers(board, square, colour)


def is_passed(board: Board, square: int) -> bool:
    """Return whether no enemy pawn can block or capture a pawn on its way."""
    colour, file, rank = board.colour(square), square % 8, square // 8
    if board.kind(square) != PAWN or colour is None:
        return False
    ahead = range(rank + 1, 8) if colour == 0 else range(rank)
    beside = [each for each in (file - 1, file, file + 1) if 0 <= each < 8]
    return all(at % 8 not in beside or at // 8 not in ahead for at in board.places(1 - colour, PAWN))
