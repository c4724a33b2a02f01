"""Chess boards from text."""

from __future__ import annotations

import kibitz
from kibitz.games.chess.board import Board


def board_of(fen: str, game: str = "chess") -> Board:
    """The board that a text describes."""
    rules = kibitz.load(game)
    return Board.of(rules.rules.describe(rules.position(fen).state))


def placed(fen: str) -> dict[str, str]:
    """What stands where, by the names of the squares, as the text alone says."""
    found: dict[str, str] = {}
    for rank, row in zip("87654321", fen.split()[0].split("/"), strict=True):
        cells = "".join(" " * int(each) if each.isdigit() else each for each in row)
        found |= {file + rank: cell for file, cell in zip("abcdefgh", cells, strict=True) if cell != " "}
    return found
