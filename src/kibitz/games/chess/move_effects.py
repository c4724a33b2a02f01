"""What a move of chess does on the board: captures, checks, pins, attacks, and what a quiet move is for.

Everything here is geometry, true by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.base.reason import Reason, join_words
from kibitz.games.chess.attacks import SLIDERS, WORTH, attackers, is_in_danger, reach
from kibitz.games.chess.board import (
    BISHOP,
    CASTLING,
    KIND_NAMES,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Board,
    square_name,
)
from kibitz.games.chess.kinds import Kind
from kibitz.games.chess.motifs import motifs, piece_on

#: Up to this move, bringing pieces out and taking the centre is worth a word.
_OPENING = 15
_CENTRE = (27, 28, 35, 36)
#: A line that is opened is worth a word if a piece gets so many squares more.
_OPENS = 2
#: Motifs that the board alone shows; others need a line that takes what they aim at.
_SHOWN_BY_BOARD = ("pin", "discovered check", "passed pawn")


def move_effects(before: Board, after: Board, parts: tuple[int, ...], taken: int | None) -> list[Reason]:
    """Return what a move does, the sharpest first; `taken` is where the other side just took something."""
    return [*_sharp(before, after, parts, taken), *_quiet(before, after, parts)]


def _sharp(before: Board, after: Board, parts: tuple[int, ...], taken_at: int | None) -> Iterator[Reason]:
    source, target, special = parts
    if special == CASTLING:
        yield Reason(Kind.PLAN, "castles")
        return
    us, kind = before.mover, before.kind(source)
    made = after.kind(target) if kind == PAWN and after.kind(target) != PAWN else None
    passing = kind == PAWN and source % 8 != target % 8 and not before.squares[target]
    check = " with check" if after.check and not _is_uncovered(after, target) else ""
    queen = "" if made is None else f" and makes a {KIND_NAMES[made]}"
    if before.squares[target] or passing:
        taken = "pawn" if passing else KIND_NAMES[before.kind(target) or PAWN]
        if target == taken_at and not passing:
            yield Reason(Kind.TAKES_BACK, f"takes back the {taken} on {square_name(target)}{queen}{check}")
        else:
            how = " in passing" if passing else ""
            square = square_name(target % 8 + 8 * (source // 8) if passing else target)
            yield Reason(Kind.CAPTURES, f"takes the {taken} on {square}{how}{queen}{check}")
    elif made is not None:
        yield Reason(Kind.PROMOTES, f"makes a {KIND_NAMES[made]}{check}")
    elif check:
        yield Reason(Kind.CHECKS, "gives check")
    for motif in motifs(before, after, parts):
        if motif.name in _SHOWN_BY_BOARD:
            yield Reason(Kind.MOTIF, motif.text)
    if kind not in (PAWN, KING) and not before.check and is_in_danger(before, source):
        if not is_in_danger(after, target) and not before.squares[target]:
            yield Reason(Kind.SAVES, f"takes {piece_on(before, source)} out of danger")
    elif kind not in (PAWN, KING) and is_in_danger(after, target) and not before.squares[target]:
        least = attackers(after, target, 1 - us)[0]
        text = f"puts {piece_on(after, target)} where {piece_on(after, least)} can take it"
        yield Reason(Kind.HANGS, text, against=True, small=True)
    attacked = [at for at in sorted(reach(after, target)) if _is_new_danger(before, after, at)]
    if attacked and not is_in_danger(after, target):
        yield Reason(Kind.PLAN, f"attacks {_dearest(after, attacked)}")
    stayed = [at for at in range(64) if before.squares[at] == after.squares[at] and after.colour(at) == us]
    saved = [at for at in stayed if is_in_danger(before, at) and not is_in_danger(after, at)]
    if saved := [at for at in saved if after.kind(at) != KING]:
        yield Reason(Kind.PLAN, f"protects {_dearest(after, saved)}")


def _quiet(before: Board, after: Board, parts: tuple[int, ...]) -> Iterator[Reason]:
    """Return what a quiet move is for; each is a small matter."""
    source, target, special = parts
    if special == CASTLING or before.squares[target]:
        return
    us, kind = before.mover, before.kind(source)
    home = 0 if us == 0 else 7
    if before.check:
        yield Reason(Kind.PLAN, "meets the check", small=True)
    developed = before.number <= _OPENING and kind in (KNIGHT, BISHOP) and source // 8 == home != target // 8
    if before.number <= _OPENING:
        if developed:
            yield Reason(Kind.PLAN, f"brings the {KIND_NAMES[kind or PAWN]} into play", small=True)
        elif kind == PAWN and target in _CENTRE:
            text = f"puts a pawn into the centre, on {square_name(target)}"
            yield Reason(Kind.PLAN, text, small=True)
    for at, more in _opened(before, after, us, target):
        text = f"opens the way for {piece_on(after, at)}, which gets {more} more squares"
        yield Reason(Kind.PLAN, text, small=True)
    if kind == ROOK and source % 8 != target % 8 and not list(_pawns(after, us, target % 8)):
        how = "half-open" if list(_pawns(after, 1 - us, target % 8)) else "open"
        yield Reason(Kind.PLAN, f"puts the rook on the {how} {'abcdefgh'[target % 8]}-file", small=True)
    if kind == PAWN and after.kind(target) == PAWN:
        guarded = [square_name(at) for at in sorted(reach(after, target))]
        yield Reason(Kind.PLAN, f"guards {' and '.join(guarded)}", small=True)
    elif kind is not None and not developed:
        had, has = len(_free(before, source, us)), len(_free(after, target, us))
        piece, square = KIND_NAMES[kind], square_name(target)
        squares = f"{has} {'square' if has == 1 else 'squares'}"
        if has > had:
            text = f"brings the {piece} to {square}, where it has {squares} instead of {had}"
        elif has < had:
            text = f"leaves the {piece} only {squares} on {square} instead of {had}"
        else:
            text = f"gives the {piece} {squares} on {square}, as many as before"
        yield Reason(Kind.PLAN, text, small=True, against=has < had)


def _dearest(board: Board, squares: list[int]) -> str:
    """The two dearest of some pieces."""
    named = sorted(squares, key=lambda at: -WORTH[board.kind(at) or PAWN])[:2]
    return join_words([piece_on(board, at) for at in named], "and")


def _is_uncovered(after: Board, target: int) -> bool:
    """Whether a check comes from another piece than the one that moved."""
    king = after.king(after.mover)
    return any(at != target for at in attackers(after, king, 1 - after.mover))


def _is_new_danger(before: Board, after: Board, square: int) -> bool:
    """Whether a piece of the other side, not the king, can be taken now and could not before."""
    if after.colour(square) != after.mover or after.kind(square) == KING:
        return False
    return is_in_danger(after, square) and not is_in_danger(before, square)


def _opened(before: Board, after: Board, us: int, target: int) -> Iterator[tuple[int, int]]:
    """Return own bishops, rooks and queens that a move gave more squares, and how many."""
    for at, piece in enumerate(after.squares):
        if piece and at != target and after.colour(at) == us and after.kind(at) in (*SLIDERS, QUEEN):
            more = len(_free(after, at, us)) - len(_free(before, at, us))
            if more >= _OPENS:
                yield at, more


def _free(board: Board, square: int, us: int) -> set[int]:
    """The squares that a piece attacks and on which no own piece stands."""
    return {at for at in reach(board, square) if board.colour(at) != us}


def _pawns(board: Board, colour: int, file: int) -> Iterator[int]:
    return (at for at in board.places(colour, PAWN) if at % 8 == file)
