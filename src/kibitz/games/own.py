"""A game of one's own, written in Python: what its author subclasses.

Four methods are a game; the rest is there for games that have more to say. A
position of the game is any hashable value (a tuple is best); so is a move.
Nothing may be changed in place: `play` returns a new position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from kibitz.words.options import Option, OptionValue

#: A position or a move, as the author of a game writes them.
State = Any
OwnMove = Hashable

#: What `outcome` may say: who won, or how it ended for the side to move.
OUTCOMES = ("first", "second", "draw", "win", "loss")


class OwnGame(ABC):
    """The rules of a game written in Python. Each option becomes an attribute."""

    #: How it is called; the file's name if empty.
    name: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    side_names: ClassVar[tuple[str, str]] = ("the first player", "the second player")
    #: How it is played, in two lines, and in full with an empty line between paragraphs. Without them the
    #: text at the head of the class stands in.
    in_short: ClassVar[str] = ""
    rules_in_words: ClassVar[str] = ""

    def __init__(self, **values: OptionValue) -> None:
        for option, value in values.items():
            setattr(self, option, value)

    @abstractmethod
    def start(self) -> State:
        """The position in which the game begins."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[OwnMove]:
        """The moves allowed in a position that has not ended."""

    @abstractmethod
    def play(self, state: State, move: OwnMove) -> State:
        """The position after a move."""

    @abstractmethod
    def outcome(self, state: State) -> str | None:
        """None while the game goes on; else who won or that nobody did.

        "first", "second" or "draw"; or, as the side to move sees it, "win" or "loss".
        """

    # What a game may say besides. Leave out what it does not need.

    #: turn(state) -> "first", "second" or "chance", where players don't just alternate.
    turn: ClassVar[Any] = None
    #: chances(state) -> {move: probability}, where `turn` says "chance".
    chances: ClassVar[Any] = None
    #: evaluate(state) -> points as the first player sees them; from -1 to 1 in games of chance.
    evaluate: ClassVar[Any] = None
    #: canonical(state) -> the one position that stands for all that are the same as this one,
    #: but for the way one looks at them (turned, mirrored, sorted).
    canonical: ClassVar[Any] = None
    #: draw(state) -> a picture in text.
    draw: ClassVar[Any] = None
    #: svg(state) -> a picture as SVG.
    svg: ClassVar[Any] = None
    #: move_text(move) -> its notation; `str` otherwise.
    move_text: ClassVar[Any] = None
    #: state_text(state) and read_state(text): the notation of positions; literals otherwise.
    state_text: ClassVar[Any] = None
    read_state: ClassVar[Any] = None


#: The methods that a game may have besides the four it must have.
ABILITIES = (
    "turn",
    "chances",
    "evaluate",
    "canonical",
    "draw",
    "svg",
    "move_text",
    "state_text",
    "read_state",
)

Chances = Mapping[OwnMove, float]
