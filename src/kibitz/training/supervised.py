"""The second way to learn: from exact values, where something knows them."""

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
from kibitz.training.exact_accuracy import Truth, truths
from kibitz.training.model import data_of, new_model
from kibitz.training.run_folder import Plan
from kibitz.training.samples import Examples, images
from kibitz.training.trainer import train

#: Positions that a process finds at a time.
_EACH = 200


def examples_of(game: Game, known: list[Truth]) -> Examples:
    """Every best move is as good as the others, and a position is worth what its best move is."""
    out = Examples.of(game)
    for truth in known:
        top = max(truth.values.values())
        best = [move for move, value in truth.values.items() if top - value < 1e-9]
        out.add(truth.position, [(move, 1 / len(best)) for move in best], 2 * top - 1)
    return out


@dataclass(frozen=True)
class Search:
    """Some positions to find, as another process is told."""

    game: str
    count: int
    seed: int


def find(job: Search) -> list[Truth]:
    """Find them."""
    return truths(load(job.game), job.count, seed=job.seed)


def truths_to_learn(
    game: Game,
    count: int,
    seed: int,
    apart_from: Collection[Position],
    executor: AnyExecutor | None = None,
    tell: Callable[[str], object] = lambda _: None,
) -> list[Truth]:
    """At most so many positions, found on all cores, without those to judge by and their mirror images."""
    judged = {image for position in apart_from for image in images(position)}
    jobs = [
        Search(game.spec, min(_EACH, count - at), seed * 1_000_003 + 1000 + at)
        for at in range(0, count, _EACH)
    ]
    found: dict[Position, Truth] = {}
    # In their order, so that the same seed finds the same whoever is quicker.
    with closing(run_in_order(make_executor(executor, len(jobs)), find, jobs)) as results:
        for truths_found in results:
            before = len(found)
            found.update((each.position, each) for each in truths_found if each.position not in judged)
            if len(found) == before:
                break  # the game hardly has more
            tell(f"found {len(found):,} of {count:,} positions")
    return list(found.values())


def learn_from_truth(
    plan: Plan,
    path: Path,
    *,
    positions: int,
    apart_from: Collection[Position] = (),
    executor: AnyExecutor | None = None,
    tell: Callable[[str], object] = lambda _: None,
) -> NetworkData:
    """Train a network on positions of games at random whose values are known, and write it.

    It does not learn from positions of `apart_from` and their mirror images: it can be judged by them.
    """
    began, game = time.monotonic(), load(plan.game)
    # First: it may be refused, and the positions take long.
    game.encoding.actions.check_complete()
    model = new_model(game, plan.hidden, plan.blocks, plan.seed, plan.kind)
    known = truths_to_learn(game, positions, plan.seed, apart_from, executor, tell)
    if not known:
        raise BadOption(f"nothing knows exact values of {game.spec}; solve it first")
    examples = examples_of(game, known)
    tell(f"{len(known):,} positions in {time.monotonic() - began:.0f} s")
    off = train(
        model,
        examples,
        steps=plan.steps,
        batch=plan.batch,
        rate=plan.rate,
        seed=plan.seed,
        device=plan.device,
    )
    tell(f"off by {off[0]:.3f} in moves and {off[1]:.3f} in values")
    about = {
        "by": "kibitz learn --from-truth",
        "positions": len(known),
        "steps": plan.steps,
        "seed": plan.seed,
        "seconds": round(time.monotonic() - began),
    }
    data = data_of(game, model, plan.hidden, plan.blocks, about, plan.kind)
    write_network(path, data)
    return data
