"""Annotated lines: variations, marks and comments beside the main line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadNotation
from kibitz.base.move import Line, Move
from kibitz.games.game import Game
from kibitz.games.position import Position

#: Move marks (NAGs) as written, by number.
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_MOST_MARK = 255
#: Maximum nesting depth of variations.
DEEPEST = 100


class AnnotatedLine(Protocol):
    """A line with annotations: a record or a variation."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves."""

    @property
    def comments(self) -> Mapping[int, str]:
        """Return comments by the number of moves before them."""

    @property
    def marks(self) -> Mapping[int, tuple[int, ...]]:
        """Return marks by the number of moves including the marked one."""

    @property
    def variations(self) -> Mapping[int, tuple[Variation, ...]]:
        """Return variations by the number of moves before they branch off."""


@dataclass(frozen=True)
class Variation:
    """An alternative line.

    `comments` and `marks` belong to the number of moves made so far in it (0 is
    before its first), `variations` to the number of moves before the one that they replace.

    >>> import kibitz
    >>> record = kibitz.Record.parse('[Game "tictactoe"] 5 2 (1 {a corner holds}) 9 *')
    >>> [str(line.moves[0]) for line in record.variations[1]]
    ['1']
    """

    moves: tuple[Move, ...]
    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    variations: Mapping[int, tuple[Variation, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", tuple(Line(self.moves)))
        if not self.moves:
            raise BadNotation("a variation has at least one move")
        clean(self)


def clean(line: AnnotatedLine) -> None:
    """Normalise the annotations of a line; BadNotation if one belongs to none of its moves."""
    count = len(line.moves)
    check(
        comments=(line.comments, Mapping), marks=(line.marks, Mapping), variations=(line.variations, Mapping)
    )
    for at in (*line.comments, *line.marks, *line.variations):
        check(move=(at, int))
    cleaned = {at: clean_comment(text) for at, text in sorted(line.comments.items())}
    if any(not 0 <= at <= count for at in cleaned):
        raise BadNotation(f"comments belong after 0 to {count} moves")
    if any(not 1 <= at <= count for at in line.marks):
        raise BadNotation(f"marks belong to the moves 1 to {count}")
    marks = {at: tuple(line.marks[at]) for at in sorted(line.marks) if line.marks[at]}
    for mark in (mark for each in marks.values() for mark in each):
        check(mark=(mark, int))
        if not 0 <= mark <= _MOST_MARK:
            raise BadNotation(f"a mark is a number from 0 to {_MOST_MARK}, such as 1 for a good move")
    if any(not 0 <= at < count for at in line.variations):
        raise BadNotation(f"a variation replaces one of the {count} moves")
    others = {at: tuple(line.variations[at]) for at in sorted(line.variations) if line.variations[at]}
    for each in (each for found in others.values() for each in found):
        check(variation=(each, Variation))
    for name, value in (
        ("comments", {at: text for at, text in cleaned.items() if text}),
        ("marks", marks),
        ("variations", others),
    ):
        object.__setattr__(line, name, value)


def check_variations(line: AnnotatedLine, start: Position, depth: int = 0) -> None:
    """Play every variation of a valid line; the error names the first illegal move."""
    if depth > DEEPEST:
        raise BadNotation(f"variations are nested more than {DEEPEST} deep")
    if not line.variations:
        return
    position = start
    for at, move in enumerate(line.moves):
        for variation in line.variations.get(at, ()):
            position.play(*variation.moves)
            check_variations(variation, position, depth + 1)
        position = position.play(move)


def in_game(variations: Mapping[int, tuple[Variation, ...]], game: Game) -> dict[int, tuple[Variation, ...]]:
    """Convert variations to a game that differs only in notation."""
    return {
        at: tuple(
            Variation(
                tuple(game.codec.move(move.code) for move in each.moves),
                each.comments,
                each.marks,
                in_game(each.variations, game),
            )
            for each in found
        )
        for at, found in variations.items()
    }


def clean_comment(text: str) -> str:
    """Return a comment in one line, without characters that would end it."""
    return " ".join(printable(text).replace("{", "(").replace("}", ")").split())


def printable(text: str) -> str:
    """Remove control characters."""
    check(text=(text, str))
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
