"""The network as PyTorch trains it; the core asks the same numbers without PyTorch."""

from __future__ import annotations

from math import prod
from typing import Any

from kibitz.base.errors import BadOption
from kibitz.files.network_file import NetworkData
from kibitz.games.game import Game

#: Between the last block and the value, as in the core.
_VALUE_UNITS = 32


def need_torch() -> Any:
    """PyTorch, or a word on how to get it."""
    try:
        import torch
    except ImportError:
        raise BadOption("learning needs PyTorch (pip install 'kibitz[train]')") from None
    return torch


def new_model(game: Game, hidden: int, blocks: int, seed: int = 0) -> Any:
    """Layers in which everything is connected, two to a block, with a shortcut around each block."""
    inputs, actions = prod(game.encoding.shape), len(game.encoding.actions)
    torch = need_torch()
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


def numbers_of(model: Any) -> bytes:
    """All numbers as the core reads them: layer by layer, weights by input, then what is added."""
    parts = []
    for layer in model.layers():
        parts.append(layer.weight.detach().t().contiguous().cpu().numpy().astype("<f4").tobytes())
        parts.append(layer.bias.detach().cpu().numpy().astype("<f4").tobytes())
    return b"".join(parts)


def data_of(game: Game, model: Any, hidden: int, blocks: int, about: dict[str, Any]) -> NetworkData:
    """A model as it is kept, with how it came about."""
    return NetworkData(
        game.rules.identity,
        game.encoding.shape,
        len(game.encoding.actions),
        hidden,
        blocks,
        numbers_of(model),
        about,
    )


def fill(model: Any, data: NetworkData) -> None:
    """Give a model the numbers of a file."""
    torch = need_torch()
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
