"""Capabilities of games besides their rules: one class for each.

A game has them as attributes. A capability that a game lacks is None; those with working defaults are always
there. docs/capabilities.md lists them, with their users, beside the concepts of the core.
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
    from kibitz.base.move import Move
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
    #: Known results, such as "solved (draw)"; empty if there are none.
    known: str = ""
    #: Moves of a short won game, for a picture; empty if none was chosen.
    won: str = ""


class Editor(ABC):
    """Composes positions from pieces that a person puts on the board."""

    #: Available pieces, each once, on no cell.
    pieces: tuple[Piece, ...]

    @abstractmethod
    def compose(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Return the notation of a position: the pieces on its cells, row by row, and the side to move.

        `Game.position` says whether it is legal; the side to move may follow from the pieces.
        """


class RowEditor(Editor):
    """The editor of a game whose notation is rows of cells that imply the side to move."""

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
    """The name of an opening and its ECO or similar code, if any."""

    name: str
    code: str = ""

    def __str__(self) -> str:
        """Format as `C50 Italian Game`."""
        return f"{self.code} {self.name}".lstrip()


class Openings(ABC):
    """The names of a game's openings."""

    @abstractmethod
    def name(self, position: Position) -> Opening | None:
        """Return the opening that a position belongs to; None if it has no name."""

    def reached(self, positions: Iterable[Position]) -> Opening | None:
        """Return the opening of a game with these positions: the last named one."""
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
        return f"this position has occurred {position.times} times"

    def accepts(self, position: Position, value: Value) -> bool:
        """Return whether a computer with this evaluation accepts a draw."""
        return False


@dataclass(frozen=True, slots=True)
class SearchOption:
    """A search option of one game; the core receives it as an integer."""

    option: Option
    #: Its value in the strongest search, if not the default.
    at_best: OptionValue | None = None
    #: Its value in long searches that only determine the winner.
    to_prove: OptionValue | None = None
    #: Whether it only affects speed, never values.
    only_speed: bool = False

    def number(self, value: OptionValue) -> int:
        """Return a value as the core's number."""
        return self.option.choices.index(str(value)) if self.option.choices else int(value)


@dataclass(frozen=True, slots=True)
class SearchHints:
    """Recommended searches of a game, and their options."""

    #: The player that finds the best moves in positions without exact values.
    best: str = "negascout"
    #: How `mcts` evaluates leaves by default: `random` playouts, or `none` for the static evaluation.
    playouts: str = "random"
    #: Options that only this game's searches have.
    options: tuple[SearchOption, ...] = ()


@dataclass(frozen=True, slots=True)
class EndgameHint:
    """Positions with few pieces can be solved independently of the start position."""

    #: The name of the pieces, in the plural.
    word: str
    #: The number of pieces at the start of the game.
    most_pieces: int
    #: Counts the pieces of a position.
    pieces: Callable[[Position], int]


class SolverHints:
    """Facts about a game that solvers and tables use."""

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
        self._game = game
        #: Identity of its tables; games that differ only in their start position may share them.
        self.table_id = table_id or game.rules_id
        #: Incremented when a change of the rules or of the core's index invalidates old tables.
        self.rules_version = rules_version
        #: Whether enumerated positions are grouped into tiers that no move returns from.
        self.has_tiers = has_tiers
        #: Whether positions that are equal up to symmetry are solved once.
        self.has_symmetry = has_symmetry or game.rules.symmetries > 1
        #: Whether the game is impartial (last mover wins), so that positions have nimbers.
        self.impartial = impartial
        self.endgame = endgame

    def later_tiers(self, tier: int) -> list[int]:
        """Return the tiers of a dense index that moves from a tier may lead to."""
        return list(range(tier + 1, len(self._game.rules.index_sizes)))

    def max_predecessors(self, position: Position) -> int | None:
        """Return the greatest possible number of predecessors of a position; None if unknown."""
        return None


class AddedPieceHints(SolverHints):
    """Solver hints for games in which every move adds a piece to the board."""

    def max_predecessors(self, position: Position) -> int | None:
        """Count the pieces of the player who moved last: any of them may be the newest."""
        return (sum(map(bool, position.game.rules.describe(position.state))) + 1) // 2


class Scale:
    """How values are expressed in a game."""

    #: Plies per move as players count: two if a move has one of each side.
    plies_per_move: int = 1

    def format_value(self, value: Value) -> str:
        """Format a value for people."""
        return value.words(self.plies_per_move)

    def win_probability(self, score: float) -> float | None:
        """Return the expected score for a static evaluation, from 0 to 1; None if unknown.

        Reviews use it to quantify mistakes in positions without exact values.
        """
        return None


class ForcedWins(ABC):
    """Proves the quickest forced win of a position faster than a full-width search."""

    @abstractmethod
    def quickest(self, position: Position, moves: int) -> tuple[int, list[Move]] | None:
        """Return the number of own moves of the quickest win, at most `moves`, and the moves that begin it.

        None if there is no win within so many moves: nothing may be left out.
        """


class OpeningBook(Protocol):
    """A file of solved opening positions."""

    @property
    def path(self) -> Path:
        """Return its path."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """Return its description: `positions`, `plies`, `provenance`."""


class BookTools(Protocol):
    """Builds, verifies and reads a game's opening books."""

    #: Maximum depth of a book.
    most_plies: int

    def find(self) -> OpeningBook | None:
        """Return the current book, if there is one."""

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
        """Solve every position of the first plies, resuming an earlier run for the same file.

        `executor` distributes the work instead of using threads.
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
        """Solve a sample again and return its size; BadFile names a position with a wrong value."""

    def pack(self, raw: Path, path: Path | None) -> OpeningBook:
        """Return the book of a file written by the stand-alone program."""
