"""Matches: pairs, the same result for any number of workers, and players that break the rules."""

from __future__ import annotations

import itertools
import json
import pickle
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.elo import elo_of_score
from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.play_game import play_game
from kibitz.arena.schedule import GameJob, Plan, named
from kibitz.arena.sprt import Sprt
from kibitz.arena.start_positions import Openings, read_openings
from kibitz.arena.tournament import run_tournament
from kibitz.base.ending import Ending, Termination
from kibitz.base.errors import BadFile, BadOption, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.side import Outcome, Side
from kibitz.base.time_control import TimeControl
from kibitz.executors.process_pool import ProcessPool
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.players.registry import make_player
from kibitz.session import live_game


def _deterministic(match: kibitz.MatchResult) -> list[tuple[object, ...]]:
    return [(r.number, r.score, r.moves, r.start, [e.nodes for e in r.efforts]) for r in match.results]


@pytest.mark.parametrize("game", ["tictactoe", "ewn"])
def test_the_same_seed_gives_the_same_match_whatever_the_number_of_workers(game: str) -> None:
    here, two = (
        kibitz.match("alphabeta:depth=2", "random", game=game, games=9, seed=4, limit="nodes=50", workers=n)
        for n in (1, 2)
    )
    assert _deterministic(here) == _deterministic(two)
    other = kibitz.match("alphabeta:depth=2", "random", game=game, games=9, seed=5, workers=1)
    assert _deterministic(here) != _deterministic(other)


def test_pairs_share_their_start_and_dice_with_sides_swapped() -> None:
    match = kibitz.match("random", "alphabeta:depth=1", game="ewn", games=20, workers=1)
    for one, other in zip(match.results[::2], match.results[1::2], strict=True):
        assert one.start == other.start
        assert match.plan.names_of(one.number) == match.plan.names_of(other.number)[::-1]
        rolls = [[m for m in r.moves if m.startswith("d")] for r in (one, other)]
        shared = min(map(len, rolls))
        assert shared > 3
        assert rolls[0][:shared] == rolls[1][:shared]
    assert len({r.start for r in match.results}) == 10


def test_pairs_are_counted_by_their_score() -> None:
    match = kibitz.match("random", "random", game="tictactoe", games=61, workers=1)
    assert len(match.results) == 61
    # In every other game the first of the players moves second.
    mine = [r.score if k % 2 == 0 else 1 - r.score for k, r in enumerate(match.results)]
    pairs = [a + b for a, b in zip(mine[:-1:2], mine[1::2], strict=True)]
    assert match.tally.counts == tuple(pairs.count(score) for score in (0, 0.5, 1, 1.5, 2))
    assert len(set(pairs)) > 2
    # The last game has no other half, so that no figure is of it.
    assert (match.wins, match.draws, match.losses) == tuple(mine[:-1].count(s) for s in (1, 0.5, 0))
    assert match.score == pytest.approx(sum(mine[:-1]) / 60) == pytest.approx(match.tally.score)
    assert sum(match.first_player.counts) == 60
    assert sum(effort.moves for effort in match.efforts) == sum(r.decisions for r in match.results[:-1])
    assert match.plies == sum(r.decisions for r in match.results[:-1]) / 60
    data = match.to_json()
    assert (data["games"], data["not_counted"], len(data["results"])) == (60, 1, 60)
    assert data["elo"] == pytest.approx(elo_of_score(data["score"]))
    assert "not counted   game 61" in str(match)
    assert len(list(match.records())) == 60


def test_openings_differ_from_pair_to_pair_as_long_as_there_are_others() -> None:
    match = kibitz.match("random", "random", game="tictactoe", games=100, workers=1)
    assert match.different_starts == 50
    repeated = kibitz.match("random", "random", game="tictactoe", games=40, openings=1, workers=1)
    assert repeated.different_starts == 9


def test_a_player_against_itself_is_even_and_the_sequential_test_says_so() -> None:
    match = kibitz.match("random", "random", game="tictactoe", games=2000, sprt=(0, 60), workers=1, seed=2)
    assert match.decision == "H0"
    low, high = match.tally.elo_interval()
    assert low < 0 < high
    assert len(match.results) < 2000
    assert len(match.results) % 2 == 0


