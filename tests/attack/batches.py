"""Batches of games: odd actions and masks, and arrays that the caller scribbles on."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.base.errors import KibitzError
from tests.attack.field import Field, attack
from tests.conformance.specs import EXAMPLES

SPECS = [
    *(
        "tictactoe",
        "connect4",
        "numerical",
        "ewn",
        "ewn:size=3,stones=2",
        "chess",
        "mnk:width=4,height=3,length=3",
    ),
    *(str(path) for path in EXAMPLES if path.stem in ("nim", "morris", "race")),
]
STEPS = 30


@attack("inputs", weight=0.3)
def odd_batches(field: Field) -> None:
    """Games are stepped by odd arrays; each goes on by its rules, and none if one action is illegal."""
    try:
        import numpy as np
    except ImportError:
        field.count("inputs")  # nothing can be done without the extra "research"
        return
    rng = field.rng
    game, size = kibitz.load(rng.choice(SPECS)), rng.choice([1, 2, 7])
    batch = game.batch(size, rng.randrange(100), most_plies=rng.choice([None, 3, 40]))
    odd: list[Any] = [
        *(None, 3, [0] * size, [-1] * size, [2**31] * size, [0.5] * size, [True] * size, "x", [[0]] * size),
        *(
            np.full(size, 2**64 - 1, np.uint64),
            np.zeros(2 * size, np.int64)[::2],
            np.zeros(size, ">i8"),
            {},
            [None],
        ),
        np.frombuffer(rng.randbytes(8 * size), np.int64),
    ]
    for _ in range(STEPS):
        field.count("inputs")
        if rng.random() < 0.3:
            rows = rng.choice([batch.masks, batch.plies, batch.turns, batch.observations, batch.rewards])
            rows[...] = rng.choice([0, 1, 127])
        before = [str(batch.position(at)) for at in range(size)]
        kind = rng.randrange(4)
        what = f"a batch of {size} games of {game} at {before}"
        with field.only_documented_errors(lambda what=what: what):  # type: ignore[misc]
            try:
                if kind == 0:
                    batch.reset_games(rng.choice([*odd, np.ones(size, np.bool_)]))
                elif kind == 1:
                    batch.step(rng.choice(odd))
                else:
                    actions = batch.sample()
                    if kind == 2:
                        actions[rng.randrange(size)] = rng.choice([-1, 0, len(game.encoding.actions), 2**62])
                    batch.step(actions)
            except KibitzError:
                if [str(batch.position(at)) for at in range(size)] != before:
                    field.fault("believed", f"{what}: some games were played although a step was refused")
                continue
            _check(field, batch, what, shown=kind != 0)


def _check(field: Field, batch: Any, what: str, *, shown: bool) -> None:
    """After a step every row is about the game's position."""
    for at in range(batch.size):
        position = batch.position(at)
        if position.is_over:
            field.fault("believed", f"{what}: a game that is over goes on: {position}")
        if shown and set(batch.masks[at].nonzero()[0].tolist()) != set(
            batch.game.encoding.actions.numbers(position)
        ):
            field.fault("believed", f"{what}: other moves than those of {position}")
