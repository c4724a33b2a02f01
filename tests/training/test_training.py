"""Training: the model agrees with plain arithmetic; saving, resuming and gating."""

from __future__ import annotations

import importlib.util
import itertools
import json
import math
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz.executors.executor import SerialExecutor
from kibitz.files.network_file import read_network
from kibitz.training import self_play_loop
from kibitz.training.model import load_weights, network_data, new_model, weights_of
from kibitz.training.run_folder import Plan
from kibitz.training.samples import Samples
from kibitz.training.self_play import SelfPlayJob
from kibitz.training.self_play_loop import train_by_self_play
from kibitz.training.supervised import train_on_exact_values
from kibitz.training.trainer import torch_device, train
from tests.training.networks import layers_of, plainly

pytest.importorskip("numpy")
# PyTorch itself is loaded where it is used: it takes long, and not all who collect these tests run them.
pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")

GAME = kibitz.load("tictactoe")
SMALL = Plan(
    "tictactoe", games=3, playouts=2, considered=2, hidden=8, blocks=1, steps=2, gate=0, device="cpu"
)


@pytest.mark.parametrize("blocks", [0, 1, 2])
def test_a_model_is_the_network_that_its_numbers_describe(blocks: int) -> None:
    import torch

    model = new_model(GAME, 12, blocks, seed=4)
    data = network_data(GAME, model, 12, blocks, {"by": "a test"})
    count = sum(a * b + b for a, b in layers_of(data.inputs, 12, blocks, 9))
    assert len(data.numbers) == 4 * count
    assert (data.rules, data.planes, data.actions) == (GAME.rules.identity, GAME.encoding.shape, 9)
    assert (data.hidden, data.blocks, data.provenance) == (12, blocks, {"by": "a test"})
    position = GAME.position("xo./.x./...")
    planes = GAME.encoding.encode([position]).ravel().tolist()
    moves, value = model(torch.tensor([planes]))
    wanted_value, wanted_moves = plainly(data, planes)
    assert value.tolist() == pytest.approx([wanted_value], abs=1e-5)
    assert moves[0].tolist() == pytest.approx(wanted_moves, abs=1e-5)


def test_a_model_is_filled_with_the_numbers_of_another() -> None:
    one, other = (new_model(GAME, 8, 1, seed=seed) for seed in (1, 2))
    assert weights_of(one) != weights_of(other)
    assert weights_of(new_model(GAME, 8, 1, seed=1)) == weights_of(one)
    load_weights(other, network_data(GAME, one, 8, 1, {}))
    assert weights_of(other) == weights_of(one)


def _one_example() -> tuple[Samples, tuple[list[float], list[float], float]]:
    """One position; what it looks like, which moves it has, and what it is worth."""
    planes = GAME.encoding.encode([GAME.start()]).ravel().tolist()
    shares = [0.5, 0, 0.25, 0, 0, 0, 0, 0, 0.25]
    samples = Samples(len(planes), 9, array("f", planes), array("f", shares), array("f", [-0.5]), 1)
    return samples, (planes, shares, -0.5)


def _off(data: Any, planes: list[float], shares: list[float], value: float) -> tuple[float, float]:
    """The cross entropy of the moves, and the square of how far the value is off."""
    said, logits = plainly(data, planes)
    total = math.log(sum(map(math.exp, logits)))
    crossed = -sum(share * (logit - total) for share, logit in zip(shares, logits, strict=True))
    return crossed, (said - value) ** 2


def test_the_loss_is_measured_at_the_last_step() -> None:
    samples, wanted = _one_example()
    model = new_model(GAME, 8, 1, seed=3)
    at_first = _off(network_data(GAME, model, 8, 1, {}), *wanted)
    # One step: before anything has changed.
    assert train(model, samples, steps=1, device="cpu") == pytest.approx(at_first, abs=1e-5)
    # The last of 4 steps says how good the first 3 have made it, which that many alone do not report.
    model = new_model(GAME, 8, 1, seed=3)
    seen = []

    def keep_going(step: int) -> bool:
        seen.append(_off(network_data(GAME, model, 8, 1, {}), *wanted))
        return True

    assert train(model, samples, steps=4, device="cpu", keep_going=keep_going) == pytest.approx(
        seen[2], abs=1e-5
    )
    assert len(seen) == 4
    assert not model.training


