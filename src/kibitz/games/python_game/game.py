"""A game written in Python as a `Game`, so that everything that plays a game can play it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from kibitz import _core
from kibitz.base.errors import BadNotation
from kibitz.base.move import Move
from kibitz.base.options import OptionValue
from kibitz.base.repetition import Repetition
from kibitz.games.capabilities import GameText, SearchHints, SolverHints
from kibitz.games.core_bridge import core_repetition
from kibitz.games.encoding import Encoding
from kibitz.games.exact_source import ExactSource
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.python_game.capabilities import (
    ExactMethod,
    PythonNotation,
    PythonTeacher,
    PythonView,
    game_text,
)
from kibitz.games.python_game.codec import PythonCodec
from kibitz.games.python_game.definition import PythonGame
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
    ) -> None:
        """`source` or `cls` loads the game again; `fingerprint` changes when its rules may have changed."""
        self.python_rules = rules
        self._class = cls
        #: Identifies the text of its rules.
        self.fingerprint = fingerprint
        definition = rules.game
        # Without dice, two computers would otherwise play for ever; tables value endless play the same way.
        self.repetition = definition.repetition or (None if rules.has_chance else Repetition(draw=3))
        self._core_id = ",".join(
            [self._family, name, fingerprint, *(f"{key}={value}" for key, value in values.items())]
        )
        super().__init__(name, values, shown)
        self.spec = self.spec.replace(name, source, 1)
        self.rules_id = self._core_id
        self.side_names = definition.side_names
        self.search = SearchHints(best=definition.search_best)

    def _make_rules(self) -> _core.Rules:
        """Return the core's adapter around the Python rules."""
        rules = self.python_rules
        return _core.make_python_rules(
            rules, rules.has_chance, self._core_id, core_repetition(self.repetition)
        )

    @property
    def title(self) -> str:
        """Its name as people write it."""
        return self.name.replace("_", " ")

    @cached_property
    def score_range(self) -> tuple[int, int] | None:
        """The least and the greatest score, if its outcomes are points."""
        return self.python_rules.points

    def position(self, described: Any) -> Position:
        """Return the position of a text, or of an author's state that contains the side to move."""
        if isinstance(described, str | _core.State):
            return super().position(described)
        text = self.python_rules.text_of(described)
        if self.python_rules.hides_side:
            texts = f": {f'{text} first'!r} or {f'{text} second'!r}" if len(text) <= 80 else ""
            raise BadNotation(
                f"{shorten(described)} does not say whose turn it is; "
                f"write it as a text that ends in first or second{texts}"
            )
        return super().position(text)

    def node(self, state: _core.State) -> Node:
        """Return the node behind a state of the core."""
        node = _core.python_node(self.rules, state)
        assert isinstance(node, Node)
        return node

    def author_values(self, position: Position, move: Move) -> tuple[Any, Any]:
        """Return a position and a legal move in the author's own values."""
        node = self.node(position.state)
        return node.state, node.moves[self.codec.code(position, move)]

    @cached_property
    def codec(self) -> PythonCodec:
        """Conversion of moves to and from places in one position's list of moves."""
        return PythonCodec(self)

    @cached_property
    def notation(self) -> Notation:
        """The author's notation, with defaults."""
        return PythonNotation(self)

    @cached_property
    def view(self) -> View:
        """The author's pictures, with defaults."""
        return PythonView(self)

    @cached_property
    def solving(self) -> SolverHints:
        """Tiers and symmetries, if the author defined them."""
        definition = self.python_rules.game
        return SolverHints(
            self,
            impartial=bool(self.python_rules.game.impartial), has_tiers=definition.tier is not None, has_symmetry=definition.canonical is not None
        )

    @cached_property
    def exact(self) -> tuple[ExactSource, ...]:
        """The author's formula, if there is one."""
        return () if self.python_rules.game.exact is None else (ExactMethod(self),)

    @cached_property
    def text(self) -> GameText | None:
        """The rules in the author's words."""
        return game_text(self.python_rules.game)

    @cached_property
    def teacher(self) -> Teacher | None:
        """The author's reasons and names of endings, if there are any."""
        defined = [getattr(self.python_rules.game, method) for method in PythonTeacher.METHODS]
        return PythonTeacher(self) if any(method is not None for method in defined) else None

    @cached_property
    def encoding(self) -> Encoding:
        """The author's arrays; by default arrays of the board or of the moves."""
        from kibitz.games.python_game.encoding import PythonEncoding

        return PythonEncoding(self)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self._class is None:
            return super().__reduce__()
        return _from_class, (self._class, dict(self.values), self.name)


def _from_class(cls: type[PythonGame], given: dict[str, OptionValue], name: str) -> Game:
    from kibitz.games.python_game.loader import load_class

    return load_class(cls, given, name)
