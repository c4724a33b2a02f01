"""A position with a task and a proved answer."""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.base.errors import BadFile, BadOption, KibitzError, quoted
from kibitz.base.move import Move
from kibitz.base.value import Points, Value
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load
from kibitz.records.record import is_own_game, plain_game

#: How hard puzzles are: from seen at a glance to hidden deep.
GRADES = range(1, 6)
GRADE_WORDS = ("very easy", "easy", "medium", "hard", "very hard")


class Task(enum.StrEnum):
    """What is to be found."""

    WIN_IN = "win in so many moves"
    ONLY_WIN = "the only winning move"
    SAVE = "the only move that saves the draw"
    BEST_MOVE = "the best move"
    BEST_ROLL = "the best roll"
    BETTER = "a better move than was played"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a task; every answer was proved right and every other one wrong."""

    #: The game's spec and the position's text.
    game: str
    position: str
    task: Task
    #: The moves or rolls that are right, in their notation.
    answers: tuple[str, ...]
    #: Best play from the first answer on.
    line: tuple[str, ...]
    #: What the position is worth to its mover, as its text.
    value: str
    #: From 1, very easy, to 5, very hard.
    grade: int
    #: Plies to the end, where the task is to win in so many.
    plies: int | None = None
    #: The mistake that was made here, and the saved game it was made in; empty where a puzzle was made up.
    played: str = ""
    record: str = ""

    @property
    def id(self) -> str:
        """What tells it from all others: game, position and task."""
        text = f"{self.game}\n{self.position}\n{self.task.value}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def load_game(self, own: Game | None = None) -> Game:
        """Its game; rules in a file of one's own are only taken from whoever names that file."""
        if is_own_game(self.game):
            if own is None or own.spec != self.game:
                raise BadOption(
                    f"this puzzle is of a game with rules of its own; name {quoted(self.game)} to play it"
                )
            return own
        return load(self.game)

    def start(self, own: Game | None = None) -> Position:
        """Where it begins."""
        return self.load_game(own).position(self.position)

    def question(self, position: Position) -> str:
        """The task in words; `position` is where it begins."""
        name = position.game.side_name(position.mover)
        match self.task:
            case Task.WIN_IN:
                count = ((self.plies or 1) + 1) // 2
                return f"{name} to move wins in {'one move' if count == 1 else f'{count} moves'}. How?"
            case Task.ONLY_WIN:
                return f"{name} to move. Only one move wins. Which?"
            case Task.SAVE:
                return f"{name} to move. Only one move saves the draw. Which?"
            case Task.BEST_MOVE:
                return f"{name} to move. One move is clearly the best. Which?"
            case Task.BEST_ROLL:
                return f"{name} is about to roll. Which roll would be the best?"
            case Task.BETTER:
                return f"{name} played {self._written(position, self.played)} here. Find {self._wanted()}."

    def _wanted(self) -> str:
        """What every right answer does, and no other move."""
        try:
            value = Value.parse(self.value)
        except KibitzError:
            return "the best move"
        if isinstance(value, Points) or not value.exact or value.result not in (0, 1):
            return "the best move"
        return "a move that wins" if value.result else "a move that draws"

    def _written(self, position: Position, text: str) -> str:
        try:
            return position.write(position.move(text))
        except KibitzError:
            return text

    def is_right(self, move: Move) -> bool:
        """Whether a move or roll is an answer."""
        return str(move) in self.answers

    def to_json(self) -> dict[str, Any]:
        """Plain values for machines and files."""
        return {
            "id": self.id,
            "game": self.game,
            "position": self.position,
            "task": self.task.value,
            "answers": list(self.answers),
            "line": list(self.line),
            "value": self.value,
            "grade": self.grade,
            "plies": self.plies,
            "played": self.played,
            "record": self.record,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Puzzle:
        """What `to_json` gave; BadFile if it is none."""
        try:
            grade, plies = data["grade"], data.get("plies")
            if grade not in GRADES or not (plies is None or isinstance(plies, int)):
                raise ValueError("a grade or a number of plies is out of range")
            return Puzzle(
                str(data["game"]),
                str(data["position"]),
                Task(data["task"]),
                tuple(map(str, data["answers"])),
                tuple(map(str, data["line"])),
                str(data["value"]),
                int(grade),
                plies,
                str(data.get("played", "")),
                str(data.get("record", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadFile(f"this is no puzzle: {error}") from None


def puzzle_spec(game: Game) -> str:
    """The spec under which puzzles of a game are kept: without what only changes its looks."""
    return plain_game(game).spec