def test_training_can_be_stopped_and_reports_every_step() -> None:
    samples, wanted = _one_example()
    model = new_model(GAME, 8, 1, seed=3)
    at_first = _off(network_data(GAME, model, 8, 1, {}), *wanted)
    steps: list[int] = []

    def keep_going(step: int) -> bool:
        steps.append(step)
        return step < 6

    found = train(model, samples, steps=40, device="cpu", keep_going=keep_going)
    assert steps == [0, 1, 2, 3, 4, 5, 6]
    assert found == pytest.approx(at_first, abs=1e-5)  # it is looked at every 50 steps only
    assert train(model, samples, steps=0, device="cpu") == (0, 0)


def test_the_loss_is_sampled_every_50_steps() -> None:
    samples, wanted = _one_example()
    model = new_model(GAME, 8, 1, seed=3)
    seen = []

    def keep_going(step: int) -> bool:
        seen.append(_off(network_data(GAME, model, 8, 1, {}), *wanted))
        return step < 60

    assert train(model, samples, steps=90, device="cpu", keep_going=keep_going) == pytest.approx(
        seen[49], abs=1e-5
    )


def test_an_example_is_learnt() -> None:
    samples, (planes, shares, value) = _one_example()
    model = new_model(GAME, 16, 1, seed=3)
    train(model, samples, steps=150, rate=2e-2, batch=4, device="cpu")
    said, logits = plainly(network_data(GAME, model, 16, 1, {}), planes)
    assert said == pytest.approx(value, abs=0.02)
    weights = [math.exp(logit) for logit in logits]
    assert [weight / sum(weights) for weight in weights] == pytest.approx(shares, abs=0.02)


@pytest.mark.parametrize(("there", "kind"), [(True, "cuda"), (False, "cpu")])
def test_a_gpu_is_used_where_there_is_one(there: bool, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: there)
    assert torch_device("auto").type == kind
    assert torch_device("cpu").type == "cpu"


class Recorder(SerialExecutor):
    """Does the jobs here, and keeps them."""

    def __init__(self) -> None:
        self.jobs: list[SelfPlayJob] = []

    def run(self, work: Any, jobs: Any) -> Any:
        for number, job in jobs:
            self.jobs.append(job)
            yield work((number, job))


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second whenever it is looked at."""
    ticks = itertools.count()
    monkeypatch.setattr(self_play_loop, "time", SimpleNamespace(monotonic=lambda: float(next(ticks))))


def _plan(**more: Any) -> Plan:
    return Plan(**{**SMALL.__dict__, **more})


def test_rounds_are_counted_and_kept_and_gone_on_with(tmp_path: Path, ticking: None) -> None:
    said: list[str] = []
    folder = tmp_path / "deep" / "folder"
    state = train_by_self_play(
        SMALL, folder, rounds=2, tests=3, executor=SerialExecutor(), on_message=said.append
    )
    assert (state.rounds, state.games, state.taken, state.seconds) == (2, 6, 2, 2)
    assert state.plan == SMALL.__dict__
    assert [(p["rounds"], p["games"], p["seconds"]) for p in state.curve] == [(0, 0, 0), (1, 3, 1), (2, 6, 2)]
    assert all(0 <= point[key] <= 1 for point in state.curve for key in ("alone", "search", "blunders"))
    assert json.loads((folder / "state.json").read_text())["state"] == state.__dict__
    assert (folder / "curve.svg").read_text().count("<polyline") == 2
    assert {"played 3 of 3 games"} <= set(said)
    assert [line.partition(",")[0] for line in said if line.startswith("round")] == [
        "round 1: 3 games",
        "round 2: 3 games",
    ]
    said.clear()
    again = train_by_self_play(
        SMALL, folder, rounds=1, tests=3, executor=SerialExecutor(), on_message=said.append
    )
    assert said[0] == "resuming after 2 rounds and 6 games"
    assert (again.rounds, again.games, again.seconds, len(again.curve)) == (3, 9, 3, 4)
    about = read_network(folder / "best.net").provenance
    assert about == {"by": "kibitz train", "plan": SMALL.__dict__, "games": 6, "seconds": 2}


def test_time_ends_learning_between_rounds(tmp_path: Path, ticking: None) -> None:
    # Looked at: first; before, at the beginning and at the end of each of two rounds; and once too late.
    state = train_by_self_play(SMALL, tmp_path, seconds=5, tests=0, executor=SerialExecutor())
    assert state.rounds == 2
    assert train_by_self_play(SMALL, tmp_path, seconds=0, tests=0, executor=SerialExecutor()).rounds == 2
    assert (
        train_by_self_play(SMALL, tmp_path, seconds=99, rounds=1, tests=0, executor=SerialExecutor()).rounds
        == 3
    )
    assert not (tmp_path / "curve.svg").exists()


def _drawing(drawn: list[Any]) -> Any:
    def lines(series: Any, *labels: str) -> str:
        drawn.append(series)
        return "<svg/>"

    return lines


def test_the_curve_shows_percents_by_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by 93 s whenever it is looked at."""
    drawn: list[Any] = []
    ticks = itertools.count()
    monkeypatch.setattr(self_play_loop, "time", SimpleNamespace(monotonic=lambda: 93.04 * next(ticks)))
    monkeypatch.setattr(self_play_loop, "lines", _drawing(drawn))
    curve = train_by_self_play(SMALL, tmp_path, rounds=1, tests=3, executor=SerialExecutor()).curve
    assert [point["seconds"] for point in curve] == [0, 93.0]
    ((alone, found), (search, better)) = drawn[-1]
    assert ("alone" in alone, "200 playouts" in search) == (True, True)
    for key, points in (("alone", found), ("search", better)):
        wanted = [(time, 100 * point[key]) for time, point in zip((0, 1.55), curve, strict=True)]
        assert [value for pair in points for value in pair] == pytest.approx(
            [value for pair in wanted for value in pair]
        )


