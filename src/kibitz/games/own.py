"""A game of one's own, written in Python: what its author subclasses.

Four methods are a game; the rest is there for games that have more to say, and
docs/own-games.md shows each with its smallest example. A position is any value
that can be hashed and never changes (a tuple is best); so is a move. `play`
returns a new position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from kibitz.words.options import Option, OptionValue
from kibitz.words.repetition import Repetition

#: What `outcome` may say, besides a number of points: who won, or how it ended for the side to move.
OUTCOMES = ("first", "second", "draw", "win", "loss")


class OwnGame(ABC):
    """The rules of a game written in Python. Each option becomes an attribute.

    >>> import kibitz
    >>> class Take(kibitz.OwnGame):  # one or two of the stones; whoever takes the last wins
    ...     def start(self): return 7
    ...     def moves(self, left): return [n for n in (1, 2) if n <= left]
    ...     def play(self, left, n): return left - n
    ...     def outcome(self, left): return None if left else "loss"
    >>> kibitz.analyse(kibitz.load(Take).start()).value
    Win(5)
    """

    #: How it is called; the file's name if empty.
    name: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    side_names: ClassVar[tuple[str, str]] = ("the first player", "the second player")
    #: How it is played, in two lines, and the rules in full, a paragraph each. Without them the text at the
    #: head of the class stands in.
    how_to_play: ClassVar[str] = ""
    #: Whose search hints and analyses rest on: negascout, or mcts where nothing judges positions well.
    best_search: ClassVar[str] = "negascout"
    rules_text: ClassVar[tuple[str, ...]] = ()
    #: What it means that a position comes back; without dice a draw at the third time, if nothing is said.
    repetition: ClassVar[Repetition | None] = None
    #: The least and the most points, where `outcome` gives points: the first player's less the second's.
    #: May be a property, where it depends on options.
    points: Any = None

    def __init__(self, **values: OptionValue) -> None:
        for option, value in values.items():
            setattr(self, option, value)

    @abstractmethod
    def start(self) -> Any:
        """The position in which the game begins."""

    @abstractmethod
    def moves(self, state: Any, /) -> Iterable[Any]:
        """The moves allowed in a position that has not ended. To pass is a move too."""

    @abstractmethod
    def play(self, state: Any, move: Any, /) -> Any:
        """The position after a move."""

    @abstractmethod
    def outcome(self, state: Any, /) -> str | int | None:
        """None while the game goes on; else who won or that nobody did, or points.

        "first", "second" or "draw"; or, as the side to move sees it, "win" or
        "loss"; or, in a game with `points`, the first player's points less the second's.
        """

    # What a game may say besides. Leave out what it does not need.

    #: turn(state) -> "first", "second" or "chance", where players don't just alternate.
    turn: ClassVar[Any] = None
    #: chances(state) -> {move: probability}, where `turn` says "chance".
    chances: ClassVar[Any] = None
    #: roller(state) -> "first" or "second": for whom chance acts; else whoever is most likely to move next.
    roller: ClassVar[Any] = None
    #: evaluate(state) -> points as the first player sees them; from -1 to 1 where dice decide who wins.
    evaluate: ClassVar[Any] = None
    #: canonical(state) -> the one position that stands for all that are the same as this one,
    #: but for the way one looks at them (turned, mirrored, sorted).
    canonical: ClassVar[Any] = None
    #: tier(state) -> a number that no move lowers, such as the stones on the board: solving goes tier by
    #: tier and needs less memory.
    tier: ClassVar[Any] = None
    #: exact(state) -> the outcome with best play, as `outcome` would say it, or None where it is not known.
    exact: ClassVar[Any] = None
    #: draw(state) -> a picture in text.
    draw: ClassVar[Any] = None
    #: look(state) -> a `kibitz.Board`: cells, pieces and what to touch.
    look: ClassVar[Any] = None
    #: svg(state) -> a picture as SVG.
    svg: ClassVar[Any] = None
    #: move_text(move) -> its notation; `str` otherwise.
    move_text: ClassVar[Any] = None
    #: write_move(state, move) -> the same in view of the position, such as with a mark for a capture.
    write_move: ClassVar[Any] = None
    #: state_text(state) and read_state(text): the notation of positions; Python's own otherwise.
    state_text: ClassVar[Any] = None
    read_state: ClassVar[Any] = None
    #: actions() -> every move there is, in an order that stays: numbers for those who learn. Otherwise small
    #: games are walked through and others played at random to find them.
    actions: ClassVar[Any] = None
    #: encode(state) -> boards of numbers for those who learn: a list of planes, each a list of rows.
    encode: ClassVar[Any] = None


#: The methods that a game may have besides the four it must have.
ABILITIES = (
    "turn",
    "chances",
    "roller",
    "evaluate",
    "canonical",
    "tier",
    "exact",
    "draw",
    "look",
    "svg",
    "move_text",
    "write_move",
    "state_text",
    "read_state",
    "actions",
    "encode",
)

Chances = Mapping[Any, float]
