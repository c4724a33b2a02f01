"""Deprecated names of games still work and name their replacements."""

from __future__ import annotations

from operator import attrgetter

import pytest

import kibitz
from kibitz.games.deprecated_names import FORMER_NAMES

GAMES = [kibitz.load(spec) for spec in ("connect4", "chess", "nim")]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize(("old", "new"), FORMER_NAMES.items())
def test_a_former_name_leads_to_the_new_one(game: kibitz.Game, old: str, new: str) -> None:
    capability = new.partition(".")[0]
    lacks = capability != new and getattr(game, capability) is None
    with pytest.warns(DeprecationWarning, match=rf"^Game\.{old} is deprecated; use Game\.{new}$") as warned:
        found = getattr(game, old, None)
    if lacks:
        assert not found or not found(*[None] * found.__code__.co_argcount)
    else:
        assert found == attrgetter(new)(game)
    assert warned[0].filename == __file__


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match="'Connect' object has no attribute 'nothing'"):
        _ = GAMES[0].nothing  # type: ignore[attr-defined]
    assert not hasattr(GAMES[0], "__getstate_of_others__")


def test_other_classes_keep_their_former_names() -> None:
    game = kibitz.load("nim:piles=2")
    start, table, player = game.start(), kibitz.solve(game), kibitz.player("random")
    for owner, old, new in (
        (start, "alone", "without_history"),
        (start, "own_state", "python_state"),
        (table, "own_state", "compatible_state"),
        (player, "called", "display_name"),
        (player, "hear_limit", "set_limit"),
        (player, "hear_clock", "set_clock"),
    ):
        with pytest.warns(DeprecationWarning, match=rf"\.{old} is deprecated, use {new}$"):
            found = getattr(owner, old)
        assert found == getattr(owner, new)
