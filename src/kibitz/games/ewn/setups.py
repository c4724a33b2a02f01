"""Optimal set-ups for both players, where known, from benchmarks/ewn_setups.py."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kibitz.base.random import Random

#: Set-ups with their probabilities, most likely first.
Mixture = Mapping[str, float]


@cache
def _known() -> Mapping[str, Mapping[str, Mixture]]:
    text = Path(__file__).with_name("setups.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def best_setups(size: int, stones: int, faces: int) -> tuple[Mixture, Mixture] | None:
    """Return the mixed strategies of the first and second mover; None if unknown."""
    found = _known().get(f"{size},{stones},{faces}")
    return None if found is None else (found["first"], found["second"])


def drawn(mixture: Mixture, rng: Random | None) -> str:
    """Draw a set-up from a mixed strategy; without a generator, the usual one."""
    if rng is None:
        return next(iter(mixture))
    return rng.choices(list(mixture), list(mixture.values()))[0]
