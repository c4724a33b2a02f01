"""Engines as players: whatever they do, the game ends with a reason and no process is left."""

from __future__ import annotations

import gc
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.schedule import Plan, named
from kibitz.arena.tournament import run_tournament
from kibitz.base.errors import BadOption, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.engines import orphan_processes
from kibitz.engines.process import EngineFailed, EngineProcess
from kibitz.players.engine_player import EnginePlayer
from kibitz.players.registry import make_player

FAKE = Path(__file__).with_name("fake_engine.py")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are counted in the POSIX way")


#: Tells our processes from those of another run of the tests.
TOKEN = f"kibitz-test-{os.getpid()}"


def spec(mode: str, *more: str) -> str:
    command = shlex.join([sys.executable, "-S", "-E", str(FAKE), mode, TOKEN, *more])
    # Short waits only where waiting is the point: the machine may be busy.
    options = "patience=120"
    if mode in WAITED_FOR:
        options = "patience=1" if mode in STILLBORN else f"{options},grace=150"
    return f'engine:cmd="{command}",{options}'


def _children() -> set[int]:
    """The processes that were started from here, and those that they started."""
    found = subprocess.run(
        ["ps", "-ww", "-eo", "pid,args"], capture_output=True, text=True, check=True
    ).stdout
    return {int(line.split()[0]) for line in found.splitlines() if TOKEN in line.split()}


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


@pytest.fixture(autouse=True, scope="module")
def _guard() -> None:
    """The process that ends programs when this one is killed is there from the first program on."""
    make_player(spec("good")).prepare(kibitz.load("tictactoe").start())


WAITED_FOR = ("mute", "uci", "hang", "slow")
STILLBORN = {
    "mute": "gave no ugiok in time",
    "uci": "gave no ugiok in time",
    "stillborn": "died with exit code 1, saying 'no such opening book'",
}
FAILURES = {
    "hang": "gave no bestmove in time",
    "slow": "gave no bestmove in time",
    "die": "died with exit code 3, saying 'something broke'",
    "crash": "was killed by SIGSEGV",
    "illegal": "gave the illegal move '99'",
    "taken": "gave the illegal move '5'",
    "garbage": "gave the illegal move",
    "empty": "gave the illegal move ''",
    "chatter": "wrote more than 1,000,000 bytes",
    "one-line": "wrote more than 1,000,000 bytes",
    "too-loud": "wrote more than 1,000,000 bytes",
    "closed": "closed its output",
}


@pytest.mark.parametrize("mode", STILLBORN)
def test_a_program_that_never_gets_ready_is_an_error_at_once(mode: str, tmp_path: Path) -> None:
    before, files, threads = _children(), _open_files(), threading.active_count()
    for play in (
        lambda: kibitz.match("random", spec(mode), game="tictactoe", games=1000, workers=1),
        lambda: run_tournament(Plan("tictactoe", named(["random", spec(mode)])), tmp_path / "x", workers=2),
    ):
        with pytest.raises(KibitzError, match=f"fake_engine.py {mode} .*the program {STILLBORN[mode]}"):
            play()
    assert _children() == before
    assert _open_files() == files
    assert threading.active_count() == threads


def test_a_program_that_gets_ready_only_at_first_forfeits_and_the_report_says_so(tmp_path: Path) -> None:
    log = tmp_path / "log"
    match = kibitz.match(spec("once", str(log)), "random", game="tictactoe", games=24, workers=1)
    assert (match.losses, len(match.forfeits)) == (24, 24)
    assert (
        match.forfeits[0][2] == "first forfeited: the program died with exit code 1, saying 'once is enough'"
    )
    text = str(match)
    assert text.count("\nforfeits ") == 12
    assert "and 14 more" in text
    assert "24 of 24 games; they count as losses, so all figures include failures" in text
    plan = Plan("tictactoe", match.plan.players, each=2)
    log.unlink()
    result = run_tournament(plan, None, workers=1)
    assert "forfeits: 2 of 2 games; they count as losses" in str(result)
    assert len(result.to_json()["forfeits"]) == 2


@pytest.mark.parametrize("mode", FAILURES)
def test_a_program_that_misbehaves_loses_with_the_reason(mode: str, tmp_path: Path) -> None:
    gc.collect()
    before, files, threads = _children(), _open_files(), threading.active_count()
    opening = tmp_path / "openings"
    opening.write_text("5 1\n")
    limits = ("time=50ms" if mode in WAITED_FOR else "time=30s", "depth=1")
    games = 2 if mode == "illegal" else 1  # both sides once is enough
    match = kibitz.match(
        spec(mode), "random", game="tictactoe", games=games, limit=limits, openings=opening, workers=1
    )
    assert match.losses == games
    for _, _, reason in match.forfeits:
        assert reason.partition(": the program ")[2].startswith(FAILURES[mode])
    assert [result.ending.by for result in match.results] == [Side.FIRST, Side.SECOND][:games]
    assert _children() == before
    assert _open_files() == files
    assert threading.active_count() == threads


