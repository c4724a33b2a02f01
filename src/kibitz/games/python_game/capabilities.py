"""The capabilities of a game written in Python, adapted from the optional methods of its author's class."""

from __future__ import annotations

import contextlib
import inspect
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.base.errors import BadGame, BadNotation, BadOption, quoted
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.base.value import Draw, Loss, Points, Value, Win
from kibitz.games.board_view import BoardView
from kibitz.games.capabilities import GameText, SolverHints
from kibitz.games.exact_source import Cover, Knowledge, Known
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.python_game.board import TEXT_MARKS, Board, board_text, board_view
from kibitz.games.python_game.definition import OUTCOMES, PythonGame
from kibitz.games.python_game.node import Node, shorten
from kibitz.games.teacher import Teacher
from kibitz.games.view import Paint, View, no_paint

if TYPE_CHECKING:
    from kibitz.base.cancel import Progress
    from kibitz.games.python_game.game import PythonGameAdapter

_LONGEST_TEXT = 10_000


class PythonNotation(Notation):
    """The author's notation of moves and positions; `str` and Python's own notation by default."""

    def __init__(self, game: PythonGameAdapter) -> None:
        self._game = game
        self._rules = game.python_rules

    @cached_property
    def position_help(self) -> str:
        """Return an example: the start position. Empty if it fails, as the error appears when it is used."""
        with contextlib.suppress(BadGame):
            return f"one looks like {self._rules.start_node().text}"
        return ""

    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """Return the notation of a compiled move; other codes have no meaning without a position."""
        if self._game.compiled is not None:
            return self._rules.format_move(parts[0])
        raise BadOption(f"the moves of {self._game.name} are known in positions only")

    def parse_move(self, position: Position, text: str) -> Move:
        """Return the legal move with a notation, whatever its case and blanks."""
        target = _plain(text)
        for move in position.moves:
            if _plain(move.text) == target:
                return move
        if self._rules.game.format_move_in is not None:
            for move in position.moves:
                if _plain(self.format_move_in(position, move)) == target:
                    return move
        allowed = ", ".join(move.text for move in position.moves[:10])
        more = ", ..." if len(position.moves) > 10 else ""
        raise BadNotation(f"{quoted(text)} is not a move here; the legal moves are {allowed}{more}")

    def split_moves(self, text: str) -> list[str]:
        """Return the text as one move: an author's notation may contain blanks and commas."""
        return [text]

    def format_state(self, state: _core.State) -> str:
        """Return the notation of a position."""
        return self._game.node(state).text

    def parse_state(self, text: str) -> _core.State:
        """Read a notation and check that the author's methods accept the position."""
        return self._parse(text, checked=True)

    def decode_state(self, text: str) -> _core.State:
        """Read a notation without further checks."""
        return self._parse(text, checked=False)

    def _parse(self, text: str, *, checked: bool) -> _core.State:
        text = text.strip()
        if len(text) > _LONGEST_TEXT:
            raise BadNotation(f"a position has at most {_LONGEST_TEXT} characters")
        rules, side = self._rules, Side.FIRST
        if rules.hides_side:
            body, _, last = text.rpartition(" ")
            if last.lower() in ("first", "second"):
                text, side = body.strip(), Side[last.upper()]
            else:
                raise BadNotation(f"a position ends in 'first' or 'second'; {self.position_help}")
        try:
            if rules.game.parse_state is not None:
                state = rules.call("parse_state", text)
            elif rules.game.format_state is not None:
                raise BadNotation("this game has format_state but no parse_state, so positions can't be read")
            else:
                state = rules.read_text(text)
            node = Node(rules, state, side)
            _ = node.hashed
            if checked and not node.result:
                _ = node.texts
        except BadNotation:
            raise
        except (BadGame, ValueError, TypeError, MemoryError, RecursionError) as error:
            raise BadNotation(
                f"{quoted(text)} is not a position of {self._game.name} ({error}); {self.position_help}"
            ) from None
        return self._game.core_state(node)

    def format_move_in(self, position: Position, move: Move) -> str:
        """Return a move as the author writes it in a position."""
        if self._rules.game.format_move_in is None:
            return move.text
        return self._rules.text_from("format_move_in", *self._game.author_values(position, move))


def _plain(text: str) -> str:
    return "".join(text.lower().split())


