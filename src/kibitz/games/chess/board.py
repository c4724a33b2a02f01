"""A chess position for Python code: pieces, castling rights and clocks.

Squares are numbered from a1 along the ranks, as in the core: a1 is 0, h1 is 7, h8 is 63.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

#: Pieces by the core's numbers; 0 is an empty square.
PIECES = ".PNBRQKpnbrqk"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
KIND_NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
COLOURS = ("white", "black")
LETTERS = "PNBRQK"

#: Values of the third part of a move; see `native/games/chess/moves.hpp`.
PLAIN, CASTLING, EN_PASSANT, PROMOTION = 0, 1, 2, 4


@dataclass(frozen=True, slots=True)
class Board:
    """A position in the core's numbers."""

    #: 0 for an empty square, else an index in `PIECES`.
    squares: tuple[int, ...]
    mover: int
    #: Squares of the rooks that may castle: white's kingside, queenside, then black's; -1 for none.
    castlers: tuple[int, int, int, int]
    #: The en passant square; -1 for none.
    passing: int = -1
    #: Halfmove clock: plies since a capture or pawn move.
    clock: int = 0
    #: Fullmove number.
    number: int = 1
    #: Whether the mover is in check; derived.
    check: bool = False

    @staticmethod
    def of(numbers: Sequence[int]) -> Board:
        """Return the board of the core's description."""
        mover, *rest, passing, clock, number, check = numbers[64:]
        return Board(tuple(numbers[:64]), mover, tuple(rest), passing, clock, number, bool(check))  # type: ignore[arg-type]

    def numbers(self) -> list[int]:
        """Return the numbers from which the core makes a position."""
        return [
            *self.squares,
            self.mover,
            *self.castlers,
            self.passing,
            self.clock,
            self.number,
            int(self.check),
        ]

    @property
    def ply(self) -> int:
        """Return the number of plies before, by the fullmove number."""
        return 2 * self.number + self.mover

    def kind(self, square: int) -> int | None:
        """Return the kind of piece on a square."""
        piece = self.squares[square]
        return (piece - 1) % 6 if piece else None

    def colour(self, square: int) -> int | None:
        """Return the colour of the piece on a square."""
        piece = self.squares[square]
        return (piece - 1) // 6 if piece else None

    def places(self, colour: int, kind: int) -> Iterator[int]:
        """Return the squares of a side's pieces of a kind."""
        code = 1 + kind + 6 * colour
        return (square for square, piece in enumerate(self.squares) if piece == code)

    def king(self, colour: int) -> int:
        """Return the square of a side's king."""
        return next(self.places(colour, KING))


def square_name(square: int) -> str:
    """Return the name of a square, `a1` to `h8`."""
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def read_square(text: str) -> int:
    """Parse the name of a square."""
    return "abcdefgh".index(text[0]) + 8 * "12345678".index(text[1])


def piece_name(kind: int, colour: int) -> str:
    """Return the name of a piece, such as `white knight`."""
    return f"{COLOURS[colour]} {KIND_NAMES[kind]}"
