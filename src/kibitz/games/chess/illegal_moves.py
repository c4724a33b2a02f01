"""Explanations of illegal chess moves."""

from __future__ import annotations

from kibitz.games.chess.board import (
    BISHOP,
    COLOURS,
    KIND_NAMES,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Board,
    square_name,
)


def explain_move(board: Board, source: int, target: int, becomes: int | None) -> str:
    """Return why a move between two squares is illegal."""
    us, them = COLOURS[board.mover], COLOURS[1 - board.mover]
    kind, start, end = board.kind(source), square_name(source), square_name(target)
    if kind is None:
        return f"there is no piece on {start}"
    if board.colour(source) != board.mover:
        return f"the {KIND_NAMES[kind]} on {start} is {them}'s"
    if kind == KING and abs(target % 8 - source % 8) > 1 and target // 8 == source // 8:
        return explain_castling(board, target > source)
    if source == target:
        return f"the {KIND_NAMES[kind]} is on {end} already"
    if board.colour(target) == board.mover:
        return f"{us}'s own {KIND_NAMES[board.kind(target) or 0]} is on {end}"
    if kind == PAWN:
        wrong = _pawn_wrong(board, source, target)
    elif not _moves_so(kind, source, target):
        wrong = f"a {KIND_NAMES[kind]} does not go from {start} to {end}"
    else:
        blocked = (
            next((s for s in _between(source, target) if board.squares[s]), None) if kind != KNIGHT else None
        )
        wrong = (
            "" if blocked is None else f"the way from {start} to {end} is blocked on {square_name(blocked)}"
        )
    if wrong:
        return wrong
    if becomes is not None and (kind != PAWN or target // 8 not in (0, 7)):
        return "only a pawn that reaches the last rank becomes another piece"
    if board.check:
        return f"{us} is in check and would still be"
    return f"{us}'s king would be in check"


def explain_piece(board: Board, kind: int, target: int | None, becomes: int | None) -> str:
    """Return why no piece of a kind can move to a square."""
    us, name = COLOURS[board.mover], KIND_NAMES[kind]
    places = list(board.places(board.mover, kind))
    if not places:
        return f"{us} has no {name}"
    if target is None:
        return f"no {name} of {us}'s can do that"
    if len(places) == 1:
        return explain_move(board, places[0], target, becomes)
    check = f"; {us} is in check" if board.check else ""
    return f"no {name} of {us}'s can go to {square_name(target)}{check}"


def explain_castling(board: Board, kings_side: bool) -> str:
    """Return why the mover can't castle on a side."""
    us = COLOURS[board.mover]
    side = "king" if kings_side else "queen"
    rook = board.castlers[2 * board.mover + (not kings_side)]
    if rook < 0:
        return (
            f"{us} may not castle on the {side}'s side: the king or that rook has moved, or the rook is gone"
        )
    if board.check:
        return f"{us} can't castle while in check"
    king = board.king(board.mover)
    home = king & ~7
    king_to, rook_to = (home + 6, home + 5) if kings_side else (home + 2, home + 3)
    passed = {*_between(king, king_to), king_to, *_between(rook, rook_to), rook_to} - {king, rook}
    if any(board.squares[square] for square in passed):
        return f"{us} can't castle on the {side}'s side: something stands in between"
    return f"{us} can't castle on the {side}'s side: the king would pass or reach a square that is attacked"


def _pawn_wrong(board: Board, source: int, target: int) -> str:
    up = -8 if board.mover else 8
    start, end = square_name(source), square_name(target)
    steps = target - source
    files = abs(target % 8 - source % 8)
    if files == 1 and steps in (up - 1, up + 1):
        taken = board.squares[target] or target == board.passing
        return "" if taken else f"a pawn takes diagonally, and there is nothing to take on {end}"
    first_rank = source // 8 == (6 if board.mover else 1)
    if files or not (steps == up or (steps == 2 * up and first_rank)):
        return f"a pawn does not go from {start} to {end}"
    blocked = next((s for s in range(source + up, target + up, up) if board.squares[s]), None)
    return "" if blocked is None else f"the pawn on {start} is blocked on {square_name(blocked)}"


def _moves_so(kind: int, source: int, target: int) -> bool:
    """Return whether a piece other than a pawn moves so on an empty board."""
    files, ranks = abs(target % 8 - source % 8), abs(target // 8 - source // 8)
    if kind == KNIGHT:
        return {files, ranks} == {1, 2}
    if kind == KING:
        return max(files, ranks) == 1
    straight, diagonal = files == 0 or ranks == 0, files == ranks
    return (straight and kind in (ROOK, QUEEN)) or (diagonal and kind in (BISHOP, QUEEN))


def _between(a: int, b: int) -> list[int]:
    """Return the squares between two on a line."""
    files, ranks = b % 8 - a % 8, b // 8 - a // 8
    steps = max(abs(files), abs(ranks))
    if steps < 2:
        return []
    step = files // steps + 8 * (ranks // steps)
    return list(range(a + step, b, step))
