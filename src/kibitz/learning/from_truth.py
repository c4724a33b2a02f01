"""The second way to learn: from exact values, where something knows them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from pathlib import Path

from kibitz.files.network_file import NetworkData, write_network
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.learning.examples import Examples
from kibitz.learning.model import data_of, new_model
from kibitz.learning.training import train
from kibitz.learning.truth import Truth, truths
from kibitz.words.errors import BadOption


def examples_of(game: Game, known: list[Truth]) -> Examples:
    """Every best move is as good as the others, and a position is worth what its best move is."""
    out = Examples.of(game)
    for truth in known:
        top = max(truth.values.values())
        best = [move for move, value in truth.values.items() if top - value < 1e-9]
        shares = [(game.actions.number(truth.position, move), 1 / len(best)) for move in best]
        out.add(bytes(memoryview(game.encode([truth.position])).cast("B")), shares, 2 * top - 1)
    return out


def truths_to_learn(game: Game, count: int, seed: int, apart_from: Collection[Position]) -> list[Truth]:
    """At most so many positions, without those that are to judge by."""
    judged = set(apart_from)
    return [each for each in truths(game, count, seed=seed + 1000) if each.position not in judged]


def learn_from_truth(
    game: Game,
    path: Path,
    *,
    positions: int,
    steps: int,
    hidden: int = 128,
    blocks: int = 2,
    batch: int = 256,
    rate: float = 2e-3,
    seed: int = 0,
    device: str = "auto",
    apart_from: Collection[Position] = (),
    tell: Callable[[str], object] = lambda _: None,
) -> NetworkData:
    """Train a network on positions of games at random whose values are known, and write it.

    It does not learn from positions of `apart_from`, so that it can be judged by them.
    """
    began = time.monotonic()
    model = new_model(game, hidden, blocks, seed)  # first: it may be refused, and the positions take long
    known = truths_to_learn(game, positions, seed, apart_from)
    if not known:
        raise BadOption(f"nothing knows exact values of {game.spec}; solve it first")
    examples = examples_of(game, known)
    tell(f"{len(examples):,} positions in {time.monotonic() - began:.0f} s")
    off = train(model, examples, steps=steps, batch=batch, rate=rate, seed=seed, device=device)
    tell(f"off by {off[0]:.3f} in moves and {off[1]:.3f} in values")
    about = {
        "by": "kibitz learn --from-truth",
        "positions": len(examples),
        "steps": steps,
        "seed": seed,
        "seconds": round(time.monotonic() - began),
    }
    data = data_of(game, model, hidden, blocks, about)
    write_network(path, data)
    return data
