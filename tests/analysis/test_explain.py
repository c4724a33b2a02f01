"""Every sentence about a move is true: checked by playing every answer and by a plain minimax."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.analysis.explain import explain, explain_in
from kibitz.analysis.explanation import Kind
from kibitz.base.errors import BadOption, GameOver, IllegalMove
from kibitz.base.move import Move
from kibitz.games.position import Position
from tests.analysis.sentences import Checker
from tests.analysis.truth import after_move
from tests.games.line_sentences import check_mnk
from tests.games.test_connect_teacher import check as check_connect
from tests.games.test_numerical_teacher import check as check_numerical


def some_positions(spec: str, count: int, plies: int) -> list[Position]:
    rng, found = random.Random(7), []
    game = kibitz.load(spec)
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(plies, 12)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if not position.is_over:
            found.append(position)
    return found


@pytest.mark.parametrize(
    ("spec", "count", "plies", "expected"),
    [
        (
            "tictactoe",
            150,
            1,
            {
                Kind.WINS_NOW,
                Kind.DRAWS_NOW,
                Kind.BLOCKS,
                Kind.LETS_WIN,
                Kind.FORK,
                Kind.FORCES,
                Kind.DENIES_FORK,
                Kind.ALLOWS_FORK,
                Kind.WINS,
                Kind.REFUTED,
                Kind.OVERLOOKS,
                Kind.HARD_TO_BEAT,
                Kind.KEEPS_DRAW,
                Kind.ALL_DRAW,
                Kind.MISSES_WIN,
                Kind.LOSES,
                Kind.HOLDS_OUT,
                Kind.ONLY_MOVE,
            },
        ),
        (
            "mnk:width=4,height=3,length=3",
            60,
            4,
            {Kind.SLOWER, Kind.WINS, Kind.FORK, Kind.BLOCKS, Kind.FOLLOW_UP},
        ),
        ("tictactoe:misere=yes", 60, 1, {Kind.LOSES_NOW}),
        ("connect:width=4,height=3,length=3", 40, 3, {Kind.FORK, Kind.BLOCKS, Kind.FORCES}),
        ("numerical", 12, 5, {Kind.WINS_NOW, Kind.LETS_WIN, Kind.BLOCKS}),
    ],
)
def test_every_reason_is_true(spec: str, count: int, plies: int, expected: set[Kind]) -> None:
    own = {"tictactoe": check_mnk, "mnk": check_mnk, "connect": check_connect, "numerical": check_numerical}
    checker = Checker(worth=after_move, own=own[spec.partition(":")[0]])
    for position in some_positions(spec, count, plies):
        analysis = kibitz.analyse(position)
        values: dict[Move, object] = {each.move: each.value for each in analysis.moves}
        for move in position.moves:
            said = explain_in(analysis, move)
            mine = after_move(position, move)
            assert said.value.result == mine[0]
            assert not mine[0] or said.value.plies == mine[1]
            checker.check(said, values)
    assert checker.false == []
    assert expected <= set(checker.seen)


def test_the_best_move_is_explained_if_none_is_named() -> None:
    position = kibitz.load("tictactoe").position("xx./oo./...")
    said = explain(position)
    assert str(said) == "3 wins at once"
    assert said.best
    assert said.written == "3"
    assert said.to_json()["reasons"] == [{"kind": "wins at once", "text": "wins at once", "moves": []}]


def test_a_search_is_called_a_search() -> None:
    position = kibitz.load("mnk:width=9,height=9,length=5").start()
    said = explain(position, "e5", kibitz.Limit(depth=2))
    assert said.reasons[-1].kind == Kind.ESTIMATE
    assert said.reasons[-1].text.startswith("looks ")
    assert said.numbers.endswith("(by search of depth 2)")
    assert kibitz.explain(kibitz.load("tictactoe").start(), "1").numbers == "draws in 9 (exact)"


@pytest.mark.parametrize("spec", ["tictactoe", "chess"])
def test_a_move_that_a_sentence_is_about_is_named_as_people_write_it(spec: str) -> None:
    compared = {Kind.LOSES, Kind.HOLDS_OUT, Kind.MISSES_WIN, Kind.ESTIMATE}
    named = 0
    for position in some_positions(spec, 6, 5):
        for move in position.moves[:8]:
            for reason in explain(position, move, kibitz.Limit(depth=2)).reasons:
                if reason.kind in compared and reason.moves:
                    assert position.write(reason.moves[0]) in reason.text
                    named += 1
    assert named


def test_unexplainable_moves_are_refused() -> None:
    game = kibitz.load("tictactoe")
    with pytest.raises(IllegalMove):
        explain(game.start().play("5"), game.start().move("5"))
    with pytest.raises(GameOver):
        explain(game.position("xxx/oo./..."))
    with pytest.raises(BadOption):
        explain(kibitz.load("race").start())
