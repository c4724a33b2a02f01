"""An attempt at a puzzle: the answer is hidden until it is found or requested."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Any

from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.explain import explain_in
from kibitz.analysis.explanation import Explanation, Kind
from kibitz.analysis.pv_text import line_words
from kibitz.base.errors import GameOver
from kibitz.base.move import Line, Move
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.base.value import Expect, Points, Value, Win
from kibitz.games.game import Game
from kibitz.puzzles.proof import proved_defences, proved_values, proved_wins
from kibitz.puzzles.puzzle import Puzzle, Task
from kibitz.puzzles.repetition import Recall

#: Number of answers before the puzzle counts as shown.
_TRIES = 3
#: Hints by the effect of the right move.
_LOOK_FOR: dict[str, str] = {
    Kind.WINS_NOW: "It ends the game.",
    Kind.DRAWS_NOW: "It ends the game.",
    Kind.BLOCKS: "See what the opponent threatens.",
    Kind.FORK: "It makes two threats at once.",
    Kind.FORCES: "It makes a threat.",
    Kind.THREATENS: "It makes a threat.",
    Kind.DENIES_FORK: "See where the opponent could make two threats at once.",
}


class Result(enum.StrEnum):
    """The result of an answer."""

    WRONG = "wrong"
    GOES_ON = "right so far"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with its result; `reply` is the opponent's move if the puzzle continues."""

    result: Result
    move: Move
    reply: Move | None = None
    #: Why a wrong move is wrong, without revealing the right one; None for rolls.
    why: Explanation | None = None


class Exercise:
    """A puzzle being solved. A win in several moves is played out, move by move."""

    def __init__(self, puzzle: Puzzle, own: Game | None = None) -> None:
        self.puzzle = puzzle
        self.position = puzzle.start(own)
        self.solver = self.position.mover
        self.played: list[Move] = []
        self.wrong = 0
        self.shown = False
        self.solved = False

    @property
    def question(self) -> str:
        """Return the current task as text."""
        if not self.played:
            return self.puzzle.question(self.position)
        left = (self._left() + 1) // 2
        return f"Go on: win in {'one more move' if left == 1 else f'{left} more moves'}."

    @property
    def is_over(self) -> bool:
        """Return whether it was solved or shown."""
        return self.solved or self.shown

    @property
    def recall(self) -> Recall:
        """Return the recall rating for scheduling."""
        if self.shown or self.wrong >= _TRIES:
            return Recall.SHOWN
        return Recall.LATE if self.wrong else Recall.AT_ONCE

    def right(self) -> list[Move]:
        """Return the right answers at the current position."""
        if not self.played:
            return [move for move in self.position.moves if self.puzzle.is_right(move)]
        if self.puzzle.unique:
            return [self._next_in_line()]
        found = proved_values(self.position) or proved_wins(self.position, self._left())
        if found is None:  # a puzzle from a file may be wrong
            return [evaluate_position(self.position).moves[0].move]
        # Every move that still wins in time is right.
        in_time = Win(self._left())
        return [each.move for each in found.moves if each.value.result == 1 and each.value >= in_time]

    def answer(self, text: str) -> Answered:
        """Try a move or roll; an error if it is illegal."""
        if self.is_over:
            raise GameOver("this puzzle is done")
        move = self.position.move(text)
        if move not in self.right():
            self.wrong += 1
            return Answered(Result.WRONG, move, why=self._why_wrong(move))
        self.played.append(move)
        self.position = self.position.play(move)
        if self.puzzle.task is not Task.WIN_IN or self.position.is_over:
            self.solved = True
            return Answered(Result.SOLVED, move)
        reply = self._reply()
        self.played.append(reply)
        self.position = self.position.play(reply)
        return Answered(Result.GOES_ON, move, reply)

    def _reply(self) -> Move:
        """Return the defence: that of the solution, or the one that holds out longest."""
        if self.puzzle.unique:
            return self._next_in_line()
        found = proved_values(self.position) or proved_defences(self.position, self._left())
        return found.moves[0].move

    def _next_in_line(self) -> Move:
        return self.position.move(self.puzzle.line[len(self.played)])

    def hint(self) -> str:
        """Return a hint: the number of answers, and what to look for."""
        count = len(self.right())
        if self.puzzle.task is Task.BEST_ROLL:
            return "One roll is right." if count == 1 else f"{count} rolls are right."
        hint_text = "One move is right." if count == 1 else f"{count} moves are right."
        why = explain_in(evaluate_position(self.position), self.right()[0])
        return " ".join([hint_text, *(_LOOK_FOR[r.kind] for r in why.reasons if r.kind in _LOOK_FOR)][:2])

    def show(self) -> Explanation | None:
        """Return the answer with its explanation, which counts as not found. None for a roll."""
        self.shown = True
        return (
            None
            if self.puzzle.task is Task.BEST_ROLL
            else explain_in(evaluate_position(self.position), self.right()[0])
        )

    def solution(self) -> str:
        """Return best play from the first answer on, in notation."""
        start = self.puzzle.start(self.position.game)
        line, position = [], start
        for text in self.puzzle.line:
            line.append(position.move(text))
            position = position.play(line[-1])
        return line_words(start, Line(line))

    def _left(self) -> int:
        """Return the remaining plies of a win."""
        return (self.puzzle.plies or 1) - len(self.played)

    def _why_wrong(self, move: Move) -> Explanation | None:
        """Explain a wrong move without naming the right one."""
        if self.position.turn is Side.CHANCE:
            return None
        hint_text = explain_in(evaluate_position(self.position), move)
        answers = set(self.right())
        reasons = tuple(reason for reason in hint_text.reasons if not answers & set(reason.moves))
        plain = Reason("what it is worth", _value_phrase(hint_text.value, hint_text.position.game))
        return replace(hint_text, reasons=reasons or (plain,))

    def to_json(self) -> dict[str, Any]:
        """Return JSON-compatible data for a front end, without the answer until it is found."""
        done = (
            {
                "answers": list(self.puzzle.answers),
                "solution": self.solution(),
                "themes": list(self.puzzle.themes),
            }
            if self.is_over
            else {}
        )
        return {
            "id": self.puzzle.id,
            "game": self.puzzle.game,
            "start": self.puzzle.position,
            "position": str(self.position),
            "question": self.question,
            "task": self.puzzle.task.value,
            "grade": self.puzzle.grade,
            "turn": str(self.position.turn),
            "mover": str(self.solver),
            "wrong": self.wrong,
            "solved": self.solved,
            "shown": self.shown,
            **done,
        }


def _value_phrase(value: Value, game: Game) -> str:
    """Describe a wrong move by its value alone."""
    if isinstance(value, Expect):
        return f"leaves a chance of {value.words()}"
    if isinstance(value, Points) and value.result is None:
        return f"is worth {game.scale.format_value(value)}"
    return "only draws" if value.result == 0 else game.scale.format_value(value)
