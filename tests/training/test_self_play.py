"""Training: correct samples, and an improvement over no training."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.analysis.evaluate_position import exact_values
from kibitz.executors.executor import SerialExecutor
from kibitz.executors.process_pool import ProcessPool
from kibitz.files.network_file import read_network
from kibitz.players.registry import make_player
from kibitz.training.exact_accuracy import exact_positions, expected_score, player_accuracy
from kibitz.training.run_folder import Plan
from kibitz.training.samples import symmetric_images
from kibitz.training.self_play import SelfPlayJob, play_games
from kibitz.training.self_play_loop import train_by_self_play
from kibitz.training.supervised import samples_from, training_positions
from tests.training.networks import drawn_file

np = pytest.importorskip("numpy")
needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.mark.parametrize("spec", ["tictactoe", "ewn:size=3,stones=2", "nim"])
def test_games_against_oneself_are_examples(tmp_path: Path, spec: str) -> None:
    game = kibitz.load(spec)
    job = SelfPlayJob(spec, str(drawn_file(tmp_path, game)), 3, 12, 4, 7)
    found, again = play_games(job), play_games(job)
    assert found == again
    assert found.games == 3
    assert len(found.planes) == len(found) * found.inputs
    moves = np.array(found.moves).reshape(len(found), found.actions)
    assert moves.sum(axis=1) == pytest.approx(np.ones(len(found)), abs=1e-5)
    assert set(found.values) <= {-1.0, 0.0, 1.0}
    # Players take turns here, so the values of a game that was won do too.
    assert len(set(found.values)) > 1 or set(found.values) == {0.0}
    assert len(found.last(4)) == 4


def test_games_against_oneself_begin_anywhere(tmp_path: Path) -> None:
    game = kibitz.load("tictactoe")
    found = play_games(SelfPlayJob("tictactoe", str(drawn_file(tmp_path, game)), 30, 4, 4, 1))
    rows = np.array(found.planes, dtype=np.float32).reshape(len(found), found.inputs)
    begun = int((rows == np.asarray(game.encoding.encode([game.start()])).reshape(1, -1)).all(axis=1).sum())
    assert 0 < begun < 8 * 30  # each of 30 games has eight mirror images


def test_the_truth_is_the_table(tmp_path: Path) -> None:
    game = kibitz.load("tictactoe")
    known = exact_positions(game, 40, seed=3)
    table = kibitz.solve(game)
    assert len(known) == 40
    for truth in known:
        assert max(truth.values.values()) == (1 + table.value(truth.position).result) / 2
    perfect, anything = (
        player_accuracy(make_player("table"), known),
        player_accuracy(make_player("random"), known),
    )
    assert (perfect.best, perfect.lost, perfect.blunders) == (1, 0, 0)
    assert anything.best < 0.9
    samples = samples_from(game, known)
    assert len(samples) == 8 * 40  # with mirror images


@pytest.mark.parametrize(
    "spec", ["tictactoe", "mnk:width=4,height=3", "connect:width=5,height=4", "numerical"]
)
def test_mirror_images_have_the_same_best_moves(spec: str) -> None:
    """Each example names the best moves of the position that its planes show."""
    game = kibitz.load(spec)
    known = exact_positions(game, 10)
    samples = samples_from(game, known)
    best_of = {}
    for truth in known:
        for image in symmetric_images(truth.position):
            values = exact_values(image)
            assert values is not None
            top = max(expected_score(value, game.rules.span) for value in values.values())
            best = {move for move, value in values.items() if expected_score(value, game.rules.span) == top}
            planes = bytes(memoryview(game.encoding.encode([image])).cast("B"))
            best_of[planes] = {game.encoding.actions.number(image, move) for move in best}
    for place in range(len(samples)):
        planes = samples.planes[place * samples.inputs : (place + 1) * samples.inputs].tobytes()
        row = samples.moves[place * samples.actions : (place + 1) * samples.actions]
        assert {number for number, share in enumerate(row) if share} == best_of[planes]


def test_a_small_game_has_only_so_many_positions() -> None:
    known = exact_positions(kibitz.load("mnk:width=3,height=2,length=2"), 10_000)
    assert 0 < len(known) < 1000
    assert len({truth.position for truth in known}) == len(known)


def test_validation_positions_are_not_trained_on() -> None:
    game = kibitz.load("tictactoe")
    everything = {truth.position for truth in training_positions(game, 60, 0, ())}
    judged = list(everything)[:20]
    mirrored = {image for position in judged for image in symmetric_images(position)}
    assert {truth.position for truth in training_positions(game, 60, 0, judged)} == everything - mirrored


def test_the_same_positions_are_found_by_however_many() -> None:
    game = kibitz.load("connect:width=4,height=4")
    alone = [each.position for each in training_positions(game, 500, 3, (), SerialExecutor())]
    assert len(alone) == len(set(alone)) > 200
    assert [each.position for each in training_positions(game, 500, 3, (), ProcessPool(2))] == alone


def test_how_long_must_be_said(tmp_path: Path) -> None:
    with pytest.raises(kibitz.BadOption, match=r"a training time .* or a number of rounds"):
        train_by_self_play(Plan("tictactoe"), tmp_path)


@pytest.mark.parametrize("said", ["", "[]", "{}", '{"plan": {}}', '{"plan": 3}', '{"plan": {}, "odd": 1}'])
def test_a_damaged_state_is_refused(tmp_path: Path, said: str) -> None:
    (tmp_path / "state.json").write_text(said)
    with pytest.raises(kibitz.KibitzError, match="can't be read"):
        train_by_self_play(Plan("tictactoe"), tmp_path, rounds=1)


def test_foreign_training_folders_are_not_overwritten(tmp_path: Path) -> None:
    path = drawn_file(tmp_path, kibitz.load("tictactoe")).rename(tmp_path / "best.net")
    before = path.read_bytes()
    with pytest.raises(kibitz.BadOption, match="was not trained here"):
        train_by_self_play(Plan("tictactoe"), tmp_path, rounds=1)
    assert path.read_bytes() == before


def test_without_pytorch_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)  # as if it were not installed
    with pytest.raises(kibitz.BadOption, match=r"pip install '\.\[train\]'"):
        train_by_self_play(Plan("tictactoe"), tmp_path, rounds=1)


@needs_torch
def test_learning_goes_on_and_gets_better(tmp_path: Path) -> None:
    plan = Plan("tictactoe", games=40, playouts=16, hidden=64, blocks=1, steps=200, gate=4, device="cpu")
    first = train_by_self_play(plan, tmp_path, rounds=1, tests=60)
    going = train_by_self_play(plan, tmp_path, rounds=3, tests=60)
    assert (first.rounds, going.rounds, len(going.curve)) == (1, 4, 5)
    assert [point["rounds"] for point in going.curve] == [0, 1, 2, 3, 4]  # what it was like at first, too
    assert going.curve[-1]["alone"] > 0.6
    assert (tmp_path / "curve.svg").exists()


@needs_torch
def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    plan = Plan("tictactoe", games=40, playouts=4, hidden=16, blocks=1, steps=30, gate=0, device="cpu")
    for folder in ("one", "other"):
        train_by_self_play(plan, tmp_path / folder, rounds=2, tests=0)
    one, other = (read_network(tmp_path / folder / "best.net") for folder in ("one", "other"))
    assert one.numbers == other.numbers


@needs_torch
def test_learning_from_the_truth(tmp_path: Path) -> None:
    from kibitz.training.supervised import train_on_exact_values

    game = kibitz.load("tictactoe")
    train_on_exact_values(Plan("tictactoe", steps=600, device="cpu"), tmp_path / "best.net", positions=800)
    player = make_player(f"mcts:net={tmp_path / 'best.net'},playouts=1")
    assert player_accuracy(player, exact_positions(game, 100, seed=99)).best > 0.8
