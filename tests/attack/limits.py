"""Exhausted memory, files, file size or threads: a message and an exit code, no partial files."""

from __future__ import annotations

import subprocess
from pathlib import Path

from kibitz.records.record_store import Store
from tests.attack.field import PATIENCE, Field, attack, program

COMMANDS = [
    line.split()
    for line in """
    solve numerical
    solve connect:width=4,height=4
    analyse connect4 --time 300ms
    analyse ewn --nodes 5k
    play tictactoe --players random alphabeta:depth=3
    match random alphabeta:depth=2,tt=1M,threads=4 --game connect4 --games 2 --workers 2
    tournament random rules --game tictactoe --games 2 --workers 2 --html out.html
    review game.pgn --svg out.svg
    tree tictactoe --depth 3 --output out.html
    book build connect:width=5,height=4 --plies 4 --threads 4 --file out.kbb
    """.strip().splitlines()
]
#: More than a gigabyte.
LARGE = ["solve", "ewn", "--stones", "5"]
OLD = "what was there before\n"


def _within(field: Field, set_limit: str, *more: list[str]) -> None:
    """Run commands with a limit of the shell's `ulimit`; nobody is left, nothing is half there."""
    with field.fresh() as folder:
        (folder / "game.pgn").write_text('[Game "tictactoe"]\n\n1. 5 1 2. 9 *\n')
        for command in field.rng.sample([*COMMANDS, *more], 3):
            for name in ("out.html", "out.svg"):
                (folder / name).write_text(OLD)
            field.count("limits")
            line = f'ulimit {set_limit} 2>/dev/null || exit 77; exec "$@"'
            try:
                done = subprocess.run(
                    ["sh", "-c", line, "sh", *program(), *command],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    cwd=folder,
                    timeout=PATIENCE,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                field.fault("endless", f"{command} with {set_limit}")
                continue
            text = done.stdout.decode(errors="replace")
            if "importlib" in text and "kibitz:" not in text:
                continue  # Python itself could not start in so little
            field.look_for_traceback((command, set_limit), done.returncode, text)
            if done.returncode not in (0, 1, 2, 77, 130) and done.returncode > 0:
                field.fault(
                    "tracebacks", f"{command} with {set_limit} ended with {done.returncode}: {text[-300:]}"
                )
            for name in ("out.html", "out.svg"):
                _check_whole(field, folder / name, (command, set_limit))
        for saved in Store().saved():
            if saved.record is None:
                field.fault("lost", f"a saved game with {set_limit}: {saved.problem}")


def _check_whole(field: Field, path: Path, what: object) -> None:
    text = path.read_text() if path.exists() else ""
    if text != OLD and not text.rstrip().endswith(("</html>", "</svg>")):
        field.fault("lost", f"{path.name} after {what}: {text[-100:]!r}")


@attack("limits")
def little_memory(field: Field) -> None:
    """With a limit of address space; what needs a gigabyte is refused at once."""
    _within(field, f"-v {field.rng.choice([150, 200, 300, 500, 800]) * 1000}", LARGE)


@attack("limits")
def few_files(field: Field) -> None:
    """With a limit of open files."""
    _within(field, f"-n {field.rng.choice([16, 20, 25, 32, 48])}")


@attack("limits")
def small_files(field: Field) -> None:
    """With a limit of the size of a file."""
    _within(field, f"-f {field.rng.choice([0, 1, 4, 16, 64])}")


@attack("limits")
def no_threads(field: Field) -> None:
    """Without a single thread more: each would need a stack larger than all that may be had."""
    _within(field, "-s 4000000 && ulimit -v 3000000")