def test_a_stronger_player_is_soon_proved_stronger() -> None:
    match, again = (
        kibitz.match("alphabeta", "random", game="tictactoe", games=400, sprt=(0, 60), workers=n)
        for n in (1, 2)
    )
    assert match.decision == "H1"
    assert len(match.results) < 100
    assert match.tally.superiority() > 0.99
    assert "accepts Elo 60" in str(match)
    assert _deterministic(match) == _deterministic(again)


def test_a_table_never_loses_from_the_start_of_a_drawn_game() -> None:
    match = kibitz.match("table", "random", game="tictactoe", games=200, openings=0, workers=1)
    assert match.losses == 0
    assert match.wins > 160
    assert match.tally.elo_interval()[0] > 300


class Fixed(Player):
    """Does what a test wants of it."""

    name = "fixed"
    summary = "for tests"

    def __init__(self, act: object = None) -> None:
        super().__init__({}, {})
        self._act = act

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        if callable(self._act):
            return Choice(self._act(position) or position.moves[0])
        return Choice(position.moves[0])


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda position: 1 // 0, "ZeroDivisionError"),
        (lambda position: position.play("x"), "is not a move"),
        (lambda position: time.sleep(0.3), "s for a move, more than 0.01 s"),
        (lambda position: kibitz.Move("z9", 99), "illegal move 'z9'"),
    ],
)
def test_a_player_that_fails_loses_with_the_reason(act: object, reason: str) -> None:
    # Whoever does not sleep has time enough on the busiest machine.
    limit = ["time=10ms" if "more than" in reason else "time=60s", "time=60s"]
    match = kibitz.match(Fixed(act), "random", game="tictactoe", games=2, limit=limit, margin=0.2)
    assert (match.wins, match.losses) == (0, 2)
    assert [(player, number) for player, number, _ in match.forfeits] == [("fixed", n) for n in (1, 2)]
    assert all(reason in why for _, _, why in match.forfeits)
    record = next(iter(match.records()))
    assert reason in record.tags["Termination"]
    assert kibitz.Record.parse(str(record)) == record


def test_a_clock_runs_for_the_whole_game() -> None:
    slow = Fixed(lambda position: time.sleep(0.6))
    match = kibitz.match(slow, Fixed(), game="mnk:width=9,height=9,length=5", games=2, clock="2s", margin=0.3)
    assert match.losses == 2
    assert all("lost on time" in why for _, _, why in match.forfeits)
    assert max(r.decisions for r in match.results) < 12


class Elsewhere:
    """Plays games in any order, some twice, as a network of machines might."""

    def run(self, work: Callable[[GameJob], GameResult], jobs: Iterable[GameJob]) -> Iterator[GameResult]:
        travelled = list(jobs)
        for job in (travelled[-1], *reversed(travelled), travelled[0]):
            yield work(pickle.loads(pickle.dumps(job)))


def test_games_may_be_played_elsewhere_in_any_order_and_twice(tmp_path: Path) -> None:
    wishes = {"game": "ewn", "games": 8, "seed": 3}
    there = kibitz.match("random", "minimax:depth=1", executor=Elsewhere(), **wishes)  # type: ignore[arg-type]
    here = kibitz.match("random", "minimax:depth=1", workers=1, **wishes)  # type: ignore[arg-type]
    assert _deterministic(there) == _deterministic(here)
    plan = Plan("ewn", named(["random", "minimax:depth=1"]), 8, seed=3)
    result = run_tournament(plan, tmp_path / "games", executor=Elsewhere())
    assert sorted(result.results) == list(range(8))
    assert (tmp_path / "games").read_bytes().count(b"\n") == 9


def test_a_start_is_never_a_game_that_has_ended() -> None:
    """Five random moves end one game of tic-tac-toe in ten or so; those are drawn again."""
    game = kibitz.load("tictactoe")
    openings = Openings(game, 6)
    starts = [openings.start(pair, pair) for pair in range(300)]
    assert not any(game.position(str(start)).is_over for start in starts)
    assert len(set(starts)) == 300