def test_training_begins_with_the_network_that_is_there(tmp_path: Path) -> None:
    plan = _plan(steps=0, seed=5)
    train_by_self_play(plan, tmp_path, seconds=0, tests=0)
    before = read_network(tmp_path / "best.net").numbers
    assert train_by_self_play(plan, tmp_path, rounds=1, tests=0, executor=SerialExecutor()).taken == 1
    assert read_network(tmp_path / "best.net").numbers == before
    # One that has gone comes back from its other name, and is never replaced by one that knows nothing.
    (tmp_path / "best.net").unlink()
    train_by_self_play(plan, tmp_path, seconds=0, tests=0)
    assert read_network(tmp_path / "best.net").numbers == before
    (tmp_path / "best.net").unlink()
    (tmp_path / "new.net").unlink()
    with pytest.raises(kibitz.KibitzError, match=r"best\.net"):
        train_by_self_play(plan, tmp_path, rounds=1, tests=0, executor=SerialExecutor())
    assert not (tmp_path / "best.net").exists()


def test_a_folder_that_was_left_before_its_network_was_written_is_begun_again(tmp_path: Path) -> None:
    train_by_self_play(SMALL, tmp_path, seconds=0, tests=0)
    whole = read_network(tmp_path / "best.net").numbers
    (tmp_path / "best.net").unlink()
    train_by_self_play(SMALL, tmp_path, seconds=0, tests=0)
    assert read_network(tmp_path / "best.net").numbers == whole


def test_games_are_played_ten_at_a_time_each_with_a_seed_of_its_own(tmp_path: Path) -> None:
    seeds: list[int] = []
    for seed in (0, 1):
        recorder = Recorder()
        said: list[str] = []
        plan = _plan(games=23, playouts=1, seed=seed)
        train_by_self_play(
            plan, tmp_path / str(seed), rounds=2, tests=0, executor=recorder, on_message=said.append
        )
        assert [job.games for job in recorder.jobs] == [10, 10, 3] * 2
        assert {(job.game, job.playouts, job.considered) for job in recorder.jobs} == {("tictactoe", 1, 2)}
        assert [line for line in said if line.startswith("played")] == [
            f"played {n} of 23 games" for n in (10, 20, 23)
        ] * 2
        seeds += [job.seed for job in recorder.jobs]
    assert len(set(seeds)) == 12


def _examples(folder: Path) -> bytes:
    (path,) = folder.glob("examples-*.bin")
    return path.read_bytes()


def _kept(folder: Path) -> int:
    """How many examples lie in a folder."""
    each = 4 * (math.prod(GAME.encoding.shape) + 9 + 1)
    size = len(_examples(folder))
    assert size % each == 0
    return size // each


