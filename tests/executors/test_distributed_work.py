"""All distributed work gives the same results as one process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.game_result import Effort
from kibitz.arena.machines import machine_notes
from kibitz.arena.match_result import MatchResult
from kibitz.arena.schedule import Plan, named
from kibitz.base.limit import Limit
from kibitz.base.time_control import TimeControl
from kibitz.executors.executor import SerialExecutor, run_in_order
from kibitz.executors.process_pool import ProcessPool
from kibitz.game_review.batch import review_many
from kibitz.games.registry import load
from kibitz.players.comparison import compare, sample_positions
from kibitz.players.registry import make_player


def test_positions_are_analysed_alike_and_in_order() -> None:
    game = kibitz.load("connect:width=4,height=4")
    positions = [game.position(moves) for moves in ("", "1", "12", "122", "1223", "12234")]
    here = list(kibitz.analyse_many(positions, Limit(depth=3)))
    assert list(kibitz.analyse_many(positions, Limit(depth=3), executor=ProcessPool(2))) == here
    with pytest.raises(kibitz.BadOption, match="executor must be"):
        kibitz.analyse_many(positions, executor="local")  # type: ignore[arg-type]


def test_results_come_in_the_jobs_order() -> None:
    assert list(run_in_order(SerialExecutor(), abs, range(-5, 5))) == [abs(n) for n in range(-5, 5)]
    assert list(run_in_order(ProcessPool(3), abs, range(-50, 50))) == [abs(n) for n in range(-50, 50)]


def test_searches_are_compared_alike() -> None:
    game = kibitz.load("tictactoe")
    places = sample_positions(game, 3, 1)
    players = [make_player(spec) for spec in ("minimax", "alphabeta", "negascout")]
    rows = [
        [replace(row, seconds=0) for row in compare(places, players, range(1, 4), 60, executor=executor)]
        for executor in (None, ProcessPool(2))
    ]
    assert rows[0] == rows[1]
    left_out: list[str] = []
    assert list(compare(places, players[:1], [9], 1e-9, left_out.append, executor=ProcessPool(1))) == []
    assert left_out == ["minimax would take more than 1e-09 s for depth 9"]


def test_games_are_reviewed_alike() -> None:
    match = kibitz.match("random", "rules", game="tictactoe", games=4, workers=1)
    records = list(match.records())
    here = list(review_many(records, Limit(depth=2)))
    there = list(review_many(records, Limit(depth=2), ProcessPool(2)))
    assert here == there
    assert [each.record for each in there] == records


def test_a_book_is_built_alike_and_goes_on(tmp_path: Path) -> None:
    books = load("connect:width=5,height=5").book
    assert books is not None
    built = [
        books.build(4, tmp_path / name, threads=1, table_bits=20, executor=executor)
        for name, executor in (("here", None), ("there", ProcessPool(2)))
    ]
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()
    assert built[0].facts == built[1].facts
    received: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> bool:
        received.append((done, total))
        return False

    with pytest.raises(kibitz.Stopped, match="the same command resumes"):
        books.build(4, tmp_path / "cut", threads=1, table_bits=20, progress=stop, executor=SerialExecutor())
    assert 0 < received[0][0] < received[0][1]
    books.build(4, tmp_path / "cut", threads=1, table_bits=20, executor=SerialExecutor())
    assert (tmp_path / "cut").read_bytes() == (tmp_path / "here").read_bytes()


def test_machines_of_different_speed_are_noticed_where_time_is_the_limit() -> None:
    played = kibitz.match("random", "random", game="tictactoe", games=4, workers=1)
    efforts = {"old": Effort(10, 2.0, 1000), "new": Effort(10, 2.0, 4000)}
    for clock, speeds, said in (
        (TimeControl(5, 0), ("old", "new"), True),
        (None, ("old", "new"), False),
        (TimeControl(5, 0), ("old", "old"), False),
    ):
        plan = Plan("tictactoe", named(["random", "rules"]), 4, "match", clock=clock)
        match = MatchResult(plan)
        match.take(
            {
                result.number: replace(
                    result, machine=f"m{result.number % 2}", efforts=(efforts[speeds[result.number % 2]],) * 2
                )
                for result in played.results
            }
        )
        notes = machine_notes(match)
        assert len(notes) == (2 if said else 0)
        assert ("machines" in str(match)) is said
        if said:
            assert "random visits 500 nodes a second on m0, 2,000 nodes a second on m1" in notes[0]
        assert set(match.to_json()["nodes_a_second"]["random"]) == {"m0", "m1"}
