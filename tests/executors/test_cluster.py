"""A real local cluster: the same games as without one, whichever process dies."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from slow_work import sleep_for

import kibitz
from kibitz.arena.game_result import GameResult
from kibitz.arena.play_game import play_game
from kibitz.base.errors import BadFile, KibitzError
from kibitz.executors.cluster import Cluster, cluster

pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="only Linux tells who started whom"),
    # Dask leaves sockets to the end of the program, which is no trouble of ours.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

FAKE = Path(__file__).parents[1] / "arena" / "fake_engine.py"


def processes(token: str, running: str) -> list[int]:
    """Those that have a word in their environment and run something."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            said, has = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:
            continue
        if running.encode() in said and token.encode() in has:
            found.append(int(folder.name))
    return found


def until(what: Callable[[], object], seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


def moves(results: list[GameResult]) -> list[tuple[object, ...]]:
    return [(r.number, r.score, r.moves, r.start, [e.nodes for e in r.efforts]) for r in results]


@pytest.fixture
def token(monkeypatch: pytest.MonkeyPatch) -> str:
    """A word that all processes of a test have in their environment."""
    word = f"kibitz-test-{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv("KIBITZ_TEST", word)
    return word


@pytest.fixture(scope="module")
def shared() -> Iterator[tuple[Cluster, list[str]]]:
    """A cluster of two workers, and what it said."""
    said: list[str] = []
    with cluster("local:2", said.append) as there:
        yield there, said


def test_the_same_seed_gives_the_same_games_on_a_cluster(shared: tuple[Cluster, list[str]]) -> None:
    there, said = shared
    wishes = {"game": "ewn", "games": 30, "seed": 5, "limit": "nodes=50"}
    far = kibitz.match("alphabeta:depth=2", "random", executor=there, **wishes)  # type: ignore[arg-type]
    here = kibitz.match("alphabeta:depth=2", "random", workers=1, **wishes)  # type: ignore[arg-type]
    assert moves(far.results) == moves(here.results)
    assert said[0].startswith("the cluster's dashboard is at http://127.0.0.1:")


def test_code_travels_to_workers_that_have_no_such_file(
    shared: tuple[Cluster, list[str]], tmp_path: Path
) -> None:
    game, player = tmp_path / "pile.py", tmp_path / "mine.py"
    game.write_text(Path("src/kibitz/examples/nim.py").read_text())
    player.write_text(
        "from kibitz import Choice, Player\n"
        "class Mine(Player):\n"
        "    name, summary = 'mine', 'always the last move'\n"
        "    def think(self, position, limit, rng):\n"
        "        return Choice(position.moves[-1])\n"
    )
    wishes = {"game": kibitz.load(str(game)), "games": 4}
    here = kibitz.match(str(player), "random", workers=1, **wishes)  # type: ignore[arg-type]
    plan, rules = here.plan, here.game
    jobs = list(plan.jobs(rules))
    game.unlink()
    player.unlink()
    far = sorted(shared[0].run(play_game, jobs), key=lambda result: result.number)
    assert moves(far) == moves(here.results)


def test_cancelled_work_ends_at_once(shared: tuple[Cluster, list[str]], tmp_path: Path) -> None:
    """As when a sequential test has enough games: others would go on for hours, and do not."""
    there, _ = shared
    with closing(
        there.run(sleep_for, [(str(tmp_path), seconds) for seconds in (0, 1000, 1000, 1000)])
    ) as found:
        done = next(found)
        until(lambda: len(list(tmp_path.iterdir())) > 1)
    sleeping = {int(path.name) for path in tmp_path.iterdir()} - {done}
    until(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in sleeping))
    # The workers are free for others.
    assert kibitz.match("random", "random", game="tictactoe", games=2, executor=there).results


def test_a_sequential_test_decides_alike(shared: tuple[Cluster, list[str]]) -> None:
    wishes = {"game": "tictactoe", "games": 1000, "sprt": (0, 60)}
    far = kibitz.match("alphabeta", "random", executor=shared[0], **wishes)  # type: ignore[arg-type]
    here = kibitz.match("alphabeta", "random", workers=1, **wishes)  # type: ignore[arg-type]
    assert far.decision == "H1"
    assert moves(far.results) == moves(here.results)


_started: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """End what a test that failed has started."""
    yield
    while _started:
        process = _started.pop()
        process.kill()
        process.communicate()


