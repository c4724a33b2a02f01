"""Explanations of EinStein würfelt nicht!: which faces of the die help, and which stones are in danger."""

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
    """A kind of reason."""

    TAKES = "takes an enemy stone"
    TAKES_OWN = "takes an own stone"
    THREATENS = "faces that will win"
    LOSES_TO = "faces with which the opponent wins"
    IN_DANGER = "faces that take a stone"
    ESCAPES = "takes a stone out of danger"


@dataclass(frozen=True, slots=True)
class Faces:
    """The possible rolls of a player about to roll."""

    #: Faces that let each stone of the roller move.
    of_stone: dict[int, list[int]]
    #: Faces with which the roller can win at once.
    winning: list[int]
    #: Faces with which the roller can capture each enemy stone.
    taking: dict[int, list[int]]


#: Returns a player's stones and their cells.
StonesOf = Callable[[Position, Side], dict[int, int]]


def faces_of(rolling: Position, stones_of: StonesOf) -> Faces:
    """Return the effects of each roll, found by playing it."""
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
    """Explains helpful faces of the die, captures and dangers."""

    tells_captures = True

    def __init__(self, game: Ewn) -> None:
        self._game = game

    def name_win(self, position: Position, move: Move) -> str:
        """Return how a stone wins: by its target, or by a capture."""
        corner = 0 if position.turn is Side.SECOND else self._game.size**2 - 1
        return "the corner" if move.parts[1] == corner else "the last stone"

    def effects(self, position: Position, move: Move) -> list[Reason]:
        """Return the effects of a move on the stones of both sides."""
        return _stone_reasons(position, move, self._game.stones_of, self._rolling)

    def _rolling(self, position: Position, side: Side) -> Position:
        """Return the position with a player about to roll."""
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
    """Return the reasons about stones; `rolling` returns a position with a player about to roll."""
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
    """Return the benefit of capturing an own stone: its neighbours in number move more often."""
    before = faces_of(rolling(position, position.turn), stones_of).of_stone
    more = [stone for stone, faces in after.of_stone.items() if len(faces) > len(before[stone])]
    reasons_found = [
        f"stone {stone} then moves with {_roll(after.of_stone[stone])} instead of {_roll(before[stone])}"
        for stone in more
    ]
    return Reason(Kind.TAKES_OWN, f"takes its own stone {taken}: {join_words(reasons_found, 'and')}")


def _roll(faces: list[int]) -> str:
    return f"a {join_words([str(face) for face in sorted(faces)])}"
