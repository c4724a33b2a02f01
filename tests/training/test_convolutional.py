"""Convolutional networks: the core, PyTorch and plain Python agree; files, training, errors."""

from __future__ import annotations

import dataclasses
import importlib.util
from array import array
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.base.errors import BadFile, BadOption
from kibitz.cli.main import main
from kibitz.files.network_file import NetworkData, read_network, write_network
from kibitz.players.network import made
from tests.training.networks import plainly_convolved

GAME = kibitz.load("mnk:width=5,height=4,length=3")
needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("numpy") is None,
    reason="PyTorch is not installed",
)


def drawn(game: kibitz.Game = GAME, hidden: int = 5, blocks: int = 2, seed: int = 1) -> NetworkData:
    """One with random weights."""
    shape = game.encoding.shape
    empty = NetworkData(
        game.rules.identity, shape, len(game.encoding.actions), hidden, blocks, b"", {}, "convolutional"
    )
    rng = Random(seed)
    numbers = array("f", [rng.uniform(-0.3, 0.3) for _ in range(empty.count)])
    return dataclasses.replace(empty, numbers=numbers.tobytes())


def planes_of(game: kibitz.Game, *moves: str) -> list[float]:
    planes = game.encoding.encode([game.start().play(*moves)])
    return array("f", planes.tobytes()).tolist()


@pytest.mark.parametrize("blocks", [0, 1, 2])
def test_the_core_says_what_plain_python_says(blocks: int) -> None:
    data = drawn(blocks=blocks)
    inputs = planes_of(GAME, "a1", "b2", "e4")
    value, moves = made(data).evaluate(inputs)[0]
    wanted_value, wanted_moves = plainly_convolved(data, inputs)
    assert value == pytest.approx(wanted_value, abs=1e-5)
    assert moves == pytest.approx(wanted_moves, abs=1e-5)


@needs_torch
def test_pytorch_says_what_plain_python_says() -> None:
    import torch

    from kibitz.training.model import load_weights, network_data, new_model, weights_of

    model = new_model(GAME, 6, 2, seed=4, kind="convolutional")
    data = network_data(GAME, model, 6, 2, {}, "convolutional")
    assert len(data.numbers) == 4 * data.count
    inputs = planes_of(GAME, "c1", "d3")
    moves, value = model(torch.tensor([inputs]))
    wanted_value, wanted_moves = plainly_convolved(data, inputs)
    assert value.tolist() == pytest.approx([wanted_value], abs=1e-5)
    assert moves[0].tolist() == pytest.approx(wanted_moves, abs=1e-5)
    other = new_model(GAME, 6, 2, seed=5, kind="convolutional")
    assert weights_of(other) != data.numbers
    load_weights(other, data)
    assert weights_of(other) == data.numbers


def test_files(tmp_path: Path) -> None:
    path, data = tmp_path / "it.net", drawn()
    write_network(path, data)
    assert read_network(path) == data
    choice = kibitz.player(f"mcts:net={path},playouts=20", seed=1).choose(GAME.start())
    assert choice.move in GAME.start().moves
    dense = dataclasses.replace(data, kind="dense")
    write_network(path, dense)
    with pytest.raises(BadFile, match="weights of 4 bytes each"):
        read_network(path)
    write_network(path, dataclasses.replace(data, kind="round"))
    with pytest.raises(BadFile, match="kind must be dense or convolutional"):
        read_network(path)


@needs_torch
def test_it_learns_and_the_run_is_resumed(tmp_path: Path) -> None:
    where = tmp_path / "net"
    shape = "--network convolutional --hidden 8 --blocks 1"
    work = "--rounds 1 --games 4 --playouts 4 --steps 5 --gate 0 --tests 5 --device cpu"
    arguments = ["train", "tictactoe", *shape.split(), *work.split(), "--folder", str(where)]
    for _ in range(2):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
    assert read_network(where / "best.net").kind == "convolutional"
    result = CliRunner().invoke(main, [*arguments, "--network", "dense"])
    assert isinstance(result.exception, BadOption)
    assert "another plan" in str(result.exception)


@needs_torch
def test_it_learns_exact_values(tmp_path: Path) -> None:
    """It finds more of the best moves in positions that it did not learn from than before it has learnt."""
    from kibitz.training.exact_accuracy import exact_positions, network_accuracy
    from kibitz.training.model import network_data, new_model
    from kibitz.training.run_folder import Plan
    from kibitz.training.supervised import train_on_exact_values

    game = kibitz.load("tictactoe")
    plan = Plan(game.spec, hidden=16, blocks=1, kind="convolutional", steps=400, device="cpu", seed=3)
    path, first = tmp_path / "best.net", tmp_path / "first.net"
    asked = exact_positions(game, 60, seed=1)
    write_network(
        first,
        network_data(
            game, new_model(game, 16, 1, kind="convolutional"), 16, 1, {"by": "a test"}, "convolutional"
        ),
    )
    train_on_exact_values(plan, path, positions=1500, held_out=[truth.position for truth in asked])
    assert network_accuracy(path, asked).alone.best > network_accuracy(first, asked).alone.best


@needs_torch
def test_a_game_without_a_grid_is_refused() -> None:
    from kibitz.training.model import new_model

    line = kibitz.load("mnk:width=5,height=1,length=3")
    with pytest.raises(BadOption, match="no grid"):
        new_model(line, 8, 1, kind="convolutional")
    with pytest.raises(BadOption, match="dense or convolutional"):
        new_model(line, 8, 1, kind="round")