@pytest.mark.parametrize(
    "mode", ["good", "loud", "stderr", "stubborn", "parent", "daemon", "orphan", "zombie"]
)
def test_a_program_that_plays_plays_and_ends(mode: str) -> None:
    if mode in ("daemon", "orphan") and not os.path.isdir("/proc/self"):
        pytest.skip("only Linux tells who started whom")
    before, files, threads = _children(), _open_files(), threading.active_count()
    match = kibitz.match(spec(mode), "random", game="tictactoe", games=4, limit="time=120s", workers=1)
    assert match.forfeits == ()
    assert match.efforts[0].nodes == 7 * match.efforts[0].moves
    assert _children() == before
    assert _open_files() == files
    assert threading.active_count() == threads


@pytest.mark.parametrize("marks", [None, "", "0" * 32])
def test_only_what_a_program_started_is_ended_with_it(marks: str | None) -> None:
    """Not another orphan, not even one of another program."""
    env = {**os.environ, **({} if marks is None else {orphan_processes.MARKS: marks})}
    bystander = subprocess.Popen(["sleep", "60"], env=env, start_new_session=True)
    try:
        for mode in ("orphan", "crash"):
            kibitz.match(spec(mode), "random", game="tictactoe", games=1, limit="time=120s", workers=1)
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="only Linux tells who started whom")
def test_a_reused_process_id_is_left_alone() -> None:
    before = subprocess.Popen(["sleep", "60"])
    try:
        assert set(orphan_processes.descendants(os.getpid())) >= {before.pid}
        orphan_processes.kill_orphans([], {before.pid: b"1"})  # as if it had been started at another time
        assert before.poll() is None
        orphan_processes.kill_orphans([], {before.pid: orphan_processes.descendants(os.getpid())[before.pid]})
        assert before.wait(120) == -signal.SIGKILL
    finally:
        before.kill()
        before.wait()


def test_marks_add_up() -> None:
    """A program that starts others in the same way keeps the mark of who started it."""
    show = f"import os; print(os.environ[{orphan_processes.MARKS!r}])"
    code = (
        "import sys; from kibitz.engines.child_processes import Child;"
        f"child = Child([sys.executable, '-c', {show!r}]); print(child.process.stdout.read().decode())"
    )
    env = {**os.environ, orphan_processes.MARKS: "abc"}
    marks = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"abc:[0-9a-f]{32}:[0-9a-f]{32}\n\n", marks.stdout)


def test_a_program_that_failed_is_started_again() -> None:
    player = make_player(spec("taken"))
    assert isinstance(player, EnginePlayer)
    start = kibitz.load("tictactoe").start()
    assert str(player.choose(start).move) == "5"
    first = player.pid
    with pytest.raises(EngineFailed):
        player.choose(start.play("5"))
    assert player.pid is None
    assert str(player.choose(start).move) == "5"
    assert player.pid not in (None, first)
    player.close()
    player.close()


def test_a_forgotten_program_ends_with_its_player() -> None:
    before = _children()
    player = make_player(spec("good"))
    player.choose(kibitz.load("tictactoe").start())
    assert len(_children() - before) == 1
    del player
    gc.collect()
    assert _children() == before


def test_it_is_asked_as_the_protocol_says(tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = make_player(spec("good", str(log)))
    position = kibitz.load("tictactoe").start().play("5", "1")
    player.choose(position, Limit(depth=3, nodes=1000, seconds=2.5))
    player.close()
    lines = log.read_text().splitlines()
    assert lines[:5] == ["ugi", "setoption name game value tictactoe", "uginewgame", "isready",
                         "position fen o../.x./..."]  # fmt: skip
    assert lines[5].startswith("go movetime 2500 depth 3 nodes 1000 seed ")
    assert lines[6:] == ["quit"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("engine", "engine needs cmd: the command that starts it"),
        ("engine:cmd=x,protocol=xboard", "protocol must be"),
    ],
)
def test_bad_specs_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        make_player(text)


@pytest.mark.parametrize("command", ["/no/such/program", "'unclosed", "''"])
def test_a_program_that_cannot_be_started(command: str) -> None:
    with pytest.raises(EngineFailed, match=r"can't start|is not a command"):
        make_player(f'engine:cmd="{command}"').choose(kibitz.load("tictactoe").start())
    with pytest.raises(KibitzError, match=r"can't start|is not a command"):
        kibitz.match(f'engine:cmd="{command}"', "random", game="tictactoe")


