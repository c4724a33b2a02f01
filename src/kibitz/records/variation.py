"""Lines beside a game: what might have been played instead, and what is said of the moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadNotation
from kibitz.base.move import Line, Move
from kibitz.games.game import Game
from kibitz.games.position import Position

#: Marks as people write them at a move, by the numbers that records have.
MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_MOST_MARK = 255
#: Variations inside each other.
DEEPEST = 100


class Told(Protocol):
    """Moves with what is said of them: a record, or a variation."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """What is played."""

    @property
    def comments(self) -> Mapping[int, str]:
        """By the number of moves made before each."""

    @property
    def marks(self) -> Mapping[int, tuple[int, ...]]:
        """By the number of moves made with the one that is marked."""

    @property
    def variations(self) -> Mapping[int, tuple[Variation, ...]]:
        """By the number of moves made before they branch off."""


@dataclass(frozen=True)
class Variation:
    """A line that might have been played instead.

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


def clean(line: Told) -> None:
    """Bring what is said of a line into order; BadNotation if it belongs to no move of it."""
    count = len(line.moves)
    check(
        comments=(line.comments, Mapping), marks=(line.marks, Mapping), variations=(line.variations, Mapping)
    )
    for at in (*line.comments, *line.marks, *line.variations):
        check(move=(at, int))
    said = {at: clean_comment(text) for at, text in sorted(line.comments.items())}
    if any(not 0 <= at <= count for at in said):
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
        ("comments", {at: text for at, text in said.items() if text}),
        ("marks", marks),
        ("variations", others),
    ):
        object.__setattr__(line, name, value)


def check_variations(line: Told, start: Position, depth: int = 0) -> None:
    """Play every variation of a line that is allowed itself; an error names the first move that is not."""
    if depth > DEEPEST:
        raise BadNotation(f"there are more than {DEEPEST} variations inside each other")
    if not line.variations:
        return
    position = start
    for at, move in enumerate(line.moves):
        for variation in line.variations.get(at, ()):
            position.play(*variation.moves)
            check_variations(variation, position, depth + 1)
        position = position.play(move)


def in_game(variations: Mapping[int, tuple[Variation, ...]], game: Game) -> dict[int, tuple[Variation, ...]]:
    """The same with the moves of a game that is only written otherwise."""
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
    """A comment in one line, without what would end it."""
    return " ".join(printable(text).replace("{", "(").replace("}", ")").split())


def printable(text: str) -> str:
    """A text without control characters."""
    check(text=(text, str))
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
