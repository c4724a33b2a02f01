"""Forged marks of positions that don't exist are harmless."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.core

#: In a process of its own: values were written before the beginning of a block.
CODE = """
from kibitz import _core, load

def ranks(packed, places):
    palette, data = packed
    bits = 1 if len(palette) <= 2 else 2 if len(palette) <= 4 else 4 if len(palette) <= 16 else 8
    each = 8 // bits
    return [palette[data[i // each] >> i % each * bits & (1 << bits) - 1] for i in range(places)]

for spec in ("connect:width=4,height=4,length=4", "tictactoe"):
    rules = load(spec).rules
    sound, forged = (_core.tier_run(rules, 1, one_by_one=True) for _ in range(2))
    for tier in range(sound.tiers):
        sound.mark(tier, _core.Control())
        forged.set_marks(tier, b"\\xff" * len(sound.marks(tier)))
    for tier in reversed(range(sound.tiers)):
        size, marks = sound.tier_size(tier), sound.marks(tier)
        known = []
        for run in (sound, forged):
            blocks = [(begin, min(begin + 640, size)) for begin in range(0, size, 640)]
            made = [run.value_block(tier, *block, _core.Control()) for block in reversed(blocks)][::-1]
            known.append([])
            for (begin, end), packed in zip(blocks, made):
                known[-1] += ranks(packed, end - begin)
            for block, packed in zip(blocks, made):
                run.set_block(tier, *block, *packed)
        for place in range(size):
            if marks[place // 8] >> place % 8 & 1:
                assert known[0][place] == known[1][place], (spec, tier, place)
"""


def test_marks_everywhere_change_no_value_of_a_position() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
