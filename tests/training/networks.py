"""Networks with random weights for tests, without training."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random

import kibitz
from kibitz.files.network_file import NetworkData, write_network

VALUE_UNITS = 32


def layers_of(inputs: int, hidden: int, blocks: int, actions: int) -> list[tuple[int, int]]:
    inside = [(hidden, hidden)] * (2 * blocks)
    return [(inputs, hidden), *inside, (hidden, actions), (hidden, VALUE_UNITS), (VALUE_UNITS, 1)]


def drawn(
    game: kibitz.Game,
    seed: int,
    hidden: int = 16,
    blocks: int = 1,
    size: float = 0.3,
    actions: int | None = None,
) -> NetworkData:
    """A network that knows nothing."""
    rng = Random(seed)
    inputs = game.encoding.shape[0] * game.encoding.shape[1] * game.encoding.shape[2]
    actions = actions or len(game.encoding.actions)
    count = sum(a * b + b for a, b in layers_of(inputs, hidden, blocks, actions))
    numbers = array("f", [rng.uniform(-size, size) for _ in range(count)])
    return NetworkData(
        game.rules.identity, game.encoding.shape, actions, hidden, blocks, numbers.tobytes(), {"by": "lot"}
    )


def drawn_file(folder: Path, game: kibitz.Game, seed: int = 1, **shape: int) -> Path:
    path = folder / f"net{seed}.net"
    write_network(path, drawn(game, seed, **shape))  # type: ignore[arg-type]
    return path


def plainly_convolved(data: NetworkData, inputs: list[float]) -> tuple[float, list[float]]:
    """What a convolutional network says, in the plainest words."""
    import math

    numbers, at = array("f", data.numbers).tolist(), 0
    planes, height, width = data.planes
    cells = [(y, x) for y in range(height) for x in range(width)]

    def take(count: int) -> list[float]:
        nonlocal at
        at += count
        return numbers[at - count : at]

    def convolution(board: dict[tuple[int, int], list[float]], to: int) -> dict[tuple[int, int], list[float]]:
        from_ = len(board[0, 0])
        weights, added = take(9 * from_ * to), take(to)
        out = {}
        for y, x in cells:
            out[y, x] = [
                added[j]
                + sum(
                    board[y + dy, x + dx][i] * weights[(((dy + 1) * 3 + dx + 1) * from_ + i) * to + j]
                    for dy in (-1, 0, 1)
                    for dx in (-1, 0, 1)
                    if (y + dy, x + dx) in board
                    for i in range(from_)
                )
                for j in range(to)
            ]
        return out

    def dense(x: list[float], to: int) -> list[float]:
        weights, added = take(len(x) * to), take(to)
        return [added[j] + sum(x[i] * weights[i * to + j] for i in range(len(x))) for j in range(to)]

    def cut(board: dict[tuple[int, int], list[float]]) -> dict[tuple[int, int], list[float]]:
        return {cell: [max(0.0, v) for v in found] for cell, found in board.items()}

    board = {(y, x): [inputs[(plane * height + y) * width + x] for plane in range(planes)] for y, x in cells}
    here = cut(convolution(board, data.hidden))
    for _ in range(data.blocks):
        further = convolution(cut(convolution(here, data.hidden)), data.hidden)
        here = cut({c: [a + b for a, b in zip(here[c], further[c], strict=True)] for c in cells})
    features = [number for cell in cells for number in here[cell]]
    moves = dense(features, data.actions)
    value = dense([max(0.0, v) for v in dense(features, VALUE_UNITS)], 1)[0]
    assert at == len(numbers)
    return math.tanh(value), moves


def plainly(data: NetworkData, inputs: list[float]) -> tuple[float, list[float]]:
    """What a network says, in the plainest words."""
    import math

    numbers, at = array("f", data.numbers).tolist(), 0

    def layer(x: list[float], to: int) -> list[float]:
        nonlocal at
        weights = [numbers[at + i * to : at + (i + 1) * to] for i in range(len(x))]
        at += len(x) * to
        added = numbers[at : at + to]
        at += to
        return [added[j] + sum(x[i] * weights[i][j] for i in range(len(x))) for j in range(to)]

    def cut(x: list[float]) -> list[float]:
        return [max(0.0, v) for v in x]

    here = cut(layer(inputs, data.hidden))
    for _ in range(data.blocks):
        between = cut(layer(here, data.hidden))
        further = layer(between, data.hidden)
        here = cut([a + b for a, b in zip(here, further, strict=True)])
    moves = layer(here, data.actions)
    value = layer(cut(layer(here, VALUE_UNITS)), 1)[0]
    return math.tanh(value), moves
