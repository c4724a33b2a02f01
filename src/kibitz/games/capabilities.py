"""What a game may have besides its rules: one class for each capability.

A game has them as attributes. A capability that a game lacks is None; those with
working defaults are always there. docs/capabilities.md lists them, with who asks
each, beside the concepts of the core.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.base.cancel import Progress
from kibitz.base.options import Option, OptionValue
from kibitz.games.cells import arranged_rows

if TYPE_CHECKING:
    from kibitz.base.side import Side
    from kibitz.base.value import Value
    from kibitz.executors.executor import AnyExecutor
    from kibitz.games.board_view import Piece
    from kibitz.games.game import Game
    from kibitz.games.position import Position


@dataclass(frozen=True, slots=True)
class GameText:
    """The rules of a game in words for people."""

    #: How it is played, in two lines.
    summary: str
    #: The rules in full, a paragraph each.
    rules: tuple[str, ...]
    #: What is known of it, such as "solved (draw)"; empty where nothing is.
    known: str = ""
    #: The moves of a short game that is won, for a picture of it; empty where none was chosen.
    won: str = ""


class Editor(ABC):
    """Composes positions from pieces that a person puts on the board."""

    #: The pieces to choose from, each once, on no cell.
    pieces: tuple[Piece, ...]

    @abstractmethod
    def compose(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Return the notation of a position: the pieces on its cells, row by row, and the side to move.

        `Game.position` says whether it is legal; the side to move may follow from the pieces.
        """


