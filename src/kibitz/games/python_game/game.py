"""A game written in Python as a `Game`, so that everything that plays one plays it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from kibitz import _core
from kibitz.base.errors import BadNotation
from kibitz.base.options import OptionValue
from kibitz.base.repetition import Repetition
from kibitz.games.capabilities import GameText, SearchHints, SolverHints
from kibitz.games.core_bridge import core_repetition
from kibitz.games.encoding import Encoding
from kibitz.games.exact_source import ExactSource
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.python_game.codec import PythonCodec
from kibitz.games.python_game.definition import OwnGame
from kibitz.games.python_game.exact import ExactMethod
from kibitz.games.python_game.node import Node, OwnRules, shorten
from kibitz.games.python_game.notation import PythonNotation
from kibitz.games.view import View


class OwnGameAdapter(Game):
    """The notation and drawing of a game written in Python, from what its author gave."""

    _family = "own"

    def __init__(
        self,
        name: str,
        values: Mapping[str, OptionValue],
        shown: Mapping[str, OptionValue],
        *,
        own: OwnRules,
        source: str,
        fingerprint: str,
        cls: type[OwnGame] | None = None,
    ) -> None:
        """`source` loads it again, or `cls`; `fingerprint` changes when its rules may have."""
        self.own = own
        self._class = cls
        #: What tells the text of its rules from all others.
        self.fingerprint = fingerprint
        # Two computers would play for ever otherwise, and a table says the same.
        self.repetition = own.game.repetition or (None if own.has_chance else Repetition(draw=3))
        self._own_id = ",".join(
            [self._family, name, fingerprint, *(f"{key}={value}" for key, value in values.items())]
        )
        super().__init__(name, values, shown)
        self.spec = self.spec.replace(name, source, 1)
        self.rules_id = self._own_id
        self.side_names = own.game.side_names
        self.search = SearchHints(best=own.game.best_search)

    def _make_rules(self) -> _core.Rules:
        """The core's adapter around the Python rules."""
        return _core.make_python_rules(
            self.own, self.own.has_chance, self._own_id, core_repetition(self.repetition)
        )

    @property
    def title(self) -> str:
        """Its name as people write it."""
        return self.name.replace("_", " ")

    @cached_property
    def exact(self) -> tuple[ExactSource, ...]:
        """The author's formula, if there is one."""
        return () if self.own.game.exact is None else (ExactMethod(self),)

    @property
    def score_range(self) -> tuple[int, int] | None:
        """The least and the greatest score, if its outcomes are points."""
        return self.own.points

    @cached_property
    def solving(self) -> SolverHints:
        """Tiers and symmetries, if the author defined them."""
        own = self.own.game
        return SolverHints(self, has_tiers=own.tier is not None, has_symmetry=own.canonical is not None)

    def node(self, state: _core.State) -> Node:
        """The node behind a state."""
        node = _core.python_node(self.rules, state)
        assert isinstance(node, Node)
        return node

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self._class is None:
            return super().__reduce__()
        # By its class, which whoever reads this can import.
        return _from_class, (self._class, dict(self.values), self.name)

    @cached_property
    def codec(self) -> PythonCodec:
        """Codes are places in one position's list of moves."""
        return PythonCodec(self)

    @cached_property
    def notation(self) -> Notation:
        """What the author gave, else Python's own."""
        return PythonNotation(self)

    @cached_property
    def view(self) -> View:
        """What the author draws, else the notation."""
        from kibitz.games.python_game.view import PythonView

        return PythonView(self)

    def position(self, described: Any) -> Position:
        """The position of a text, or of what the rules take for one where that says whose turn it is."""
        if isinstance(described, str | _core.State):
            return super().position(described)
        text = self.own.text_of(described)
        if self.own.hides_side:
            texts = f": {f'{text} first'!r} or {f'{text} second'!r}" if len(text) <= 80 else ""
            raise BadNotation(
                f"{shorten(described)} does not say whose turn it is; "
                f"write it as a text that ends in first or second{texts}"
            )
        return super().position(text)

    @cached_property
    def text(self) -> GameText | None:
        """The rules in the author's words: of the class's attributes, else of its docstring."""
        own = self.own.game
        told = [own.how_to_play, *own.rules_text]
        if not any(told):
            told = _paragraphs(inspect.cleandoc(type(own).__doc__ or ""))
        return GameText(told[0] or told[1], tuple(told[1:])) if any(told) else None

    @cached_property
    def encoding(self) -> Encoding:
        """The author's arrays, else arrays that follow from the board or from the moves."""
        from kibitz.games.python_game.encoding import PythonEncoding

        return PythonEncoding(self)


def _from_class(cls: type[OwnGame], given: dict[str, OptionValue], name: str) -> Game:
    from kibitz.games.python_game.loader import load_class

    return load_class(cls, given, name)


def _paragraphs(text: str) -> list[str]:
    """A text cut at its empty lines, each part in one line."""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
