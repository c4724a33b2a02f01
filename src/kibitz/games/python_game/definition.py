"""A game of one's own, written in Python: what its author subclasses.

Four methods are a game; the rest is there for games that have more to say, and
docs/own-games.md shows each with its smallest example. A position is any value
that can be hashed and never changes (a tuple is best); so is a move. `play`
returns a new position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.base.errors import BadGame, quoted
from kibitz.base.options import Option, OptionValue, resolve_options
from kibitz.base.repetition import Repetition

if TYPE_CHECKING:
    from kibitz.games.python_game.board import Board

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
        """Set every option: to the value given, else to its default."""
        cls = type(self)
        refuse_names(cls)
        for option, value in resolve_options(cls.options, values, cls.__name__).items():
            setattr(self, option, value)

    def __repr__(self) -> str:
        values = (f"{option.name}={getattr(self, option.name, None)!r}" for option in type(self).options)
        return f"{type(self).__name__}({', '.join(values)})"

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

    # What a game may say besides. Leave out what it does not need: each is None here, so that Kibitz knows.
    # Type checkers see methods, so that a game may define them as such.

    if TYPE_CHECKING:

        def turn(self, state: Any, /) -> str:
            """Who acts, where players don't just alternate: "first", "second" or "chance"."""

        def chances(self, state: Any, /) -> Mapping[Any, float]:
            """How likely each move is, where `turn` says "chance"."""

        def roller(self, state: Any, /) -> str:
            """For whom chance acts, "first" or "second"; else whoever is most likely to move next."""

        def evaluate(self, state: Any, /) -> float:
            """Points as the first player sees them; from -1 to 1 where dice decide who wins."""

        def canonical(self, state: Any, /) -> Any:
            """The one position that stands for all that are the same but for the way one looks at them.

            Turned, mirrored, sorted.
            """

        def tier(self, state: Any, /) -> int:
            """A number that no move lowers, such as the stones on the board.

            Solving goes tier by tier and needs less memory.
            """

        def exact(self, state: Any, /) -> str | int | None:
            """The outcome with best play, as `outcome` would say it, or None where it is not known."""

        def draw(self, state: Any, /) -> str:
            """A picture in text."""

        def look(self, state: Any, /) -> Board:
            """Cells, pieces and what to touch."""

        def svg(self, state: Any, /) -> str:
            """A picture as SVG."""

        def move_text(self, move: Any, /) -> str:
            """The notation of a move; `str` otherwise."""

        def write_move(self, state: Any, move: Any, /) -> str:
            """The same in view of the position, such as with a mark for a capture."""

        def state_text(self, state: Any, /) -> str:
            """The notation of a position; Python's own otherwise."""

        def read_state(self, text: str, /) -> Any:
            """The position that such a notation describes."""

        def actions(self) -> Iterable[Any]:
            """Every move there is, in an order that stays: numbers for those who learn.

            Otherwise small games are walked through and others played at random to find them.
            """

        def encode(self, state: Any, /) -> Any:
            """Boards of numbers for those who learn: a list of planes, each a list of rows."""

        def __getattr__(self, option: str) -> Any:
            """The value of an option."""

    else:
        turn = chances = roller = evaluate = canonical = tier = exact = None
        draw = look = svg = move_text = write_move = state_text = read_state = actions = encode = None


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


def refuse_names(cls: type[OwnGame]) -> None:
    """Refuse an option whose name means something else: its value would take that thing's place."""
    for option in cls.options:
        taken = getattr(cls, option.name, None)
        if hasattr(OwnGame, option.name) or callable(taken) or hasattr(taken, "__set__"):
            what = "Kibitz asks a game for" if hasattr(OwnGame, option.name) else f"{cls.__name__} defines"
            raise BadGame(
                f"an option of {cls.__name__} can't be called {quoted(option.name)}, "
                f"as {what} {option.name} itself; give it another name"
            )
