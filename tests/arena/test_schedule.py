"""Schedules: pairings, their order and starts, and invalid ones."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import Any

import pytest

import kibitz
from kibitz.arena.schedule import GameJob, Plan, named
from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.limit import Limit


def _plan(players: int, **more: Any) -> Plan:
    return Plan("tictactoe", tuple((name, "random") for name in "abcdefgh"[:players]), **more)


def test_every_pair_of_players_meets_equally_often_from_both_sides() -> None:
    plan = _plan(4, each=6)
    assert plan.games == 36
    met = Counter(plan.names_of(number) for number in range(36))
    assert met == dict.fromkeys(itertools.permutations("abcd", 2), 3)
    # Both games of a pair come after each other, and everybody meets everybody before anybody does so again.
    for number in range(0, 36, 2):
        assert plan.names_of(number) == plan.names_of(number + 1)[::-1]
    for begin in range(0, 36, 12):
        assert len({frozenset(plan.names_of(number)) for number in range(begin, begin + 12)}) == 6


def test_all_meetings_of_a_round_share_their_seed_and_start_and_rounds_do_not() -> None:
    plan = _plan(3, each=8, seed=2)
    jobs = list(plan.jobs())
    assert [job.number for job in jobs] == list(range(24))
    rounds = [jobs[begin : begin + 6] for begin in range(0, 24, 6)]
    for place, games in enumerate(rounds):
        assert {plan.group_of(job.number) for job in games} == {place}
        assert len({job.start for job in games}) == 1
        assert len({plan.seed_of(job.number) for job in games}) == 1
    assert len({games[0].start for games in rounds}) == 4
    assert len({plan.seed_of(games[0].number) for games in rounds}) == 4
    assert plan.seed_of(0) != _plan(3, each=8, seed=3).seed_of(0)


def test_starts_that_are_listed_are_taken_in_turn() -> None:
    starts = ("x../.../...", "o../.x./...")
    plan = _plan(2, each=6, starts=starts)
    assert [job.start for job in plan.jobs()] == [starts[k] for k in (0, 0, 1, 1, 0, 0)]


def test_in_a_gauntlet_only_the_first_player_meets_others() -> None:
    plan = _plan(4, each=2, kind="gauntlet")
    assert plan.meetings == [(0, 1), (0, 2), (0, 3)]
    assert plan.games == 6


@pytest.mark.parametrize("reach", [1, 2, 3, None])
def test_players_further_apart_than_their_reach_do_not_meet(reach: int | None) -> None:
    wanted = [(i, j) for i in range(4) for j in range(4) if i < j and (reach is None or j - i <= reach)]
    assert _plan(4, each=2, reach=reach).meetings == wanted


def test_each_player_has_the_limit_of_its_place() -> None:
    limits = (Limit(1), Limit(2), Limit(3))
    plan = _plan(3, each=2, limits=limits)
    # a - b, b - a, a - c, c - a, b - c, c - b
    places = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert [job.limits for job in plan.jobs()] == [(limits[i], limits[j]) for i, j in places]
    assert {job.limits for job in _plan(3, each=2).jobs()} == {(Limit(), Limit())}
    assert {job.limits for job in _plan(3, each=2, limits=limits[1:2]).jobs()} == {(Limit(2), Limit(2))}


def test_players_of_the_same_spec_get_numbers() -> None:
    assert named(["x", "y", "x", "x"]) == (("x", "x"), ("y", "y"), ("x (2)", "x"), ("x (3)", "x"))


def test_a_job_is_called_by_its_players_and_its_number_from_1_on() -> None:
    plan = Plan("tictactoe", named(["random", "rules"]), each=4)
    assert str(GameJob(plan, 3, None)) == "rules - random (game 4)"


def test_a_plans_name_is_that_of_its_game_and_of_no_other_plan() -> None:
    plans = [_plan(2), _plan(3), _plan(2, seed=1), _plan(2, each=4), _plan(2, plies=1)]
    assert all(re.fullmatch(r"tictactoe-[0-9a-f]{12}", plan.name) for plan in plans)
    assert len({plan.name for plan in plans}) == 5
    assert _plan(2).name == plans[0].name


@pytest.mark.parametrize(
    ("players", "more", "said"),
    [
        (1, {}, "round-robin has at least 2 players, not 1"),
        (1, {"kind": "match"}, "match has 2 players, not 1"),
        (3, {"kind": "match"}, "match has 2 players, not 3"),
        (2, {"each": 0, "kind": "match"}, "not 0"),
        (2, {"each": 3}, "an even number of them, not 3"),
        (2, {"each": 3, "kind": "gauntlet"}, "an even number of them, not 3"),
        (2, {"plies": -1}, "0 to 1000 random moves, not -1"),
        (2, {"plies": 1001}, "0 to 1000 random moves, not 1001"),
        (3, {"limits": (Limit(),) * 2}, "not 2"),
        (2, {"limits": (Limit(),) * 3}, "not 3"),
        (2, {"kind": "knockout"}, "a match, a round-robin or a gauntlet, not 'knockout'"),
        (2, {"reach": 0}, "at least 1"),
    ],
)
def test_an_unplayable_game_is_refused_with_alternatives(
    players: int, more: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadOption, match=re.escape(said)):
        _plan(players, **more)


@pytest.mark.parametrize(
    ("players", "more"),
    [
        (2, {"kind": "match", "each": 1}),
        (2, {"kind": "match", "each": 3}),
        (2, {"plies": 0}),
        (2, {"plies": 1000}),
        (2, {"reach": 1}),
        (3, {"limits": (Limit(),)}),
        (3, {"limits": (Limit(),) * 3}),
        (3, {"kind": "gauntlet", "each": 2}),
    ],
)
def test_plans_at_the_limits(players: int, more: dict[str, Any]) -> None:
    assert Plan.from_json(_plan(players, **more).to_json()) == _plan(players, **more)


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(BadOption, match="two players are named 'x'"):
        Plan("tictactoe", (("x", "random"), ("y", "random"), ("x", "rules")))


def test_players_that_can_not_begin_are_named_before_the_first_game() -> None:
    for spec in ("nobody", "engine:cmd=/no/such/program"):
        plan = Plan("tictactoe", (("a", "random"), ("b", spec)))
        with pytest.raises(KibitzError, match=re.escape(spec.partition(":")[0])):
            plan.check(kibitz.load("tictactoe"))
    _plan(3).check(kibitz.load("tictactoe"))
