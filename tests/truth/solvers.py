"""Plain solvers in Python that share only the rules with Kibitz."""

from __future__ import annotations

from collections import deque
from functools import cache

from kibitz.base.side import Side
from kibitz.games.position import Position


class OutOfBudget(Exception):  # it is no error
    """A solver has visited as many positions as it may."""


class ExpectedScore:
    """The first player's expected score in a game with dice in which no position comes twice."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.of = cache(self._of)

    def _of(self, position: Position) -> float:
        self.budget -= 1
        if self.budget < 0:
            raise OutOfBudget
        if position.outcome is not None:
            return float(position.outcome.winner is Side.FIRST)
        if position.turn is Side.CHANCE:
            return sum(chance * self.of(position.play(roll)) for roll, chance in position.chances)
        found = (self.of(position.play(move)) for move in position.moves)
        return max(found) if position.turn is Side.FIRST else min(found)


class Retrograde:
    """Win, draw and loss with distances in a game without dice whose positions may come back.

    From the ends backwards: whoever can reach a lost position of the other has won, and whoever can only
    reach won ones has lost; what is never decided is drawn.
    """

    def __init__(self, start: Position) -> None:
        numbers = {self.name(start): 0}
        positions, children = [start], list[list[int]]()
        for position in positions:  # grows while it is read
            children.append([])
            if position.is_over:
                continue
            for move in position.moves:
                after = position.play(move).without_history()
                name = self.name(after)
                if name not in numbers:
                    numbers[name] = len(positions)
                    positions.append(after)
                children[-1].append(numbers[name])
        parents: list[list[int]] = [[] for _ in positions]
        for number, found in enumerate(children):
            for child in found:
                parents[child].append(number)
        values: dict[int, tuple[int, int]] = {}
        waiting = deque[int]()
        for number, position in enumerate(positions):
            if position.outcome is not None:
                values[number] = (position.outcome.for_side(position.turn), 0)
                if values[number][0]:
                    waiting.append(number)
        undecided = [len(found) for found in children]
        while waiting:
            number = waiting.popleft()
            result, plies = values[number]
            for parent in parents[number]:
                if parent in values:
                    continue
                if result < 0:
                    values[parent] = (1, plies + 1)
                    waiting.append(parent)
                else:
                    undecided[parent] -= 1
                    if not undecided[parent]:
                        values[parent] = (-1, plies + 1)
                        waiting.append(parent)
        self._numbers, self._values = numbers, values

    @staticmethod
    def name(position: Position) -> str:
        return f"{position} {position.turn}"

    def of(self, position: Position) -> tuple[int, int | None]:
        """Return the result for the side to move, and the plies to the end if it is no draw."""
        result, plies = self._values.get(self._numbers[self.name(position.without_history())], (0, 0))
        return (result, plies) if result else (0, None)


def mates_in(position: Position, plies: int) -> bool:
    """Whether the side to move mates in at most so many plies, whatever the other does."""
    for move in position.moves:
        after = position.play(move)
        if after.outcome is not None:
            if after.outcome.winner is position.turn:
                return True
        elif plies > 2 and all(
            not (reply := after.play(answer)).is_over and mates_in(reply, plies - 2) for answer in after.moves
        ):
            return True
    return False
