"""A game of the arena as a record."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kibitz.arena.job import GameJob, GameResult
from kibitz.files.whole_file import write_whole
from kibitz.games.game import Game
from kibitz.records.record import Record
from kibitz.words.move import Move
from kibitz.words.side import Outcome, Side

_OUTCOMES = {1.0: Outcome(Side.FIRST), 0.5: Outcome(None), 0.0: Outcome(Side.SECOND)}


def record_of(job: GameJob, result: GameResult, game: Game, names: tuple[str, str] | None = None) -> Record:
    """The record of a game. Rating programs for chess look for White and Black, so these are there too."""
    first, second = names or job.players
    position = start = game.position(result.start)
    moves: list[Move] = []
    for text in result.moves:
        moves.append(position.move(text))
        position = position.play(moves[-1])
    tags = {
        "Event": f"{game.title}, game {job.number + 1}",
        "Round": f"{job.pair + 1}.{job.number % 2 + 1}",
        "First": first,
        "Second": second,
        "White": first,
        "Black": second,
        "Seed": str(job.seed),
    }
    if result.reason is not None:
        tags["Termination"] = result.reason
    return Record(game, tuple(moves), start, _OUTCOMES[result.score], tags)


def write_records(path: Path, records: Iterable[Record]) -> None:
    """All records in one file, with an empty line between them."""
    write_whole(path, "\n".join(str(record) for record in records))
