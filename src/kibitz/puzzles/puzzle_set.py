"""The puzzle sets that games bring along, mined by `kibitz puzzles GAME --mine FILE`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from kibitz.base.errors import BadFile
from kibitz.base.json_input import parse_json
from kibitz.games.game import Game
from kibitz.games.package import package_folder
from kibitz.puzzles.puzzle import Puzzle, puzzle_spec


def puzzle_set(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game; most games have none."""
    if game.rules.in_python:
        return ()
    path = package_folder(game) / "puzzles" / f"{game.name}.json"
    spec = puzzle_spec(game)
    return tuple(puzzle for puzzle in _shipped(path) if puzzle.game == spec) if path.exists() else ()


@lru_cache(maxsize=8)
def _shipped(path: Path) -> tuple[Puzzle, ...]:
    return read_set(path)


def read_set(path: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file that `format_set` wrote."""
    try:
        return tuple(map(Puzzle.from_json, parse_json(path.read_bytes())))
    except (OSError, ValueError, TypeError, BadFile) as error:
        raise BadFile(f"{path} holds no puzzles: {error}") from None


def format_set(puzzles: Iterable[Puzzle]) -> str:
    """Return a set as JSON, a puzzle a line, easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.grade, puzzle.plies or 0, puzzle.id))
    return "[\n" + ",\n".join(json.dumps(each.to_json(), ensure_ascii=False) for each in ordered) + "\n]\n"
