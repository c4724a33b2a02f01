"""Thinking times like a person's: short where there is nothing to think about."""

from __future__ import annotations

import kibitz
from kibitz.base.random import Random
from kibitz.session.pace import human_seconds

CHESS = kibitz.load("chess")


def seconds(position: kibitz.Position, ply: int = 30, left: float | None = None) -> list[float]:
    return [human_seconds(position, ply, Random(seed), left) for seed in range(20)]


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def test_a_move_without_a_choice_is_made_at_once() -> None:
    forced = CHESS.position("7k/8/8/8/8/8/1r6/K7 w - - 0 1")
    assert [str(move) for move in forced.moves] == ["a1b2"]
    assert set(seconds(forced)) == {0.5}
    assert set(seconds(kibitz.load("ewn").start())) == {0.5}  # about to roll


def test_many_good_moves_take_longer_than_one() -> None:
    takes_back = CHESS.position("rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 4").play("c3d5")
    many = CHESS.start()
    clear = CHESS.position("4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1")  # only the queen can be taken
    assert mean(seconds(clear)) < mean(seconds(many)) < 8
    assert mean(seconds(takes_back)) > 0.5


def test_openings_are_played_faster_and_clocks_are_kept() -> None:
    start = CHESS.start()
    assert mean(seconds(start, ply=0)) == mean(seconds(start, ply=30)) / 2
    assert max(seconds(start, left=6.0)) <= 0.2


def test_the_same_seed_takes_the_same_time() -> None:
    start = CHESS.start()
    assert seconds(start) == seconds(start)
    assert len(set(seconds(start))) > 10
