"""The index of a position in a Syzygy file.

Squares are numbered from a1 along the ranks. Positions that differ by rotating or reflecting the board share
an index; with pawns only the reflection of files applies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

#: Index sizes of the leading group: three different pieces, or the two kings.
_THREE, _KINGS = 31332, 462


def _off_diagonal(square: int) -> int:
    """Return the distance from the a1-h8 diagonal: positive above, negative below."""
    return square // 8 - square % 8


_BELOW = [square for square in range(64) if _off_diagonal(square) < 0]
#: The six squares below the diagonal in the corner a1 to d4, then the four on it.
_TRIANGLE = {square: number for number, square in enumerate((1, 2, 3, 10, 11, 19, 0, 9, 18, 27))}
_LOWER = {square: number for number, square in enumerate(sorted(_BELOW, key=lambda s: (s // 8, s % 8)))}


@lru_cache(maxsize=1)
def _king_pairs() -> dict[tuple[int, int], int]:
    """Return an index for every pair of kings that don't touch, the first in the corner."""
    found: dict[tuple[int, int], int] = {}
    on_diagonal = []
    for first in _TRIANGLE:
        for second in range(64):
            if max(abs(first % 8 - second % 8), abs(first // 8 - second // 8)) <= 1:
                continue
            if _off_diagonal(first) == 0 and _off_diagonal(second) > 0:
                continue
            if _off_diagonal(first) == 0 and _off_diagonal(second) == 0:
                on_diagonal.append((first, second))
            else:
                found[first, second] = len(found)
    for pair in on_diagonal:
        found[pair] = len(found)
    return found


def _diagonal(square: int) -> int:
    return square // 8


def _flipped(square: int) -> int:
    """Reflect a square at the a1-h8 diagonal."""
    return square % 8 * 8 + square // 8


def _below(square: int) -> int:
    """Return the index of an off-diagonal square, up to reflection."""
    return _LOWER[square if _off_diagonal(square) < 0 else _flipped(square)]


def _leading(squares: Sequence[int]) -> int:
    """Return the index of three different pieces, the first of them in the corner."""
    a, b, c = squares
    i, j = int(b > a), int(c > a) + int(c > b)
    if _off_diagonal(a):
        return _TRIANGLE[a] * 63 * 62 + (b - i) * 62 + c - j
    start = 6 * 63 * 62
    if _off_diagonal(b):
        return start + _diagonal(a) * 28 * 62 + _below(b) * 62 + c - j
    start += 4 * 28 * 62
    if _off_diagonal(c):
        return start + _diagonal(a) * 7 * 28 + (_diagonal(b) - i) * 28 + _below(c)
    start += 4 * 7 * 28
    return start + _diagonal(a) * 7 * 6 + (_diagonal(b) - i) * 6 + _diagonal(c) - j


def _group(squares: Sequence[int], before: Sequence[int], least: int) -> int:
    """Return the index of equal pieces on squares not occupied by earlier groups."""
    number = 0
    for m, square in enumerate(sorted(squares)):
        number += comb(square - sum(square > other for other in before) - least, m + 1)
    return number


# Pawns


def _pawn_order(square: int) -> int:
    """Return the order of pawns from the edge files to the centre, advanced ones last."""
    file, rank = square % 8, square // 8
    across = (0, 1, 2, 3, 3, 2, 1, 0)[file]
    return 47 - 12 * across - 2 * (rank - 1) - (file > 3) if 1 <= rank <= 6 else 0


def _flap(square: int) -> int:
    file = min(square % 8, 7 - square % 8)
    return 6 * file + square // 8 - 1


@lru_cache(maxsize=8)
def _pawn_starts(others: int) -> tuple[list[int], list[int]]:
    """Return the first index of each leading pawn, and the size of each file; `others` pawns follow it."""
    starts, sizes = [], []
    for file in range(4):
        size = 0
        for rank in range(1, 7):
            starts.append(size)
            size += 1 if others == 0 else comb(_pawn_order(8 * rank + file), others)
        sizes.append(size)
    return starts, sizes


def leading_file(pawns: Sequence[int]) -> int:
    """Return the file under which leading pawns are stored."""
    first = min(pawns, key=_flap)
    return min(first % 8, 7 - first % 8)


class Arrangement:
    """The grouping of a section's pieces, with a factor for each group."""

    def __init__(
        self, pieces: Sequence[int], order: int, order2: int, pawns: tuple[int, int], file: int
    ) -> None:
        """`pieces` in the file's order; `pawns` of the leading colour and of the other."""
        self._pawns = pawns
        self._count = len(pieces)
        with_pawns = sum(pawns) > 0
        counts: dict[int, int] = {}
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + 1
        self._three = not with_pawns and sum(count == 1 for count in counts.values()) > 2
        first = pawns[0] if with_pawns else 3 if self._three else 2
        sizes = [first]
        if with_pawns and pawns[1]:
            sizes.append(pawns[1])
        at = sum(sizes)
        while at < len(pieces):
            size = 1
            while at + size < len(pieces) and pieces[at + size] == pieces[at]:
                size += 1
            sizes.append(size)
            at += size
        self.sizes = sizes
        self._factors = [1] * len(sizes)
        follow = 2 if with_pawns and pawns[1] else 1
        free = 64 - sum(sizes[:follow])
        total, place, k = 1, follow, 0
        while place < len(sizes) or k in (order, order2):
            if k == order:
                self._factors[0] = total
                if with_pawns:
                    total *= _pawn_starts(pawns[0] - 1)[1][file]
                else:
                    total *= _THREE if self._three else _KINGS
            elif k == order2:
                self._factors[1] = total
                total *= comb(48 - sizes[0], sizes[1])
            else:
                self._factors[place] = total
                total *= comb(free, sizes[place])
                free -= sizes[place]
                place += 1
            k += 1
        #: Number of indices.
        self.total = total

    def number(self, squares: Sequence[int]) -> int:
        """Return the index of squares in the file's piece order."""
        pos = list(squares)
        if sum(self._pawns):
            return self._with_pawns(pos)
        if pos[0] % 8 > 3:
            pos = [square ^ 7 for square in pos]
        if pos[0] // 8 > 3:
            pos = [square ^ 56 for square in pos]
        lead = self.sizes[0]
        first_off = next((_off_diagonal(square) for square in pos[:lead] if _off_diagonal(square)), 0)
        if first_off > 0:
            pos = [_flipped(square) for square in pos]
        number = _leading(pos[:3]) if self._three else _king_pairs()[pos[0], pos[1]]
        return number * self._factors[0] + self._rest(pos, 1)

    def _with_pawns(self, pos: list[int]) -> int:
        lead = self._pawns[0]
        first = min(range(lead), key=lambda i: _flap(pos[i]))
        pos[0], pos[first] = pos[first], pos[0]
        if pos[0] % 8 > 3:
            pos = [square ^ 7 for square in pos]
        others = sorted(pos[1:lead], key=_pawn_order, reverse=True)
        pos[1:lead] = others
        number = _pawn_starts(lead - 1)[0][_flap(pos[0])]
        for i in range(lead - 1, 0, -1):
            number += comb(_pawn_order(pos[i]), lead - i)
        number *= self._factors[0]
        place = 1
        if self._pawns[1]:
            end = lead + self._pawns[1]
            number += _group(pos[lead:end], pos[:lead], 8) * self._factors[1]
            place = 2
        return number + self._rest(pos, place)

    def _rest(self, pos: list[int], place: int) -> int:
        at, number = sum(self.sizes[:place]), 0
        for size, factor in zip(self.sizes[place:], self._factors[place:], strict=True):
            number += _group(pos[at : at + size], pos[:at], 0) * factor
            at += size
        return number
