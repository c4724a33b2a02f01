"""A game written in Python as a `Game`, so that everything that plays a game can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from kibitz import _core
from kibitz.base.errors import BadNotation
from kibitz.base.move import Move
from kibitz.base.options import OptionValue
from kibitz.base.repetition import Repetition
from kibitz.base.side import Side
from kibitz.games.capabilities import GameText, SearchHints, SolverHints
from kibitz.games.codec import MoveCodec, NativeCodec
from kibitz.games.core_bridge import core_repetition
from kibitz.games.encoding import Encoding
from kibitz.games.exact_source import ExactSource
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.python_game.capabilities import (
    ExactMethod,
    PythonNotation,
    PythonSolverHints,
    PythonTeacher,
    PythonView,
    game_text,
)
from kibitz.games.python_game.codec import PythonCodec
from kibitz.games.python_game.compiled_game import (
    COMPILED_GAMES,
    Compiled,
    WithoutCompiling,
    compile_game,
    describe_layout,
    layout_text,
    notify_once,
)
from kibitz.games.python_game.definition import PythonGame, has_layout
from kibitz.games.python_game.node import Node, PythonRules, shorten
from kibitz.games.teacher import Teacher
from kibitz.games.view import View


class PythonGameAdapter(Game):
    """The `Game` made from an author's `PythonGame`."""

    _family = "own"

    def __init__(
        self,
        name: str,
        values: Mapping[str, OptionValue],
        shown: Mapping[str, OptionValue],
        *,
        rules: PythonRules,
        source: str,
        fingerprint: str,
        cls: type[PythonGame] | None = None,
        interpreted: bool = False,
    ) -> None:
        """`source` or `cls` loads the game again; `fingerprint` changes when its rules may have changed.

        `interpreted` lets a game run as Python even if its author wants it compiled.
        """
        self.python_rules = rules
        self._interpreted = interpreted
        self._class = cls
        #: Identifies the text of its rules.
        self.fingerprint = fingerprint
        definition = rules.game
        # Without dice, two computers could play forever; tables value endless play the same way.
        self.repetition = definition.repetition or (None if rules.has_chance else Repetition(draw=3))
        self._core_id = ",".join(
            [self._family, name, fingerprint, *(f"{key}={value}" for key, value in values.items())]
        )
        super().__init__(name, values, shown)
        self.spec = self.spec.replace(name, source, 1)
        self.rules_id = self._core_id
        self.side_names = definition.side_names
        self.search = SearchHints(best=definition.search_best)

    @cached_property
    def compiled(self) -> Compiled | None:
        """Return the compiled methods; None if the game runs as Python."""
        definition = self.python_rules.game
        if not definition.compiled or self._interpreted:
            return None
        try:
            return compile_game(definition)
        except WithoutCompiling as reason:
            notify_once(self.python_rules.where, reason)
            return None

    def fault_site(self, status: int) -> tuple[str, int, str]:
        """Return the method, line and reason of a compiled method's fault."""
        assert self.compiled is not None
        return self.compiled.sites[status - 1]

    def _make_rules(self) -> _core.Rules:
        """Return the core's adapter around the Python rules, or the compiled ones."""
        rules = self.python_rules
        if (compiled := self.compiled) is not None:
            made = _core.make_compiled_rules(
                compiled.addresses,
                describe_layout(rules.game),
                compiled.size,
                compiled.side_offset,
                rules.hides_side,
                rules.points or (0, 0),
                self.numbers_of(rules.start_node()),
                # States of another layout, or of the interpreter, are incompatible.
                f"{self._core_id},compiled:{layout_text(rules.game)}",
                core_repetition(self.repetition),
                rules.index_sizes,
            )
            COMPILED_GAMES[made.identity] = self
            return made
        return _core.make_python_rules(
            rules, rules.has_chance, self._core_id, core_repetition(self.repetition)
        )

    @property
    def title(self) -> str:
        """Return its display name."""
        return self.name.replace("_", " ")

    @cached_property
    def score_range(self) -> tuple[int, int] | None:
        """Return the least and the greatest score, if its outcomes are points."""
        return self.python_rules.points

    def position(self, described: Any) -> Position:
        """Return the position of a text, or of an author's state that contains the side to move."""
        if isinstance(described, str | _core.State):
            return super().position(described)
        made = self.python_rules.game.State
        if has_layout(type(self.python_rules.game)) and not isinstance(described, made):
            raise BadNotation(f"{shorten(described)} is not a position of {self.name}, but a State is")
        text = self.python_rules.text_of(described)
        if self.python_rules.hides_side:
            texts = f": {f'{text} first'!r} or {f'{text} second'!r}" if len(text) <= 80 else ""
            raise BadNotation(
                f"{shorten(described)} lacks the side to move; "
                f"write it as a text that ends in first or second{texts}"
            )
        return super().position(text)

    def node(self, state: _core.State) -> Node:
        """Return the node behind a state of the core."""
        if self.compiled is not None:
            return self.node_of_numbers(self.rules.describe(state))
        node = _core.python_node(self.rules, state)
        assert isinstance(node, Node)
        return node

    def _author_state(self, state: _core.State) -> Any:
        """Return the author's own state."""
        return self.node(state).state

    def node_of_numbers(self, numbers: Sequence[int]) -> Node:
        """Return the node of a state that compiled rules describe."""
        rules, side = self.python_rules, Side.FIRST
        if rules.hides_side:
            *numbers, last = numbers
            side = Side(last)
        return Node(rules, rules.game.State.from_numbers(numbers), side)

    def numbers_of(self, node: Node) -> list[int]:
        """Return the numbers that compiled rules make a state of."""
        state = node.state
        if not isinstance(state, self.python_rules.game.State):
            raise self.python_rules.mistake(f"a position is made by self.State(); {shorten(state)} is none")
        # The core's numbers are signed.
        numbers = [number - (1 << 64) if number >= 1 << 63 else number for number in state.numbers()]
        return [*numbers, int(node.side)] if self.python_rules.hides_side else numbers

    def core_state(self, node: Node) -> _core.State:
        """Return the core's state for a node."""
        if self.compiled is not None:
            return self.rules.assemble(self.numbers_of(node))
        return _core.python_state(self.rules, node)

    def legal_moves(self, state: _core.State) -> tuple[Move, ...]:
        """Return the legal moves of a state in the order of its node's moves."""
        if isinstance(self.codec, PythonCodec):
            return self.codec.legal(state)
        return tuple(map(self.codec.move, self.rules.moves(state)))

    def author_move(self, node: Node, move: Move) -> Any:
        """Return a legal move as the author's value."""
        return node.moves[move.code] if self.compiled is None else move.parts[0]

    def author_values(self, position: Position, move: Move) -> tuple[Any, Any]:
        """Return a position and a legal move as the author's values."""
        node = self.node(position.state)
        if self.compiled is None:
            return node.state, node.moves[self.codec.code(position, move)]
        return node.state, self.author_move(node, move)

    @cached_property
    def codec(self) -> MoveCodec:
        """Return the codec: list indices, or the codes of compiled rules."""
        return PythonCodec(self) if self.compiled is None else NativeCodec(self)

    @cached_property
    def notation(self) -> Notation:
        """Return the author's notation, with defaults."""
        return PythonNotation(self)

    @cached_property
    def view(self) -> View:
        """Return the author's pictures, with defaults."""
        return PythonView(self)

    @cached_property
    def solving(self) -> SolverHints:
        """Return the solver hints: tiers and symmetries, if the author defined them."""
        definition = self.python_rules.game
        return PythonSolverHints(
            self,
            has_tiers=definition.tier is not None,
            impartial=bool(definition.impartial),
            has_symmetry=definition.canonical is not None,
        )

    @cached_property
    def exact(self) -> tuple[ExactSource, ...]:
        """Return the author's exact values, if there are any."""
        return () if self.python_rules.game.exact is None else (ExactMethod(self),)

    @cached_property
    def text(self) -> GameText | None:
        """Return the author's rules text."""
        return game_text(self.python_rules.game)

    @cached_property
    def teacher(self) -> Teacher | None:
        """Return the author's reasons and names of endings, if there are any."""
        defined = [getattr(self.python_rules.game, method) for method in PythonTeacher.METHODS]
        return PythonTeacher(self) if any(method is not None for method in defined) else None

    @cached_property
    def encoding(self) -> Encoding:
        """Return the author's arrays; by default arrays of the board or of the moves."""
        from kibitz.games.python_game.encoding import PythonEncoding

        return PythonEncoding(self)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self._class is None:
            return super().__reduce__()
        return _from_class, (self._class, dict(self.values), self.name)


def _from_class(cls: type[PythonGame], given: dict[str, OptionValue], name: str) -> Game:
    from kibitz.games.python_game.loader import load_class

    return load_class(cls, given, name)
