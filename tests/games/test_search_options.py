"""Search options of single games, and their values in the core."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz.base.options import Option
from kibitz.games.capabilities import SearchHints, SearchOption
from kibitz.games.search_options import core_options, known_search_options


def searched(*options: SearchOption) -> kibitz.Game:
    """A game with these options of its searches, which is all that is asked of it."""
    return SimpleNamespace(search=SearchHints(options=options))  # type: ignore[return-value]


FORCED = SearchOption(Option("forced", False, "x"), at_best=True)
IMAGES = SearchOption(Option("images", False, "x"), to_prove=True)
EVAL = SearchOption(Option("eval", "plain", "x", choices=("plain", "sharp", "wild")))
WEIGHT = SearchOption(Option("weight", 25, "x", high=99), at_best=40, to_prove=50)


@pytest.mark.parametrize(
    ("options", "given", "at_best", "to_prove", "told"),
    [
        ((), {}, True, True, {}),
        ((FORCED, IMAGES), {}, False, False, {}),
        ((FORCED, IMAGES), {}, True, False, {"forced": 1, "images": 0}),
        ((FORCED, IMAGES), {}, True, True, {"forced": 1, "images": 1}),
        ((FORCED, IMAGES), {}, False, True, {}),
        ((FORCED, IMAGES), {"forced": False}, True, False, {}),
        ((FORCED, IMAGES), {"images": True}, False, False, {"forced": 0, "images": 1}),
        ((EVAL,), {}, True, True, {}),
        ((EVAL,), {"eval": "wild"}, False, False, {"eval": 2}),
        ((EVAL,), {"eval": "plain"}, True, False, {}),
        ((EVAL, WEIGHT), {}, True, False, {"eval": 0, "weight": 40}),
        ((EVAL, WEIGHT), {}, True, True, {"eval": 0, "weight": 50}),
        ((EVAL, WEIGHT), {"weight": 7}, True, True, {"eval": 0, "weight": 7}),
    ],
)
def test_non_default_options_reach_the_core(
    options: tuple[SearchOption, ...],
    given: dict[str, Any],
    at_best: bool,
    to_prove: bool,
    told: dict[str, int],
) -> None:
    assert core_options(searched(*options), given, at_best=at_best, to_prove=to_prove) == told


def test_proofs_are_asked_for_by_name_only() -> None:
    assert core_options(searched(IMAGES), {}, at_best=True) == {}


def test_options_of_searches_are_known_in_all_games() -> None:
    assert [option.name for option in known_search_options("forced")] == ["forced"]
    (judged,) = known_search_options("eval")
    assert {"normal", "race"} < set(judged.choices)
    assert list(known_search_options("unheard of")) == []


def test_an_option_only_makes_quicker_where_that_is_said() -> None:
    assert not SearchOption(Option("x", 1, "x")).only_speed
