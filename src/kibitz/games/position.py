"""A position of a game as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self, cast

from kibitz import _core
from kibitz.base.argument_checks import check
from kibitz.base.deprecation import Renamed
from kibitz.base.errors import BadNotation, BadOption, GameOver, IllegalMove, KibitzError, WrongGame, quoted
from kibitz.base.move import Move
from kibitz.base.random import Random, pick_weighted
from kibitz.base.side import Outcome, Side
from kibitz.games.missing_attributes import missing_in_position

if TYPE_CHECKING:
    from kibitz.games.game import Game
    from kibitz.games.moves import Moves

_OUTCOMES = (None, Outcome(Side.FIRST), Outcome(Side.SECOND), Outcome(None))


class Position(_core.PositionBase):
    """A position of a game. It never changes: playing a move returns another position.

    Positions of equal games are equal when they have the same pieces on the same cells
    and the same side to move; `str` is a text that `game.position` reads. `moves`, or
    `legal_moves`, is a tuple of the legal moves, which also finds them by their
    notation. Wherever a move is asked for, its notation is accepted too.

    >>> import kibitz
    >>> position = kibitz.load("tictactoe").start().play("5", "1")
    >>> position, position.turn, len(position.moves), position.is_over
    (<tictactoe o../.x./...>, Side.FIRST, 7, False)
    >>> "9" in position.moves, "5" in position.moves
    (True, False)
    """

    __slots__ = ()

    if TYPE_CHECKING:
        # Untyped, since the core holds these.
        @property
        def game(self) -> Game: ...  # noqa: D102
        @property
        def moves(self) -> Moves: ...  # noqa: D102
        @property
        def turn(self) -> Side: ...  # noqa: D102
        @property
        def mover(self) -> Side: ...  # noqa: D102

    def __new__(cls, game: Game, state: _core.State) -> Self:
        """Return the position of a state of the core; `game.position` reads one from a text."""
        if not isinstance(state, _core.State) or not isinstance(getattr(game, "rules", None), _core.Rules):
            raise BadOption(
                f"a position is made of a game and a state of it, not of {quoted(game)} and {quoted(state)}"
            )
        return super().__new__(cast("type[Self]", game._position_type) if cls is Position else cls)

    @property
    def legal_moves(self) -> Moves:
        """Return the legal moves, like `moves`."""
        return self.moves

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None if it is not over."""
        result = self.result
        if result and self.game.score_range is not None and self.game.rules.result(self.state):
            return Outcome.by_points(self.game.rules.points(self.state))
        return _OUTCOMES[result]

    @property
    def python_state(self) -> Any:
        """The author's own state in a game written in Python; None in other games."""
        return self.game._author_state(self.state)

    own_state = Renamed("python_state")

    def without_history(self) -> Self:
        """Return the position without its history."""
        if self.game.repetition is None:
            return self
        return type(self)(self.game, self.game.rules.with_history(self.state, []))

    alone = Renamed("without_history")

    @property
    def chances(self) -> tuple[tuple[Move, float], ...]:
        """The outcomes of a chance event, each with its probability."""
        by_code = {move.code: move for move in self.moves}
        return tuple((by_code[code], chance) for code, chance in self.game.rules.chances(self.state))

    def roll(self, rng: Random) -> Move:
        """Return a random outcome of a chance event, with the probabilities of `chances`."""
        check(rng=(rng, Random))
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome}); nothing is rolled")
        if self.turn is not Side.CHANCE:
            raise IllegalMove(f"nothing to roll; it is the turn of {self.game.side_name(self.turn)}")
        chances = self.chances
        return pick_weighted(rng, [move for move, _ in chances], [chance for _, chance in chances])

    @property
    def key(self) -> int:
        """Return a 64-bit hash: equal for equal positions."""
        return self.game.rules.key(self.state)

    def move(self, text: str) -> Move:
        """Return the legal move of a notation; the error gives the reason if there is none."""
        check(text=(text, str))
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome}); no more moves can be played")
        move = self.game.notation.parse_move(self, text)
        if not self.game.rules.is_legal(self.state, move.code):
            raise IllegalMove(self.game.notation.why_illegal(self, move))
        return move

    def play(self, *moves: Move | str) -> Self:
        """Return the position after these moves, each a `Move` or its notation."""
        position = self
        for move in moves:
            if isinstance(move, Move):
                try:
                    position = position.after(move)
                except (ValueError, RuntimeError) as refusal:  # RuntimeError: out of the core's range
                    raise position._refused(move, refusal) from None
            elif not isinstance(move, str):
                raise BadNotation(f"a move is a Move or its notation, not {quoted(move)}")
            else:
                for part in self.game.notation.split_moves(move):
                    position = position.play(position.move(part))
        return position

    def write(self, move: Move | str) -> str:
        """Return a legal move as people write it in this position: SAN in chess."""
        return self.game.notation.format_move_in(self, self._move(move))

    def _move(self, move: Move | str) -> Move:
        """Return a move, or the legal move that a text stands for."""
        check(move=(move, Move | str))
        if isinstance(move, str):
            return self.move(move)
        check_move(self.game, move)
        return move

    def write_line(self, line: Iterable[Move | str]) -> str:
        """Return a line of moves from here, each as people write it."""
        check(line=(line, Iterable))
        position, written = self, []
        for each in self.game.notation.split_moves(line) if isinstance(line, str) else line:
            move = position._move(each)
            written.append(position.write(move))
            position = position.play(move)
        return " ".join(written)

    def _refused(self, move: Move, refusal: Exception) -> KibitzError:
        """Return the error for an illegal move."""
        if isinstance(refusal, WrongGame):
            return refusal
        if self.is_over:
            return GameOver(f"the game is over ({self.outcome}); no more moves can be played")
        if isinstance(refusal, KibitzError):
            return refusal
        if not self.game.codec.knows(move):
            return IllegalMove(f"{move} is not a move of {self.game.spec}")
        return IllegalMove(self.game.notation.why_illegal(self, move))

    def draw(self, last: Move | None = None, *, unicode: bool = False) -> str:
        """Return the position as a text picture, with the last move marked if it is given."""
        check(last=(last, Move | None))
        if last is not None:
            check_move(self.game, last)
        return self.game.view.draw(self, last=last, unicode=unicode)

    def svg(self, last: Move | None = None) -> str:
        """Return the position as an SVG picture."""
        check(last=(last, Move | None))
        if last is not None:
            check_move(self.game, last)
        return self.game.view.svg(self, last=last)

    if not TYPE_CHECKING:  # type checkers would accept any name

        def __getattr__(self, name: str) -> Any:
            raise missing_in_position(self, name)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.game.notation.format_state(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.spec} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.key == other.key
            and self.game.rules_id == other.game.rules_id
            and self.game.rules.same(self.state, other.state)
        )

    def __hash__(self) -> int:
        return self.game.rules.key(self.state)

    def __copy__(self) -> Self:
        return self  # immutable

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # As text, so that positions can be sent to other processes and machines.
        written = self.game.notation.format_state
        return _unpickle, (self.game, str(self), [(written(state), actor) for state, actor in self.past])


def check_move(game: Game, move: Move) -> None:
    """Raise an error for a move of another game, or a forged one, before the core receives it."""
    if move.rules and move.rules != game.rules.identity:
        raise WrongGame(f"{move} is a move of {move.rules}, not of {game.rules.identity}")
    if not game.codec.knows(move):
        raise IllegalMove(f"{move} is not a move of {game.spec}")


def check_position(game: Game, position: Position) -> None:
    """Raise WrongGame for a position of other rules."""
    if position.game is not game and position.game.rules_id != game.rules_id:
        raise WrongGame(f"this is a position of {position.game.spec}, not of {game.spec}")


def _unpickle(game: Game, text: str, past: list[tuple[str, int]]) -> Position:
    position = game.position(text)
    if not past:
        return position
    states = [(game.position(before).state, actor) for before, actor in past]
    return Position(game, game.rules.with_history(position.state, states))
