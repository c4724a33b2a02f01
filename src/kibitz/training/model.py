"""The residual policy and value network in PyTorch; the core evaluates the same weights without PyTorch."""

from __future__ import annotations

from math import prod
from typing import Any

from kibitz.base.errors import BadOption
from kibitz.files.network_file import NetworkData
from kibitz.games.game import Game

#: Units of the hidden layer of the value head, as in the core.
_VALUE_UNITS = 32


def import_torch() -> Any:
    """Return PyTorch; BadOption says how to install it."""
    try:
        import torch
    except ImportError:
        raise BadOption("learning needs PyTorch (pip install 'kibitz[train]')") from None
    return torch


def new_model(game: Game, hidden: int, blocks: int, seed: int = 0) -> Any:
    """Return an untrained network of fully connected residual blocks, with a policy and a value head."""
    inputs, actions = prod(game.encoding.shape), len(game.encoding.actions)
    torch = import_torch()
    torch.manual_seed(seed)
    nn = torch.nn

    class Model(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Linear(inputs, hidden)
            self.inside = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(2 * blocks))
            self.moves = nn.Linear(hidden, actions)
            self.value = nn.Linear(hidden, _VALUE_UNITS)
            self.last = nn.Linear(_VALUE_UNITS, 1)

        def forward(self, planes: Any) -> tuple[Any, Any]:
            relu = nn.functional.relu
            here = relu(self.first(planes))
            for one, other in zip(self.inside[::2], self.inside[1::2], strict=True):
                here = relu(here + other(relu(one(here))))
            return self.moves(here), self.last(relu(self.value(here))).tanh().squeeze(-1)

        def layers(self) -> list[Any]:
            return [self.first, *self.inside, self.moves, self.value, self.last]

    return Model()


def weights_of(model: Any) -> bytes:
    """Return all parameters in the order of the core: layer by layer, weights by input, then biases."""
    parts = []
    for layer in model.layers():
        parts.append(layer.weight.detach().t().contiguous().cpu().numpy().astype("<f4").tobytes())
        parts.append(layer.bias.detach().cpu().numpy().astype("<f4").tobytes())
    return b"".join(parts)


def network_data(game: Game, model: Any, hidden: int, blocks: int, about: dict[str, Any]) -> NetworkData:
    """Return a model as the contents of a network file, with its provenance."""
    return NetworkData(
        game.rules.identity,
        game.encoding.shape,
        len(game.encoding.actions),
        hidden,
        blocks,
        weights_of(model),
        about,
    )


def load_weights(model: Any, data: NetworkData) -> None:
    """Load the weights of a network file into a model."""
    torch = import_torch()
    at = 0

    def take(*shape: int) -> Any:
        nonlocal at
        count = 4 * shape[0] * (shape[1] if len(shape) > 1 else 1)
        found = torch.frombuffer(bytearray(data.numbers[at : at + count]), dtype=torch.float32)
        at += count
        return found.reshape(shape)

    with torch.no_grad():
        for layer in model.layers():
            layer.weight.copy_(take(layer.in_features, layer.out_features).t())
            layer.bias.copy_(take(layer.out_features))
