"""Records of arena games."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from kibitz.arena.game_result import GameResult
from kibitz.arena.schedule import Plan
from kibitz.base.errors import KibitzError
from kibitz.base.move import Move
from kibitz.files.atomic_write import write_atomically
from kibitz.games.game import Game
from kibitz.records.files import data_folder
from kibitz.records.python_rules import keep_rules
from kibitz.records.record import Record


def record_of(plan: Plan, result: GameResult, game: Game) -> Record:
    """Return the record of a game, with the tags White and Black too, which chess rating programs read."""
    first, second = plan.names_of(result.number)
    position = start = game.position(result.start)
    moves: list[Move] = []
    for text in result.moves:
        moves.append(position.move(text))
        position = position.play(moves[-1])
    tags = {
        "Event": f"{game.title}, game {result.number + 1}",
        "Round": f"{result.number // 2 + 1}.{result.number % 2 + 1}",
        "First": first,
        "Second": second,
        "White": first,
        "Black": second,
        "Seed": str(plan.seed_of(result.number)),
    }
    if (reason := result.ending.reason()) is not None:
        tags["Termination"] = reason
    return Record(game, tuple(moves), start, result.ending.outcome, tags)


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write all records to one file, separated by empty lines; rules in Python files are stored beside it."""
    listed = list(records)
    write_atomically(path, "\n".join(map(str, listed)))
    for game in {record.game.rules_id: record.game for record in listed}.values():
        with contextlib.suppress(KibitzError, OSError):
            keep_rules(game, data_folder())
