"""Environments refuse games in which some move has no action number, before the first step."""

from __future__ import annotations

import importlib

import pytest

import kibitz
from tests.python_game.take import always, take_with


@pytest.mark.parametrize(
    ("package", "adapter", "made"),
    [
        ("pettingzoo", "pettingzoo", "env"),
        ("gymnasium", "gymnasium", "Against"),
        ("pyspiel", "openspiel", "to_openspiel"),
    ],
)
def test_a_game_with_a_move_without_a_number_is_refused(package: str, adapter: str, made: str) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip(package)
    make = getattr(importlib.import_module(f"kibitz.adapters.{adapter}"), made)
    with pytest.raises(kibitz.BadOption, match=r"move 1 of take has no number: actions\(\) does not list it"):
        make(take_with(actions=always([2])))
