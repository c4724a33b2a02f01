"""Chess: moves are written as in books (`Nf3`) and named as between programs (`g1f3`); positions are FEN."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from kibitz import _core
from kibitz.base.errors import BadOption
from kibitz.base.move import Line, Move
from kibitz.base.opening import Opening
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, pick
from kibitz.base.reason import Reason
from kibitz.base.repetition import Repetition
from kibitz.base.side import Side
from kibitz.base.value import Estimate, Value
from kibitz.games.board_view import Piece
from kibitz.games.capabilities import EndgameAbility, GameWords
from kibitz.games.cells import arranged_rows
from kibitz.games.chess.board import COLOURS, Board
from kibitz.games.chess.motifs import mate_name
from kibitz.games.chess.notation import ChessNotation
from kibitz.games.chess.opening_names import opening_of
from kibitz.games.chess.rules_text import chess_words
from kibitz.games.chess.teacher import chess_reasons
from kibitz.games.chess.view import supply
from kibitz.games.core_bridge import core_repetition
from kibitz.games.exact_source import Source
from kibitz.games.game import Game
from kibitz.games.notation import Notation
from kibitz.games.position import Position
from kibitz.games.view import View

_USUAL = 518
#: Endgame tables have so many pieces at most.
_MOST_TABLE_PIECES = 4
#: Plies without a capture or a pawn's move after which a draw may be claimed, and after which it is one.
CLAIM_PLIES, LAST_PLY = 100, 150
#: From this move on a computer that stands no better agrees on a draw.
LATE = 30
#: With a lead of so many pawns, some three points of four are made.
PAWNS_OF_HALF = 2.2
#: The cells on which a king and a rook begin that may castle, by what FEN calls that.
_AT_HOME = {"K": (60, 63), "Q": (60, 56), "k": (4, 7), "q": (4, 0)}


class Chess(Game):
    """Chess, or Chess960."""

    family = "chess"
    options = (
        Option("chess960", False, "whether the pieces begin in one of 960 arrangements"),
        Option("arrangement", -1, "which of the 960, by its usual number; -1 draws lots", low=-1, high=959),
    )
    side_names = COLOURS
    repetition = Repetition(claim=3, draw=5)
    agrees_on_draws = True
    plies_a_move = 2
    tells_forced_wins = True
    best_search = "selective"
    best_playouts = "none"

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.chess960 = bool(values["chess960"])
        given = int(values["arrangement"])
        if not self.chess960 and given not in (-1, _USUAL):
            raise BadOption(f"arrangement {given} is for chess960=yes; chess itself begins with {_USUAL}")
        self._by_lot = self.chess960 and given == -1
        self._arrangement = _USUAL if given == -1 else given
        super().__init__(name, values, shown)
        self.endgame = EndgameAbility("pieces", _MOST_TABLE_PIECES, self._pieces_on)
        # Whether the start is drawn by lot makes no difference to the rules.
        self.rules_id = f"{self.family},chess960={int(self.chess960)},arrangement={self._arrangement}"

    def make_rules(self) -> _core.Rules:
        """The core's rules; where the start is drawn by lot, they start with the usual one."""
        return self._rules(self._arrangement)

    def _rules(self, arrangement: int) -> _core.Rules:
        return _core.make_rules(
            self.family,
            {"chess960": int(self.chess960), "arrangement": arrangement},
            core_repetition(self.repetition),
        )

    @property
    def table_id(self) -> str:
        """With few pieces nobody castles, so it does not matter how they began."""
        return self.family

    def _pieces_on(self, position: Position) -> int:
        return sum(map(bool, self.board(position).squares))

    @property
    def title(self) -> str:
        """Its name as people write it."""
        return "Chess960" if self.chess960 else "Chess"

    @cached_property
    def notation(self) -> Notation:
        """SAN, UCI and FEN."""
        return ChessNotation(self)

    @cached_property
    def view(self) -> View:
        """The board from either side."""
        from kibitz.games.chess.view import ChessView

        return ChessView(self)

    @property
    def words(self) -> GameWords:
        """The game in words for people."""
        return chess_words(self.chess960)

    def _random_start(self, rng: Random) -> Position:
        if not self._by_lot:
            return self.start()
        drawn = self._rules(pick(rng, range(960)))
        return Position(self, self.rules.assemble(drawn.describe(drawn.start())))

    def board(self, position: Position) -> Board:
        """A position in numbers."""
        return Board.of(self.rules.describe(position.state))

    def claimable(self, position: Position) -> str | None:
        """That the position came back, or that nothing was taken and no pawn moved for long."""
        said = super().claimable(position)
        if said is None and not position.is_over and self.board(position).clock >= CLAIM_PLIES:
            return "for fifty moves of each side nothing was taken and no pawn moved"
        return said

    def would_agree(self, position: Position, value: Value) -> bool:
        """When it stands a pawn worse, or late in the game no better."""
        late = self.board(position).number >= LATE
        return value <= Estimate(0.0 if late else -1.0)

    def sources(self) -> tuple[Source, ...]:
        """Syzygy files, if the user has any."""
        from kibitz.games.chess.syzygy_source import SyzygySource

        return (SyzygySource(),)

    # Words

    def opening(self, position: Position) -> Opening | None:
        """By what stands on the board, however it came there."""
        return None if self.chess960 else opening_of(position, self.board(position).number)

    def tags_of(self, positions: Iterable[Position]) -> dict[str, str]:
        """The opening, as PGN has it."""
        found = self.opening_reached(positions)
        return {} if found is None else {"ECO": found.code, "Opening": found.name}

    def chance_of(self, points: float) -> float:
        """Half with an even game; the curve is the one that the evaluation was tuned by."""
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, points)) / PAWNS_OF_HALF))

    def value_words(self, value: Value) -> str:
        """Guesses are in pawns."""
        if isinstance(value, Estimate) and value.score:
            return f"about {value.score:+.2f} pawns"
        return super().value_words(value)

    def win_name(self, position: Position, move: Move) -> str:
        """What a mate is called that a move gives, if it has a name."""
        return mate_name(self.board(position.play(move)))

    def reasons(
        self, position: Position, move: Move, line: Line, values: Mapping[Move, Value]
    ) -> list[Reason]:
        """What it wins or loses, forks, pins, uncovers, trades or saves."""
        return chess_reasons(position, move, line, values)

    def how_it_ended(self, position: Position) -> str | None:
        """What ended the game, in words; None while it goes on, as far as the position tells."""
        if not position.is_over:
            return None
        winner = position.outcome.winner if position.outcome else None
        if winner is not None:
            return f"mate: {COLOURS[winner]} wins"
        return f"draw: {self.draw_name(position)}"

    def draw_name(self, position: Position) -> str:
        """Why a game that is over was drawn."""
        # Lines are counted whatever else ends the game.
        if self.rules.perft(position.state, 1, _core.Control()) == 0:
            return "stalemate"
        if self.board(position).clock >= LAST_PLY:
            return "seventy-five moves of each side without a capture or a pawn's move"
        if position.times >= (self.repetition.draw or 0):
            return "the position came for the fifth time"
        return "nobody can mate any more"

    def end_name(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Every win by the rules is a mate, with a name of its own or without."""
        outcome = positions[-1].outcome
        return super().end_name(positions, moves) or ("" if outcome is None else "checkmate")

    @property
    def supply(self) -> tuple[Piece, ...]:
        """Every kind of piece of both colours."""
        return supply()

    def arranged(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """FEN; kings and rooks that stand where they began may still castle."""
        letters = [
            "1" if piece is None else piece.text.lower() if piece.side else piece.text for piece in pieces
        ]
        may = {} if self.chess960 else _AT_HOME
        castling = "".join(
            right
            for right, (king, rook) in may.items()
            if letters[king] + letters[rook] == ("KR" if right.isupper() else "kr")
        )
        return f"{arranged_rows(letters, 8, between='')} {'wb'[side]} {castling or '-'} - 0 1"
