"""Material balance and exchanges, in chess players' terms."""

from __future__ import annotations

from collections import Counter

from kibitz.base.reason import join_words
from kibitz.games.chess.attacks import WORTH
from kibitz.games.chess.board import BISHOP, KIND_NAMES, KING, KNIGHT, PAWN, QUEEN, ROOK, Board

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(number: int) -> str:
    """Return a number as a word: `two`; digits for large ones."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def balance(board: Board, colour: int) -> int:
    """Return a side's material advantage in pawns."""
    ahead = 0
    for square, piece in enumerate(board.squares):
        if piece and (kind := board.kind(square)) != KING:
            ahead += WORTH[kind or 0] if board.colour(square) == colour else -WORTH[kind or 0]
    return ahead


def promoted(before: Board, after: Board, colour: int) -> Counter[int]:
    """Return a side's promotions between two boards."""
    made = {kind: _more(before, after, colour, kind) for kind in (KNIGHT, BISHOP, ROOK, QUEEN)}
    return +Counter(made)


def _more(before: Board, after: Board, colour: int, kind: int) -> int:
    return len(list(after.places(colour, kind))) - len(list(before.places(colour, kind)))


def exchanged(before: Board, after: Board, colour: int) -> tuple[Counter[int], Counter[int]]:
    """Return what a side captured between two boards and what it lost, without equal pieces.

    A promoted pawn was not lost.
    """
    won: Counter[int] = Counter()
    for sign, side in ((1, colour), (-1, 1 - colour)):
        made = promoted(before, after, side)
        for kind in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN):
            more = _more(before, after, side, kind) - made[kind]
            won[kind] += sign * (more + made.total() if kind == PAWN else more)
    # Knights and bishops are equal.
    for one, other in ((KNIGHT, BISHOP), (BISHOP, KNIGHT)):
        while won[one] > 0 > won[other]:
            won[one] -= 1
            won[other] += 1
    return +won, +Counter({kind: -count for kind, count in won.items()})


def evens(before: Board, won: Counter[int], colour: int) -> bool:
    """Return whether a gain only restores the material balance; knights and bishops are equal."""
    kinds = ((PAWN,), (KNIGHT, BISHOP), (ROOK,), (QUEEN,))
    return all(
        sum(won[kind] + len(list(before.places(colour, kind))) for kind in alike)
        == sum(len(list(before.places(1 - colour, kind))) for kind in alike)
        for alike in kinds
    )


def format_material(won: Counter[int], cost: Counter[int]) -> str:
    """Format an exchange: `a knight`, `the exchange`, `the queen for a rook and two pawns`."""
    won, cost = Counter(won), Counter(cost)
    minor = next((kind for kind in (KNIGHT, BISHOP) if cost[kind]), None)
    named = []
    if won[ROOK] and minor is not None:
        won[ROOK] -= 1
        cost[minor] -= 1
        named.append("the exchange")
    named += _listed(won)
    paid = _listed(cost)
    return join_words(named, "and") + (f" for {join_words(paid, 'and')}" if paid else "")


def format_promotions(made: Counter[int]) -> str:
    """Format promotions: `a queen`, `two queens`."""
    return join_words(_listed(made, the_queen="a"), "and")


def _listed(pieces: Counter[int], the_queen: str = "the") -> list[str]:
    words = []
    for kind in (QUEEN, ROOK, BISHOP, KNIGHT, PAWN):
        count, name = pieces[kind], KIND_NAMES[kind]
        if count == 1:
            words.append(f"{the_queen if kind == QUEEN else 'a'} {name}")
        elif count > 1:
            words.append(f"{number_word(count)} {name}s")
    return words
