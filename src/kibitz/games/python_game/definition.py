"""The base class of games written in Python.

Four methods make a game; everything else is optional. docs/own-games.md shows each optional method with its
smallest example. A position is any hashable value that never changes, preferably a tuple; so is a move.
`play` returns a new position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.base.errors import BadGame, quoted
from kibitz.base.options import Option, OptionValue, resolve_options
from kibitz.base.repetition import Repetition
from kibitz.games.deprecated_names import adopt_former_names
from kibitz.games.python_game.state import (
    IN_PLACE,
    MAKING,
    State,
    StateAttribute,
    returns_frozen,
    works_on_copy,
)

if TYPE_CHECKING:
    from kibitz.games.python_game.board import Board

#: Results of `outcome` besides points: the winner, or the result for the side to move.
OUTCOMES = ("first", "second", "draw", "win", "loss")


class PythonGame(ABC):
    """The rules of a game written in Python. Each option becomes an attribute.

    Optional methods bear the names of the capability methods of a loaded `Game` (`format_move`, `board`,
    `reasons`), but take the author's own states and moves. Attributes that belong to a capability begin with
    its name (`search_best` is `game.search.best`).

    >>> import kibitz
    >>> class Take(kibitz.PythonGame):  # one or two of the stones; whoever takes the last wins
    ...     def start(self): return 7
    ...     def moves(self, left): return [n for n in (1, 2) if n <= left]
    ...     def play(self, left, n): return left - n
    ...     def outcome(self, left): return None if left else "loss"
    >>> kibitz.analyse(kibitz.load(Take).start()).value
    Win(5)
    """

    #: The name of the game; the file's name if empty.
    name: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    side_names: ClassVar[tuple[str, str]] = ("the first player", "the second player")
    #: The repetition rule. By default the third occurrence is a draw in games without dice.
    repetition: ClassVar[Repetition | None] = None
    #: Whether the game is impartial (same moves for both sides, and who can't move loses), so that positions
    #: have nimbers (`kibitz.nimber`).
    impartial: ClassVar[bool] = False
    #: The least and the greatest outcome, if `outcome` returns points: the first player's less the second's.
    #: May be a property that depends on options.
    score_range: Any = None
    #: The rules in two lines, in full with a paragraph each, and known results. By default from the docstring
    #: of the class.
    text_summary: ClassVar[str] = ""
    text_rules: ClassVar[tuple[str, ...]] = ()
    text_known: ClassVar[str] = ""
    #: The search for hints and analyses: negascout, or mcts if there is no good static evaluation.
    search_best: ClassVar[str] = "negascout"

    #: Whether the methods are compiled to machine code; they must keep to a subset of Python.
    compiled: ClassVar[bool] = False

    #: Deprecated names that this class defines or inherits, with their replacements.
    _former: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        adopt_former_names(cls, cls, vars(cls), stacklevel=4)  # for ABCMeta.__new__
        declared = vars(cls).get("State")
        if isinstance(declared, type) and issubclass(declared, State):
            cls.State = StateAttribute(declared)
        if has_layout(cls):
            for names, adapt in ((IN_PLACE, works_on_copy), (MAKING, returns_frozen)):
                for name in names:
                    if callable(method := vars(cls).get(name)):
                        setattr(cls, name, adapt(method))

    def __init__(self, **values: OptionValue) -> None:
        """Set every option to the given value or its default."""
        cls = type(self)
        refuse_names(cls)
        for option, value in resolve_options(cls.options, values, cls.__name__).items():
            setattr(self, option, value)

    def __repr__(self) -> str:
        values = (f"{option.name}={getattr(self, option.name, None)!r}" for option in type(self).options)
        return f"{type(self).__name__}({', '.join(values)})"

    @abstractmethod
    def start(self) -> Any:
        """Return the first position."""

    @abstractmethod
    def moves(self, state: Any, /) -> Iterable[Any]:
        """Return the legal moves of a position that is not over. A pass is a move too."""

    @abstractmethod
    def play(self, state: Any, move: Any, /) -> Any:
        """Return the position after a move."""

    @abstractmethod
    def outcome(self, state: Any, /) -> str | int | None:
        """Return None while the game goes on, else its outcome.

        The outcome is "first", "second" or "draw"; or "win" or "loss" for the side to move; or, in a game
        with a `score_range`, the first player's points less the second's.
        """

    # Optional methods. Each is None here, so that Kibitz knows whether the author defined it; type checkers
    # see methods.

    if TYPE_CHECKING:

        def turn(self, state: Any, /) -> str:
            """Return who acts, if players don't alternate: "first", "second" or "chance"."""

        def chances(self, state: Any, /) -> Mapping[Any, float] | Iterable[tuple[Any, float]]:
            """Return the probability of each move if `turn` is "chance", or yield moves with theirs."""

        def roller(self, state: Any, /) -> str:
            """Return for whom chance acts, "first" or "second"; by default for the likeliest next player."""

        def evaluate(self, state: Any, /) -> float:
            """Return the static evaluation for the first player; from -1 to 1 if dice decide who wins."""

        def canonical(self, state: Any, /) -> Any:
            """Return the representative of all positions that are equal up to symmetry."""

        def tier(self, state: Any, /) -> int:
            """Return a number that no move lowers, such as the stones on the board.

            Solving then goes tier by tier and needs less memory.
            """

        def tier_sizes(self) -> Iterable[int]:
            """Return the number of indices of each tier, if positions have an index; tiers count from 0."""

        def later_tiers(self, tier: int, /) -> Iterable[int]:
            """Return the later tiers that moves from a tier lead to; by default all of them.

            Many machines then solve tiers that do not depend on each other at the same time.
            """

        def index(self, state: Any, /) -> int | None:
            """Return the number of a position in its tier, or None if its value follows from its moves."""

        def from_index(self, tier: int, index: int, /) -> Any:
            """Return the position with a number, or None if there is none."""

        def exact(self, state: Any, /) -> str | int | None:
            """Return the outcome with best play, in the form of `outcome`; None if it is unknown."""

        def format_move(self, move: Any, /) -> str:
            """Return the notation of a move; `str` by default."""

        def format_move_in(self, state: Any, move: Any, /) -> str:
            """Return a move as people write it in a position, such as with a mark for a capture."""

        def format_state(self, state: Any, /) -> str:
            """Return the notation of a position; Python's own by default."""

        def parse_state(self, text: str, /) -> Any:
            """Return the position that a notation describes."""

        def draw(self, state: Any, /) -> str:
            """Return a text picture."""

        def board(self, state: Any, /) -> Board:
            """Return the board with its cells, pieces and gestures."""

        def svg(self, state: Any, /) -> str:
            """Return an SVG picture."""

        def reasons(self, state: Any, move: Any, /) -> Iterable[str]:
            """Return reasons for or against a move, each the rest of a sentence that begins with "it"."""

        def name_win(self, state: Any, move: Any, /) -> str:
            """Return the name of an immediate win, such as "row 1-2-3"; empty if it has none."""

        def name_draw(self, state: Any, /) -> str:
            """Return the name of a drawn position, such as "stalemate"; empty if it has none."""

        def actions(self) -> Iterable[Any]:
            """Return every move of the game in a fixed order, which numbers them for learning.

            By default Kibitz finds the moves by walking through a small game, or by random games.
            """

        def encode(self, state: Any, /) -> Any:
            """Return a position as planes of numbers for learning: a list of planes, each a list of rows."""

        #: Class of positions with a fixed layout, made from the class `State` in an author's class.
        State: Any

        def __getattr__(self, option: str) -> Any:
            """Return the value of an option."""

    else:
        turn = chances = roller = evaluate = canonical = tier = exact = None
        tier_sizes = later_tiers = index = from_index = None
        format_move = format_move_in = format_state = parse_state = draw = board = svg = None
        reasons = name_win = name_draw = actions = encode = None
        State = None


#: Optional methods besides the four required ones.
OPTIONAL_METHODS = (
    *("turn", "chances", "roller", "evaluate", "canonical", "tier", "exact"),
    *("tier_sizes", "later_tiers", "index", "from_index"),
    *("format_move", "format_move_in", "format_state", "parse_state", "draw", "board", "svg"),
    *("reasons", "name_win", "name_draw", "actions", "encode"),
)


def has_layout(cls: type[PythonGame]) -> bool:
    """Return whether a class declares the fields of its positions."""
    return any(isinstance(vars(base).get("State"), StateAttribute) for base in cls.__mro__)


def refuse_names(cls: type[PythonGame]) -> None:
    """Raise BadGame for an option whose name is an attribute of a game."""
    for option in cls.options:
        taken = getattr(cls, option.name, None)
        if hasattr(PythonGame, option.name) or callable(taken) or hasattr(taken, "__set__"):
            what = "Kibitz asks a game for" if hasattr(PythonGame, option.name) else f"{cls.__name__} defines"
            raise BadGame(
                f"an option of {cls.__name__} can't be called {quoted(option.name)}, "
                f"as {what} {option.name} itself; give it another name"
            )
