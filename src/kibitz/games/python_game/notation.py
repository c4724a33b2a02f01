"""The notation of a game written in Python: what its author gave, else Python's own."""

from __future__ import annotations

import contextlib
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.errors import BadGame, BadNotation, BadOption, quoted
from kibitz.base.move import Move
from kibitz.base.side import Side
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.python_game.default_notation import read_state
from kibitz.games.python_game.node import Node

if TYPE_CHECKING:
    from kibitz.games.python_game.game import OwnGameAdapter

_LONGEST_TEXT = 10_000


class PythonNotation(Notation):
    """The author's methods for moves and positions, with defaults."""

    def __init__(self, game: OwnGameAdapter) -> None:
        self._game = game

    @cached_property
    def position_help(self) -> str:
        """The start, unless it fails: its error shows when the start is asked for."""
        with contextlib.suppress(BadGame):
            return f"one looks like {self._game.own.start_node().text}"
        return ""

    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """Not known without a position."""
        raise BadOption(f"the moves of {self._game.name} are known in positions only")

    def parse_move(self, position: Position, text: str) -> Move:
        """The allowed move that is written so; upper and lower case and blanks don't matter."""
        wanted = _plain(text)
        for move in position.moves:
            if _plain(move.text) == wanted:
                return move
        if self._game.own.game.write_move is not None:
            for move in position.moves:
                if _plain(self.format_move_in(position, move)) == wanted:
                    return move
        allowed = ", ".join(move.text for move in position.moves[:10])
        more = ", ..." if len(position.moves) > 10 else ""
        raise BadNotation(f"{quoted(text)} is not a move here; allowed are {allowed}{more}")

    def split_moves(self, text: str) -> list[str]:
        """One move: a game's own notation may have blanks and commas in it."""
        return [text]

    def format_state(self, state: _core.State) -> str:
        """The notation of a position."""
        return self._game.node(state).text

    def parse_state(self, text: str) -> _core.State:
        """Read such a notation, and make sure that the rules can say something about it."""
        return self._parse(text, checked=True)

    def decode_state(self, text: str) -> _core.State:
        """Read such a notation, and ask the rules for nothing more."""
        return self._parse(text, checked=False)

    def _parse(self, text: str, *, checked: bool) -> _core.State:
        text = text.strip()
        if len(text) > _LONGEST_TEXT:
            raise BadNotation(f"a position of more than {_LONGEST_TEXT} characters can't be right")
        side = Side.FIRST
        if self._game.own.hides_side:
            body, _, last = text.rpartition(" ")
            if last.lower() in ("first", "second"):
                text, side = body.strip(), Side[last.upper()]
            else:
                raise BadNotation(f"a position ends in 'first' or 'second'; {self.position_help}")
        try:
            if self._game.own.game.read_state is not None:
                state = self._game.own.call("read_state", text)
            elif self._game.own.game.state_text is not None:
                raise BadNotation("this game has state_text but no read_state, so positions can't be read")
            else:
                state = read_state(text, self._game.own.known_classes)
            node = Node(self._game.own, state, side)
            _ = node.hashed
            if checked and not node.result:
                _ = node.texts
        except BadNotation:
            raise
        except (BadGame, ValueError, TypeError, MemoryError, RecursionError) as error:
            raise BadNotation(
                f"{quoted(text)} is not a position of {self._game.name} ({error}); {self.position_help}"
            ) from None
        return _core.python_state(self._game.rules, node)

    def format_move_in(self, position: Position, move: Move) -> str:
        """As the author writes it in view of the position."""
        if self._game.own.game.write_move is None:
            return move.text
        node = self._game.node(position.state)
        own = node.moves[self._game.codec.code(position, move)]
        return self._game.own.text_from("write_move", node.state, own)


def _plain(text: str) -> str:
    return "".join(text.lower().split())
