"""Sentences about EinStein würfelt nicht!: which faces of the die help, and what stands in danger."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.move import Move
from kibitz.base.reason import Part, Reason, join_words
from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.games.teacher import Teacher

if TYPE_CHECKING:
    from kibitz.games.ewn.game import Ewn


class Kind(enum.StrEnum):
    """What a reason of this game claims."""

    TAKES = "takes an enemy stone"
    TAKES_OWN = "takes an own stone"
    THREATENS = "faces that will win"
    LOSES_TO = "faces with which the opponent wins"
    IN_DANGER = "faces that take a stone"
    ESCAPES = "takes a stone out of danger"


@dataclass(frozen=True, slots=True)
class Faces:
    """What may be rolled where a player is about to roll."""

    #: The faces that let each stone of the roller move.
    of_stone: dict[int, list[int]]
    #: The faces with which the roller can win at once.
    winning: list[int]
    #: The faces with which the roller can take each stone of the other player.
    taking: dict[int, list[int]]


#: Gives a player's stones and their cells in a position.
StonesOf = Callable[[Position, Side], dict[int, int]]


def faces_of(rolling: Position, stones_of: StonesOf) -> Faces:
    """What each roll would let the player do for whom the die is rolled, found by trying it."""
    roller = rolling.mover
    enemies = {cell: stone for stone, cell in stones_of(rolling, roller.opponent).items()}
    found = Faces({stone: [] for stone in stones_of(rolling, roller)}, [], {})
    for roll in rolling.moves:
        (face,) = roll.parts
        rolled = rolling.play(roll)
        for stone in {move.parts[0] for move in rolled.moves}:
            found.of_stone[stone].append(face)
        if any(_wins(rolled, move) for move in rolled.moves):
            found.winning.append(face)
        for enemy in {enemies[move.parts[1]] for move in rolled.moves if move.parts[1] in enemies}:
            found.taking.setdefault(enemy, []).append(face)
    return found


def _wins(rolled: Position, move: Move) -> bool:
    outcome = rolled.play(move).outcome
    return outcome is not None and outcome.winner is rolled.turn


class EwnTeacher(Teacher):
    """Explains which faces of the die help, what is taken, and what stands in danger."""

    tells_captures = True

    def __init__(self, game: Ewn) -> None:
        self._game = game

    def name_win(self, position: Position, move: Move) -> str:
        """Return how a stone wins: by where it goes, or by what it takes."""
        corner = 0 if position.turn is Side.SECOND else self._game.size**2 - 1
        return "the corner" if move.parts[1] == corner else "the last stone"

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return what a move does to the stones of both sides."""
        return _stone_reasons(position, move, self._game.stones_of, self._rolling)

    def _rolling(self, position: Position, side: Side) -> Position:
        """The same stones with a player about to roll."""
        rules = self._game.rules
        cells = rules.describe(position.state)[2:]
        return Position(self._game, rules.assemble([int(side), 0, *cells]))

    def race_distance(self, position: Position, side: Side) -> int | None:
        """Return the steps of the most advanced stone to the far corner; None without a stone."""
        size = self._game.size
        goal = size - 1 if side is Side.FIRST else 0
        places = (divmod(cell, size) for cell in self._game.stones_of(position, side).values())
        return min((max(abs(goal - row), abs(goal - column)) for row, column in places), default=None)


def _stone_reasons(
    position: Position, move: Move, stones_of: StonesOf, rolling: Callable[[Position, Side], Position]
) -> list[Reason]:
    """What a move does to the stones; `rolling` is a position with one player about to roll."""
    me = position.turn
    after = position.play(move)
    own, theirs = stones_of(position, me), stones_of(position, me.opponent)
    stone, target = move.parts
    opponent = position.game.side_name(me.opponent)
    reply, before = (faces_of(rolling(each, me.opponent), stones_of) for each in (after, position))
    mine = faces_of(rolling(after, me), stones_of)
    reasons = []
    for enemy in (enemy for enemy, cell in theirs.items() if cell == target):
        left = len(theirs) - 1
        text = f"takes {opponent}'s stone {enemy}, which leaves {opponent} {left}"
        reasons.append(Reason(Kind.TAKES, text))
    for taken in (each for each, cell in own.items() if cell == target):
        reasons.append(_own_taken(position, taken, mine, stones_of, rolling))
    if reply.winning:
        text = f"lets {opponent} win with {_roll(reply.winning)}"
        reasons.append(Reason(Kind.LOSES_TO, text, part=Part.WHY, against=True, small=True))
    if mine.winning:
        text = f"threatens to win with {_roll(mine.winning)} next, if {opponent} does nothing about it"
        reasons.append(Reason(Kind.THREATENS, text))
    if stone in reply.taking:
        text = f"can be taken by {opponent} with {_roll(reply.taking[stone])}"
        reasons.append(
            Reason(Kind.IN_DANGER, f"puts stone {stone} where it {text}", against=True, small=True)
        )
    elif stone in before.taking:
        text = f"takes stone {stone} out of danger: {opponent} could have taken it with "
        reasons.append(Reason(Kind.ESCAPES, text + _roll(before.taking[stone])))
    return reasons


def _own_taken(
    position: Position,
    taken: int,
    after: Faces,
    stones_of: StonesOf,
    rolling: Callable[[Position, Side], Position],
) -> Reason:
    """Why it may be good to have a stone less: the ones beside it in number move more often."""
    before = faces_of(rolling(position, position.turn), stones_of).of_stone
    more = [stone for stone, faces in after.of_stone.items() if len(faces) > len(before[stone])]
    said = [
        f"stone {stone} then moves with {_roll(after.of_stone[stone])} instead of {_roll(before[stone])}"
        for stone in more
    ]
    return Reason(Kind.TAKES_OWN, f"takes its own stone {taken}: {join_words(said, 'and')}")


def _roll(faces: list[int]) -> str:
    return f"a {join_words([str(face) for face in sorted(faces)])}"
