"""Chess: moves as in books (`Nf3`) or as in protocols (`g1f3`); positions as FEN."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.errors import BadOption
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, pick
from kibitz.base.repetition import Repetition
from kibitz.games.capabilities import Editor, EndgameHint, GameText, Openings, SearchHints, SolverHints
from kibitz.games.chess.board import COLOURS, Board
from kibitz.games.chess.conventions import INSUFFICIENT_MATERIAL, LAST_PLY, ChessDraws, ChessScale
from kibitz.games.chess.notation import ChessNotation
from kibitz.games.chess.position import ChessPosition
from kibitz.games.core_bridge import core_repetition
from kibitz.games.exact_source import ExactSource
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher
from kibitz.games.view import View

_USUAL = 518
#: Maximum number of pieces in endgame tables.
_MOST_TABLE_PIECES = 4


class Chess(Game):
    """Chess, or Chess960."""

    _family = "chess"
    _position_type = ChessPosition
    options = (
        Option("chess960", False, "whether the pieces begin in one of 960 arrangements"),
        Option("arrangement", -1, "Scharnagl number of the arrangement; -1: random", low=-1, high=959),
    )
    side_names = COLOURS
    repetition = Repetition(claim=3, draw=5)
    draws = ChessDraws()
    scale = ChessScale()
    search = SearchHints(best="selective", playouts="none")

    if TYPE_CHECKING:

        def start(self, rng: Random | None = None) -> ChessPosition: ...  # noqa: D102
        def position(self, described: str | _core.State) -> ChessPosition: ...  # noqa: D102

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.chess960 = bool(values["chess960"])
        given = int(values["arrangement"])
        if not self.chess960 and given not in (-1, _USUAL):
            raise BadOption(f"arrangement {given} is for chess960=yes; chess itself begins with {_USUAL}")
        self._random_setup = self.chess960 and given == -1
        self._arrangement = _USUAL if given == -1 else given
        super().__init__(name, values, shown)
        # A random start does not change the rules.
        self.rules_id = f"{self._family},chess960={int(self.chess960)},arrangement={self._arrangement}"

    def _make_rules(self) -> _core.Rules:
        """Return the core's rules; for a random start, with the standard one."""
        return self._rules(self._arrangement)

    def _rules(self, arrangement: int) -> _core.Rules:
        return _core.make_rules(
            self._family,
            {"chess960": int(self.chess960), "arrangement": arrangement},
            core_repetition(self.repetition),
        )

    @cached_property
    def solving(self) -> SolverHints:
        """With few pieces nobody can castle, so all arrangements share tables."""
        return SolverHints(
            self,
            table_id=self._family,
            endgame=EndgameHint("pieces", _MOST_TABLE_PIECES, self._pieces_on),
        )

    def _pieces_on(self, position: Position) -> int:
        return sum(map(bool, self.board(position).squares))

    @property
    def title(self) -> str:
        """Return its display name."""
        return "Chess960" if self.chess960 else "Chess"

    @cached_property
    def notation(self) -> Notation:
        """Return SAN, UCI and FEN."""
        return ChessNotation(self)

    @cached_property
    def view(self) -> View:
        """Return the board from either side."""
        from kibitz.games.chess.view import ChessView

        return ChessView(self)

    @cached_property
    def text(self) -> GameText:
        """Return its rules for people."""
        from kibitz.games.chess.rules_text import chess_text

        return chess_text(self.chess960)

    def _random_start(self, rng: Random) -> Position:
        if not self._random_setup:
            return self.start()
        drawn = self._rules(pick(rng, range(960)))
        return Position(self, self.rules.assemble(drawn.describe(drawn.start())))

    def board(self, position: Position) -> Board:
        """Return a position as a board."""
        return Board.of(self.rules.describe(position.state))

    @cached_property
    def exact(self) -> tuple[ExactSource, ...]:
        """Return Syzygy tables, if the user has any."""
        from kibitz.games.chess.syzygy_source import SyzygySource

        return (SyzygySource(),)

    @cached_property
    def editor(self) -> Editor:
        """Return the editor of positions."""
        from kibitz.games.chess.editor import ChessEditor

        return ChessEditor(self)

    @cached_property
    def openings(self) -> Openings | None:
        """Return the openings of chess; None in Chess960."""
        from kibitz.games.chess.opening_names import ChessOpenings

        return None if self.chess960 else ChessOpenings()

    @cached_property
    def teacher(self) -> Teacher:
        """Return explanations of tactics, material and plans."""
        from kibitz.games.chess.teacher import ChessTeacher

        return ChessTeacher(self)

    def how_it_ended(self, position: Position) -> str | None:
        """Return the name of the ending; None if the game is not over as far as the position shows."""
        if not position.is_over:
            return None
        winner = position.outcome.winner if position.outcome else None
        if winner is not None:
            return f"mate: {COLOURS[winner]} wins"
        return f"draw: {self.draw_reason(position)}"

    def is_blocked(self, position: Position) -> bool:
        """Return whether the side to move has no legal move, in stalemate or checkmate."""
        # Perft counts moves even if a draw rule has ended the game.
        return self.rules.perft(position.state, 1, _core.Control()) == 0

    def draw_reason(self, position: Position) -> str:
        """Return the reason of a draw."""
        if self.is_blocked(position):
            return "stalemate"
        if self.board(position).clock >= LAST_PLY:
            return "seventy-five moves of each side without a capture or a pawn's move"
        if position.times >= (self.repetition.draw or 0):
            return "fivefold repetition"
        return INSUFFICIENT_MATERIAL