class RowEditor(Editor):
    """The editor of a game whose notation is rows of cells, from which the side to move follows."""

    def __init__(self, pieces: Iterable[Piece], width: int, format_piece: Callable[[Piece], str]) -> None:
        self.pieces = tuple(pieces)
        self._width = width
        self._format_piece = format_piece

    def compose(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Return the rows."""
        return arranged_rows(
            ["." if piece is None else self._format_piece(piece) for piece in pieces], self._width
        )


@dataclass(frozen=True, slots=True)
class Opening:
    """The name of an opening, and its code in opening books, if it has one."""

    name: str
    code: str = ""

    def __str__(self) -> str:
        """`C50 Italian Game`."""
        return f"{self.code} {self.name}".lstrip()


class Openings(ABC):
    """The names of a game's openings."""

    @abstractmethod
    def name(self, position: Position) -> Opening | None:
        """Return the opening that a position belongs to; None if it has no name."""

    def reached(self, positions: Iterable[Position]) -> Opening | None:
        """Return the opening of a game that went through these positions: the last one with a name."""
        reached = None
        for position in positions:
            reached = self.name(position) or reached
        return reached

    def record_tags(self, positions: Iterable[Position]) -> dict[str, str]:
        """Return the tags of a record that follow from its moves, such as the name of the opening."""
        return {}


class DrawRules:
    """Draws by claim and by agreement."""

    #: Whether the players may agree on a draw.
    by_agreement: bool = False

    def claim_reason(self, position: Position) -> str | None:
        """Return why the side to move may claim a draw; None if it may not."""
        rule = position.game.repetition
        if rule is None or rule.claim is None or position.times < rule.claim or position.is_over:
            return None
        return f"this position has come {position.times} times"

    def accepts(self, position: Position, value: Value) -> bool:
        """Whether a computer that evaluates a position so accepts a draw."""
        return False


@dataclass(frozen=True, slots=True)
class SearchOption:
    """A search option of one game. The core receives it as a whole number."""

    option: Option
    #: Its value in the strongest search, if not the default.
    at_best: OptionValue | None = None
    #: Its value when only the winner is asked for, in long searches.
    to_prove: OptionValue | None = None
    #: Whether it changes only the speed of a search, never its values.
    only_speed: bool = False

    def number(self, value: OptionValue) -> int:
        """Return a value as the core's number."""
        return self.option.choices.index(str(value)) if self.option.choices else int(value)


@dataclass(frozen=True, slots=True)
class SearchHints:
    """The searches that suit a game, and their options."""

    #: The player that finds the best moves in positions without a known value.
    best: str = "negascout"
    #: How `mcts` evaluates leaves by default: `random` playouts, or `none` for the static evaluation.
    playouts: str = "random"
    #: Options that only the searches of this game have.
    options: tuple[SearchOption, ...] = ()


@dataclass(frozen=True, slots=True)
class EndgameHint:
    """Positions with few pieces can be solved on their own, whatever the game began with."""

    #: The name of the pieces, in the plural.
    word: str
    #: The number of pieces at the start of the game.
    most_pieces: int
    #: Counts the pieces of a position.
    pieces: Callable[[Position], int]


class SolverHints:
    """Facts about a game that its solvers and their tables use."""

    def __init__(
        self,
        game: Game,
        *,
        table_id: str = "",
        rules_version: int = 1,
        has_tiers: bool = False,
        has_symmetry: bool = False,
        impartial: bool = False,
        endgame: EndgameHint | None = None,
    ) -> None:
        #: The identity of its tables; games that differ only in how they begin may share them.
        self.table_id = table_id or game.rules_id
        #: Raised when a change of rules, or of how the core numbers positions, makes old tables wrong.
        self.rules_version = rules_version
        #: Whether listed positions are sorted into tiers that no move returns from.
        self.has_tiers = has_tiers
        #: Whether positions that are equal up to symmetry are solved once.
        self.has_symmetry = has_symmetry or game.rules.symmetries > 1
        #: Whether both sides have the same moves and the last to move wins, so that positions have nimbers.
        self.impartial = impartial
        self.endgame = endgame

    def max_predecessors(self, position: Position) -> int | None:
        """Return the greatest possible number of predecessors of a position; None if unknown."""
        return None


class AddedPieceHints(SolverHints):
    """Solver hints for games in which every move adds a piece to the board."""

    def max_predecessors(self, position: Position) -> int | None:
        """Count the pieces of the player who moved last: any of them may be the newest."""
        return (sum(map(bool, position.game.rules.describe(position.state))) + 1) // 2


class Scale:
    """How the players of a game express values."""

    #: Plies that its players call a move: two if a move is one of each side.
    plies_per_move: int = 1

    def format_value(self, value: Value) -> str:
        """Return a value in words."""
        return value.words(self.plies_per_move)

    def win_probability(self, score: float) -> float | None:
        """Return the expected result for a static evaluation, from 0 for a loss to 1; None if unknown.

        With it, reviews can say what a move gave away where nothing is proved.
        """
        return None


class OpeningBook(Protocol):
    """A file of solved openings."""

    @property
    def path(self) -> Path:
        """Its file."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """Its description: `positions`, `plies`, `provenance`."""


class BookTools(Protocol):
    """Builds, checks and reads the opening books of a game."""

    #: The greatest depth of a book.
    most_plies: int

    def find(self) -> OpeningBook | None:
        """Return the book in use, if there is one."""

    def read(self, path: Path) -> OpeningBook:
        """Return the book in a file; BadFile if it is damaged or another game's."""

    def build(
        self,
        plies: int,
        path: Path | None,
        *,
        threads: int,
        table_bits: int,
        progress: Progress | None = None,
        executor: AnyExecutor | None = None,
    ) -> OpeningBook:
        """Solve every position of the first plies; continues where an earlier run for the same file stopped.

        `executor` solves elsewhere, instead of so many threads.
        """

    def check(
        self,
        book: OpeningBook,
        *,
        samples: int,
        first: int,
        seed: int,
        threads: int,
        progress: Progress | None = None,
    ) -> int:
        """Solve a sample again and return its size. BadFile names a position whose value is wrong."""

    def pack(self, raw: Path, path: Path | None) -> OpeningBook:
        """Return the book of a file that the stand-alone program wrote."""
