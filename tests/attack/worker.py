"""A process that repeats one attack until its goal is reached, with a line of JSON for each round.

python -m tests.attack.worker NAME SEED FIRST_ROUND GOAL FOLDER
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import sys
from pathlib import Path

from tests.attack.field import Field, load_attacks
from tests.attack.sandbox import wall_in


def work(name: str, seed: int, first: int, goal: int, folder: Path) -> None:
    """Round after round, each with chances of its own, so that it can be repeated alone."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever an attack prints is no answer
    walled = wall_in(folder)
    os.chdir(folder)
    attack = load_attacks()[name]
    done, number = 0, first
    kept: dict[str, object] = {}
    while done < goal:
        field = Field(folder, random.Random(f"{name} {seed} {number}"), kept=kept)
        attack.round(field)
        done += field.counts[attack.effort]
        row = {"round": number, "counts": field.counts, "findings": field.findings, "walled": walled}
        answers.write(json.dumps(row) + "\n")
        answers.flush()
        number += 1


if __name__ == "__main__":
    faulthandler.enable()
    work(sys.argv[1], *map(int, sys.argv[2:5]), Path(sys.argv[5]))
