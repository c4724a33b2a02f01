"""The pattern solver of numerical tic-tac-toe, against position by position."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import _core
from kibitz.base.random import Random, pick
from kibitz.solving.by_graph import solve_by_graph
from kibitz.solving.table import table_in_memory
from kibitz.solving.verify import verify_table

pytestmark = pytest.mark.core

VARIANTS = [
    "numerical:first_odd=no",
    "numerical:target=6",
    "numerical:target=12,first_odd=no",
    "numerical:target=24",
]


def tiers(spec: str, one_by_one: bool) -> list[tuple[tuple[bytes, bytes], int]]:
    """The values of every tier, last to first, and how many positions they are of."""
    rules = kibitz.load(spec).rules
    run, control = _core.tier_run(rules, 2, one_by_one), _core.Control()
    assert run.needs_marks == one_by_one
    if one_by_one:
        for tier in range(run.tiers):
            run.mark(tier, control)
    return [(run.value(tier, control), run.positions) for tier in reversed(range(run.tiers))]


@pytest.mark.once
def test_every_position_has_the_same_value_either_way() -> None:
    assert tiers("numerical", False) == tiers("numerical", True)


@pytest.mark.slow
@pytest.mark.parametrize("spec", VARIANTS)
def test_so_with_other_options(spec: str) -> None:
    assert tiers(spec, False) == tiers(spec, True)


@pytest.mark.parametrize("spec", VARIANTS)
def test_other_options_agree_with_their_children(spec: str) -> None:
    assert verify_table(kibitz.solve(spec), 1000) == 1000


@pytest.mark.slow
def test_a_list_of_positions_without_any_index_says_the_same() -> None:
    game = kibitz.load("numerical")
    listing = table_in_memory(game, solve_by_graph(game, _core.Control(), 2_000_000))
    table = kibitz.solve(game)
    assert table.positions == listing.positions
    rng = Random(3)
    for _ in range(3000):
        position = game.start()
        while not position.is_over:
            position = position.play(pick(rng, position.moves))
            assert table.value(position) == listing.value(position) is not None, position


def test_a_tier_waits_for_the_next_one() -> None:
    run = _core.tier_run(kibitz.load("numerical").rules, 1)
    with pytest.raises(ValueError, match="no values yet"):
        run.value(4, _core.Control())
