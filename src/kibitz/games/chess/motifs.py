"""Tactical motifs of a move: forks, pins, skewers, discovered attacks, mates.

Purely geometric and true by the rules; search shows whether a motif wins anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.games.chess.attacks import SLIDERS, WORTH, attackers, is_passed, rays, reach
from kibitz.games.chess.board import CASTLING, KIND_NAMES, KING, KNIGHT, PAWN, QUEEN, ROOK, Board, square_name


@dataclass(frozen=True, slots=True)
class Motif:
    """A motif as the predicate of "it", and its target squares."""

    name: str
    text: str
    #: Targets of captures; empty if the motif promises none.
    targets: tuple[int, ...] = ()


def piece_on(board: Board, square: int) -> str:
    """Return the piece on a square: `the knight on f6`, `the king`."""
    kind = board.kind(square) or 0
    return "the king" if kind == KING else f"the {KIND_NAMES[kind]} on {square_name(square)}"


def motifs(before: Board, after: Board, parts: tuple[int, ...]) -> Iterator[Motif]:
    """Return the motifs of a move between two boards, most important first."""
    source, target, special = parts
    if special == CASTLING:
        return
    yield from _forks(after, target)
    yield from _skewers(after, target)
    yield from _uncovered(before, after, source, target)
    yield from _pins(after, target)
    yield from _passed(before, after, source, target)


def _may_gain(board: Board, square: int, by: int) -> bool:
    """Return whether capturing a piece may gain: it is more valuable or undefended."""
    kind, colour = board.kind(square), board.colour(square)
    if kind is None or colour is None or kind == PAWN:
        return False
    return WORTH[kind] > WORTH[board.kind(by) or 0] or not attackers(board, square, colour)


def _forks(after: Board, at: int) -> Iterator[Motif]:
    us = after.colour(at)
    aimed = [
        square
        for square in reach(after, at)
        if after.squares[square] and after.colour(square) != us and _may_gain(after, square, at)
    ]
    if len(aimed) > 1:
        aimed.sort(key=lambda square: -WORTH[after.kind(square) or 0])
        first, second = (piece_on(after, square) for square in aimed[:2])
        yield Motif("fork", f"forks {first} and {second}", tuple(aimed))


def _skewers(after: Board, at: int) -> Iterator[Motif]:
    us = after.colour(at)
    for seen in rays(after, at):
        if len(seen) < 2 or any(after.colour(square) == us for square in seen[:2]):
            continue
        front, behind = seen[:2]
        dearer = WORTH[after.kind(front) or 0] > max(WORTH[after.kind(s) or 0] for s in (at, behind))
        if dearer and after.kind(behind) != PAWN:
            text = f"skewers {piece_on(after, front)} and {piece_on(after, behind)}"
            yield Motif("skewer", text, (behind,))


def _pins(after: Board, at: int) -> Iterator[Motif]:
    us = after.colour(at)
    for seen in rays(after, at):
        if len(seen) < 2 or any(after.colour(square) == us for square in seen[:2]):
            continue
        front, behind = seen[:2]
        holds = after.kind(behind) == KING or (after.kind(behind) == QUEEN and after.kind(at) != QUEEN)
        if holds and after.kind(front) not in (PAWN, QUEEN, KING):
            king_or_queen = "king" if after.kind(behind) == KING else "queen"
            yield Motif("pin", f"pins {piece_on(after, front)} to the {king_or_queen}")


def _uncovered(before: Board, after: Board, source: int, target: int) -> Iterator[Motif]:
    """Return discovered attacks of sliders."""
    us = after.colour(target)
    for at, piece in enumerate(after.squares):
        if not piece or at == target or after.colour(at) != us or after.kind(at) not in SLIDERS:
            continue
        for square in reach(after, at) - reach(before, at):
            if not after.squares[square] or after.colour(square) == us or square == target:
                continue
            if source not in reach(before, at):
                continue
            name = KIND_NAMES[after.kind(at) or 0]
            if after.kind(square) == KING:
                twice = square in reach(after, target)
                yield Motif("discovered check", "gives double check" if twice else "gives a discovered check")
            elif _may_gain(after, square, at):
                text = f"uncovers an attack of the {name} on {piece_on(after, square)}"
                yield Motif("discovered attack", text, (square,))


def _passed(before: Board, after: Board, source: int, target: int) -> Iterator[Motif]:
    us = after.colour(target)
    if after.kind(target) == PAWN and is_passed(after, target):
        rank = target // 8 if us == 0 else 7 - target // 8
        if not is_passed(before, source):
            yield Motif("passed pawn", f"makes a passed pawn on {square_name(target)}")
        elif rank >= 4 and source % 8 == target % 8:
            yield Motif("passed pawn", f"pushes the passed pawn to {square_name(target)}")
    for square in after.places(us or 0, PAWN):
        if square != target and is_passed(after, square) and not is_passed(before, square):
            yield Motif("passed pawn", f"makes the pawn on {square_name(square)} a passed pawn")


def mate_name(mated: Board) -> str:
    """Return the name of a checkmate on the board; empty if it has none."""
    us = mated.mover
    king = mated.king(us)
    checkers = attackers(mated, king, 1 - us)
    near = reach(mated, king)
    if len(checkers) != 1:
        return ""
    kind = mated.kind(checkers[0])
    own = {square for square in near if mated.squares[square] and mated.colour(square) == us}
    if kind == KNIGHT and own == near:
        return "smothered mate"
    home = 0 if us == 0 else 7
    front = {square for square in near if square // 8 != home}
    on_rank = king // 8 == home == checkers[0] // 8
    if kind in (ROOK, QUEEN) and on_rank and checkers[0] not in near and front <= own:
        return "back-rank mate"
    return ""
