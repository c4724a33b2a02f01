"""Sentences of the service as the page receives them, from games played at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import kibitz
from kibitz.analysis.explain import explain
from kibitz.base.errors import KibitzError
from kibitz.base.limit import Limit
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.game_review.json_report import review_to_json
from kibitz.game_review.review import review
from kibitz.games.position import Position
from kibitz.puzzles.exercise import Exercise
from kibitz.puzzles.generator import make_puzzles
from kibitz.records.record import Record
from kibitz.service.catalogue import Catalogue
from kibitz.service.settings import Settings

#: What people may type that is no legal move, for each kind of board.
_TYPED = ("1", "9", "99", "5=7", "a1", "h9", "e4", "e2e5", "Ke3", "O-O", "O-O-O", "Qd5", "1-c3", "d7", "zz")


def catalogue() -> Iterator[str]:
    """Yield every text of the lists of games and players."""
    found = Catalogue(Settings())
    for game in found.games():
        yield from (
            game["title"],
            game["summary"],
            game["known"],
            game["short"],
            *game["words"],
            *game["sides"],
        )
        yield kibitz.load(game["name"]).notation.move_help
        for option in game["options"]:
            yield from (option["name"], option["help"])
    for player in found.players():
        yield player["summary"]
        for option in player["options"]:
            yield from (option["name"], option["help"])


def games(spec: str, rng: Random, count: int) -> Iterator[tuple[Sequence[Position], Sequence[kibitz.Move]]]:
    """Yield games played at random, as their positions and moves."""
    game = kibitz.load(spec)
    for _ in range(count):
        line, moves = [game.start()], []
        while not line[-1].is_over and len(moves) < 60:
            move = line[-1].roll(rng) if line[-1].turn is Side.CHANCE else pick(rng, line[-1].moves)
            moves.append(move)
            line.append(line[-1].play(move))
        yield line, moves


def of_position(position: Position) -> Iterator[str]:
    """Yield what a board, its refusals and its explanations say."""
    drawn = position.game.view.board(position)
    if drawn is not None:
        yield from (note for note, _ in drawn.notes)
        yield from (piece.name for piece in drawn.pieces)
    if position.is_over or position.turn is Side.CHANCE:
        return
    for typed in _TYPED:
        try:
            position.move(typed)
        except KibitzError as error:
            yield str(error)
    for move in position.moves[:: 1 + len(position.moves) // 4]:
        found = explain(position, move, limit=Limit(nodes=3_000))
        yield found.words
        yield from (reason.text for reason in found.reasons)


def of_review(line: Sequence[Position], moves: Sequence[kibitz.Move]) -> Iterator[str]:
    """Yield what a review says."""
    record = Record(line[0].game, tuple(moves), line[0], line[-1].outcome)
    found = review_to_json(review(record, limit=Limit(nodes=2_000)))
    text = found["said"]
    yield from (*text["phases"], *text["chances"], text["stopped"])
    for lesson in text["lessons"]:
        yield from (lesson["title"], lesson["why"], lesson["reply"], lesson["better"])


def of_puzzles(spec: str, rng: Random, count: int) -> Iterator[str]:
    """Yield the questions of puzzles, hints, and the answers to wrong moves."""
    for puzzle in make_puzzles(kibitz.load(spec), count, rng):
        exercise = Exercise(puzzle)
        yield from (exercise.question, exercise.hint())
        position = exercise.position
        for move in position.moves[:3]:
            if move not in exercise.right():
                why = exercise.answer(str(move)).why
                yield f"{move} {why.words}" if why else ""
        shown = exercise.show()
        yield shown.words if shown else ""