def test_why_a_program_cannot_be_started_is_said_in_words() -> None:
    with pytest.raises(EngineFailed, match=r"^can't start '/no/such/program': No such file or directory"):
        EngineProcess("/no/such/program")


@pytest.mark.parametrize(("protocol", "message"), [("2023", "5×5 board"), ("uci", "UCI is for chess")])
def test_programs_of_one_game_play_no_other(protocol: str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        kibitz.match(f"engine:cmd=x,protocol={protocol}", "random", game="tictactoe", games=2)


def test_records_never_start_programs() -> None:
    assert "engine" not in kibitz.player_names()


def test_clocks_are_passed_on_in_every_protocol(tmp_path: Path) -> None:
    log = tmp_path / "log"
    kibitz.match(spec("good", str(log)), "random", game="tictactoe", games=1, clock="120s+120s", workers=1)
    asked = [line.split() for line in log.read_text().splitlines() if line.startswith("go")]
    times = [dict(zip(words[1::2], map(int, words[2::2]), strict=True)) for words in asked]
    assert times[0].keys() == {"p1time", "p2time", "p1inc", "p2inc", "seed"}
    # 120 seconds are added after every move, which takes far less than that.
    assert times[0]["p1time"] == 120_000
    assert [time["p1time"] for time in times] == sorted(time["p1time"] for time in times)
    assert times[0]["p1inc"] == times[0]["p2inc"] == 120_000


@pytest.mark.parametrize("protocol", ["2023", "2024"])
def test_clocks_are_passed_on_to_ewn_programs(protocol: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = shlex.join([sys.executable, "-S", "-E", str(FAKE.with_name("fake_ewn.py")), protocol, str(log)])
    match = kibitz.match(
        f'engine:cmd="{command}",protocol={protocol}', "random", game="ewn", games=2, clock="500s", workers=1
    )
    assert match.forfeits == ()
    lines = log.read_text().splitlines()
    # It was started once to see whether it can be.
    lines = lines[lines.index("exit" if protocol == "2023" else "1") + 1 :]
    if protocol == "2023":
        assert [line for line in lines if line.startswith("time")] == ["time_setting 500"] * 2
        assert [line for line in lines if line.startswith("ini")] == ["ini R", "ini B"]
        assert lines.count("exit") == 2
    else:
        left = [float(line.split()[2]) for line in lines if line.startswith("0")]
        assert left[0] == 500
        assert all(400 < seconds <= 500 for seconds in left)
        assert lines.count("1") == 2


def fake_ewn(protocol: str, log: Path, seconds: float = 0) -> str:
    program = [
        sys.executable,
        "-S",
        "-E",
        str(FAKE.with_name("fake_ewn.py")),
        protocol,
        str(log),
        str(seconds),
    ]
    return f'engine:cmd="{shlex.join(program)}",protocol={protocol}'


@pytest.mark.parametrize("protocol", ["2023", "2024"])
def test_a_limit_a_move_becomes_a_time_a_game_for_ewn_programs(protocol: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    # It takes more than the limit for one move, which its protocol can't express.
    match = kibitz.match(
        fake_ewn(protocol, log, 1.2), "random", game="ewn", games=2, limit="time=1s", workers=1
    )
    assert match.forfeits == ()
    lines = log.read_text().splitlines()
    lines = lines[lines.index("exit" if protocol == "2023" else "1") + 1 :]
    if protocol == "2023":
        assert [line for line in lines if line.startswith("time")] == ["time_setting 10"] * 2
    else:
        games = "\n".join(lines).split("\n1\n")
        for game in games[:2]:
            left = [float(line.split()[2]) for line in game.splitlines() if line.startswith("0")]
            assert left[0] == 10
            assert left == sorted(left, reverse=True)
            assert all(0 <= seconds <= 8.8 for seconds in left[1:])


def test_patience_with_ewn_programs_has_an_end(tmp_path: Path) -> None:
    engine = fake_ewn("2024", tmp_path / "log", 1.5) + ",patience=1"
    match = kibitz.match(engine, "random", game="ewn", games=2, limit="time=0.1s", workers=1)
    assert len(match.forfeits) == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux shows what a program does")
def test_the_start_of_a_program_without_handshake_is_not_on_its_clock(tmp_path: Path) -> None:
    engine = fake_ewn("2024", tmp_path / "log", 4)
    # Its clock has room for one of its two long thoughts, not for both.
    match = kibitz.match(engine, "random", game="ewn", games=1, clock="7.5s", workers=1)
    assert match.forfeits == ()
