"""FEN and EPD."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kibitz.base.errors import BadNotation, quoted
from kibitz.games.chess.board import COLOURS, KING, PIECES, ROOK, Board, read_square, square_name

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EXAMPLE = f"one looks like {START}"

_MOVERS = {"w": 0, "white": 0, "b": 1, "black": 1}
#: An EPD operation: opcode and operand.
_REMARK = re.compile(r'\s*([A-Za-z][A-Za-z0-9_]{0,14})((?:\s+(?:"[^"]*"|[^\s";]+))*)\s*;')


def write_fen(board: Board) -> str:
    """Return a position as FEN; the en passant square is named only if a capture is legal."""
    return f"{write_epd(board)} {board.clock} {board.number}"


def write_epd(board: Board, remarks: Mapping[str, str] | None = None) -> str:
    """Return a position as EPD: without clocks, and with operations such as `bm`, the best move."""
    operations = "".join(f" {name} {text};" for name, text in (remarks or {}).items())
    return f"{_placement(board)} {'wb'[board.mover]} {_castling(board)} {_passing(board)}{operations}"


def _placement(board: Board) -> str:
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(PIECES[piece] for piece in board.squares[8 * rank : 8 * rank + 8])
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    return "/".join(rows)


def _castling(board: Board) -> str:
    """Return castling rights as `KQkq`; the file for a rook that is not the outermost."""
    text = ""
    for place, rook in enumerate(board.castlers):
        if rook >= 0:
            colour, kings_side = divmod(place, 2)
            letter = "KQ"[kings_side] if rook == _outermost(board, place) else "ABCDEFGH"[rook % 8]
            text += letter.lower() if colour else letter
    return text or "-"


def _outermost(board: Board, place: int) -> int:
    """Return the outermost rook on the side of a letter of `KQkq`; -1 for none."""
    colour, queens_side = divmod(place, 2)
    home = range(56 * colour, 56 * colour + 8)
    king = next((square for square in board.places(colour, KING) if square in home), None)
    rooks = [
        square
        for square in board.places(colour, ROOK)
        if king is not None and square in home and (square < king) == bool(queens_side)
    ]
    return -1 if not rooks else min(rooks) if queens_side else max(rooks)


def _passing(board: Board) -> str:
    return "-" if board.passing < 0 else square_name(board.passing)


def read_fen(text: str) -> Board:
    """Parse FEN to a board, legal or not; BadNotation if it is malformed.

    Missing parts at the end default to white to move, no castling, no en passant, and the clocks of a new
    game.
    """
    fields = text.split()
    if not fields:
        raise BadNotation(f"a position is needed; {EXAMPLE}")
    if len(fields) > 6:
        raise BadNotation(f"a position has six parts, not {len(fields)}; {EXAMPLE}")
    placement, mover, castling, passing, clock, number = fields + ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    board = Board(_read_placement(placement), _read_mover(mover), (-1, -1, -1, -1))
    return Board(
        board.squares,
        board.mover,
        _read_castling(castling, board),
        _read_passing(passing),
        _read_number(clock, "the plies since a capture or a pawn's move"),
        # Some programs count moves from 0.
        _read_number(number, "the number of the move") or 1,
    )


def read_epd(text: str) -> tuple[Board, dict[str, str]]:
    """Parse EPD to a position and its operations."""
    fields = re.split(r"(\s+)", text.strip(), maxsplit=4)
    board = read_fen("".join(fields[:7]))
    rest = fields[8] if len(fields) > 8 else ""
    remarks: dict[str, str] = {}
    at = 0
    while rest[at:].strip():
        found = _REMARK.match(rest, at)
        if found is None:
            raise BadNotation(
                f"{quoted(rest[at:].strip())} is not an EPD operation; one looks like bm Nf3; and ends with ;"
            )
        remarks[found[1]] = found[2].strip().strip('"')
        at = found.end()
    for name, place in (("hmvc", "clock"), ("fmvn", "number")):
        if name in remarks:
            number = _read_number(remarks[name], f"what {name} says")
            board = Board(
                board.squares,
                board.mover,
                board.castlers,
                board.passing,
                number if place == "clock" else board.clock,
                number if place == "number" else board.number,
            )
    return board, remarks


def _read_placement(text: str) -> tuple[int, ...]:
    rows = text.split("/")
    if len(rows) != 8:
        raise BadNotation(f"a board has 8 rows joined by '/', not {len(rows)}; {EXAMPLE}")
    ranks: list[list[int]] = []
    for number, row in zip(range(8, 0, -1), rows, strict=True):
        cells: list[int] = []
        for character in row:
            if character in "12345678":
                cells += [0] * int(character)
            elif character in PIECES[1:]:
                cells.append(PIECES.index(character))
            else:
                raise BadNotation(f"{character!r} in row {number} is not a piece; {EXAMPLE}")
        if len(cells) != 8:
            raise BadNotation(f"row {number} has {len(cells)} squares, not 8; {EXAMPLE}")
        ranks.append(cells)
    return tuple(cell for rank in reversed(ranks) for cell in rank)


def _read_mover(text: str) -> int:
    if text.lower() not in _MOVERS:
        raise BadNotation(f"either w or b is to move, not {quoted(text)}; {EXAMPLE}")
    return _MOVERS[text.lower()]


def _read_castling(text: str, board: Board) -> tuple[int, int, int, int]:
    """Parse castling rights: `KQkq` means the outermost rooks, a letter from A to H the rook on that file."""
    castlers = [-1, -1, -1, -1]
    for letter in text if text != "-" else "":
        colour = int(letter.islower())
        if letter.upper() in "KQ":
            place = 2 * colour + "KQ".index(letter.upper())
            # Without a rook, the corner: the core reports the missing rook.
            rook = _outermost(board, place)
            rook = rook if rook >= 0 else (7, 0, 63, 56)[place]
        elif letter.upper() in "ABCDEFGH":
            rook = "ABCDEFGH".index(letter.upper()) + 56 * colour
            king = next(board.places(colour, KING), 0)
            place = 2 * colour + (rook < king)
        else:
            raise BadNotation(f"{letter!r} says nothing about castling; write KQkq, part of it, or -")
        if castlers[place] >= 0:
            raise BadNotation(f"{quoted(text)} says twice how {COLOURS[colour]} may castle")
        castlers[place] = rook
    return castlers[0], castlers[1], castlers[2], castlers[3]


def _read_passing(text: str) -> int:
    if text == "-":
        return -1
    if not re.fullmatch(r"[a-h][1-8]", text):
        raise BadNotation(
            f"a pawn may be taken in passing on a square such as e3, or nowhere (-), not {quoted(text)}"
        )
    return read_square(text)


def _read_number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise BadNotation(f"{what} is a number from 0 to 9999, not {quoted(text)}")
    return int(text)