def test_times_spent_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second whenever it is looked at, which is twice for every move."""
    ticks = itertools.count()
    monkeypatch.setattr(live_game.time, "perf_counter", lambda: float(next(ticks)))
    match = kibitz.match("alphabeta:depth=1", "random", game="tictactoe", games=6, workers=1)
    for effort, nodes in zip(match.efforts, (True, False), strict=True):
        assert effort.seconds == effort.moves > 10
        assert (effort.nodes is not None) is nodes
    moves = sum(len(result.moves) for result in match.results)
    assert sum(effort.moves for effort in match.efforts) == moves == match.plies * 6
    one = [kibitz.match("alphabeta:depth=1", "random", game="tictactoe", games=n, workers=1) for n in (2, 4)]
    assert one[0].efforts[0].nodes < one[1].efforts[0].nodes < match.efforts[0].nodes  # type: ignore[operator]


class Counting(Fixed):
    """Says that it looked at 5 positions for the first move of a game, and nothing of later ones."""

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        begun = str(position).count(".") < 8
        return Choice(position.moves[0], nodes=None if begun else 5)


def test_nodes_are_those_of_the_reported_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a third of a second whenever it is looked at."""
    ticks = itertools.count()
    monkeypatch.setattr(live_game.time, "perf_counter", lambda: next(ticks) / 3)
    match = kibitz.match(Counting(), Counting(), game="tictactoe", games=2, openings=0)
    for result in match.results:
        assert [effort.nodes for effort in result.efforts] == [5, 5]
        assert [effort.moves for effort in result.efforts] == [4, 3]  # cells 1, 3, 5 and 7 against 2, 4 and 6
        # To the microsecond after each move.
        assert [effort.seconds for effort in result.efforts] == [1.333332, 0.999999]
        assert result.machine == platform.node()


def test_players_that_no_spec_makes_are_distinguished(tmp_path: Path) -> None:
    asked: list[str] = []
    ann, bob = (Fixed(lambda _, name=name: asked.append(name)) for name in ("Ann", "Bob"))
    match = kibitz.match(ann, bob, game="tictactoe", games=2, openings=0)
    assert match.players == ("fixed", "fixed (2)")
    assert asked == ["Ann", "Bob"] * 3 + ["Ann"] + ["Bob", "Ann"] * 3 + ["Bob"]
    asked.clear()
    assert kibitz.match(ann, ann, game="tictactoe", games=1).players == ("fixed", "fixed (2)")
    assert set(asked) == {"Ann"}
    for other in (bob, "random"):
        with pytest.raises(BadOption, match="saved in a file"):
            kibitz.match(ann, other, game="tictactoe", games=2, save=tmp_path / "games")
    # One that its spec makes again needs no such care.
    kibitz.match(make_player("random"), "random", game="tictactoe", games=2, save=tmp_path / "games")
    assert (tmp_path / "games").read_bytes().count(b"\n") == 3


def test_options_give_the_plan() -> None:
    def planned(**wishes: Any) -> Plan:
        return kibitz.match("random", "random", game="tictactoe", games=1, **wishes).plan

    plain = planned()
    assert plain == Plan("tictactoe", named(["random"] * 2), 1, "match")
    for wish, change in (
        ({"limit": "depth=2"}, {"limits": (Limit(2),)}),
        ({"limit": Limit(2)}, {"limits": (Limit(2),)}),
        ({"limit": ["depth=2", Limit(3)]}, {"limits": (Limit(2), Limit(3))}),
        ({"clock": "60s+1s"}, {"clock": TimeControl(60, 1)}),
        ({"clock": TimeControl(60, 1)}, {"clock": TimeControl(60, 1)}),
        ({"openings": 3}, {"plies": 3}),
        ({"sprt": (0, 5)}, {"sprt": Sprt(0, 5)}),
        ({"sprt": Sprt(0, 5, 0.1)}, {"sprt": Sprt(0, 5, 0.1)}),
        ({"seed": 4, "margin": 2}, {"seed": 4, "margin": 2}),
    ):
        assert planned(**wish) == replace(plain, **change)


