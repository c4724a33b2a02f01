"""What a game may say about itself besides its rules: the entries of its record of abilities.

docs/abilities.md lists them all, with who asks each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.base.cancel import Progress
from kibitz.base.options import Option, OptionValue

if TYPE_CHECKING:
    from kibitz.executors.executor import AnyExecutor
    from kibitz.games.position import Position


@dataclass(frozen=True, slots=True)
class SearchOption:
    """An option that only the searches of one game know. The core hears of it as a whole number."""

    option: Option
    #: Its value in the strongest search, where that is not the default.
    at_best: OptionValue | None = None
    #: The same where only who wins is asked, which takes long.
    to_prove: OptionValue | None = None
    #: Whether it only makes a search quicker, so that values are the same whatever it is.
    only_speed: bool = False

    def number(self, value: OptionValue) -> int:
        """A value as the core counts it."""
        return self.option.choices.index(str(value)) if self.option.choices else int(value)


@dataclass(frozen=True, slots=True)
class EndgameAbility:
    """All positions with few pieces can be solved, whatever the game began with."""

    #: What the pieces are called, in the plural.
    word: str
    #: With how many the game begins.
    most_pieces: int
    #: How many a position has.
    pieces: Callable[[Position], int]


class OpeningBook(Protocol):
    """A file of openings that took long to solve."""

    @property
    def path(self) -> Path:
        """Where it lies."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """What it says of itself: `positions`, `plies`, `provenance`."""


class BookAbility(Protocol):
    """What can be done with the opening books of a game."""

    #: No book is deeper.
    most_plies: int

    def find(self) -> OpeningBook | None:
        """The book that is used, if there is one."""

    def read(self, path: Path) -> OpeningBook:
        """The book in a file; BadFile if it is damaged or another game's."""

    def build(
        self,
        plies: int,
        path: Path | None,
        *,
        threads: int,
        table_bits: int,
        progress: Progress | None = None,
        executor: AnyExecutor | None = None,
    ) -> OpeningBook:
        """Solve every position of the first plies; goes on where an earlier run for the same file stopped.

        `executor` solves elsewhere, instead of so many threads.
        """

    def check(
        self,
        book: OpeningBook,
        *,
        samples: int,
        first: int,
        seed: int,
        threads: int,
        progress: Progress | None = None,
    ) -> int:
        """Compute part of it again; how many positions were compared. BadFile names one that is wrong."""

    def pack(self, raw: Path, path: Path | None) -> OpeningBook:
        """A book of what the stand-alone program wrote."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game in words for people."""

    #: How it is played, in two lines.
    in_short: str
    #: The rules in full, a paragraph each.
    rules: tuple[str, ...]
    #: What is known of it, such as "solved: a draw"; empty where nothing is.
    known: str = ""
