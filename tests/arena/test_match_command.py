"""`kibitz match` as a command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.elo import elo_of_score


def _run(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a match with one worker by default: starting others takes longer than most of these games."""
    if args[0] in ("match", "tournament") and "--workers" not in args:
        args = (*args, "--workers", "1")
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *args],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **env},
    )


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept that no file is named for."""
    folder = tmp_path / "data"
    monkeypatch.setenv("KIBITZ_DATA", str(folder))
    return folder


def test_a_match_reports_everything_as_json_and_writes_its_records(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    done = _run(
        *("match", "alphabeta:depth=3", "random", "--game", "ewn:size=3,stones=3", "--games", "10"),
        *("--limit", "nodes=20", "--limit", "depth=1", "--sprt", "0", "500", "--json", "--pgn", str(file)),
    )
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == 10
    assert sum(data["pairs"]) == 5
    assert set(data["sprt"]) >= {"ratio", "bounds", "decision"}
    assert data["efforts"][0]["nodes_a_move"] > 0
    records = [kibitz.Record.parse(text) for text in _records(file.read_text())]
    assert len(records) == 10
    assert [r.tags["White"] for r in records[:2]] == ["alphabeta:depth=3", "random"]
    scores = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}
    assert [scores[r.result] for r in records] == [r["score"] for r in data["results"]]


def _records(text: str) -> list[str]:
    return ["[Event" + part for part in text.split("[Event")[1:]]


def test_mistakes_are_explained() -> None:
    for args, message in (
        (("random", "nobody"), "no player called"),
        (("random", "random", "--limit", "speed=3"), "is not a limit"),
        (("random", "random", "--openings", "no such file"), "can't be read"),
        (("random", "random", "--sprt", "5", "0"), "the lower first"),
        # Before the games, not after them.
        (("random", "random", "--games", "999999", "--pgn", "no/such/folder/x.pgn"), "there is no folder"),
    ):
        done = _run("match", *args, "--game", "tictactoe")
        assert done.returncode in (1, 2)
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def _interrupted(
    *args: str, games: int = 50, then: str = "", before: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command that gets a signal after some games, as from a person at the keyboard."""
    then = then or f"os.kill(os.getpid(), {int(signal.SIGINT)})"
    code = _SIGNALLED.format(games=games, then=then, before=before)
    return subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=120, check=False
    )


_SIGNALLED = """
import os, sys
from kibitz.cli import main, match_options
see = match_options._Progress.update
def interrupt(self, played):
    see(self, played)
    if len(played.results) >= {games}:
        {then}
match_options._Progress.update = interrupt
{before}
main.run()
"""

LONG = ("match", "random", "random", "--game", "ewn", "--games", "100000", "--json")


@pytest.mark.parametrize("games", [50, 51])
def test_interrupted_it_reports_what_was_played(games: int, data: Path) -> None:
    done = _interrupted(*LONG, "--workers", "1", games=games)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert "interrupted; run the same command to continue" in done.stderr
    found = json.loads(done.stdout)
    # All figures are of the same games: those of complete pairs.
    assert (found["games"], found["not_counted"], found["complete"]) == (50, games - 50, False)
    assert found["wins"] + found["draws"] + found["losses"] == sum(found["pairs"]) * 2 == 50
    assert found["score"] == (found["wins"] + found["draws"] / 2) / 50
    assert found["elo"] == pytest.approx(elo_of_score(found["score"]))
    (kept,) = (data / "matches").iterdir()
    assert kept.read_bytes().count(b"\n") == games + 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_match_goes_on_by_the_same_command_or_by_its_file(workers: str, data: Path) -> None:
    args = ("match", "random", "minimax:depth=1", "--game", "ewn", "--games", "40", "--json", "--seed", "4")
    whole = json.loads(_run(*args).stdout)
    assert list((data / "matches").iterdir()) == []  # it was reported, and the next is played anew
    kill = f"os.kill(os.getpid(), {int(signal.SIGKILL)})"
    for go_on in ("same", "resume"):
        done = _interrupted(*args, "--workers", workers, games=15, then=kill)
        assert (done.returncode, done.stdout) == (-signal.SIGKILL, "")
        (kept,) = (data / "matches").iterdir()
        before = kept.read_bytes()
        assert 15 <= before.count(b"\n") - 1 <= 40  # workers may be quicker than the kill
        copy = data / "copy.jsonl"
        copy.write_bytes(before)
        again = _run(*args) if go_on == "same" else _run("match", "--resume", str(copy), "--json")
        assert again.returncode == 0, again.stderr
        assert _without_time(json.loads(again.stdout)) == _without_time(whole)
        assert copy.read_bytes().startswith(before)
        if go_on == "resume":
            # A named file stays, and reports the match again at once.
            assert copy.read_bytes().count(b"\n") == 41
            assert _run("match", "--resume", str(copy), "--json").stdout == again.stdout
        kept.unlink(missing_ok=True)


def _without_time(found: dict[str, Any]) -> dict[str, Any]:
    efforts = [{**effort, "seconds_a_move": 0} for effort in found["efforts"]]
    return {**found, "efforts": efforts, "nodes_a_second": None}


