"""Detection of puzzles in positions; every answer is proved."""

from __future__ import annotations

from dataclasses import replace

from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.report import Analysis, MoveAnalysis
from kibitz.base.side import Side
from kibitz.base.value import Expect
from kibitz.games.position import Position
from kibitz.puzzles.difficulty import grade_of
from kibitz.puzzles.proof import proved_values, proved_wins, winning_line
from kibitz.puzzles.puzzle import Puzzle, Task, puzzle_spec

#: Maximum length of a win in plies.
_LONGEST_WIN = 9
#: With dice, the minimum lead in win probability of the best move, and of the best roll.
_CLEAR = 0.05
_CLEAR_ROLL = 0.02
#: Minimum leads of the best roll, with the grade.
_ROLL_GRADES = ((0.25, 1), (0.15, 2), (0.08, 3), (0.04, 4))
#: Search depth in plies for wins in unsolved games.
_SEARCHED = 5


def puzzle_at(position: Position) -> Puzzle | None:
    """Return the puzzle of a position; None if it has none."""
    if position.is_over or len(position.moves) < 2:
        return None
    if position.turn is Side.CHANCE:
        return _best_roll(evaluate_position(position))
    if position.game.has_chance:
        return _best_move(evaluate_position(position))
    if (found := proved_values(position)) is not None:
        return _win_in(found) or _only(found)
    found = proved_wins(position, _SEARCHED)
    return None if found is None else _win_in(found)


def make_puzzle(
    found: Analysis, task: Task, right: list[MoveAnalysis], plies: int | None = None, grade: int | None = None
) -> Puzzle:
    """Return a puzzle with these answers."""
    position = found.position
    answers = [each.move for each in right]
    return Puzzle(
        puzzle_spec(position.game),
        str(position),
        task,
        tuple(map(str, answers)),
        tuple(map(str, right[0].line)),
        str(found.value),
        grade_of(position, answers) if grade is None else grade,
        plies,
    )


def _win_in(found: Analysis) -> Puzzle | None:
    """Return the quickest wins, if they are few and short."""
    moves, best = found.moves, found.moves[0].value
    if best.result != 1 or best.plies is None or best.plies > _LONGEST_WIN:
        return None
    quickest = [each for each in moves if each.value == best]
    if 3 * len(quickest) > len(moves):
        return None
    first = replace(quickest[0], line=winning_line(found.position, quickest[0].line, best.plies))
    return make_puzzle(found, Task.WIN_IN, [first, *quickest[1:]], best.plies)


def _only(found: Analysis) -> Puzzle | None:
    """Return the only move that wins, or that does not lose."""
    result = found.moves[0].value.result
    right = [each for each in found.moves if each.value.result == result]
    if result == -1 or len(right) != 1:
        return None
    return make_puzzle(found, Task.ONLY_WIN if result == 1 else Task.SAVE, right)


def _best_move(found: Analysis) -> Puzzle | None:
    if not found.all_exact:
        return None
    best, second = (each.value for each in found.moves[:2])
    if not (isinstance(best, Expect) and isinstance(second, Expect)) or best.chance - second.chance < _CLEAR:
        return None
    return make_puzzle(found, Task.BEST_MOVE, [found.moves[0]])


def _best_roll(found: Analysis) -> Puzzle | None:
    chances = [each.value.chance for each in found.rolls if isinstance(each.value, Expect)]
    if not found.all_exact or len(chances) != len(found.rolls):
        return None
    best = max(chances)
    right = [
        each for each in found.rolls if isinstance(each.value, Expect) and best - each.value.chance < 1e-9
    ]
    others = [chance for chance in chances if best - chance >= 1e-9]
    if not others or 2 * len(right) > len(chances) or best - max(others) < _CLEAR_ROLL:
        return None
    lead = best - max(others)
    grade = next((grade for least, grade in _ROLL_GRADES if lead >= least), 5)
    position = found.position
    rolls = tuple(str(each.roll) for each in right)
    return Puzzle(
        puzzle_spec(position.game), str(position), Task.BEST_ROLL, rolls, rolls[:1], str(found.value), grade
    )
