"""Bitboards: sets of up to 64 cells in one number."""

from __future__ import annotations

from collections.abc import Iterator

_FULL = (1 << 64) - 1


class Bitboard(int):
    """A number of 64 bits, one for each cell, whose operations stay within 64 bits.

    `&`, `|`, `^` and `~` combine sets, `<<` and `>>` shift every cell (what leaves the board is dropped), and
    `+`, `-` and `*` work modulo 2**64. A loop visits the cells from the lowest to the highest.

    >>> from kibitz import Bitboard
    >>> board = Bitboard(0b1010) | Bitboard.of(63)
    >>> list(board), board.bit_count(), board.lowest(), list(board << 1)
    ([1, 3, 63], 3, 1, [2, 4])
    """

    def __new__(cls, number: int = 0) -> Bitboard:
        """Return the set whose cells are the bits of a number."""
        if not 0 <= number <= _FULL:
            raise OverflowError(f"{number} is not a number of 64 bits")
        return int.__new__(cls, number)

    @classmethod
    def of(cls, cell: int) -> Bitboard:
        """Return the set of one cell, from 0 to 63."""
        return _made(1 << _shift(cell))

    def lowest(self) -> int:
        """Return the lowest cell of a set that is not empty."""
        if not self:
            raise ValueError("an empty bitboard has no lowest cell")
        return (int(self) & -int(self)).bit_length() - 1

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, int) and bool(int(self) >> _shift(cell) & 1)

    def __iter__(self) -> Iterator[int]:
        left = int(self)
        while left:
            lowest = left & -left
            yield lowest.bit_length() - 1
            left ^= lowest

    def __and__(self, other: int) -> Bitboard:
        return _made(int.__and__(self, other) & _FULL)

    def __or__(self, other: int) -> Bitboard:
        return _made(int.__or__(self, other) & _FULL)

    def __xor__(self, other: int) -> Bitboard:
        return _made(int.__xor__(self, other) & _FULL)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Bitboard:
        return _made(int(self) ^ _FULL)

    def __lshift__(self, count: int) -> Bitboard:
        return _made(int.__lshift__(self, _shift(count)) & _FULL)

    def __rshift__(self, count: int) -> Bitboard:
        return _made(int.__rshift__(self, _shift(count)))

    def __add__(self, other: int) -> Bitboard:
        return _made(int.__add__(self, other) & _FULL)

    def __sub__(self, other: int) -> Bitboard:
        return _made(int.__sub__(self, other) & _FULL)

    def __mul__(self, other: int) -> Bitboard:
        return _made(int.__mul__(self, other) & _FULL)

    def __neg__(self) -> Bitboard:
        return _made(-int(self) & _FULL)

    def __repr__(self) -> str:
        return f"Bitboard({int(self):#x})"


def _made(number: int) -> Bitboard:
    return int.__new__(Bitboard, number)


def _shift(count: int) -> int:
    if not 0 <= count <= 63:
        raise ValueError(f"a bitboard has cells 0 to 63, so {count} is neither a shift nor a cell")
    return count
