"""Every sentence about a move is true: checked by playing every answer and by a plain minimax."""

from __future__ import annotations

import functools
import random
from collections import Counter

import pytest

import kibitz
from kibitz.analysis.explain import explain
from kibitz.analysis.explanation import Explanation, Kind
from kibitz.base.errors import BadOption, GameOver, IllegalMove
from kibitz.base.move import Move
from kibitz.games.position import Position
from tests.analysis.stones import Stones


@functools.cache
def plain(position: Position) -> tuple[int, int]:
    """Result and plies for the mover, the winner hurrying and the loser delaying."""
    if position.outcome is not None:
        return position.outcome.for_side(position.turn), 0
    worth = [(-result, plies + 1) for result, plies in (plain(position.play(m)) for m in position.moves)]
    return max(worth, key=lambda w: (w[0], -w[0] * w[1]))


def worth(position: Position, move: Move) -> tuple[int, int]:
    result, plies = plain(position.play(move))
    return -result, plies + 1


def wins(position: Position, move: Move) -> bool:
    if move not in position.moves:
        return False
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner is position.turn


def check(said: Explanation) -> None:
    position, move = said.position, said.move
    after = position.play(move)
    mine = worth(position, move)
    others = [worth(position, other) for other in position.moves if other != move]
    best = max([mine, *others], key=lambda w: (w[0], -w[0] * w[1]))
    assert said.value.result == mine[0]
    if mine[0]:
        assert said.value.plies == mine[1]
        assert said.best == (mine == best)
    assert said.reasons
    for reason in said.reasons:
        named = reason.moves
        match reason.kind:
            case Kind.WINS_NOW:
                assert wins(position, move)
            case Kind.DRAWS_NOW:
                assert after.outcome is not None
                assert after.outcome.is_draw
            case Kind.LOSES_NOW:
                assert after.outcome is not None
                assert after.outcome.for_side(position.turn) == -1
            case Kind.BLOCKS:
                for threat in named:
                    assert not wins(after, threat)
                    after_others = [wins(position.play(m), threat) for m in position.moves]
                    assert 2 * sum(after_others) > len(after_others)
            case Kind.LETS_WIN:
                assert all(wins(after, reply) for reply in named)
                assert mine == (-1, 2)
            case Kind.FORK:
                assert len(named) > 1
                assert mine == (1, 3)
                assert all(any(wins(after.play(r), t) for t in named) for r in after.moves)
            case Kind.THREATENS:
                assert any(wins(after.play(r), t) for r in after.moves for t in named)
                assert not any(wins(after, r) for r in after.moves)
            case Kind.FORCES:
                answer, *threats = named
                for reply in after.moves:
                    assert any(wins(after.play(reply), t) for t in threats) == (reply != answer)
            case Kind.DENIES_FORK:
                fork, *threats = named
                board, they = Stones.of(position), "xo"[position.turn.opponent]
                assert board.is_fork(str(fork), they)  # as if the mover had passed
                assert board.after(str(fork), they).threats(they) >= set(map(str, threats))
                after_it = board.after(str(move), "xo"[position.turn])
                assert not any(after_it.is_fork(reply, they) for reply in after_it.moves())
                assert mine[0] > -1
            case Kind.ALLOWS_FORK:
                fork, *threats = named
                assert mine == (-1, 4)
                assert worth(after, fork) == (1, 3)
                forked = after.play(fork)
                assert all(any(wins(forked.play(r), t) for t in threats) for r in forked.moves)
            case Kind.ONLY_LOSING:
                assert all(worth(after, reply)[0] == -1 for reply in after.moves)
                assert f"wins in {mine[1]} at the latest" in reason.text
            case Kind.QUICKEST:
                assert all(w[0] < 1 or w[1] > mine[1] for w in others)
            case Kind.SLOWER:
                assert worth(position, named[0]) == best
                assert reason.text.startswith(f"wins {mine[1] - best[1]} later")
            case Kind.KEEPS_DRAW:
                assert mine[0] == best[0] == 0
                assert sum(w[0] == -1 for w in others) == len(named) > 0
            case Kind.ALL_DRAW:
                assert {w[0] for w in others} == {0}
            case Kind.MISSES_WIN:
                assert mine[0] < 1
                assert worth(position, named[0])[0] == 1
            case Kind.LOSES:
                assert mine[0] == -1 < best[0] == worth(position, named[0])[0]
            case Kind.HOLDS_OUT:
                assert best[0] == -1
            case Kind.ONLY_MOVE:
                assert others == []
            case _:
                # What only one game says is checked in tests/games/test_*_reasons.py.
                assert not isinstance(reason.kind, Kind), f"{reason} can't be said of {position}"


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
                Kind.ONLY_LOSING,
                Kind.KEEPS_DRAW,
                Kind.ALL_DRAW,
                Kind.MISSES_WIN,
                Kind.LOSES,
                Kind.HOLDS_OUT,
                Kind.ONLY_MOVE,
            },
        ),
        ("mnk:width=4,height=3,length=3", 60, 4, {Kind.SLOWER, Kind.QUICKEST, Kind.FORK, Kind.BLOCKS}),
        ("tictactoe:misere=yes", 60, 1, {Kind.LOSES_NOW}),
        ("connect:width=4,height=3,length=3", 40, 3, {Kind.FORK, Kind.BLOCKS, Kind.FORCES}),
        ("numerical", 12, 5, {Kind.WINS_NOW, Kind.LETS_WIN, Kind.BLOCKS}),
    ],
)
def test_every_reason_is_true(spec: str, count: int, plies: int, expected: set[Kind]) -> None:
    seen: Counter[Kind] = Counter()
    for position in some_positions(spec, count, plies):
        for move in position.moves:
            said = explain(position, move)
            check(said)
            seen.update(reason.kind for reason in said.reasons)
    assert expected <= set(seen)


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
    assert [reason.kind for reason in said.reasons] == [Kind.ESTIMATE]
    assert "to a search of depth 2" in str(said)


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


def test_what_can_not_be_explained() -> None:
    game = kibitz.load("tictactoe")
    with pytest.raises(IllegalMove):
        explain(game.start().play("5"), game.start().move("5"))
    with pytest.raises(GameOver):
        explain(game.position("xxx/oo./..."))
    with pytest.raises(BadOption):
        explain(kibitz.load("race").start())
