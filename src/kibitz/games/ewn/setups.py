"""The set-ups that both players should choose, where they are known; benchmarks/ewn_setups.py makes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kibitz.base.random import Random

#: Set-ups and how often each is chosen, most often first.
Mixture = Mapping[str, float]


@cache
def _known() -> Mapping[str, Mapping[str, Mixture]]:
    text = Path(__file__).with_name("setups.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def best_setups(size: int, stones: int, faces: int) -> tuple[Mixture, Mixture] | None:
    """What whoever moves first and the other should choose; None where nobody knows."""
    found = _known().get(f"{size},{stones},{faces}")
    return None if found is None else (found["first"], found["second"])


def drawn(mixture: Mixture, rng: Random | None) -> str:
    """One of the set-ups by lot; the usual one without a generator."""
    if rng is None:
        return next(iter(mixture))
    return rng.choices(list(mixture), list(mixture.values()))[0]
