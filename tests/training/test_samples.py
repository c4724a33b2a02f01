"""Training samples from self-play and from exact values."""

from __future__ import annotations

import math
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.value import Draw, Expect, Loss, Points, Win
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.training.exact_accuracy import (
    Accuracy,
    ExactPosition,
    NetworkAccuracy,
    exact_positions,
    expected_score,
    player_accuracy,
)
from kibitz.training.samples import Samples, symmetric_images
from kibitz.training.self_play import SelfPlayJob, improved_policy, play_games
from kibitz.training.supervised import PositionJob, samples_from, training_positions
from tests.training.networks import drawn_file

pytest.importorskip("numpy")

TICTACTOE = kibitz.load("tictactoe")


def _numbered(*numbers: int) -> Samples:
    """Examples of 2 numbers, 3 moves and a value, which are all made from a number."""
    out = Samples(2, 3, games=len(numbers))
    for number in numbers:
        out.planes.extend([number, number + 0.5])
        out.moves.extend([number] * 3)
        out.values.append(-number)
    return out


def test_examples_are_put_behind_each_other_and_the_latest_are_kept() -> None:
    together = _numbered(1, 2)
    together.extend(_numbered(3, 4, 5))
    assert together == _numbered(1, 2, 3, 4, 5)
    assert len(together) == 5
    for count in (1, 2, 4):
        kept, wanted = together.last(count), _numbered(*range(6 - count, 6))
        assert (kept.planes, kept.moves, kept.values) == (wanted.planes, wanted.moves, wanted.values)
        assert (kept.inputs, kept.actions, kept.games) == (2, 3, 5)
    assert together.last(5) == together.last(99) == together


def test_an_example_is_a_position_with_the_shares_of_its_moves_in_all_images() -> None:
    position = TICTACTOE.position("xo./.../...")
    shares = {"3": 0.75, "9": 0.25}
    out = Samples.of(TICTACTOE)
    assert (out.inputs, out.actions) == (math.prod(TICTACTOE.encoding.shape), 9)
    out.add(position, [(position.move(text), share) for text, share in shares.items()], -0.5)
    assert len(out) == TICTACTOE.rules.symmetries == 8
    assert list(out.values) == [-0.5] * 8
    seen = list(symmetric_images(position))
    assert str(seen[0]) == str(position)
    assert len(set(seen)) == 8
    for place, image in enumerate(seen):
        planes = out.planes[place * out.inputs : (place + 1) * out.inputs]
        assert planes == array("f", memoryview(TICTACTOE.encoding.encode([image])).cast("B").cast("f"))
        row = out.moves[place * 9 : (place + 1) * 9]
        # The larger share belongs to the cell beside o in the row of both, wherever that row is now.
        text = str(image).replace("/", "")
        assert sorted(row) == [0] * 7 + [0.25, 0.75]
        beside = row.index(0.75)
        x, o = text.index("x"), text.index("o")
        assert beside - o == o - x
        assert text[row.index(0.25)] == "."


def _sampled(prior: float, mean: float, visits: int, exact: bool = False) -> Any:
    return SimpleNamespace(prior=prior, mean=mean, visits=visits, value=SimpleNamespace(exact=exact))


def _improved(*moves: Any) -> list[float]:
    return improved_policy(SimpleNamespace(moves=list(moves)))  # type: ignore[arg-type]


def test_a_search_moves_what_the_network_thought() -> None:
    """As published: priors times exp of the values from 0 to 1, by 50 and the most visits of a move."""
    found = _improved(_sampled(0.5, 0.1, 3), _sampled(0.3, -0.2, 1), _sampled(0.2, 0.9, 0))
    # The third was not tried, so it is taken to be worth what the others are by their priors.
    usual = (0.5 * 0.1 + 0.3 * -0.2) / 0.8
    weights = [p * math.exp((50 + 3) * (1 + q) / 2) for p, q in ((0.5, 0.1), (0.3, -0.2), (0.2, usual))]
    assert found == pytest.approx([weight / sum(weights) for weight in weights])
    assert sum(found) == pytest.approx(1)


