"""Run attacks in processes of their own, supervise them, and sum up."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.attack.field import FAULTS, PATIENCE, Attack

_TOKEN = "KIBITZ_ATTACK"
#: Seconds in which a process that was just ended may still be going.
_GRACE = 30.0
_DISK_SIZE = "2m"
_ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Total:
    """What all attacks did and found."""

    counts: Counter[str] = field(default_factory=Counter)
    by_attack: dict[str, Counter[str]] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    walled: bool = True
    #: What the processes of each worker bear in their environment; and whether it is all called off.
    tokens: set[str] = field(default_factory=set)
    over: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str, counts: Mapping[str, int], findings: list[str]) -> None:
        """What a round did."""
        with self.lock:
            self.counts.update(counts)
            self.by_attack.setdefault(name, Counter()).update(counts)
            self.findings += findings

    @property
    def faults(self) -> int:
        """How much went wrong."""
        return sum(self.counts[kind] for kind in FAULTS)


def run_attacks(
    attacks: list[Attack],
    goals: Mapping[str, int],
    seed: int,
    *,
    workers: int = 1,
    first: int = 0,
    say: Callable[[str], None] = print,
) -> Total:
    """Every attack until its share of the goal of its effort is reached, or until it is interrupted."""
    total = Total()
    folder = Path(tempfile.mkdtemp(prefix="kibitz-attack-"))
    result = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with ThreadPoolExecutor(workers) as pool:
            try:
                for _ in pool.map(
                    lambda one: _run_one(one, _share(one, attacks, goals), seed, first, folder, total, say),
                    attacks,
                ):
                    pass
            except KeyboardInterrupt:
                say("interrupted; this is what was done until then")
            finally:
                total.over = True
                for token in tuple(total.tokens):
                    end_those_left(token)
    finally:
        signal.signal(signal.SIGTERM, result)
        shutil.rmtree(folder, ignore_errors=True)
    return total


def _share(one: Attack, attacks: list[Attack], goals: Mapping[str, int]) -> int:
    weights = sum(other.weight for other in attacks if other.effort == one.effort)
    return max(1, round(goals[one.effort] * one.weight / weights))


def _run_one(
    one: Attack, goal: int, seed: int, number: int, folder: Path, total: Total, say: Callable[[str], None]
) -> None:
    if total.over:
        return
    own = folder / one.name
    own.mkdir()
    begun, done = time.monotonic(), 0
    while done < goal and not total.over:
        token = secrets.token_hex(8)
        total.tokens.add(token)
        worker = _start(one.name, seed, number, goal - done, own, token)
        assert worker.stdout is not None
        watch = _Watch(worker)
        for line in worker.stdout:
            watch.heard()
            row = json.loads(line)
            number = row["round"] + 1
            done += row["counts"].get(one.effort, 0)
            total.walled = total.walled and row["walled"]
            said = [f"{one.name}, seed {seed}, round {row['round']}: {found}" for found in row["findings"]]
            total.add(one.name, row["counts"], said)
        watch.end()
        worker.stdout.close()
        code = worker.wait()
        said = (own / "stderr").read_text(errors="replace")[-1500:]
        left = end_those_left(token)
        total.tokens.discard(token)
        where = f"{one.name}, seed {seed}"
        if left:
            total.add(one.name, {"left": len(left)}, [f"{where}: left behind: {left}"])
        if code != 0 and not total.over:
            kind = "endless" if watch.ended_it else "tracebacks"
            died = f"{where}, round {number}: {kind}: the process ended with {code}: {said}"
            total.add(one.name, {kind: 1}, [died])
            number += 1
            done += max(1, goal // 100)  # an attack that always kills its process must end too
    shown = ", ".join(f"{count:,} {name}" for name, count in total.by_attack.get(one.name, {}).items())
    say(f"{one.name}: {shown} in {time.monotonic() - begun:.0f} s")


def _start(name: str, seed: int, number: int, goal: int, folder: Path, token: str) -> subprocess.Popen[bytes]:
    named = {key: str(folder / key.lower()) for key in ("HOME", "TMPDIR", "KIBITZ_CACHE", "KIBITZ_DATA")}
    named |= {key: str(folder / "home") for key in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    for path in named.values():
        Path(path).mkdir(exist_ok=True)
    paths = [os.environ.get("PYTHONPATH", ""), str(_ROOT)]
    absolute = [str(Path(path).resolve()) for part in paths for path in part.split(os.pathsep) if path]
    env = {**os.environ, **named, _TOKEN: token, "PYTHONPATH": os.pathsep.join(absolute)}
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    arguments = [name, str(seed), str(number), str(goal), str(folder)]
    command = [sys.executable, "-m", "tests.attack.worker", *arguments]
    if name == "full_disk":
        command = [*_with_disk(folder / "disk"), *command]
    # Its errors go to a file: a pipe that nobody reads meanwhile would stop it.
    with (folder / "stderr").open("wb") as errors:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=env,
            cwd=_ROOT,
            start_new_session=True,
        )


def _with_disk(folder: Path) -> list[str]:
    """Words before a command that give it a small disk of its own, which goes when it ends; where we may."""
    folder.mkdir(exist_ok=True)
    enter = ["unshare", "--mount"]
    try:
        if subprocess.run([*enter, "true"], capture_output=True, check=False).returncode != 0:
            return []
    except OSError:
        return []
    mount = f'mount -t tmpfs -o size={_DISK_SIZE} tmpfs "$0" 2>/dev/null; exec "$@"'
    return [*enter, "sh", "-c", mount, str(folder)]


class _Watch:
    """Ends a worker that says nothing for too long."""

    def __init__(self, worker: subprocess.Popen[bytes]) -> None:
        self.ended_it = False
        self._worker = worker
        self._last = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def heard(self) -> None:
        """It said something."""
        self._last = time.monotonic()

    def end(self) -> None:
        """It has ended."""
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.5):
            if time.monotonic() - self._last > 4 * PATIENCE:
                self.ended_it = True
                self._worker.kill()
                return


def end_those_left(token: str) -> list[str]:
    """End processes that a worker started and left behind; what they were."""
    if sys.platform != "linux":
        return []
    end = time.monotonic() + _GRACE
    while (left := _with_token(token)) and time.monotonic() < end:
        time.sleep(0.05)  # who was just ended may still be going
    for pid in left:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return list(left.values())


def _with_token(token: str) -> dict[int, str]:
    """The processes with a token in their environment, and what they run."""
    found = {}
    for process in Path("/proc").iterdir():
        if process.name.isdecimal() and process.name != str(os.getpid()):
            with contextlib.suppress(OSError):
                if f"{_TOKEN}={token}".encode() in (process / "environ").read_bytes():
                    command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    found[int(process.name)] = command
    return found


def summary(total: Total) -> dict[str, Any]:
    """The counts, those that are 0 as well."""
    from tests.attack.field import EFFORTS

    return {name: total.counts[name] for name in (*EFFORTS, *FAULTS)}
