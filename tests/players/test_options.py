"""Options in specs are stable (docs/stability.md): their ranges and defaults."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.players.registry import player_class

K, M, G = 2**10, 2**20, 2**30

#: Player and option, its default, minimum and maximum.
RANGES = [
    ("minimax:depth", 0, 0, 999),
    ("alphabeta:depth", 0, 0, 999),
    ("alphabeta:star", 1, 0, 2),
    ("alphabeta:tt", 0, 0, 64 * G),
    ("alphabeta:first", 1, 1, 999),
    ("alphabeta:step", 1, 1, 2),
    ("alphabeta:threads", 1, 1, 64),
    ("negascout:star", 2, 0, 2),
    ("negascout:tt", 16 * M, 0, 64 * G),
    ("negascout:threads", 1, 1, 64),
    ("selective:depth", 0, 0, 200),
    ("selective:tt", 64 * M, 64 * K, 64 * G),
    ("selective:threads", 1, 1, 64),
    ("mcts:playouts", 0, 0, 10**12),
    ("mcts:explore", 100, 0, 10_000),
    ("mcts:rave", 0, 0, 10**6),
    ("mcts:bias", 0, 0, 10_000),
    ("mcts:memory", 256 * M, 128 * K, 64 * G),
    ("mcts:plies", 2000, 1, 100_000),
    ("mcts:gumbel", 0, 0, 1000),
    ("mcts:threads", 1, 1, 64),
    ("level:strength", 50, 0, 100),
    ("level:elo", -1, -1, 9999),
    ("classic:strength", 60, 0, 100),
    ("friendly:depth", 4, 1, 99),
    ("table:depth", 4, 1, 999),
    ("careful:depth", 4, 1, 999),
    ("engine:clock", 0, 0, 1_000_000),
    ("engine:patience", 60, 1, 86_400),
    ("engine:grace", 500, 0, 60_000),
]


@pytest.mark.parametrize(("spec", "usual", "least", "most"), RANGES, ids=[row[0] for row in RANGES])
def test_numbers_have_their_range(spec: str, usual: int, least: int, most: int) -> None:
    player, _, name = spec.partition(":")
    option = next(option for option in player_class(player).options if option.name == name)
    assert option.default == usual
    assert (option.check(str(least)), option.check(str(most))) == (least, most)
    for beyond in (least - 1, most + 1):
        with pytest.raises(kibitz.BadOption):
            option.check(str(beyond))


@pytest.mark.parametrize(
    ("player", "on", "off"),
    [
        ("alphabeta", ["endgames"], ["killers", "history", "deepen", "aspiration"]),
        ("negascout", ["endgames", "killers", "history", "deepen", "aspiration"], []),
        ("minimax", ["endgames"], []),
        ("selective", ["endgames"], []),
        ("mcts", ["endgames", "solve"], []),
    ],
)
def test_features_on_by_default(player: str, on: list[str], off: list[str]) -> None:
    switches = {
        option.name: option.default
        for option in player_class(player).options
        if isinstance(option.default, bool)
    }
    assert switches == {**dict.fromkeys(on, True), **dict.fromkeys(off, False)}


def test_memory_is_reported_in_units() -> None:
    for spec, kept in (
        ("negascout:tt=1M", "negascout:tt=1M"),
        ("selective:tt=65536", "selective:tt=64k"),
        ("mcts:memory=2G", "mcts:memory=2G"),
        ("alphabeta:tt=0", "alphabeta"),
    ):
        assert kibitz.player(spec).spec == kept


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        ("engine:cmd", 1000),
        ("engine:set", 1000),
        ("mcts:net", 4096),
        ("selective:without", 400),
        ("mcts:fpu", 6),
    ],
)
def test_texts_are_no_longer_than_that(spec: str, most: int) -> None:
    player, _, name = spec.partition(":")
    option = next(option for option in player_class(player).options if option.name == name)
    assert option.check("x" * most) == "x" * most
    with pytest.raises(kibitz.BadOption):
        option.check("x" * (most + 1))


def test_depths_without_a_limit_are_those_that_the_help_says() -> None:
    for name, depth in (("minimax", 4), ("alphabeta", 6), ("negascout", 7)):
        option = next(option for option in player_class(name).options if option.name == "depth")
        assert f"{depth} without one" in option.help


def test_players_with_own_time_management_get_no_move_limit() -> None:
    keeping = {
        name
        for name in ("engine", "selective", "mcts", "negascout", "random")
        if player_class(name).keeps_time
    }
    assert keeping == {"engine", "selective"}
    searching = {
        name
        for name in ("minimax", "alphabeta", "negascout", "mcts", "selective", "random", "level")
        if player_class(name).takes_search_options
    }
    assert searching == {"minimax", "alphabeta", "negascout", "mcts"}
