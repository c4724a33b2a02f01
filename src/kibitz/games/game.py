"""A game: rules with options, and their capabilities."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.errors import BadNotation, quoted
from kibitz.base.options import Option, OptionValue, format_value
from kibitz.base.random import Random
from kibitz.base.repetition import Repetition
from kibitz.base.side import Side
from kibitz.games.capabilities import DrawRules, ForcedWins, Scale, SearchHints, SolverHints
from kibitz.games.codec import MoveCodec, NativeCodec
from kibitz.games.core_bridge import core_repetition
from kibitz.games.deprecated_names import former_attribute
from kibitz.games.encoding import Encoding, NativeEncoding
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.batch import Batch
    from kibitz.games.capabilities import BookTools, Editor, GameText, Openings
    from kibitz.games.exact_source import ExactSource
    from kibitz.games.notation import Notation
    from kibitz.games.teacher import Teacher
    from kibitz.games.view import View


class Game(ABC):
    """The rules of a game with its options; immutable.

    A built-in game is a subclass with the notation and the drawing; the core has the rules.

    >>> import kibitz
    >>> game = kibitz.load("connect4")
    >>> game.position("4435") == game.start().play("4", "4", "3", "5")
    True
    >>> game.title, game.has_chance, [option.name for option in game.options]
    ('Connect Four', False, ['width', 'height', 'length', 'mark1', 'mark2', 'columns_from'])
    """

    #: Name of the rules in the core.
    _family: ClassVar[str]
    #: The available options.
    options: ClassVar[tuple[Option, ...]] = ()
    #: Names of the two players.
    side_names: tuple[str, str] = ("the first player", "the second player")

    #: Class of its positions.
    _position_type: ClassVar[type[Position]] = Position
    #: The repetition rule; None if no position can recur.
    repetition: Repetition | None = None

    # Capabilities; docs/capabilities.md lists them with their users.
    scale: Scale = Scale()
    search: SearchHints = SearchHints()
    draws: DrawRules = DrawRules()

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        """`values` sets every option; `shown` are those in the spec."""
        self.name = name
        self.values: Mapping[str, OptionValue] = MappingProxyType(dict(values))
        shown_text = ",".join(f"{key}={format_value(value)}" for key, value in shown.items())
        #: The spec from which `kibitz.load` makes this game.
        self.spec = f"{name}:{shown_text}" if shown_text else name
        #: The identity of the rules: name and the options that matter.
        self.rules_id = ",".join(
            [self._family]
            + [
                f"{option.name}={format_value(self.values[option.name])}"
                for option in self.options
                if not option.display
            ]
        )
        self.rules: _core.Rules = self._make_rules()
        self._start: Position | None = None

    def _author_state(self, state: _core.State) -> Any:
        """Return the author's own state in a game written in Python; None in other games."""
        return None

    def _make_rules(self) -> _core.Rules:
        """The core's rules for these options."""
        numbers = {
            option.name: int(self.values[option.name])
            for option in self.options
            if not option.display and not isinstance(option.default, str)
        }
        return _core.make_rules(self._family, numbers, core_repetition(self.repetition))

    @cached_property
    def codec(self) -> MoveCodec:
        """Return the conversion between moves and the core's codes."""
        return NativeCodec(self)

    # Required of every game.

    @property
    @abstractmethod
    def title(self) -> str:
        """Return its display name."""

    @property
    @abstractmethod
    def notation(self) -> Notation:
        """Return the notation of its moves and positions."""

    @property
    @abstractmethod
    def view(self) -> View:
        """Return the drawing of its positions."""

    @cached_property
    def solving(self) -> SolverHints:
        """Return facts for solvers and tables."""
        return SolverHints(self)

    @property
    def exact(self) -> tuple[ExactSource, ...]:
        """Return the game's own sources of exact values, cheapest first."""
        return ()

    @property
    def text(self) -> GameText | None:
        """Return its rules for people."""
        return None

    @property
    def editor(self) -> Editor | None:
        """Return the editor of positions."""
        return None

    @property
    def teacher(self) -> Teacher | None:
        """Return the explanations of its moves."""
        return None

    @cached_property
    def encoding(self) -> Encoding:
        """Return the encoding of its positions and moves as arrays."""
        return NativeEncoding(self)

    @property
    def forced_wins(self) -> ForcedWins | None:
        """Return a prover of forced wins; None if a full-width search has to do."""
        return None

    @property
    def openings(self) -> Openings | None:
        """Return the names of its openings."""
        return None

    @property
    def book(self) -> BookTools | None:
        """Return the tools for its opening books."""
        return None

    # Derived from that.

    @cached_property
    def score_range(self) -> tuple[int, int] | None:
        """Return the least and the greatest score, if its outcomes are points."""
        return None

    @cached_property
    def has_chance(self) -> bool:
        """Return whether it has dice."""
        return self.rules.has_chance

    def start(self, rng: Random | None = None) -> Position:
        """Return the first position; a game with a random set-up draws it with `rng`, if given."""
        check(rng=(rng, Random | None))
        if rng is not None:
            return self._random_start(rng)
        if self._start is None:
            self._start = Position(self, self.rules.start())
        return self._start

    def _random_start(self, rng: Random) -> Position:
        """Return a first position drawn with `rng`, for games with a random set-up."""
        return self.start()

    def batch(
        self,
        size: int,
        seed: int = 0,
        *,
        starts: Sequence[Position] | None = None,
        most_plies: int | None = None,
    ) -> Batch:
        """Return `size` games that are stepped together, as NumPy arrays.

        Rolls are drawn from `seed`. Each game starts from a random one of `starts`, by default as `start`
        does. Games longer than `most_plies` are truncated.
        """
        from kibitz.games.batch import make_batch

        return make_batch(self, size, seed, starts, most_plies)

    def position(self, described: str | _core.State) -> Position:
        """Parse a position, or wrap a state of the core; an empty text is the start."""
        if isinstance(described, _core.State):
            return Position(self, described)
        check(position=(described, str))
        text = described
        if not text.strip():
            return self.start()
        try:
            return Position(self, self.notation.parse_state(text))
        except BadNotation:
            raise
        except ValueError as refusal:
            raise BadNotation(f"{quoted(text)} is not a position of {self.spec}: {refusal}") from None

    def side_name(self, side: Side) -> str:
        """Return the name of a player in this game."""
        if type(side) is not Side:
            check(side=(side, Side))
        return "chance" if side == 2 else self.side_names[side]

    if not TYPE_CHECKING:  # type checkers would accept any name

        def __getattr__(self, name: str) -> Any:
            return former_attribute(self, name)

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.spec == other.spec and self.rules_id == other.rules_id

    def __hash__(self) -> int:
        return hash(self.spec)

    def __copy__(self) -> Self:
        return self  # immutable

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # The core's rules can't be pickled; they are made again from the spec.
        from kibitz.games.registry import load

        return load, (self.spec,)

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{k}</td><td>{format_value(v)}</td></tr>" for k, v in self.values.items())
        return f"<b>{self.title}</b><table>{rows}</table>{self.start().svg()}"