class PythonView(View):
    """The author's drawing, board and SVG; the notation by default."""

    def __init__(self, game: PythonGameAdapter) -> None:
        self._game = game
        self._rules = game.python_rules

    def draw(
        self,
        position: Position,
        *,
        last: Move | None = None,
        unicode: bool = False,
        paint: Paint = no_paint,
        flipped: bool = False,
    ) -> str:
        """Return the author's drawing, else the board, else the notation."""
        node = self._game.node(position.state)
        if self._rules.game.draw is not None:
            return self._rules.text_from("draw", node.state)
        board = self.board(position, last=last)
        return node.text if board is None else board_text(board)

    @property
    def marks(self) -> tuple[str, str] | None:  # type: ignore[override]  # follows from the author's board
        """Return the symbols of pieces without text, if they differ from the sides' names."""
        definition = self._rules.game
        if definition.board is None or definition.draw is not None:
            return None
        start = self._game.start()
        board = None if self._game.has_chance else self.board(start)
        named = self._game.side_names in (TEXT_MARKS, PythonGame.side_names)
        return None if named or board is None or any(each.text for each in board.pieces) else TEXT_MARKS

    def board(self, position: Position, *, last: Move | None = None) -> BoardView | None:
        """Return the author's board; None if there is none."""
        if self._rules.game.board is None:
            return None
        node = self._game.node(position.state)
        board = self._rules.call("board", node.state)
        if not isinstance(board, Board):
            raise self._rules.mistake(
                f"board({shorten(node.state)}) must return a kibitz.Board, not {shorten(board)}"
            )
        moves = {move: self._game.author_move(node, move) for move in position.moves}
        try:
            return board_view(board, moves, last)
        except (ValueError, TypeError, LookupError) as error:
            raise self._rules.mistake(f"board({shorten(node.state)}) is no board: {error}") from None

    def svg(self, position: Position, *, last: Move | None = None) -> str:
        """Return the author's picture, else one of the board or the drawing."""
        if self._rules.game.svg is not None:
            return self._rules.text_from("svg", self._game.node(position.state).state)
        return super().svg(position, last=last)


class PythonSolverHints(SolverHints):
    """Solver hints of a game in Python."""

    _game: PythonGameAdapter

    def later_tiers(self, tier: int) -> list[int]:
        """Return the tiers that the author names."""
        return self._game.python_rules.later_tiers(tier)


class PythonTeacher(Teacher):
    """The author's reasons, and names of wins and draws."""

    #: An author defines at least one of these methods.
    METHODS = ("reasons", "name_win", "name_draw")

    def __init__(self, game: PythonGameAdapter) -> None:
        self._game = game
        self._rules = game.python_rules

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return the author's reasons."""
        if self._rules.game.reasons is None:
            return []
        state, authors_move = self._game.author_values(position, move)
        found = self._rules.call("reasons", state, authors_move)
        if not isinstance(found, list | tuple) or not all(isinstance(text, str) for text in found):
            raise self._rules.mistake(
                f"reasons({shorten(state)}, {shorten(authors_move)}) must return a list of texts, "
                f"not {shorten(found)}"
            )
        return [Reason("author", text) for text in found]

    def name_win(self, position: Position, move: Move) -> str:
        """Return the author's name of a win."""
        return self._name("name_win", *self._game.author_values(position, move))

    def name_draw(self, position: Position) -> str:
        """Return the author's name of a draw."""
        return self._name("name_draw", self._game.node(position.state).state)

    def _name(self, method: str, *arguments: Any) -> str:
        """Return the text of a method; empty if the author did not define it."""
        if getattr(self._rules.game, method) is None:
            return ""
        name = self._rules.call(method, *arguments)
        if not isinstance(name, str):
            shown = ", ".join(map(shorten, arguments))
            raise self._rules.mistake(f"{method}({shown}) must return a text, not {shorten(name)}")
        return name


class ExactMethod:
    """The exact values that the author's method `exact` returns."""

    name = "formula"
    takes_seconds = False
    probe: _core.Tablebase | None = None

    def __init__(self, game: PythonGameAdapter) -> None:
        self._game = game

    def covers(self, position: Position) -> Cover:
        """Return whether the author knows the position and all positions after it."""
        return Cover.NO if self.ask(position, Limit()) is None else Cover.KNOWN

    def prepare(self, progress: Progress | None = None) -> None:
        """Do nothing: a method needs no preparation."""

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        """Return the author's values of a position and of all its moves."""
        node = self._game.node(position.state)
        value = exact_value(node)
        if value is None or node.turn is Side.CHANCE:
            return None
        known = []
        for index, move in enumerate(self._game.legal_moves(position.state)):
            child = node.child(index)
            after = exact_value(child)
            if after is None:
                return None
            known.append(Known(move, after if child.mover is node.mover else -after))
        return Knowledge(value, tuple(known))


def exact_value(node: Node) -> Value | None:
    """Return the mover's exact value of a finished or known position; BadGame if it is invalid."""
    answer = node._outcome_answer if node.result else node.rules.call("exact", node.state)
    return None if answer is None else _value(node, answer)


def _value(node: Node, answer: Any) -> Value:
    plies = 0 if node.result else None
    if node.rules.points is not None and isinstance(answer, int) and not isinstance(answer, bool):
        low, high = node.rules.points
        if low <= answer <= high:
            return Points(answer if node.mover is Side.FIRST else -answer, average=node.rules.has_chance)
    elif node.rules.points is None and isinstance(answer, str) and answer in OUTCOMES:
        if answer == "draw":
            return Draw(plies)
        wins = answer == "win" or (answer in ("first", "second") and answer == str(node.mover))
        return Win(plies) if wins else Loss(plies)
    raise node.rules.mistake(
        f"exact({shorten(node.state)}) must be None or a result as of outcome(), not {shorten(answer)}"
    )


def game_text(definition: PythonGame) -> GameText | None:
    """Return the rules in the author's words: from attributes of the class, else from its docstring."""
    summary, rules = definition.text_summary, tuple(definition.text_rules)
    if not summary and not rules:
        docstring = inspect.cleandoc(type(definition).__doc__ or "")
        summary, *rest = [" ".join(part.split()) for part in docstring.split("\n\n") if part.strip()] or [""]
        rules = tuple(rest)
    return GameText(summary or rules[0], rules, definition.text_known) if summary or rules else None
