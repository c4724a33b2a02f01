"""1,000 sentences of every kind, parsed and checked by an independent program.

A few dozen positions of each game are looked at; `KIBITZ_SENTENCES=N` makes it N times as many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz import Limit, Move, Position, Side
from kibitz.analysis.explain import explain_in
from kibitz.base.reason import Reason
from kibitz.base.value import Win
from kibitz.games.connect.solver import ConnectSolver
from tests.analysis import author_sentences
from tests.analysis.sentences import Checker
from tests.analysis.truth import Chances, Worth, after_move
from tests.games import line_sentences, test_connect_teacher, test_ewn_teacher, test_numerical_teacher

_TIMES = int(os.environ.get("KIBITZ_SENTENCES", "1"))
_EXAMPLES = Path(kibitz.__file__).parent / "examples"

Own = Callable[[Position, Move, Reason], None]


def game_of(spec: str, **options: int) -> kibitz.Game:
    return kibitz.load(str(_EXAMPLES / spec) if spec.endswith(".py") else spec, **options)


def positions(game: kibitz.Game, count: int, least: int, most: int) -> Iterator[Position]:
    """Positions of random games after so many plies."""
    rng = random.Random(20)
    while count:
        position = game.start(rng)
        for _ in range(rng.randrange(least, most)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if not position.is_over and position.turn is not Side.CHANCE:
            count -= 1
            yield position


def check_all(checker: Checker, found: Iterator[Position], limit: Limit | None = None) -> None:
    for position in found:
        analysis = kibitz.analyse(position, limit)
        values = {each.move: each.value for each in analysis.moves}
        for move in position.moves:
            checker.check(explain_in(analysis, move), dict(values))
    print(checker.report())
    assert checker.false == []
    assert len(checker.empty) <= max(1, 0.02 * checker.read)


@pytest.mark.parametrize(
    ("spec", "count", "least", "most", "own"),
    [
        ("tictactoe", 40, 0, 8, line_sentences.check_mnk),
        ("tictactoe:misere=yes", 30, 0, 8, line_sentences.check_mnk),
        ("mnk:width=4,height=3,length=3", 15, 4, 10, line_sentences.check_mnk),
        ("mnk:width=4,height=4,length=4", 4, 9, 14, line_sentences.check_mnk),
        ("connect:width=4,height=3,length=3", 30, 1, 10, test_connect_teacher.check),
        ("connect:width=4,height=4,length=3", 20, 4, 12, test_connect_teacher.check),
        ("connect:width=4,height=4", 20, 7, 15, test_connect_teacher.check),
        ("connect:width=2,height=6,length=3", 20, 1, 10, test_connect_teacher.check),
        ("numerical", 8, 5, 8, test_numerical_teacher.check),
        ("nim.py", 15, 0, 5, None),
        ("chomp.py", 15, 0, 5, None),
        ("domineering.py", 10, 3, 8, None),
        ("dots_and_boxes.py", 10, 3, 10, author_sentences.check),
    ],
)
def test_where_the_game_is_known_to_its_end(
    spec: str, count: int, least: int, most: int, own: Own | None
) -> None:
    checker = Checker(worth=after_move, own=own)
    check_all(checker, positions(game_of(spec), count * _TIMES, least, most))
    assert len(checker.seen) > 1


def test_kalah() -> None:
    checker = Checker(worth=after_move, own=author_sentences.check)
    check_all(checker, positions(game_of("kalah.py", pits=3, seeds=2), 25 * _TIMES, 0, 8))
    assert {"brings the most points", "brings fewer points than another"} <= set(checker.seen)


def solved(position: Position, move: Move) -> Worth:
    """What the solver of Connect games says, in plies as they follow from its scores."""
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.for_side(position.turn), 1
    value = _SOLVER.value(after, _SOLVER.score(after))
    assert value.result is not None
    assert value.plies is not None
    return -value.result, value.plies + 1


_CONNECT4 = kibitz.load("connect4")
_SOLVER = ConnectSolver(_CONNECT4)


def test_connect_four() -> None:
    checker = Checker(worth=solved, own=test_connect_teacher.check)
    check_all(checker, positions(_CONNECT4, 25 * _TIMES, 10, 36))
    assert {"blocks", "forces", "makes two threats", "leads to zugzwang"} <= set(checker.seen)


@pytest.mark.parametrize(
    ("spec", "options", "count", "own"),
    [
        ("race.py", {"goal": 7}, 20, author_sentences.check),
        ("pig.py", {"target": 8}, 20, author_sentences.check),
        ("ewn:size=3,stones=2,setup=12", {}, 20, test_ewn_teacher.check),
    ],
)
def test_with_dice(spec: str, options: dict[str, int], count: int, own: Own) -> None:
    game = game_of(spec, **options)
    chances = Chances(game.start())
    checker = Checker(chance=chances.of, own=own)
    check_all(checker, positions(game, count * _TIMES, 1, 14))
    assert len(checker.seen) > 1


@pytest.mark.parametrize(
    ("spec", "limit", "own"),
    [
        ("mnk:width=7,height=7,length=5", Limit(depth=3), line_sentences.check_mnk),
        ("connect:width=10,height=12", Limit(depth=4), test_connect_teacher.check),
        ("othello.py", Limit(depth=2), author_sentences.check),
        ("kalah.py", Limit(depth=3), author_sentences.check),
        ("morris.py", Limit(depth=3), None),
        ("breakthrough.py", Limit(depth=2), author_sentences.check),
        ("nine_mens_morris.py", Limit(depth=2), author_sentences.check),
        ("ewn", Limit(depth=1), test_ewn_teacher.check),
    ],
)
def test_where_a_search_guesses(spec: str, limit: Limit, own: Own | None) -> None:
    checker = Checker(own=own)
    check_all(checker, positions(game_of(spec), 3 * _TIMES, 2, 16), limit)
    assert checker.seen


def test_an_unchecked_sentence_is_a_fault() -> None:
    analysis = kibitz.analyse(kibitz.load("tictactoe").start())
    said = explain_in(analysis)
    wild = type(said)(said.position, said.move, Win(3), said.line, (Reason("new", "is lucky"),), True)
    checker = Checker(worth=after_move)
    checker.check(wild, {})
    (fault,) = checker.false
    assert fault.startswith("'is lucky'")
