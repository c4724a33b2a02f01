"""The residual policy and value network in PyTorch; the core evaluates the same weights without PyTorch."""

from __future__ import annotations

from math import prod
from typing import Any

from kibitz.base.errors import BadOption, quoted
from kibitz.files.network_file import KINDS, NetworkData
from kibitz.games.game import Game

#: Units of the hidden layer of the value head, as in the core.
_VALUE_UNITS = 32


def import_torch() -> Any:
    """Return PyTorch; BadOption says how to install it."""
    try:
        import torch
    except ImportError:
        raise BadOption("learning needs PyTorch (pip install '.[train]' in Kibitz's source folder)") from None
    return torch


def new_model(game: Game, hidden: int, blocks: int, seed: int = 0, kind: str = "dense") -> Any:
    """Return a residual network with two layers to a block: dense ones, or 3×3 convolutions over the board.

    `hidden` is the number of units of a layer, or of filters. The heads are dense.
    """
    check_kind(game, kind)
    actions = len(game.encoding.actions)
    planes, height, width = game.encoding.shape
    convolutional = kind == "convolutional"
    inputs = planes if convolutional else prod(game.encoding.shape)
    features = hidden * height * width if convolutional else hidden
    torch = import_torch()
    torch.manual_seed(seed)
    nn = torch.nn

    def layer(inputs: int) -> Any:
        return nn.Conv2d(inputs, hidden, 3, padding=1) if convolutional else nn.Linear(inputs, hidden)

    class Model(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.first = layer(inputs)
            self.inside = nn.ModuleList(layer(hidden) for _ in range(2 * blocks))
            self.moves = nn.Linear(features, actions)
            self.value = nn.Linear(features, _VALUE_UNITS)
            self.last = nn.Linear(_VALUE_UNITS, 1)

        def forward(self, planes: Any) -> tuple[Any, Any]:
            relu = nn.functional.relu
            if convolutional:
                planes = planes.reshape(len(planes), inputs, height, width)
            here = relu(self.first(planes))
            for one, other in zip(self.inside[::2], self.inside[1::2], strict=True):
                here = relu(here + other(relu(one(here))))
            if convolutional:  # cell by cell, as the core reads them
                here = here.permute(0, 2, 3, 1).flatten(1)
            return self.moves(here), self.last(relu(self.value(here))).tanh().squeeze(-1)

        def layers(self) -> list[Any]:
            return [self.first, *self.inside, self.moves, self.value, self.last]

    return Model()


def check_kind(game: Game, kind: str) -> None:
    """Refuse a kind of network that there is not, or that does not suit a game."""
    if kind not in KINDS:
        raise BadOption(f"a network is {' or '.join(KINDS)}, not {quoted(kind)}")
    if kind == "convolutional" and 1 in game.encoding.shape[1:]:
        raise BadOption(
            f"the positions of {game.spec} are no grid of cells, so its network can't be convolutional"
        )


def _weights(layer: Any) -> Any:
    """The weights of a layer in the core's order: by the kernel's row and column, by input, by output."""
    weight = layer.weight.detach()
    return weight.permute(2, 3, 1, 0) if weight.dim() == 4 else weight.t()


def weights_of(model: Any) -> bytes:
    """Return all parameters in the order of the core: layer by layer, weights by input, then biases."""
    parts = []
    for layer in model.layers():
        parts.append(_weights(layer).contiguous().cpu().numpy().astype("<f4").tobytes())
        parts.append(layer.bias.detach().cpu().numpy().astype("<f4").tobytes())
    return b"".join(parts)


def network_data(
    game: Game, model: Any, hidden: int, blocks: int, about: dict[str, Any], kind: str = "dense"
) -> NetworkData:
    """Return a model as the contents of a network file, with its provenance."""
    return NetworkData(
        game.rules.identity,
        game.encoding.shape,
        len(game.encoding.actions),
        hidden,
        blocks,
        weights_of(model),
        about,
        kind,
    )


def load_weights(model: Any, data: NetworkData) -> None:
    """Load the weights of a network file into a model."""
    torch = import_torch()
    at = 0

    def take(shape: tuple[int, ...]) -> Any:
        nonlocal at
        count = 4 * prod(shape)
        found = torch.frombuffer(bytearray(data.numbers[at : at + count]), dtype=torch.float32)
        at += count
        return found.reshape(shape)

    with torch.no_grad():
        for layer in model.layers():
            weights = take(tuple(_weights(layer).shape))
            layer.weight.copy_(weights.permute(3, 2, 0, 1) if weights.dim() == 4 else weights.t())
            layer.bias.copy_(take(tuple(layer.bias.shape)))
