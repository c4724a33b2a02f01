"""The definition of an attack, and the tools that it gets."""

from __future__ import annotations

import contextlib
import importlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from kibitz.base.errors import KibitzError

T = TypeVar("T")

#: What is counted on the way there; the goals of a run are numbers of these.
EFFORTS = ("kills", "corruptions", "inputs", "limits", "exits", "races")
#: What must stay 0: something kept that is gone, something damaged that was taken for sound, errors
#: that nobody put into words (or a dead process), work that never ends, processes left behind,
#: something reached by who may not, and somebody refused who may.
FAULTS = ("lost", "believed", "tracebacks", "endless", "left", "admitted", "shut_out")

#: What the attack's own objects say when they fail; that is nobody's fault.
OWN_FAULT = "rude"

#: Seconds after which a program or a call is said to go on for ever; a busy machine takes long over little.
PATIENCE = 300.0


@dataclass(frozen=True)
class Attack:
    """One way to attack: a function that makes one round of it, some dozen steps or so."""

    name: str
    effort: str
    round: Callable[[Field], None]
    #: How large its part of the goal is, next to the other attacks of the same effort.
    weight: float


ATTACKS: dict[str, Attack] = {}


def attack(effort: str, weight: float = 1) -> Callable[[Callable[[Field], None]], Callable[[Field], None]]:
    """Make a function an attack; `effort` is what its rounds mostly count."""
    assert effort in EFFORTS

    def register(function: Callable[[Field], None]) -> Callable[[Field], None]:
        ATTACKS[function.__name__] = Attack(function.__name__, effort, function, weight)
        return function

    return register


def load_attacks() -> dict[str, Attack]:
    """All attacks by name, of every module in this folder."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if not path.stem.startswith(("__", "test_")):
            importlib.import_module(f"tests.attack.{path.stem}")
    return ATTACKS


@dataclass
class Field:
    """Where a round takes place: its folder, its chance, and what it counts and finds."""

    folder: Path
    rng: random.Random = field(default_factory=random.Random)
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    #: What is made once and used in every round.
    kept: dict[str, Any] = field(default_factory=dict)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What `make` makes, the same in every round."""
        if name not in self.kept:
            self.kept[name] = make()
        found: T = self.kept[name]
        return found

    def count(self, effort: str, number: int = 1) -> None:
        """So much was done."""
        self.counts[effort] += number

    def fault(self, kind: str, what: str) -> None:
        """Something went wrong that must not."""
        assert kind in FAULTS
        self.counts[kind] += 1
        self.findings.append(f"{kind}: {what[:2000]}")

    @contextlib.contextmanager
    def only_documented_errors(self, what: Callable[[], str]) -> Iterator[None]:
        """Inside, a KibitzError is as good as an answer, and any other error is a fault."""
        try:
            yield
        except KibitzError as error:
            if not 0 < len(str(error)) <= 5000:
                self.fault("tracebacks", f"{what()}: a message of {len(str(error))} characters")
        except Exception as error:
            if str(error) != OWN_FAULT:
                self.fault("tracebacks", f"{what()}\n{traceback.format_exc()[-1500:]}")

    @contextlib.contextmanager
    def fresh(self) -> Iterator[Path]:
        """An empty folder, removed at the end; the cache and the data of Kibitz are in it."""
        made = Path(tempfile.mkdtemp(dir=self.folder))
        before = {name: os.environ.get(name) for name in ("KIBITZ_CACHE", "KIBITZ_DATA")}
        os.environ.update(KIBITZ_CACHE=str(made / "cache"), KIBITZ_DATA=str(made / "data"))
        try:
            yield made
        finally:
            for name, value in before.items():
                if value is not None:
                    os.environ[name] = value
            shutil.rmtree(made, ignore_errors=True)

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        """Start the program; its output goes to pipes by default."""
        options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([*program(), *arguments], **options)

    def run(
        self, *arguments: str, said: bytes = b"", seconds: float = PATIENCE, **options: Any
    ) -> tuple[int, str]:
        """Run the program to its end: its code and what it said, both streams in one text."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, **options}
        process = self.start(*arguments, **options)
        try:
            out, _ = process.communicate(said, seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
            self.fault("endless", f"{arguments} did not end within {seconds:.0f} s")
        text = (out or b"").decode(errors="replace")
        self.look_for_traceback(arguments, process.returncode, text)
        return process.returncode, text

    def look_for_traceback(self, what: object, code: int, text: str) -> None:
        """A program ends with one of its own codes, and never with a traceback."""
        if "Traceback (most recent call last)" in text or "Exception ignored" in text:
            self.fault("tracebacks", f"{what}: {text[-1500:]}")
        elif code < 0 and code != -9:
            self.fault("tracebacks", f"{what}: died of signal {-code}: {text[-500:]}")


def program() -> list[str]:
    """How the program is started."""
    return [sys.executable, "-m", "kibitz"]
