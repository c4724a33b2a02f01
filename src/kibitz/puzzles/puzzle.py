"""A puzzle: a position with a task and proved answers."""

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
from kibitz.records.record import is_python_game_spec, plain_game

#: Grades of difficulty.
GRADES = range(1, 6)
GRADE_WORDS = ("very easy", "easy", "medium", "hard", "very hard")


class Task(enum.StrEnum):
    """The task of a puzzle."""

    WIN_IN = "win in so many moves"
    ONLY_WIN = "the only winning move"
    SAVE = "the only move that saves the draw"
    BEST_MOVE = "the best move"
    BEST_ROLL = "the best roll"
    BETTER = "a better move than was played"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with a task; every answer is proved right and every other move wrong."""

    #: Spec of the game, and notation of the position.
    game: str
    position: str
    task: Task
    #: The right moves or rolls, in notation.
    answers: tuple[str, ...]
    #: Best play from the first answer on.
    line: tuple[str, ...]
    #: Value of the position to its mover, as text.
    value: str
    #: From 1, very easy, to 5, very hard.
    grade: int
    #: Plies to the end, if the task is to win in so many.
    plies: int | None = None
    #: The mistake that was made, and its saved game; empty for a generated puzzle.
    played: str = ""
    record: str = ""
    #: Whether `line` has the only answer at every turn of the solver.
    unique: bool = False
    #: What the solution is made of: "fork", "back-rank mate".
    themes: tuple[str, ...] = ()
    #: The share of tries by the levels that solved it; None if that was not measured.
    solved: float | None = None

    @property
    def id(self) -> str:
        """Return its identity: game, position and task."""
        text = f"{self.game}\n{self.position}\n{self.task.value}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def load_game(self, own: Game | None = None) -> Game:
        """Load its game; a Python file only if the caller names it."""
        if is_python_game_spec(self.game):
            if own is None or own.spec != self.game:
                raise BadOption(
                    f"this puzzle's rules are in a Python file; name {quoted(self.game)} to play it"
                )
            return own
        return load(self.game)

    def start(self, own: Game | None = None) -> Position:
        """Return its position."""
        return self.load_game(own).position(self.position)

    def question(self, position: Position) -> str:
        """Return the task as text; `position` is its start."""
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
                return (
                    f"{name} played {self._written(position, self.played)} here. Find {self._answer_kind()}."
                )

    def _answer_kind(self) -> str:
        """Describe a right answer."""
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
        """Return whether a move or roll is right."""
        return str(move) in self.answers

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data."""
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
            "unique": self.unique,
            "themes": list(self.themes),
            "solved": self.solved,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Puzzle:
        """Parse the data of `to_json`; BadFile if it is invalid."""
        try:
            grade, plies = data["grade"], data.get("plies")
            if grade not in GRADES or not (plies is None or isinstance(plies, int)):
                raise ValueError("a grade or a number of plies is out of range")
            solved, unique = data.get("solved"), bool(data.get("unique", False))
            if unique and len(data["line"]) != plies:
                raise ValueError("its line does not lead to the end")
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
                unique,
                tuple(map(str, data.get("themes", ()))),
                None if solved is None else float(solved),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadFile(f"this is not a puzzle: {error}") from None


def puzzle_spec(game: Game) -> str:
    """Return the spec under which puzzles of a game are stored, without display options."""
    return plain_game(game).spec