def test_a_match_that_stops_early_stops_there_again(tmp_path: Path) -> None:
    # A worker may be far ahead of the other when the test decides, but not by so many games.
    args = ("match", "alphabeta", "random", "--game", "tictactoe", "--games", "100000", "--json")
    file = tmp_path / "match.jsonl"
    first = _run(*args, "--sprt", "0", "60", "--beta", "0.1", "--save", str(file), "--workers", "2")
    found = json.loads(first.stdout)
    assert (found["sprt"]["decision"], found["complete"]) == ("H1", True)
    assert (found["sprt"]["alpha"], found["sprt"]["beta"]) == (0.05, 0.1)
    lines = file.read_bytes().splitlines(keepends=True)
    assert found["games"] <= len(lines) - 1 < 100_000
    file.write_bytes(b"".join(lines[:6]))
    again = json.loads(_run("match", "--resume", str(file), "--json").stdout)
    assert _without_time(again) == _without_time(found)


def test_the_report_comes_before_the_records(tmp_path: Path) -> None:
    """A disk that is full when the records are written takes the report from nobody."""
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (7000, 7000));"
        "from kibitz.cli import main; main.run()"
    )
    file = tmp_path / "games.pgn"
    # Names are written four times in every record, and once in all the games that are kept.
    player = "alphabeta:depth=1,tt=1M,killers=yes,history=yes"
    args = ["match", player, player, "--game", "tictactoe", "--games", "20", "--workers", "1"]
    done = subprocess.run(
        [sys.executable, "-c", limited, *args, "--pgn", str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "result        +" in done.stdout
    assert "games.pgn can't be written" in done.stderr
    assert not file.exists()
    # The games are still there, for another try.
    kept = done.stderr.partition("saving the games in ")[2].splitlines()[0]
    again = _run("match", "--resume", kept, "--pgn", str(file))
    assert again.returncode == 0, again.stderr
    assert again.stdout == done.stdout
    assert len(_records(file.read_text())) == 20


@pytest.mark.skipif(os.name != "posix", reason="only there are terminals hung up")
def test_processes_that_ignore_a_hangup_go_on() -> None:
    """As under nohup, with the terminal closed in the middle of it."""
    hangup = f"os.kill(os.getpid(), {int(signal.SIGHUP)})"
    args = ("match", "random", "random", "--game", "tictactoe", "--games", "20", "--json", "--workers", "1")
    assert _interrupted(*args, games=5, then=hangup).returncode == 128 + signal.SIGHUP
    ignore = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    done = _interrupted(*args, "--fresh", games=5, then=hangup, before=ignore)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 20


def test_where_nothing_can_be_kept_a_match_is_played_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    done = _run("match", "random", "random", "--game", "tictactoe", "--games", "4", KIBITZ_DATA=str(blocked))
    assert done.returncode == 0
    assert "the games are not being saved" in done.stderr
    assert "4 games" in done.stdout


def test_going_on_takes_nothing_that_was_settled_before(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    pair = ("random", "random", "--game", "tictactoe", "--games", "4", "--save", str(file))
    assert _run("match", *pair).returncode == 0
    for args, message in (
        (("match", "random", "random", "--resume", str(file)), "can't be combined with players"),
        (("match", "--seed", "0", "--resume", str(file)), "can't be combined with --seed"),
        (
            ("match", "--resume", str(file), "--fresh", "--limit", "depth=1"),
            "can't be combined with --fresh, --limits",
        ),
        (("match", "--resume", str(tmp_path / "absent")), "there is no file"),
        (("tournament", "--resume", str(file)), "kibitz match --resume"),
        (("match", "random", "--game", "tictactoe"), "two players, not 1"),
        (("match", "random", "random"), "name a game"),
    ):
        done = _run(*args)
        assert done.returncode in (1, 2)
        assert message in done.stderr
        assert "Traceback" not in done.stderr
    # Starting over plays the games anew, also in a file that holds others.
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:3]))
    assert _run("match", *pair, "--fresh").returncode == 0
    assert file.read_bytes().count(b"\n") == 5
    assert _run("match", *pair, "--seed", "9", "--fresh").returncode == 0


def test_the_report_says_how_games_begin(tmp_path: Path) -> None:
    """So that nobody wonders why a player that never errs lost: the start was lost."""
    file = tmp_path / "openings"
    file.write_text("5 1\n")
    base = ("match", "table", "random", "--game", "tictactoe", "--games", "4", "--workers", "1")
    assert "after 2 random moves, which may have decided the game" in _run(*base).stdout
    assert "after a random move" in _run(*base, "--opening-plies", "1").stdout
    assert "1 different, at the initial position" in _run(*base, "--opening-plies", "0").stdout
    assert "1 different, in turn from a list of 1" in _run(*base, "--openings", str(file)).stdout
    tour = _run("tournament", *base[1:])
    assert "each pair starts after 2 random moves" in tour.stdout
    assert json.loads(_run(*base, "--json").stdout)["opening_plies"] == 2
