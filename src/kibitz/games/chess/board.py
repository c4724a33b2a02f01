"""A position of chess as Python reads it: what stands where, who may castle, and the clocks.

Squares count from a1 along the ranks, as in the core: a1 is 0, h1 is 7, h8 is 63.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

#: The pieces by the core's numbers for them, 0 being an empty square.
PIECES = ".PNBRQKpnbrqk"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
KIND_NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
COLOURS = ("white", "black")
LETTERS = "PNBRQK"

#: What the third part of a move says besides; see `native/games/chess/moves.hpp`.
PLAIN, CASTLING, EN_PASSANT, PROMOTION = 0, 1, 2, 4


@dataclass(frozen=True, slots=True)
class Board:
    """A position in numbers, as the core describes it and takes it."""

    #: 0 for an empty square, else a place in `PIECES`.
    squares: tuple[int, ...]
    mover: int
    #: The rooks that may castle: white's on the king's side, on the queen's, black's; -1 for none.
    castlers: tuple[int, int, int, int]
    #: Where a pawn may be taken in passing; -1 for nowhere.
    passing: int = -1
    #: Plies since a capture or a pawn's move.
    clock: int = 0
    #: The move's, counted with white's.
    number: int = 1
    #: Whether the mover is in check; follows from the rest.
    check: bool = False

    @staticmethod
    def of(numbers: Sequence[int]) -> Board:
        """What the core's description says."""
        mover, *rest, passing, clock, number, check = numbers[64:]
        return Board(tuple(numbers[:64]), mover, tuple(rest), passing, clock, number, bool(check))  # type: ignore[arg-type]

    def numbers(self) -> list[int]:
        """The numbers that the core makes a position of."""
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
        """How many moves were made before, as far as its number tells."""
        return 2 * self.number + self.mover

    def kind(self, square: int) -> int | None:
        """What stands on a square, whoever's it is."""
        piece = self.squares[square]
        return (piece - 1) % 6 if piece else None

    def colour(self, square: int) -> int | None:
        """Whose piece stands on a square."""
        piece = self.squares[square]
        return (piece - 1) // 6 if piece else None

    def places(self, colour: int, kind: int) -> Iterator[int]:
        """The squares on which somebody's pieces of a kind stand."""
        wanted = 1 + kind + 6 * colour
        return (square for square, piece in enumerate(self.squares) if piece == wanted)

    def king(self, colour: int) -> int:
        """Where somebody's king stands."""
        return next(self.places(colour, KING))

    def with_mover(self, mover: int) -> Board:
        """The same board, were it somebody else's turn."""
        return replace(self, mover=mover, passing=-1)


def square_name(square: int) -> str:
    """`a1` to `h8`."""
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def read_square(text: str) -> int:
    """What `square_name` wrote."""
    return "abcdefgh".index(text[0]) + 8 * "12345678".index(text[1])


def piece_name(kind: int, colour: int) -> str:
    """`white knight`."""
    return f"{COLOURS[colour]} {KIND_NAMES[kind]}"
