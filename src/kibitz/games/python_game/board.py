"""Declarative boards for games written in Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.base.move import Move
from kibitz.games.board_view import GROUNDS, BoardView, Gesture, Piece
from kibitz.games.cells import edge_labels, letter_names, parse_cell_name
from kibitz.games.piece_figures import PALETTE

#: A piece: its side (0 or 1), its shape, and optional text.
BoardPiece = tuple[int, str] | tuple[int, str, str]
#: A gesture: a target cell, or origin and target.
Touch = int | tuple[int, int]


@dataclass(frozen=True)
class Board:
    """A board: cells row by row from the top left, the pieces on them, and the gesture of each move.

    A move written as a cell (`b3`) is made by touching it, one written as two (`a2-b3`, `a2b3`) by touching
    both or dragging; other moves are buttons. `touch` overrides this. The bottom left cell is `a1`.

    >>> import kibitz
    >>> class Corner(kibitz.PythonGame):
    ...     def start(self): return None
    ...     def moves(self, cell): return ["a1", "c3"]
    ...     def play(self, cell, move): return move
    ...     def outcome(self, cell): return "loss" if cell else None
    ...     def board(self, cell):
    ...         return kibitz.Board(3, 3, {} if cell is None else {{"a1": 6, "c3": 2}[cell]: (0, "stone")})
    >>> print(kibitz.load(Corner).start().play("c3").draw())
    3 . . x
    2 . . .
    1 . . .
      a b c
    """

    width: int
    height: int
    pieces: Mapping[int, BoardPiece]
    touch: Mapping[Any, Touch] | None = None
    #: grid, felt, open, checks, rack, points or plain.
    ground: str = "grid"
    #: Colours of the two sides: white, black, red, blue or yellow.
    colours: tuple[str, str] = ("red", "blue")
    #: Lines between two cells, as on the board of a mill game.
    links: Iterable[tuple[int, int]] = ()
    #: Whether pieces fall from above, so that a move is a column.
    falls: bool = False
    notes: Iterable[str] = field(default_factory=tuple)


def board_view(board: Board, moves: Mapping[Move, Any], last: Move | None) -> BoardView:
    """Return a board as front ends draw it; `moves` are the legal moves with the author's values of them."""
    width, height = board.width, board.height
    _check(board)
    letters, numbers = edge_labels(width, height)
    touches = dict(board.touch or {})
    plain = board.ground == "plain"
    pieces = tuple(
        Piece(cell, piece[0], piece[1], piece[2] if len(piece) > 2 else "", str(piece[-1]))
        for cell, piece in sorted(board.pieces.items())
    )
    return BoardView(
        width,
        height,
        letter_names(width, height),
        pieces,
        tuple(_gesture(move, touches.get(authors), board) for move, authors in moves.items()),
        ground=board.ground,
        colours=board.colours,
        links=tuple(board.links),
        falls=board.falls,
        rows=() if plain or board.falls else numbers,
        columns=() if plain else letters,
        last=_cells_in(str(last), board) if last else (),
        notes=tuple((note, None) for note in board.notes),
    )


def _check(board: Board) -> None:
    """Raise ValueError if the board can't be drawn."""
    if board.ground not in GROUNDS:
        raise ValueError(f"there is no ground named {board.ground!r}; there are {', '.join(GROUNDS)}")
    if len(board.colours) != 2 or not set(board.colours) <= set(PALETTE):
        raise ValueError(f"{board.colours!r} are not two colours of the palette: {', '.join(PALETTE)}")
    cells = range(board.width * board.height)
    if any(cell not in cells for link in board.links for cell in link):
        raise ValueError(f"a line leads to a cell that is not there; they are 0 to {len(cells) - 1}")
    for cell, piece in board.pieces.items():
        if cell not in cells:
            raise ValueError(f"there is no cell {cell}; they are 0 to {len(cells) - 1}")
        if len(piece) not in (2, 3) or piece[0] not in (0, 1):
            raise ValueError(
                f"{piece!r} is not a piece; one is its side (0 or 1), its shape, and what is on it"
            )


def _gesture(move: Move, touch: Touch | None, board: Board) -> Gesture:
    touched = (touch,) if isinstance(touch, int) else touch
    cells = _cells_in(str(move), board) if touched is None else touched
    if len(cells) == 1:
        return Gesture(move, cells[0])
    if len(cells) == 2:
        return Gesture(move, cells[1], cells[0])
    return Gesture(move, None, choice=str(move))


def _cells_in(text: str, board: Board) -> tuple[int, ...]:
    """Return the cells that the notation of a move consists of; none if it has another form."""
    names = re.findall(r"[a-z][0-9]{1,2}", text.lower())
    if not names or re.sub(r"[-x: ]|to", "", text.lower()) != "".join(names):
        return ()
    cells = [parse_cell_name(name, board.width, board.height) for name in names]
    return tuple(cell for cell in cells if cell is not None) if None not in cells else ()


#: Names of the two sides' pieces in text pictures.
TEXT_MARKS = ("x", "o")
#: Symbols of unowned shapes.
_SYMBOLS = {"dot": "+", "across": "-", "down": "|"}


def board_text(board: BoardView) -> str:
    """Return a board as text: a line for each row, with labels at the edges."""
    cells = {piece.cell: _symbol(piece) for piece in board.pieces}
    empty = " " if board.ground == "plain" else "."
    wide = max([1, *map(len, cells.values())])
    margin = max([0, *map(len, board.rows)])
    lines = []
    for row in range(board.height):
        label = board.rows[row].rjust(margin) + " " if board.rows else ""
        inside = (cells.get(row * board.width + column, empty).rjust(wide) for column in range(board.width))
        lines.append(label + " ".join(inside))
    if board.columns:
        lines.append(" " * (margin + 1 if board.rows else 0) + " ".join(c.rjust(wide) for c in board.columns))
    lines += [note for note, _ in board.notes]
    return "\n".join(line.rstrip() for line in lines)


def _symbol(piece: Piece) -> str:
    return piece.text or _SYMBOLS.get(piece.shape) or TEXT_MARKS[piece.side]
