"""Train the evaluation network of EinStein würfelt nicht! from the rules alone.

    python tools/tuning/ewn/learn.py [--rounds 10] [--games 150000] [--threads 16] [--seed 1] ...

It compiles learn.cpp and runs it: the network plays games against itself, looking two decisions ahead and
knowing all positions with up to five stones exactly, is fitted to what it found there, and begins again.
Every round it writes native/games/ewn/network.bin, and at last network.json beside it, which says how it was
made. The same arguments, threads included, give the same network on the same kind of processor.

Other arguments: --window (rounds whose games are kept), --epochs, --batch, --rate, --trust (how much a label
owes to search rather than to the end of the game), --random-moves (their share), --decisions (how far games
look ahead), --exact (stones up to which chances are exact), --out.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOM = HERE.parents[1] / "native" / "games" / "ewn"


def main() -> None:
    """Compile, learn, and write down how."""
    given = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    given.setdefault("--threads", str(os.cpu_count() or 1))
    out = Path(given.setdefault("--out", str(ROOM / "network.bin")))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "learn"
        compiler = os.environ.get("CXX", "c++")
        flags = ["-std=c++20", "-O3", "-march=native", "-pthread", f"-I{ROOM.parents[1]}", f"-I{HERE}"]
        subprocess.run([compiler, *flags, str(HERE / "learn.cpp"), "-o", str(program)], check=True)
        log = []
        with subprocess.Popen(
            [program, *(word for pair in given.items() for word in pair)], stdout=subprocess.PIPE, text=True
        ) as running:
            assert running.stdout is not None
            for line in running.stdout:
                print(line, end="", flush=True)
                log.append(line.rstrip())
    if running.returncode:
        sys.exit(running.returncode)
    del given["--out"]
    facts = {
        "made": datetime.date.today().isoformat(),
        "arguments": given,
        "sha256": hashlib.sha256(out.read_bytes()).hexdigest(),
        "last_round": log[-4:],
    }
    out.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
