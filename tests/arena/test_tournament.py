"""Tournaments: durable after every game, resumed after a kill, and reported."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.game_result import GameResult
from kibitz.arena.ratings import fit_ratings
from kibitz.arena.schedule import Plan, named
from kibitz.arena.tournament import TournamentResult, run_tournament
from kibitz.arena.tournament_page import tournament_page
from kibitz.arena.tournament_report import tournament_json, tournament_text
from kibitz.base.errors import BadOption
from kibitz.base.limit import Limit

PLAN = Plan("tictactoe", named(["random", "minimax:depth=1", "alphabeta"]), each=8, seed=3)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> TournamentResult:
    return run_tournament(PLAN, tmp_path_factory.mktemp("tournament") / "games.jsonl", workers=1)


def _games(results: dict[int, GameResult]) -> dict[int, tuple[object, ...]]:
    return {n: (r.score, r.moves, r.start) for n, r in results.items()}


def test_a_round_robin_plays_both_sides(played: TournamentResult) -> None:
    assert len(played.results) == PLAN.games == 24
    meetings = [(g.first, g.second) for g in played.played]
    for one in played.names:
        for other in played.names:
            assert meetings.count((one, other)) == (0 if one == other else 4)
    # The starts are the same in all meetings.
    starts = [{played.results[n].start for n in range(k, k + 6)} for k in range(0, 24, 6)]
    assert all(len(start) == 1 for start in starts)


def test_a_gauntlet_is_one_against_all() -> None:
    plan = Plan("tictactoe", named(["random"] * 3), each=2, kind="gauntlet")
    assert [plan.names_of(n) for n in range(plan.games)] == [
        ("random", "random (2)"),
        ("random (2)", "random"),
        ("random", "random (3)"),
        ("random (3)", "random"),
    ]


def test_workers_change_nothing(played: TournamentResult, tmp_path: Path) -> None:
    two = run_tournament(PLAN, tmp_path / "games.jsonl", workers=2)
    assert _games(dict(two.results)) == _games(dict(played.results))


def test_a_killed_program_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "kibitz", "tournament", "random", "minimax:depth=2", "--game", "ewn"]
    command += ["--games", "300", "--save", str(path), "--json", "--workers", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (path.exists() and path.read_bytes().count(b"\n") > 20):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = path.read_bytes()
    assert before.count(b"\n") > 20
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "tournament", "--resume", str(path), "--json"],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    data = json.loads(done.stdout)
    assert data["complete"]
    assert data["games"] == 300
    after = path.read_bytes()
    assert after.startswith(before[: before.rfind(b"\n") + 1])
    numbers = [json.loads(line)["result"]["number"] for line in after.splitlines()[1:]]
    assert sorted(numbers) == list(range(300))


def test_reports_agree(played: TournamentResult) -> None:
    data = tournament_json(played)
    assert json.loads(json.dumps(data)) == data
    assert [row["name"] for row in data["ratings"]] == [r.name for r in played.ratings.ratings]
    for one in played.names:
        counts = [sum(column) for column in zip(*data["crosstable"][one].values(), strict=True)]
        assert sum(counts) == 16
        assert counts[2] + counts[1] / 2 == played.ratings[one].score
    text = tournament_text(played)
    assert all(name in text for name in played.names)
    # Each row says how surely its player is stronger than the next, and the last says nothing.
    ratings = played.ratings
    rows = [line.split() for line in text.splitlines()[3:6]]
    best, middle, last = (r.name for r in ratings.ratings)
    assert rows[0][-1] == f"{ratings.superiority(best, middle):.1%}"
    assert rows[1][-1] == f"{ratings.superiority(middle, last):.1%}"
    assert rows[2][-1] == f"{ratings[last].score / 16:.1%}"
    assert [row[2] for row in rows] == [f"{r.elo:+.0f}" for r in ratings.ratings]
    anchored = TournamentResult(PLAN, played.results, ("random", 500.0))
    assert anchored.ratings["random"].elo == 500


def test_ratings_settle_on_what_they_are(played: TournamentResult) -> None:
    steps = played.convergence(6)
    assert [games for games, _ in steps] == [4, 8, 12, 16, 20, 24]
    assert [r.elo for r in steps[-1][1].ratings] == [r.elo for r in played.ratings.ratings]
    half = fit_ratings(played.played[:12], played.names)
    assert [r.elo for r in steps[2][1].ratings] == [r.elo for r in half.ratings]


def test_the_page_needs_nothing_but_itself(played: TournamentResult) -> None:
    page = tournament_page(played, "Tic-tac-toe & <friends>")
    assert "Tic-tac-toe &amp; &lt;friends&gt;" in page
    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(pictures) == 3
    for picture in pictures:
        ET.fromstring(picture)
    links = re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?([^"\')]+)', page)
    assert links == []
    assert set(re.findall(r"https?://[^\"'\s<]+", page)) == {"http://www.w3.org/2000/svg"}


def test_records_carry_the_players_names(tmp_path: Path) -> None:
    plan = Plan("tictactoe", (("Alice", "random"), ("Bob", "random")), each=2)
    result = run_tournament(plan, tmp_path / "x", workers=1)
    records = list(result.records())
    assert [(r.tags["White"], r.tags["Black"]) for r in records] == [("Alice", "Bob"), ("Bob", "Alice")]
    assert all(kibitz.Record.parse(str(r)) == r for r in records)


@pytest.mark.parametrize(
    "change",
    [
        {"players": (("a", "random"),)},
        {"players": (("a", "random"), ("a", "random"))},
        {"players": (("a", "random"), ("b", "nobody"))},
        {"each": 0},
        {"each": 3},
        {"plies": 1001},
        {"limits": (Limit(), Limit(), Limit())},
        {"kind": "knockout"},
        {"game": "chequers"},
    ],
)
def test_impossible_plans_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        run_tournament(
            Plan(**{"game": "tictactoe", "players": named(["random", "alphabeta"]), **change}), None
        )  # type: ignore[arg-type]


def test_a_tournament_from_python(tmp_path: Path) -> None:
    players = {"deep": "alphabeta", "blind": kibitz.player("random")}
    saved = tmp_path / "games.jsonl"
    result = kibitz.tournament(players, game="tictactoe", games=4, seed=3, workers=1, save=str(saved))
    assert result.names == ["deep", "blind"]
    assert result.is_over
    assert len(result.results) == 4
    again = kibitz.tournament(players, game="tictactoe", games=4, seed=3, workers=1, save=saved)
    assert _games(again.results) == _games(result.results)
    anchored = kibitz.tournament(players, game="tictactoe", games=4, seed=3, anchor=("blind", 100))
    assert anchored.ratings["blind"].elo == 100


def test_a_gauntlet_of_a_players_own_class_in_a_game_of_ones_own() -> None:
    class Last(kibitz.Player):
        name, summary = "last", "the last move"

        def think(self, position: kibitz.Position, limit: Limit, rng: object) -> kibitz.Move:
            return position.moves[-1]

    seen: list[float] = []
    result = kibitz.tournament(
        [Last({}, {}), "random", "minimax:depth=1"],
        game=kibitz.load("nim"),
        games=2,
        gauntlet=True,
        on_game=lambda so_far: seen.append(so_far.ratings["last"].games),
    )
    assert result.plan.games == 4
    assert seen == [1, 2, 3, 4]


def test_tournaments_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadOption, match="at least 2 players"):
        kibitz.tournament(["random"], game="tictactoe")
    with pytest.raises(BadOption, match="in a tournament an even number of them, not 3"):
        kibitz.tournament(["random", "lines"], game="tictactoe", games=3)
    with pytest.raises(kibitz.BadNotation, match="player must be a text or a Player, not 5"):
        kibitz.tournament(["random", 5], game="tictactoe")  # type: ignore[list-item]
    with pytest.raises(BadOption, match="the anchor 'x' is not one of the players"):
        kibitz.tournament(["random", "lines"], game="tictactoe", anchor=("x", 0.0))
    with pytest.raises(BadOption, match="players must be a Sequence or a Mapping, not 5"):
        kibitz.tournament(5, game="tictactoe")  # type: ignore[arg-type]