def start(folder: Path, *args: str, **env: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KIBITZ_DATA": str(folder), **env},
    )
    _started.append(process)
    return process


#: Long enough that processes can be killed in the middle of it.
MATCH = ("match", "alphabeta:depth=5", "alphabeta:depth=4", "--game", "ewn", "--games", "120", "--json")


def journal(folder: Path) -> int:
    """How many games are kept so far; none before the first, without which nothing can be said of a match."""
    texts = [path.read_bytes() for path in folder.glob("matches/*")]
    return sum(text.count(b"\n") - 1 for text in texts if b'"number": 0,' in text)


def test_a_killed_worker_costs_no_game(token: str, tmp_path: Path) -> None:
    """Its games are played again, by others or by the one that takes its place."""
    here = kibitz.match("alphabeta:depth=5", "alphabeta:depth=4", game="ewn", games=120, workers=1)
    process = start(tmp_path, *MATCH, "--cluster", "local:2")
    for games in (5, 15):
        until(lambda games=games: journal(tmp_path) >= games)  # type: ignore[misc]
        workers = processes(token, "kibitz.executors.dask_worker_main")
        assert workers
        os.kill(workers[0], signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    found = json.loads(out)
    assert [r["score"] for r in found["results"]] == [r.score for r in here.results]
    assert [r["moves"] for r in found["results"]] == [len(r.moves) for r in here.results]
    until(lambda: not processes(token, "kibitz"))


def test_a_table_is_the_same_whatever_dies_on_the_way(token: str, tmp_path: Path) -> None:
    """Kill a worker, then the scheduler; the next start resumes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(tmp_path / "alone"))
        kibitz.solve("ewn", pieces=4)
    cache = tmp_path / "many"

    def finished() -> int:
        return len(list(cache.rglob("*.kbp")))

    args = ("solve", "ewn", "--pieces", "4", "--cluster", "local:2")
    process = start(tmp_path, *args, KIBITZ_CACHE=str(cache))
    until(lambda: finished() > 3)
    os.kill(processes(token, "kibitz.executors.dask_worker_main")[0], signal.SIGKILL)
    before = finished()
    until(lambda: finished() > before + 3 or process.poll() is not None)
    if process.poll() is None:
        os.kill(processes(token, "kibitz.executors.local_cluster_main")[0], signal.SIGKILL)
    _, err = process.communicate(timeout=120)
    assert "Traceback" not in err, err
    if process.returncode:
        assert "was lost" in err
        assert finished() > 3
    again = start(tmp_path, *args, KIBITZ_CACHE=str(cache))
    _, err = again.communicate(timeout=120)
    assert again.returncode == 0, err
    tables = [next((tmp_path / name).rglob("*.kbt")).read_bytes() for name in ("alone", "many")]
    assert tables[0] == tables[1]


def test_without_its_scheduler_a_match_says_so_and_goes_on_later(token: str, tmp_path: Path) -> None:
    process = start(tmp_path, *MATCH, "--cluster", "local:2")
    until(lambda: journal(tmp_path) >= 5)
    os.kill(processes(token, "kibitz.executors.local_cluster_main")[0], signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "was lost" in err
    assert "Traceback" not in err, err
    assert json.loads(out)["complete"] is False
    until(lambda: not processes(token, "kibitz"))
    kept = journal(tmp_path)
    assert kept >= 5
    again = start(tmp_path, *MATCH)
    out, err = again.communicate(timeout=120)
    assert json.loads(out)["games"] == 120, err


@pytest.mark.parametrize("ending", ["SIGINT", pytest.param("SIGTERM", marks=pytest.mark.slow), "SIGKILL"])
def test_engines_on_workers_end_with_the_command(ending: str, token: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = shlex.join([sys.executable, "-S", "-E", str(FAKE), "hang", token, str(log)])
    players = [f'engine:cmd="{engine}",patience={patience}' for patience in (300, 301)]
    args = ("match", *players, "--game", "tictactoe", "--games", "8", "--cluster", "local:2")
    process = start(tmp_path, *args)
    until(lambda: log.exists() and log.read_text().count("\ngo") >= 2)
    process.send_signal(getattr(signal, ending))
    _, err = process.communicate(timeout=120)
    assert process.returncode == {"SIGINT": 130, "SIGTERM": 143, "SIGKILL": -9}[ending]
    assert "Traceback" not in err, err
    until(lambda: not processes(token, ""))


@pytest.fixture(params=["30s"])
def served(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """A cluster that a person started, without workers; those who say nothing for so long are given up."""
    patience = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": request.param}
    process = start(tmp_path, "cluster", "start", "--workers", "0", "--port", "0", **patience)
    assert process.stdout is not None
    yield process.stdout.readline().partition("tcp://")[2].partition(",")[0]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode == 130


def test_a_worker_with_another_kibitz_is_refused(served: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(Path(kibitz.__file__).parent, other / "kibitz", ignore=shutil.ignore_patterns("static"))
    init = other / "kibitz" / "__init__.py"
    init.write_text(init.read_text().replace(kibitz.__version__, "0.0.1"))
    wrong = start(tmp_path, "cluster", "worker", served, "--workers", "2", PYTHONPATH=str(other))
    assert wrong.stderr is not None
    wrong.stderr.readline()
    said: list[str] = []
    trouble = f"has Kibitz 0.0.1, not {kibitz.__version__} as the command"
    with (
        pytest.raises(KibitzError, match=rf"can be used: worker .* gets no work: it {trouble}"),
        cluster(served),
    ):
        pass
    assert trouble in wrong.stderr.readline()
    # A right one beside it does all the work.
    right = start(tmp_path, "cluster", "worker", served, "--workers", "1")
    with cluster(served, said.append) as there:
        assert there.slots() == 1
        match = kibitz.match("random", "random", game="tictactoe", games=20, executor=there)
    assert len(match.results) == 20
    for process in (wrong, right):
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        assert process.returncode == 130


@pytest.mark.slow  # it waits until the worker is given up
@pytest.mark.parametrize("served", ["3s"], indirect=True)
def test_a_hung_worker_is_given_up(served: str, tmp_path: Path) -> None:
    """Its work is done by others."""
    workers = [start(tmp_path, "cluster", "worker", served, "--workers", "1") for _ in range(2)]
    with cluster(served) as there:
        until(lambda: there.slots() == 2)
        found = there.run(time.sleep, [0.3] * 12)
        next(found)
        os.kill(workers[0].pid, signal.SIGSTOP)
        assert len(list(found)) == 11
    os.kill(workers[0].pid, signal.SIGCONT)
    for process in workers:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)


def test_others_come_in_by_a_certificate_only(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    file = tmp_path / "cluster.json"
    args = ("cluster", "start", "--workers", "1", "--host", "0.0.0.0", "--port", "0", "--file", str(file))
    process = start(tmp_path, *args)
    assert process.stdout is not None
    assert "tls://" in process.stdout.readline()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with cluster(file) as there:
        assert list(there.run(abs, [-3])) == [3]
    url = json.loads(file.read_text())["address"]
    for without in (url, url.replace("tls://", "tcp://")):
        with pytest.raises(KibitzError, match=r"can't connect to a cluster at .*"), cluster(without):
            pass
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert not file.exists()


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("local:0", "a local cluster is written local or local:4"),
        ("local:many", "a local cluster is written local or local:4"),
        ("nowhere", "a cluster is local"),
        ("host:99999", "a cluster is local"),
        ("other.example:8786", "needs a certificate"),
        ("127.0.0.1:1", "can't connect to a cluster at tcp://127.0.0.1:1"),
    ],
)
def test_places_that_are_none_are_refused(where: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message), cluster(where):
        pass


def test_a_file_that_says_nothing_of_a_cluster_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for text in ("", "{}", "[]", '{"address": 3}', '{"address": "tcp://x:1", "key": "k"}', "\x00"):
        file.write_text(text)
        with pytest.raises(BadFile, match="is not a cluster's address file"), cluster(file):
            pass


def test_how_many_work_is_up_to_the_cluster(tmp_path: Path) -> None:
    process = start(tmp_path, *MATCH, "--cluster", "local:2", "--workers", "2")
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert "--workers can't be given with --cluster" in err


def test_a_worker_that_gets_no_work_is_reported_once() -> None:
    said: list[str] = []
    listening = Cluster.__new__(Cluster)
    listening._reported, listening._say = set(), said.append
    for worker in ("one", "two", "one"):
        listening._on_worker_event({"worker": worker, "trouble": "runs another version"})
    assert said == [f"worker {name} gets no work: it runs another version" for name in ("one", "two")]
