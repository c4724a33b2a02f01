"""Names of other libraries, and of other games' positions, raise errors that say what to write."""

from __future__ import annotations

import copy
import pickle
import re

import pytest

import kibitz
from kibitz.games.missing_attributes import _OF_GAMES, _OF_POSITIONS

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
        ("history", "use a kibitz.Session or a kibitz.Record"),
        ("player_return", r"use position.outcome.for_side\(side\)"),
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
    with pytest.raises(AttributeError, match=r"use len\(game.side_names\)"):
        START.game.num_players  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"use kibitz\.Side\.FIRST"):
        kibitz.WHITE  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"use kibitz\.load"):
        kibitz.load_game  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match=r"^module 'kibitz' has no attribute 'nonsense'$"):
        kibitz.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_analyses_and_records() -> None:
    found = kibitz.analyse(START)
    record = kibitz.Record(START.game, (START.move("5"),), tags={"Event": "x"})
    for owner, name, message in (
        (found, "pv", "'Analysis' object has no attribute 'pv'; use analysis.line"),
        (found, "score", "use analysis.value"),
        (found, "nonsense", "'Analysis' object has no attribute 'nonsense'$"),
        (record, "headers", "'Record' object has no attribute 'headers'; use record.tags"),
        (record, "nonsense", "'Record' object has no attribute 'nonsense'$"),
    ):
        with pytest.raises(AttributeError, match=message):
            getattr(owner, name)
    for owner in (found, record):
        assert copy.deepcopy(owner) == owner
        assert pickle.loads(pickle.dumps(owner)) == owner


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [("tic_tac_toe", "tictactoe"), ("connect_four", "connect4"), ("mnk(m=5,n=4,k=3)", "mnk")],
)
def test_names_of_games_in_openspiel(theirs: str, ours: str) -> None:
    with pytest.raises(kibitz.BadOption, match=f"did you mean {ours}\\?"):
        kibitz.load(theirs)


def test_hints_name_attributes_that_exist() -> None:
    """Each hint for a game or a position starts with an expression that works there."""
    rules, position = START.game, START.play("1 4 2 5 3")
    for hints, names in ((_OF_POSITIONS, {"position": position}), (_OF_GAMES, {"game": rules})):
        for hint in hints.values():
            for owner, attribute in re.findall(r"\b(position|game)\.(\w+)", hint):
                if owner in names:
                    assert hasattr(names[owner], attribute), hint
    for hint in kibitz._HINTS.values():
        assert hasattr(kibitz, re.match(r"\w+", hint)[0]), hint  # type: ignore[index]
