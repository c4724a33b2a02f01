"""Supervised training on exact values, for games in which something knows them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kibitz.base.errors import BadOption
from kibitz.executors.executor import AnyExecutor, make_executor, run_in_order
from kibitz.files.network_file import NetworkData, write_network
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load
from kibitz.training.exact_accuracy import ExactPosition, exact_positions
from kibitz.training.model import network_data, new_model
from kibitz.training.run_folder import Plan
from kibitz.training.samples import Samples, symmetric_images
from kibitz.training.trainer import train

#: Positions per job.
_EACH = 200


def samples_from(game: Game, known: list[ExactPosition]) -> Samples:
    """Return samples whose policy target is uniform over the best moves and whose value target is exact."""
    out = Samples.of(game)
    for exact in known:
        top = max(exact.values.values())
        best = [move for move, value in exact.values.items() if top - value < 1e-9]
        out.add(exact.position, [(move, 1 / len(best)) for move in best], 2 * top - 1)
    return out


@dataclass(frozen=True)
class PositionJob:
    """A batch of positions to find, for one process."""

    game: str
    count: int
    seed: int


def find(job: PositionJob) -> list[ExactPosition]:
    """Find the positions of a job."""
    return exact_positions(load(job.game), job.count, seed=job.seed)


def training_positions(
    game: Game,
    count: int,
    seed: int,
    held_out: Collection[Position],
    executor: AnyExecutor | None = None,
    on_message: Callable[[str], object] = lambda _: None,
) -> list[ExactPosition]:
    """Find up to `count` positions on all cores, without the test positions and their symmetric images."""
    tests = {image for position in held_out for image in symmetric_images(position)}
    jobs = [
        PositionJob(game.spec, min(_EACH, count - at), seed * 1_000_003 + 1000 + at)
        for at in range(0, count, _EACH)
    ]
    found: dict[Position, ExactPosition] = {}
    # In the order of the jobs, so that the result depends on the seed only.
    with closing(run_in_order(make_executor(executor, len(jobs)), find, jobs)) as results:
        for batch in results:
            before = len(found)
            found.update((each.position, each) for each in batch if each.position not in tests)
            if len(found) == before:
                break  # the game has hardly any more
            on_message(f"found {len(found):,} of {count:,} positions")
    return list(found.values())


def train_on_exact_values(
    plan: Plan,
    path: Path,
    *,
    positions: int,
    held_out: Collection[Position] = (),
    executor: AnyExecutor | None = None,
    on_message: Callable[[str], object] = lambda _: None,
) -> NetworkData:
    """Train a network on exact values of positions from random games, and write it.

    Positions of `held_out` and their symmetric images are not trained on, so they can serve as a test set.
    """
    began, game = time.monotonic(), load(plan.game)
    # First, as this may be refused and finding the positions takes long.
    game.encoding.actions.check_complete()
    model = new_model(game, plan.hidden, plan.blocks, plan.seed, plan.kind)
    known = training_positions(game, positions, plan.seed, held_out, executor, on_message)
    if not known:
        raise BadOption(f"nothing knows exact values of {game.spec}; solve it first")
    samples = samples_from(game, known)
    on_message(f"{len(known):,} positions in {time.monotonic() - began:.0f} s")
    losses = train(
        model,
        samples,
        steps=plan.steps,
        batch=plan.batch,
        rate=plan.rate,
        seed=plan.seed,
        device=plan.device,
    )
    on_message(f"policy loss {losses[0]:.3f}, value loss {losses[1]:.3f}")
    about = {
        "by": "kibitz train --from-truth",
        "positions": len(known),
        "steps": plan.steps,
        "seed": plan.seed,
        "seconds": round(time.monotonic() - began),
    }
    data = network_data(game, model, plan.hidden, plan.blocks, about, plan.kind)
    write_network(path, data)
    return data
