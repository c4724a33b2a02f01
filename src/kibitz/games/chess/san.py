"""Standard algebraic notation: strict formatting, lenient parsing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kibitz.base.errors import BadNotation, quoted
from kibitz.base.move import Move
from kibitz.games.chess.board import (
    CASTLING,
    EN_PASSANT,
    KING,
    LETTERS,
    PAWN,
    PROMOTION,
    Board,
    square_name,
)

#: Figurines, and typographic dashes.
_LETTERS = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟‐‑‒–—−", "KQRBNPKQRBNP------")
#: Suffixes of a move: annotation and check symbols, after words for captures (also en passant), checks or
#: mates.
_MARKS = "+#!?†‡"
_IN_WORDS = re.compile(r" ?:? ?(?:e\.?p\.?)? ?(?:dbl)? ?(?:ch|mate)?$", re.IGNORECASE)
_CASTLE = re.compile(r"[o0]-?[o0](-?[o0])?", re.IGNORECASE)
_FROM = r"(?P<file>[a-h])?(?P<rank>[1-8])?"
_TO = r"(?P<to>[a-h][1-8])"
_BECOMES = r"(?:\s*[=/(]?\s*(?P<becomes>[nbrq])\)?)?"
_WITH_PIECE = re.compile(rf"(?P<piece>[pnbrqk]){_FROM}\s*[-x:]?\s*{_TO}{_BECOMES}")
_WITHOUT = re.compile(rf"{_FROM}\s*[-x:]?\s*{_TO}{_BECOMES}")
_SHORT_CAPTURE = re.compile(rf"(?P<file>[a-h])[x:]?(?P<to_file>[a-h]){_BECOMES}")


def special_of(move: Move) -> int:
    """Return the special kind of a move."""
    return move.parts[2]


def becomes(move: Move) -> int | None:
    """Return the promotion piece."""
    return move.parts[2] - PROMOTION if move.parts[2] > PROMOTION else None


def is_capture(board: Board, move: Move) -> bool:
    """Return whether a move captures."""
    return special_of(move) == EN_PASSANT or (
        special_of(move) != CASTLING and board.squares[move.parts[1]] != 0
    )


def write_san(board: Board, moves: Sequence[Move], move: Move, ending: str) -> str:
    """Return the SAN of a legal move; `ending` is check, mate or neither."""
    source, target = move.parts[:2]
    if special_of(move) == CASTLING:
        return ("O-O" if target > source else "O-O-O") + ending
    kind = board.kind(source)
    assert kind is not None
    takes = "x" if is_capture(board, move) else ""
    name = square_name(source)
    if kind == PAWN:
        new = becomes(move)
        promoted = "" if new is None else f"={LETTERS[new]}"
        return f"{name[0] if takes else ''}{takes}{square_name(target)}{promoted}{ending}"
    others = [
        other.parts[0]
        for other in moves
        if other.parts[1] == target
        and other.parts[0] != source
        and special_of(other) != CASTLING
        and board.kind(other.parts[0]) == kind
    ]
    which = ""
    if others:
        same_file = any(other % 8 == source % 8 for other in others)
        same_rank = any(other // 8 == source // 8 for other in others)
        which = name[0] if not same_file else name[1] if not same_rank else name
    return f"{LETTERS[kind]}{which}{takes}{square_name(target)}{ending}"


@dataclass(frozen=True, slots=True)
class MovePattern:
    """A partially specified move; None for unspecified parts."""

    kind: int | None = None
    file: int | None = None
    rank: int | None = None
    to: int | None = None
    to_file: int | None = None
    becomes: int | None = None
    #: Castling: whether kingside.
    castles: bool | None = None

    @property
    def source(self) -> int | None:
        """Return the origin square, if fully specified."""
        return None if self.file is None or self.rank is None else self.file + 8 * self.rank

    def fits(self, board: Board, move: Move) -> bool:
        """Return whether a move matches, ignoring promotion."""
        source, target, special = move.parts
        if self.castles is not None:
            return special == CASTLING and (target > source) == self.castles
        if special == CASTLING:
            # By the king's squares, or king takes rook.
            lands = (source & ~7) + (6 if target > source else 2)
            if self.kind == KING and self.source is None:
                return self.to == lands and abs(lands - source) > 1
            # In Chess960 the king may land one step away, where it can also go without castling.
            there = self.to == target or (self.to == lands and abs(lands - source) > 1)
            return there and self.source == source and self.kind in (None, KING)
        return (
            (self.kind is None or board.kind(source) == self.kind)
            and (self.file is None or source % 8 == self.file)
            and (self.rank is None or source // 8 == self.rank)
            and (self.to is None or target == self.to)
            and (self.to_file is None or (target % 8 == self.to_file and is_capture(board, move)))
        )


def readings(text: str) -> Iterator[MovePattern]:
    """Return the possible meanings of a text, likeliest first; empty if it is no move."""
    # Collapse blanks and cut off marks first: a pattern over long runs takes quadratic time.
    text = " ".join(text.translate(_LETTERS).split()).rstrip(_MARKS).rstrip()
    text = _IN_WORDS.sub("", text, count=1)
    if found := _CASTLE.fullmatch(text):
        yield MovePattern(castles=found[1] is None)
        return
    lower = text.lower()
    with_piece = _WITH_PIECE.fullmatch(lower)
    without = _WITHOUT.fullmatch(lower)
    # A small b is a file rather than a bishop.
    both = [with_piece, without] if text[:1].isupper() else [without, with_piece]
    for found in filter(None, both):
        groups = found.groupdict()
        squares = groups["file"] is not None and groups["rank"] is not None
        kind = "pnbrqk".index(groups["piece"]) if groups.get("piece") else None
        yield MovePattern(
            # Two squares specify a move of any piece.
            kind if kind is not None or squares else PAWN,
            None if groups["file"] is None else "abcdefgh".index(groups["file"]),
            None if groups["rank"] is None else int(groups["rank"]) - 1,
            "abcdefgh".index(groups["to"][0]) + 8 * (int(groups["to"][1]) - 1),
            becomes=_becomes(groups["becomes"]),
        )
    if found := _SHORT_CAPTURE.fullmatch(lower):
        file, to_file = ("abcdefgh".index(found[name]) for name in ("file", "to_file"))
        yield MovePattern(PAWN, file, to_file=to_file, becomes=_becomes(found["becomes"]))


def _becomes(letter: str | None) -> int | None:
    return None if letter is None else "pnbrqk".index(letter)


def find_move(
    board: Board, moves: Sequence[Move], pattern: MovePattern, text: str, write: Callable[[Move], str]
) -> Move | None:
    """Return the only legal move that matches; None if there is none.

    BadNotation lists several matches, formatted by `write`.
    """
    fitting = [move for move in moves if pattern.fits(board, move)]
    exact = [move for move in fitting if becomes(move) == pattern.becomes]
    if len(exact) > 1:
        raise BadNotation(f"{quoted(text)} could be {_or(map(write, exact))}; write one of these")
    if not exact and fitting and pattern.becomes is None:
        raise BadNotation(f"{quoted(text)} lacks the promotion piece; write {_or(map(write, fitting))}")
    return exact[0] if exact else None


def _or(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
