"""What a quiet move is for, where nothing sharper can be said of it.

Everything here is geometry, true by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.chess.attacks import is_in_danger, reach
from kibitz.games.chess.board import BISHOP, CASTLING, KIND_NAMES, KING, KNIGHT, PAWN, Board, square_name
from kibitz.games.chess.motifs import piece_on

#: Up to this move, bringing pieces out and taking the centre is worth a word.
_OPENING = 15
_CENTRE = (27, 28, 35, 36)


def plans(before: Board, after: Board, parts: tuple[int, ...]) -> Iterator[str]:
    """What a move from one board to the next is for, as a sentence goes on after "it"."""
    source, target, special = parts
    if special == CASTLING:
        yield "castles"
        return
    kind, us = before.kind(source), before.mover
    if not is_in_danger(after, target):
        for square in sorted(reach(after, target)):
            if _is_new_danger(before, after, square):
                yield f"attacks {piece_on(after, square)}"
    for square, piece in enumerate(after.squares):
        stayed = piece and piece == before.squares[square] and after.colour(square) == us
        if after.kind(square) == KING:
            continue
        if stayed and is_in_danger(before, square) and not is_in_danger(after, square):
            yield f"protects {piece_on(after, square)}"
    if before.number > _OPENING or before.squares[target]:
        return
    home = 0 if us == 0 else 7
    if kind in (KNIGHT, BISHOP) and source // 8 == home != target // 8:
        yield f"brings the {KIND_NAMES[kind]} into play"
    elif kind == PAWN and target in _CENTRE:
        yield f"puts a pawn into the centre, on {square_name(target)}"


def _is_new_danger(before: Board, after: Board, square: int) -> bool:
    """Whether a piece of the other side, no pawn or king, can be taken now and could not before."""
    if after.colour(square) != after.mover or after.kind(square) in (PAWN, KING):
        return False
    return is_in_danger(after, square) and not is_in_danger(before, square)
