"""Names of other libraries, and of other games' positions, raise errors that say what to write."""

from __future__ import annotations

import copy

import pytest

import kibitz

START = kibitz.load("tictactoe").start()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("push", r"use position = position.play\(move\)"),
        ("apply_action", r"use position = position.play\(move\)"),
        ("is_terminal", "use position.is_over"),
        ("legal_actions", "use position.moves"),
        ("possible_moves", "use position.moves"),
        ("fen", "positions of tictactoe have no fen; only those of chess and chess960 have it"),
        ("is_check", "only those of chess and chess960"),
    ],
)
def test_positions(name: str, message: str) -> None:
    with pytest.raises(AttributeError, match=message):
        getattr(START, name)
    assert not hasattr(START, name)


def test_unknown_names_have_no_hint() -> None:
    with pytest.raises(AttributeError, match=r"^positions of tictactoe have no colour$"):
        START.colour  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(START, "_repr_png_")
    assert copy.deepcopy(START) is START


def test_games_and_the_library() -> None:
    with pytest.raises(AttributeError, match=r"use game.start\(\)"):
        START.game.new_initial_state  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"use kibitz\.load"):
        kibitz.load_game  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"^module 'kibitz' has no attribute 'nonsense'$"):
        kibitz.nonsense  # type: ignore[attr-defined]  # noqa: B018
