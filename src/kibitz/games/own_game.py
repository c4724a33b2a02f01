"""A game written in Python as a `Game`, so that everything that plays one plays it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping

from kibitz import _core
from kibitz.games.abilities import GameWords
from kibitz.games.game import Game, Paint, no_paint
from kibitz.games.own_node import Node, OwnRules
from kibitz.games.position import Position
from kibitz.words.errors import BadGame, BadNotation, BadOption, IllegalMove, quoted
from kibitz.words.move import Line, Move
from kibitz.words.options import OptionValue
from kibitz.words.side import Side

_LONGEST_TEXT = 10_000


class OwnGameAdapter(Game):
    """The notation and drawing of a game written in Python, from what its author gave."""

    family = "own"

    def __init__(
        self,
        name: str,
        values: Mapping[str, OptionValue],
        shown: Mapping[str, OptionValue],
        *,
        own: OwnRules,
        source: str,
        fingerprint: str,
    ) -> None:
        """`source` loads it again; `fingerprint` changes when its rules may have."""
        self._own = own
        self._own_id = ",".join(
            [self.family, name, fingerprint, *(f"{key}={value}" for key, value in values.items())]
        )
        super().__init__(name, values, shown)
        self.spec = self.spec.replace(name, source, 1)
        self.rules_id = self._own_id
        self.side_names = own.game.side_names
        self.position_example = f"one looks like {own.start_node().text}"

    def make_rules(self) -> _core.Rules:
        """The core's adapter around the Python rules."""
        return _core.make_python_rules(self._own, self._own.has_chance, self._own_id)

    @property
    def title(self) -> str:
        """Its name."""
        return self.name

    @property
    def words(self) -> GameWords | None:
        """The rules as the author tells them: what the class says, else the text at its head."""
        game = self._own.game
        told = [game.in_short, *_paragraphs(game.rules_in_words)]
        if not any(told):
            told = _paragraphs(inspect.cleandoc(type(game).__doc__ or ""))
        return GameWords(told[0] or told[1], tuple(told[1:])) if any(told) else None

    def node(self, state: _core.State) -> Node:
        """The node behind a state."""
        node = _core.python_node(self.rules, state)
        assert isinstance(node, Node)
        return node

    # Moves are known by their text; the core's number is a place in one position's list.

    def move_text(self, code: int, parts: tuple[int, ...]) -> str:
        """Not known without a position."""
        raise BadOption(f"the moves of {self.name} are known in positions only")

    def _move(self, text: str, code: int) -> Move:
        return Move(text, code, (), self.rules.identity)

    def legal_moves(self, state: _core.State) -> tuple[Move, ...]:
        """What is allowed in a state."""
        node = self.node(state)
        if node.result:
            return ()
        return tuple(self._move(text, code) for code, text in enumerate(node.texts))

    def read_move(self, position: Position, text: str) -> Move:
        """The allowed move that is written so; upper and lower case and blanks don't matter."""
        wanted = _plain(text)
        for move in position.moves:
            if _plain(move.text) == wanted:
                return move
        allowed = ", ".join(move.text for move in position.moves[:10])
        more = ", ..." if len(position.moves) > 10 else ""
        raise BadNotation(f"{quoted(text)} is not a move here; allowed are {allowed}{more}")

    def code_of(self, position: Position, move: Move) -> int:
        """Its place in this position's list."""
        for allowed in position.moves:
            if allowed == move:
                return allowed.code
        raise IllegalMove(f"{move} is not allowed here")

    def refuse_move(self, move: Move) -> None:
        """Any text may be a move; positions say which are."""

    def line_of(self, position: Position, codes: list[int]) -> Line:
        """The moves at these places, position by position."""
        node, moves = self.node(position.state), []
        for code in codes:
            moves.append(self._move(node.texts[code], code))
            node = node.child(code)
        return Line(moves)

    def split_moves(self, text: str) -> list[str]:
        """One move: a game's own notation may have blanks and commas in it."""
        return [text]

    # Positions

    def position_text(self, state: _core.State) -> str:
        """The notation of a position."""
        return self.node(state).text

    def read_position(self, text: str) -> _core.State:
        """Read such a notation, and make sure that the rules can say something about it."""
        text = text.strip()
        if len(text) > _LONGEST_TEXT:
            raise BadNotation(f"a position of more than {_LONGEST_TEXT} characters can't be right")
        side = Side.FIRST
        if self._own.game.turn is None or self._own.has_chance:
            body, _, last = text.rpartition(" ")
            if last.lower() in ("first", "second"):
                text, side = body.strip(), Side[last.upper()]
            else:
                raise BadNotation(f"a position ends in 'first' or 'second'; {self.position_example}")
        try:
            if self._own.game.read_state is not None:
                state = self._own.game.read_state(text)
            elif self._own.game.state_text is not None:
                raise BadNotation("this game has state_text but no read_state, so positions can't be read")
            else:
                state = ast.literal_eval(text)
            hash(state)
            node = Node(self._own, state, side)
            if not node.result:
                _ = node.texts
        except BadNotation:
            raise
        except (BadGame, ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
            raise BadNotation(
                f"{quoted(text)} is not a position of {self.name} ({error}); {self.position_example}"
            ) from None
        return _core.python_state(self.rules, node)

    # Pictures

    def draw(
        self, position: Position, *, last: Move | None = None, unicode: bool = False, paint: Paint = no_paint
    ) -> str:
        """What the author draws, else the position's notation."""
        node = self.node(position.state)
        if self._own.game.draw is None:
            return node.text
        return str(self._own.call("draw", node.state))

    def svg(self, position: Position, *, last: Move | None = None) -> str:
        """What the author draws, else the text picture."""
        node = self.node(position.state)
        if self._own.game.svg is not None:
            return str(self._own.call("svg", node.state))
        return super().svg(position, last=last)


def _paragraphs(text: str) -> list[str]:
    """A text cut at its empty lines, each part in one line."""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def _plain(text: str) -> str:
    return "".join(text.lower().split())
