"""Sets what rolling is worth by itself in EinStein's network, so that its chances come true.

    python tools/tuning/ewn/calibrate.py [--games 4000] [--seed 7] [--workers 1] [--write]

The network learned from what searches found, and a search takes what looks best: whoever moved last before it
stops looks a little better off than is true. So chances found one decision ahead are a little too high, and
two ahead too low. Games that the network plays against itself say by how much, and the one number of the
network in favour of the side about to roll, in 256ths of a logit, makes up for it. `--write` adds it to
native/games/ewn/network.bin and says so in network.json; then build again, and measure with
benchmarks/ewn_chances.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from ewn_chances import Game, play_many

NETWORK = Path(__file__).resolve().parents[2] / "native" / "games" / "ewn" / "network.bin"
UNIT = 256


def shift(games: list[Game], decisions: int) -> float:
    """By how many logits chances found so many decisions ahead lie below what came."""
    pairs = [
        (chances[decisions - 1], came)
        for game in games
        for chances, came in game
        if len(chances) >= decisions
    ]
    pairs = [(chance, came) for chance, came in pairs if 0.001 < chance < 0.999]
    low, high = -2.0, 2.0
    for _ in range(40):
        middle = (low + high) / 2
        above = sum(came - 1 / (1 + (1 - p) / p * math.exp(-middle)) for p, came in pairs)
        low, high = (middle, high) if above > 0 else (low, middle)
    return low


def main() -> None:
    """Play, compare, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    wishes = parser.parse_args()
    seeds = range(wishes.seed * 1_000_000, wishes.seed * 1_000_000 + wishes.games)
    games = play_many("negascout:depth=2", 4, seeds, wishes.workers)
    # One decision ahead the other is about to roll where the search stops, two ahead the mover.
    one, two = -shift(games, 1), shift(games, 2)
    more = round(UNIT * (one + two) / 2)
    print(f"underestimates the side that rolls: {one:.4f} and {two:.4f} logits; {more:+} of {UNIT}")
    if not wishes.write:
        return
    numbers = bytearray(NETWORK.read_bytes())
    (before,) = struct.unpack_from("<h", numbers, len(numbers) - 2)
    struct.pack_into("<h", numbers, len(numbers) - 2, before + more)
    NETWORK.write_bytes(numbers)
    facts = json.loads(NETWORK.with_suffix(".json").read_text(encoding="utf-8"))
    facts["sha256"] = hashlib.sha256(numbers).hexdigest()
    facts.setdefault("calibrated", []).append({"games": wishes.games, "seed": wishes.seed, "added": more})
    NETWORK.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
