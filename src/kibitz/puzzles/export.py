"""Export of puzzles: a page to print, with solutions at the end, and JSON."""

from __future__ import annotations

import html
import json
from collections.abc import Collection, Iterable, Sequence

from kibitz.games.game import Game
from kibitz.puzzles.exercise import Exercise
from kibitz.puzzles.puzzle import GRADE_WORDS, GRADES, Puzzle

_STYLE = """
body { font: 12pt/1.4 Georgia, serif; margin: 2em auto; max-width: 50em; color: #111; background: #fff; }
ol { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(2, 1fr); gap: 2em; }
li { break-inside: avoid; }
li svg { max-width: 16em; max-height: 16em; display: block; }
h2 { break-before: page; }
.grade { color: #555; font-size: 90%; }
ol.solutions { display: block; columns: 2; font-size: 90%; }
@media (max-width: 40em) { ol { grid-template-columns: 1fr; } ol.solutions { columns: 1; } }
"""


def chosen_puzzles(
    puzzles: Iterable[Puzzle], grades: Collection[int] = GRADES, count: int | None = None
) -> list[Puzzle]:
    """Return puzzles of some grades, easiest first; an even selection if there are too many."""
    found = sorted((puzzle for puzzle in puzzles if puzzle.grade in grades), key=lambda puzzle: puzzle.grade)
    if count is None or len(found) <= count:
        return found
    return [found[number * len(found) // count] for number in range(count)]


def puzzles_json(puzzles: Iterable[Puzzle]) -> str:
    """Return puzzles with answers as JSON-compatible data."""
    return json.dumps([puzzle.to_json() for puzzle in puzzles], ensure_ascii=False, indent=1) + "\n"


def puzzles_page(puzzles: Sequence[Puzzle], own: Game | None = None) -> str:
    """Return a page to print: boards and tasks first, solutions on a separate page."""
    tasks, solutions = [], []
    for number, puzzle in enumerate(puzzles, start=1):
        exercise = Exercise(puzzle, own)
        position = exercise.position
        grade = GRADE_WORDS[puzzle.grade - 1]
        tasks.append(
            f'<li id="p{number}"><b>{number}.</b> {html.escape(position.game.title)}, '
            f'<span class="grade">{grade}</span>{position.svg()}'
            f"<p>{html.escape(exercise.question)}</p></li>"
        )
        answers = " or ".join(position.write(move) for move in exercise.right())
        line = exercise.solution()
        rest = f" ({html.escape(line)})" if " " in line else ""
        themes = f"; {html.escape(', '.join(puzzle.themes))}" if puzzle.themes else ""
        solutions.append(f"<li><b>{number}.</b> {html.escape(answers)}{rest}{themes}</li>")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Puzzles</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>Puzzles</h1>\n<ol>\n"
        + "\n".join(tasks)
        + '\n</ol>\n<h2>Solutions</h2>\n<ol class="solutions">\n'
        + "\n".join(solutions)
        + "\n</ol>\n</body>\n</html>\n"
    )