def test_records_say_which_game_of_which_pair_they_are() -> None:
    match = kibitz.match("random", "rules", game="tictactoe", games=4, seed=3, workers=1)
    tags = [record.tags for record in match.records()]
    assert [each["Round"] for each in tags] == ["1.1", "1.2", "2.1", "2.2"]
    assert [each["Event"].rpartition(" ")[2] for each in tags] == ["1", "2", "3", "4"]
    assert [(each["First"], each["Second"]) for each in tags] == [
        ("random", "rules"),
        ("rules", "random"),
    ] * 2
    assert [each["Seed"] for each in tags] == [str(match.plan.seed_of(number)) for number in range(4)]
    assert all("Termination" not in each for each in tags)
    for record, result in zip(match.records(), match.results, strict=True):
        assert tuple(map(str, record.moves)) == result.moves
        assert str(record.start) == result.start


def test_players_have_chance_of_their_own_in_every_game() -> None:
    """The two games of a pair share their start, and random players must not mirror each other in them."""
    match = kibitz.match("random", "random", game="mnk:width=9,height=9,length=5", games=20, workers=1)
    pairs = list(zip(match.results[::2], match.results[1::2], strict=True))
    assert all(one.start == other.start for one, other in pairs)
    # One in 79 is the same by chance.
    assert sum(one.moves[0] == other.moves[0] for one, other in pairs) <= 1


def test_only_failures_are_forfeits() -> None:
    match = kibitz.match("random", "random", game="tictactoe", games=10, workers=1)
    assert match.forfeits == ()
    assert "forfeits" not in str(match)
    assert any(result.ending.outcome.winner is not None for result in match.results)


def test_openings_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two\n5 1\nx../.o./...  # as a position\n\n")
    match = kibitz.match("random", "random", game="tictactoe", games=6, openings=file, workers=1)
    assert [r.start for r in match.results] == ["o../.x./..."] * 2 + ["x../.o./..."] * 2 + ["o../.x./..."] * 2
    for text, message in (("", "has no openings"), ("5 5", "line 1"), ("1 4 2 5 3", "over already")):
        file.write_text(text)
        with pytest.raises(BadFile, match=message):
            read_openings(file, kibitz.load("tictactoe"))


def test_plans_and_results_survive_as_json() -> None:
    limits = (Limit(3), Limit(None, 5, 0.5))
    plan = Plan("ewn", named(["a", "b"]), limits=limits, clock=TimeControl(5, 0.1), margin=0.3)
    job = GameJob(plan, 3, "x")
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    assert (job.specs, job.limits) == (("b", "a"), limits[::-1])
    assert GameJob(Plan("ewn", named(["a", "b"]), limits=limits[:1]), 2, None).limits == limits[:1] * 2
    efforts = (Effort(1, 0.25, 9), Effort())
    for ending, score in (
        (Ending(Outcome(None), Termination.CALLED_OFF, None, "why"), 0.5),
        (Ending.lost(Side.FIRST, Termination.FORFEITED, "why"), 0),
        (Ending(Outcome(Side.FIRST)), 1),
    ):
        result = GameResult(3, ending, ("d1", "1-b2"), "x", efforts)
        assert GameResult.from_json(json.loads(json.dumps(result.to_json()))) == result
        assert result.score == score


_CRASH = """
import os, pathlib
_real = Nim.play
def _play(self, *args):
    marker = pathlib.Path({marker!r})
    if not marker.exists():
        marker.touch()
        os._exit(3)
    return _real(self, *args)
Nim.play = _play
"""


def test_a_game_whose_process_dies_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "dying.py"
    file.write_text(
        Path("src/kibitz/examples/nim.py").read_text() + _CRASH.format(marker=str(tmp_path / "marker"))
    )
    job = GameJob(Plan(str(file), named(["random", "random"]), seed=1), 0, None)
    (result,) = ProcessPool(1).run(play_game, [job])
    assert result.moves
    (tmp_path / "marker").unlink()
    file.write_text(file.read_text().replace(".touch()", ".exists()"))
    with pytest.raises(KibitzError, match=r"died twice at the same task: random - random \(game 1\)"):
        list(ProcessPool(1).run(play_game, [job]))


def test_wrong_wishes_are_refused() -> None:
    for wish in (
        {"games": 0},
        {"limit": ["depth=1"] * 3},
        {"openings": -1},
        {"sprt": (5, 0)},
        {"clock": "x"},
    ):
        with pytest.raises(BadOption):
            kibitz.match("random", "random", game="tictactoe", **wish)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="no player called"):
        kibitz.match("random", "nobody", game="tictactoe")
