"""Processes that end or fork while other threads use the core: at once and silently."""

from __future__ import annotations

import subprocess
import sys

from tests.attack.busy import KINDS
from tests.attack.field import PATIENCE, Field, attack


def busy(kind: str, seconds: float, forks: int = 0) -> str | None:
    """Run such a process; what went wrong."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.attack.busy", kind, str(seconds), str(forks)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return f"{kind}: did not end"
    if done.returncode == 0 and not done.stderr:
        return None
    return f"{kind}, after {seconds:.2f} s: ended with {done.returncode}: {done.stderr.decode()[-1000:]}"


@attack("exits", weight=3)
def end_while_busy(field: Field) -> None:
    """The main thread returns while daemon threads play, search, solve and tell."""
    kind = field.rng.choice(list(KINDS))
    field.count("exits")
    wrong = busy(kind, field.rng.choice([0.0, 0.05, 0.3]) + 0.3 * field.rng.random())
    if wrong:
        field.fault("endless" if "did not end" in wrong else "tracebacks", wrong)


@attack("exits")
def fork_while_busy(field: Field) -> None:
    """Children are forked while other threads use the core, use it too, and end."""
    kind = field.rng.choice([kind for kind in KINDS if "Python" not in kind])
    field.count("exits", 4)
    wrong = busy(kind, 0.1 + 0.2 * field.rng.random(), forks=3)
    if wrong:
        field.fault("endless" if "hangs" in wrong or "did not end" in wrong else "tracebacks", wrong)