def test_the_replay_buffer_persists_between_rounds(tmp_path: Path) -> None:
    whole, first = tmp_path / "whole", tmp_path / "first"
    train_by_self_play(_plan(window=10_000), whole, rounds=1, tests=0, executor=SerialExecutor())
    before, begun = _examples(whole), _kept(whole)
    train_by_self_play(_plan(window=10_000), whole, rounds=1, tests=0, executor=SerialExecutor())
    assert _kept(whole) > begun
    # Planes come first, then moves, then values, each with the old ones before the new ones.
    after, size = _examples(whole), 4 * math.prod(GAME.encoding.shape) * begun
    assert after[:size] == before[:size]
    assert after[-4 * _kept(whole) :][: 4 * begun] == before[-4 * begun :]
    moves = 4 * math.prod(GAME.encoding.shape) * _kept(whole)
    assert after[moves:][: 4 * 9 * begun] == before[size : size + 4 * 9 * begun]
    train_by_self_play(_plan(window=20), first, rounds=1, tests=0, executor=SerialExecutor())
    assert _kept(first) == 20
    (first / "examples-000001.bin").write_bytes(_examples(first) + b"x")
    with pytest.raises(kibitz.BadFile, match=r"examples-000001\.bin was damaged"):
        train_by_self_play(_plan(window=20), first, rounds=1, tests=0, executor=SerialExecutor())


@pytest.mark.parametrize(("score", "taken"), [(0.4, 0), (0.5, 1), (0.6, 1)])
def test_a_network_that_loses_against_the_one_before_is_not_taken(
    tmp_path: Path, score: float, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def match(one: str, other: str, **how: Any) -> Any:
        asked.append(how)
        assert "new.net" in one
        assert "best.net" in other
        return SimpleNamespace(score=score, wins=1, draws=2, losses=3)

    monkeypatch.setattr(self_play_loop, "match", match)
    said: list[str] = []
    plan = _plan(gate=6)
    train_by_self_play(plan, tmp_path, seconds=0, tests=0, executor=SerialExecutor())
    before = read_network(tmp_path / "best.net").numbers
    state = train_by_self_play(
        plan, tmp_path, rounds=1, tests=0, executor=SerialExecutor(), on_message=said.append
    )
    assert asked == [{"game": "tictactoe", "games": 6, "seed": 0}]
    assert "gating match: +1 =2 -3" in said
    assert state.taken == taken
    assert (read_network(tmp_path / "best.net").numbers != before) is bool(taken)
    assert read_network(tmp_path / "new.net").numbers != before


@pytest.mark.parametrize("change", [{"hidden": 9}, {"blocks": 2}, {"game": "mnk:width=3,height=3"}])
def test_another_network_is_not_gone_on_with(tmp_path: Path, change: dict[str, Any]) -> None:
    train_by_self_play(SMALL, tmp_path, seconds=0, tests=0)
    with pytest.raises(kibitz.BadOption, match="another plan"):
        train_by_self_play(_plan(**change), tmp_path, rounds=1, tests=0)
    # How games are played and learnt from may change.
    assert (
        train_by_self_play(
            _plan(steps=1, games=1), tmp_path, rounds=1, tests=0, executor=SerialExecutor()
        ).games
        == 1
    )


def test_without_exact_values_there_is_no_curve(tmp_path: Path) -> None:
    plan = _plan(game="mnk:width=9,height=9,length=5", hidden=2)
    said: list[str] = []
    assert train_by_self_play(plan, tmp_path, seconds=0, tests=1, on_message=said.append).curve == []
    assert any("there are no exact values" in line for line in said)
    with pytest.raises(kibitz.BadOption, match="nothing knows exact values of mnk"):
        train_on_exact_values(plan, tmp_path / "x.net", positions=1, executor=SerialExecutor())
    assert not (tmp_path / "x.net").exists()


def test_learning_from_the_truth_says_what_it_did(tmp_path: Path) -> None:
    said: list[str] = []
    path = tmp_path / "x.net"
    data = train_on_exact_values(
        _plan(seed=5), path, positions=7, executor=SerialExecutor(), on_message=said.append
    )
    assert read_network(path) == data
    assert dict(data.provenance, seconds=0) == {
        "by": "kibitz train --from-truth",
        "positions": 7,
        "steps": 2,
        "seed": 5,
        "seconds": 0,
    }
    assert said[0] == "found 7 of 7 positions"
    assert said[1].startswith("7 positions in ")
    assert (data.hidden, data.blocks) == (8, 1)