def test_where_nothing_was_tried_the_network_is_believed() -> None:
    assert _improved(_sampled(0.6, 0.9, 0), _sampled(0.4, -0.9, 0)) == pytest.approx([0.6, 0.4])


def test_proven_moves_count_as_visited() -> None:
    found = _improved(_sampled(0.1, 1.0, 0, exact=True), _sampled(0.9, -1.0, 0, exact=True))
    assert found == pytest.approx([1, 0], abs=1e-12)
    # A move that is never thought of may still be found to win.
    assert _improved(_sampled(0.0, 1.0, 2), _sampled(1.0, -1.0, 2))[0] == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("spec", ["tictactoe", "connect:width=4,height=4", "ewn:size=3,stones=2"])
def test_every_decision_of_a_game_is_worth_what_came_of_it(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kibitz.load(spec)
    met: list[tuple[Position, list[tuple[kibitz.Move, float]], float]] = []
    monkeypatch.setattr(Samples, "add", lambda self, *data: met.append(data))
    play_games(SelfPlayJob(spec, str(drawn_file(tmp_path, game)), 6, 8, 4, 5))
    ended, winners = 0, set()
    after: Position | None = None
    came = 0.0
    for position, shares, value in reversed(met):
        assert {move for move, _ in shares} == set(position.moves)
        played = position.play(shares[0][0])
        if after is None or played.is_over:
            # The last decision of a game: it ended with the move that was made.
            assert played.outcome is not None
            ended += 1
            came = played.outcome.for_side(kibitz.Side.FIRST)
            winners.add(came)
        after = position
        assert value == (came if position.mover is kibitz.Side.FIRST else -came)
    assert ended == 6
    assert len(winners) > 1


def test_where_outcomes_are_points_their_share_is_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = "kalah:pits=2,seeds=2"
    game = kibitz.load(spec)
    met: list[tuple[Position, list[tuple[kibitz.Move, float]], float]] = []
    monkeypatch.setattr(Samples, "add", lambda self, *data: met.append(data))
    play_games(SelfPlayJob(spec, str(drawn_file(tmp_path, game)), 4, 8, 4, 5))
    seen = set()
    for position, shares, value in met:
        played = position.play(shares[0][0])
        if played.outcome is not None:
            assert played.outcome.points is not None
            points = played.outcome.points / 8  # of all the seeds
            assert value == pytest.approx(points if position.mover is kibitz.Side.FIRST else -points)
            seen.add(value)
    assert len(seen) > 1
    assert not seen <= {-1.0, 0.0, 1.0}


def test_about_half_of_the_games_begin_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[Position] = []
    monkeypatch.setattr(Samples, "add", lambda self, position, shares, value: met.append(position))
    found = play_games(SelfPlayJob("tictactoe", str(drawn_file(tmp_path, TICTACTOE)), 60, 1, 2, 3))
    assert found.games == 60
    # Half of them, and one in seven or so of the others; four standard deviations to each side.
    assert 19 <= met.count(TICTACTOE.start()) <= 49
    assert not any(position.is_over for position in met)


def test_a_position_is_worth_its_expected_score() -> None:
    for value, share in ((Win(3), 1), (Win(9), 1), (Draw(), 0.5), (Loss(2), 0)):
        assert expected_score(value, 1) == share
    assert expected_score(Expect(0.3), 1) == 0.3
    assert [expected_score(Points(points), 8) for points in (8, 4, 0, -6, -8)] == [1, 0.75, 0.5, 0.125, 0]


class First(Player):
    """Takes the first move of the list."""

    name, summary = "first", "for tests"

    def __init__(self) -> None:
        super().__init__({}, {})

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        return Choice(position.moves[0])


def _truth(*values: float) -> ExactPosition:
    start = TICTACTOE.start()
    return ExactPosition(start, dict(zip(start.moves, values, strict=False)))


def test_a_player_is_evaluated_by_what_its_moves_are_worth() -> None:
    asked = [
        _truth(1, 0),  # the best
        _truth(0.75, 0.75),  # as good as the best
        _truth(0.5, 1),  # half a game lost, and nothing thrown away
        _truth(0.25, 0.5),  # a draw thrown away
        _truth(0, 1, 0.5),  # a win
        _truth(0.125, 0.375),  # there was not much to lose
    ]
    judged = player_accuracy(First(), asked)
    assert (judged.positions, judged.best, judged.blunders) == (6, 2 / 6, 2 / 6)
    assert judged.lost == pytest.approx((0.5 + 0.25 + 1 + 0.25) / 6)
    assert player_accuracy(First(), []) == Accuracy(0, 0, 0, 0)
    assert player_accuracy(First(), asked[:1]) == Accuracy(1, 1, 0, 0)


def test_the_strength_of_a_network_is_said_in_percent() -> None:
    said = str(NetworkAccuracy(Accuracy(10, 0.456, 0.3, 0.1), Accuracy(10, 0.789, 0.2, 0.1)))
    assert "45.6% alone" in said
    assert "78.9% with 200 playouts" in said


def test_validation_positions_have_moves_that_differ() -> None:
    known = exact_positions(TICTACTOE, 30, seed=2)
    assert len({truth.position for truth in known}) == len(known) == 30
    for truth in known:
        assert set(truth.values) == set(truth.position.moves)
        assert len(truth.values) > 1
        assert max(truth.values.values()) > min(truth.values.values())
    again, others = exact_positions(TICTACTOE, 30, seed=2), exact_positions(TICTACTOE, 30, seed=3)
    assert [truth.position for truth in again] == [truth.position for truth in known]
    assert [truth.position for truth in others] != [truth.position for truth in known]
    assert exact_positions(TICTACTOE, 0) == []


def test_without_exact_values_there_are_no_samples() -> None:
    assert exact_positions(kibitz.load("mnk:width=9,height=9,length=5"), 1) == []


def test_all_best_moves_are_learnt_alike_and_a_position_by_the_best_of_them() -> None:
    position = TICTACTOE.start()
    values = dict(zip(position.moves, (0.75, 0.5, 0.75, 0.0), strict=False))
    out = samples_from(
        TICTACTOE, [ExactPosition(position, values), ExactPosition(position, {position.moves[4]: 0.25})]
    )
    assert len(out) == 16
    assert list(out.values) == [0.5] * 8 + [-0.5] * 8  # from -1 to 1
    assert list(out.moves[:9]) == [0.5, 0, 0.5] + [0] * 6
    assert list(out.moves[8 * 9 : 9 * 9]) == [0, 0, 0, 0, 1, 0, 0, 0, 0]


class Recorder:
    """An executor that records its jobs and returns a given number of exact positions for each."""

    def __init__(self, *answers: list[ExactPosition]) -> None:
        self.jobs: list[Any] = []
        self.answers = list(answers)

    def run(self, work: Any, jobs: Any) -> Any:
        for number, job in jobs:
            self.jobs.append(job)
            yield number, self.answers[number] if number < len(self.answers) else []


def _truths(count: int, skip: int = 0) -> list[ExactPosition]:
    return exact_positions(TICTACTOE, count + skip, seed=8)[skip:]


def test_positions_to_learn_from_are_searched_for_in_parts_of_200() -> None:
    known = _truths(30)
    here, there = Recorder(known[:10], known[10:20], known[15:]), Recorder(known[:1])
    said: list[str] = []
    found = training_positions(TICTACTOE, 450, 1, (), here, said.append)
    assert found == known
    assert [(job.game, job.count) for job in here.jobs] == [("tictactoe", n) for n in (200, 200, 50)]
    assert said == [f"found {n} of 450 positions" for n in (10, 20, 30)]
    training_positions(TICTACTOE, 450, 2, (), there)
    assert len({job.seed for job in (*here.jobs, *there.jobs)}) == 3 + len(there.jobs)
    # One part that brings nothing new is enough to know that there is hardly more.
    tired = Recorder(known[:10], known[:10], known)
    assert training_positions(TICTACTOE, 600, 1, (), tired) == known[:10]
    assert isinstance(tired.jobs[0], PositionJob)
