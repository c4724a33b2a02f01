"""How long `import kibitz` and `kibitz --version` take, next to a bare Python and click.

    python benchmarks/imports.py

Each is run 15 times in turn with the others; the quickest and the median count.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 15
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import click": ["-c", "import click"],
    "import kibitz": ["-c", "import kibitz"],
    "kibitz.load": ["-c", "import kibitz; kibitz.load('tictactoe').start()"],
    "kibitz --version": ["-m", "kibitz", "--version"],
    "kibitz --help": ["-m", "kibitz", "--help"],
}


def seconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(RUNS):
        for name, arguments in COMMANDS.items():
            times[name].append(seconds(arguments))
    print(f"{'seconds':20} {'quickest':>9} {'median':>9}")
    for name, taken in times.items():
        print(f"{name:20} {min(taken):9.3f} {statistics.median(taken):9.3f}")


if __name__ == "__main__":
    main()
