"""Players with exact values: their choice among equal moves, and without values."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz import Draw, Estimate, Expect, Limit, Loss, Value, Win
from kibitz.base.random import Random
from kibitz.base.value import Points
from kibitz.games import control as games_control
from kibitz.players import careful, friendly, percentage, perfect, rule_player, strongest
from kibitz.players.friendly import imbalance
from kibitz.players.player import Choice
from kibitz.players.strongest import get_ready, strongest_choice
from tests.players.chance import Told

GAME = kibitz.load("tictactoe")
START = GAME.start()


def know(monkeypatch: pytest.MonkeyPatch, *values: Value, nodes: int = 0) -> list[Limit]:
    """Let the first moves be known to be worth this, or nothing be known; the limits of who asks."""
    asked: list[Limit] = []

    def ask(position: kibitz.Position, limit: Limit) -> Any:
        asked.append(limit)
        moves = [
            SimpleNamespace(move=move, value=value)
            for move, value in zip(position.moves, values, strict=False)
        ]
        known = SimpleNamespace(moves=moves, nodes=nodes) if values else None
        source = SimpleNamespace(name="made up") if values else None
        return SimpleNamespace(knowledge=known, source=source, limit=limit)

    for place in (careful, percentage, friendly, strongest, perfect):
        monkeypatch.setattr(place, "probe_sources", ask, raising=False)
    return asked


def choices(spec: str, position: kibitz.Position = START) -> set[str]:
    """What a player may choose, whatever chance says."""
    player = kibitz.player(spec)
    return {str(player.choose(position, rng=Told(0.0, part / 20)).move) for part in range(20)} | {
        str(player.choose(position, rng=Told(part / 20)).move) for part in range(20)
    }


@pytest.mark.parametrize(
    ("spec", "values", "chosen"),
    [
        ("table", (Win(5), Win(3), Draw(), Win(3)), "24"),
        ("table", (Loss(4), Loss(6), Loss(2)), "2"),
        ("table", (Expect(0.4), Expect(0.7), Expect(0.7)), "23"),
        ("classic:strength=100", (Win(5), Win(3), Draw(), Loss(2)), "12"),  # it does not mind how long
        ("classic:strength=100", (Draw(5), Loss(3), Draw(2)), "13"),
        ("classic:strength=100", (Expect(0.4), Expect(0.7), Expect(0.6)), "2"),
        ("friendly", (Win(3), Draw(), Loss(2)), "2"),
        ("friendly", (Win(3), Win(5), Loss(8)), "2"),  # if it has to win, then late
        ("friendly", (Loss(4), Loss(6)), "2"),
        ("friendly", (Expect(0.9), Expect(0.45), Expect(0.6)), "2"),
        ("friendly", (Points(4), Points(-1), Points(2)), "2"),
        ("friendly", (Estimate(-9), Estimate(3), Estimate(4)), "2"),
    ],
)
def test_which_of_the_moves_that_are_known(
    monkeypatch: pytest.MonkeyPatch, spec: str, values: tuple[Value, ...], chosen: str
) -> None:
    know(monkeypatch, *values)
    assert choices(spec) == set(chosen)
    choice = kibitz.player(spec).choose(START, rng=Told(0.0))
    assert choice.value == values[int(str(choice.move)) - 1]


def test_work_is_reported_if_there_was_some(monkeypatch: pytest.MonkeyPatch) -> None:
    for nodes, each in ((0, None), (77, 77)):
        know(monkeypatch, Win(3), nodes=nodes)
        assert kibitz.player("table").choose(START).nodes == each
        best = strongest_choice(START, Limit(), Random(0))
        assert (best.nodes, best.seconds is None) == (each, each is None)
        assert best.seconds is None or 0 <= best.seconds < 60
        assert best.value == Win(3)


def test_the_strongest_takes_any_of_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, Win(5), Win(3), Draw(), Win(3))
    found = {str(strongest_choice(START, Limit(), Told(part / 10)).move) for part in range(10)}
    assert found == {"2", "4"}


@pytest.mark.parametrize(
    ("value", "nearer"),
    [
        (Expect(0.5), Expect(0.4)),
        (Expect(0.4), Expect(0.65)),
        (Expect(0.4), Expect(0.3)),
        (Estimate(1), Estimate(-2)),
        (Points(-1), Points(2)),
        (Draw(4), Win(8)),
        (Draw(), Estimate(1)),
        (Estimate(100), Win(50)),
        (Win(50), Win(3)),
        (Win(1), Loss(99)),
        (Loss(9), Loss(2)),
        (Loss(2), Loss()),
    ],
)
def test_close_games_are_even_and_decided_ones_late(value: Value, nearer: Value) -> None:
    assert imbalance(value) < imbalance(nearer)
    assert imbalance(Draw()) == imbalance(Draw(7)) == imbalance(Points(0)) == (0, 0)


def test_the_friendly_do_not_throw_a_game_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # Closest would be a draw, but after it the opponent wins at once; so something else is taken.
    know(monkeypatch, Draw(), Win(3), Win(5))
    thrown = {START.moves[0]: START.moves[1]}
    monkeypatch.setattr(friendly, "refutations", lambda position, limit: thrown)
    assert choices("friendly") == {"3"}
    everything = dict.fromkeys(START.moves[:3], START.moves[4])
    monkeypatch.setattr(friendly, "refutations", lambda position, limit: everything)
    assert choices("friendly") == {"1"}


def test_the_friendly_look_ahead_where_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = know(monkeypatch)
    looked: list[int] = []

    def shallow_values(position: kibitz.Position, depth: int, limit: Limit) -> dict[kibitz.Move, Value]:
        looked.append(depth)
        return dict(zip(position.moves, (Estimate(9), Estimate(-1)), strict=False))

    monkeypatch.setattr(friendly, "shallow_values", shallow_values)
    monkeypatch.setattr(friendly, "refutations", lambda position, limit: {})
    assert str(kibitz.player("friendly:depth=3").choose(START).move) == "2"
    assert looked == [3]
    # What exact knowledge may cost is bounded, and by a limit of one's own more so.
    assert asked == [Limit(nodes=60_000)]
    kibitz.player("friendly").choose(START, Limit(nodes=9))
    assert asked[-1] == Limit(nodes=9)


@pytest.mark.parametrize(("number", "any_move"), [(0.5, True), (0.49, False), (0.51, True), (0.0, False)])
def test_so_many_moves_of_a_hundred_are_best(
    monkeypatch: pytest.MonkeyPatch, number: float, any_move: bool
) -> None:
    know(monkeypatch, Loss(2), Win(3))
    choice = kibitz.player("classic:strength=50").choose(START, rng=Told(number, 0.99))
    assert (str(choice.move), choice.value) == (("9", None) if any_move else ("2", Win(3)))
    never = kibitz.player("classic:strength=0").choose(START, rng=Told(0.0))
    assert never.value is None
    always = kibitz.player("classic:strength=100").choose(START, rng=Told(0.999))
    assert always.value == Win(3)


def test_without_knowledge_the_best_search_is_asked(
    monkeypatch: pytest.MonkeyPatch, long_game_file: Path
) -> None:
    know(monkeypatch)
    made: list[tuple[str, Limit]] = []

    def make_player(spec: str) -> Any:
        def choose(position: kibitz.Position, limit: Limit, rng: Random) -> Choice:
            made.append((spec, limit))
            return Choice(position.moves[3 % len(position.moves)])

        return SimpleNamespace(choose=choose)

    monkeypatch.setattr(strongest, "make_player", make_player)
    assert strongest_choice(START, Limit(depth=2), Random(0)).move == START.moves[3]
    assert made == [(GAME.search.best, Limit(depth=2))]
    slow = kibitz.load(f"{long_game_file}:length=9").start()
    for position in (START, slow):
        strongest_choice(position, Limit(), Random(0))
    quick_nodes, slow_nodes = (limit.nodes for _, limit in made[1:])
    assert quick_nodes is not None
    assert slow_nodes is not None
    assert quick_nodes > 10 * slow_nodes > 0
    # The classic player does the same with its best moves.
    assert kibitz.player("classic:strength=100").choose(START).move == START.moves[3]
    monkeypatch.setattr("kibitz.players.registry.make_player", make_player)
    perfect.TablePlayer({"depth": 3}, {}).think(START, Limit(nodes=5), Random(0))
    assert made[-1] == ("alphabeta:depth=3", Limit(nodes=5))


@pytest.mark.parametrize("spec", ["table", "careful", "classic", "friendly", "level"])
def test_getting_ready_makes_what_a_move_would_wait_for(monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    prepared: list[str] = []
    sources = [SimpleNamespace(prepare=lambda name=name: prepared.append(name)) for name in "ab"]
    monkeypatch.setattr(strongest, "unmade", lambda position: sources)
    kibitz.player(spec).prepare(START)
    assert prepared == ["a", "b"]
    get_ready(START)
    assert prepared == ["a", "b"] * 2


@pytest.mark.parametrize(
    ("values", "odds", "chosen"),
    [
        ((Draw(), Draw(), Loss(2)), (0.2, 0.6, 0.9), "2"),  # the safe one with the best chances
        ((Loss(4), Loss(6), Loss(2)), (0.3, 0.2, 0.1), "1"),
        ((Win(5), Win(3), Draw()), (0.9, 0.2, 0.9), "2"),  # a win is certain, so the quickest
        ((Draw(), Draw(), Loss(2)), None, "12"),
        ((Expect(0.2), Expect(0.6), Expect(0.1)), (0.9, 0.1, 0.9), "2"),
    ],
)
def test_the_careful_hope_only_where_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch, values: tuple[Value, ...], odds: tuple[float, ...] | None, chosen: str
) -> None:
    know(monkeypatch, *values)
    hopes = None if odds is None else dict(zip(START.moves, odds, strict=False))
    monkeypatch.setattr(careful, "odds_of_moves", lambda position, source: hopes)
    monkeypatch.setattr(
        careful, "best_by_odds", lambda some: [move for move in some if some[move] == max(some.values())]
    )
    assert choices("careful") == set(chosen)


# The five rules.


def test_rules_for_which_there_is_no_time_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    threatened = GAME.position("x../oo./..x")
    player = kibitz.player("rules")
    assert str(player.choose(threatened).move) == "6"
    clock = SimpleNamespace(now=100.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(rule_player, "time", clock)
    limits: list[Limit] = []
    real = games_control.control_for

    def control_for(limit: Limit) -> Any:
        limits.append(limit)
        return real(Limit(nodes=limit.nodes))

    monkeypatch.setattr(rule_player, "control_for", control_for)
    assert str(player.choose(threatened, Limit(seconds=10)).move) == "6"
    assert {limit.seconds for limit in limits} == {8.0}  # four fifths of it, as the clock stands still
    assert {limit.nodes for limit in limits} == {200_000}
    limits.clear()
    player.choose(threatened)
    assert {limit.seconds for limit in limits} == {None}
    # No time at all: most ways to win decide alone, and a win at once is seen as ever.
    limits.clear()
    ticks = iter(range(100, 10_000, 50))
    clock.monotonic = lambda: float(next(ticks))
    late = player.choose(threatened, Limit(seconds=10)).move
    assert limits == []
    ways = {
        move: threatened.play(move).game.rules.open_lines(threatened.play(move).state, int(threatened.turn))
        for move in threatened.moves
    }
    assert ways[late] == max(way or 0 for way in ways.values())
    assert str(player.choose(GAME.position("xx./oo./..."), Limit(seconds=10)).move) == "3"


def test_without_lines_every_move_has_as_many_ways(long_game_file: Path) -> None:
    start = kibitz.load(f"{long_game_file}:length=30").start()
    player = kibitz.player("rules")
    found = {str(player.choose(start, Limit(seconds=0.000001), Told(part / 4)).move) for part in range(4)}
    assert found == {str(move) for move in start.moves}


def test_rules_know_no_dice() -> None:
    assert "dice" in (kibitz.player("rules").cannot_play(kibitz.load("ewn")) or "")
    assert kibitz.player("rules").cannot_play(GAME) is None
