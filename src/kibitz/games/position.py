"""One state of a game, as an immutable value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.words.errors import GameOver, IllegalMove
from kibitz.words.move import Move
from kibitz.words.random import Random, pick_weighted
from kibitz.words.side import Outcome, Side

if TYPE_CHECKING:
    from kibitz import _core
    from kibitz.games.game import Game

_SIDES = (Side.FIRST, Side.SECOND, Side.CHANCE)
_OUTCOMES = (None, Outcome(Side.FIRST), Outcome(Side.SECOND), Outcome(None))


class Position:
    """A position. Playing a move gives a new one; this one never changes.

    Positions of equal games are equal when the same stones stand in the same
    places and the same side acts; `str` is a text that `game.position` reads.
    """

    __slots__ = ("_game", "_moves", "_state")

    def __init__(self, game: Game, state: _core.State) -> None:
        self._game = game
        self._state = state
        self._moves: tuple[Move, ...] | None = None

    @property
    def game(self) -> Game:
        """The game it belongs to."""
        return self._game

    @property
    def state(self) -> _core.State:
        """What the core calls it; for the floors that talk to the core."""
        return self._state

    @property
    def turn(self) -> Side:
        """Who acts: a player, or chance."""
        return _SIDES[self._game.rules.turn(self._state)]

    @property
    def mover(self) -> Side:
        """Whose view values are given from: `turn`, or the player for whom the dice roll."""
        return _SIDES[self._game.rules.mover(self._state)]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return _OUTCOMES[self._game.rules.result(self._state)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.rules.result(self._state) != 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """What is allowed now; nothing once the game has ended."""
        if self._moves is None:
            self._moves = self._game.legal_moves(self._state)
        return self._moves

    @property
    def chances(self) -> tuple[tuple[Move, float], ...]:
        """At a chance position, what may happen and how likely it is."""
        by_code = {move.code: move for move in self.moves}
        return tuple((by_code[code], chance) for code, chance in self._game.rules.chances(self._state))

    def roll(self, rng: Random) -> Move:
        """What chance does here: one of its moves, as likely as `chances` says."""
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome}); nothing is rolled")
        if self.turn is not Side.CHANCE:
            raise IllegalMove(
                f"there is nothing to roll; it is the turn of {self._game.side_name(self.turn)}"
            )
        chances = self.chances
        return pick_weighted(rng, [move for move, _ in chances], [chance for _, chance in chances])

    @property
    def key(self) -> int:
        """A 64-bit number: equal for equal positions, different for different ones but for luck."""
        return self._game.rules.key(self._state)

    def move(self, text: str) -> Move:
        """The allowed move that a text stands for; an error that says why if there is none."""
        if self.is_over:
            raise GameOver(f"the game is over ({self.outcome}); no more moves can be played")
        return self._game.parse_move(self, text)

    def play(self, *moves: Move | str) -> Position:
        """The position after these moves, each a `Move` or its notation."""
        position = self
        for move in moves:
            if isinstance(move, Move):
                position = position._after(move)
            else:
                for part in self._game.split_moves(move):
                    position = position._after(position.move(part))
        return position

    def _after(self, move: Move) -> Position:
        game = self._game
        try:
            state = game.rules.play(self._state, game.code_of(self, move))
        except ValueError as refusal:
            if self.is_over:
                raise GameOver(f"the game is over ({self.outcome}); no more moves can be played") from None
            if isinstance(refusal, IllegalMove):
                raise
            raise IllegalMove(game.why_illegal(self, move)) from None
        return Position(game, state)

    def draw(self, last: Move | None = None, *, unicode: bool = False) -> str:
        """The position as a text picture, with the last move marked if it is given."""
        return self._game.draw(self, last=last, unicode=unicode)

    def svg(self, last: Move | None = None) -> str:
        """The position as an SVG picture."""
        return self._game.svg(self, last=last)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self._game.position_text(self._state)

    def __repr__(self) -> str:
        return f"<{self._game.spec} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.key == other.key
            and self._game.rules_id == other._game.rules_id
            and self._game.rules.same(self._state, other._state)
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # By text, so that positions can cross to other processes and machines.
        return _unpickle, (self._game, str(self))


def _unpickle(game: Game, text: str) -> Position:
    return game.position(text)
