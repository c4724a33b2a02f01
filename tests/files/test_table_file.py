"""The blocks of a table's file: damage in any of them is found, and named."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from kibitz import BadFile
from kibitz.files.table_file import BLOCK, TableFile, write

FACTS = {"game": "x", "rules": "x", "rules_version": 1, "layout": "x", "positions": 3}
SECTIONS = {"one": random.Random(1).randbytes(2 * BLOCK - 7), "two": random.Random(2).randbytes(BLOCK + 30)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "table"
    with made.open("wb") as out:
        write(out, FACTS, SECTIONS)
    return made


def test_what_was_written_is_read(path: Path) -> None:
    file = TableFile(path)
    file.check_blocks()
    assert {name: bytes(file.whole(name)) for name in SECTIONS} == SECTIONS
    assert {name: file.facts[name] for name in FACTS} == FACTS


@pytest.mark.parametrize("block", [0, 1, 2, 3])
def test_a_wrong_bit_is_found_in_every_block(path: Path, block: int) -> None:
    payload = sum(map(len, SECTIONS.values()))
    start = path.stat().st_size - payload
    at = start + min(block * BLOCK + 5, payload - 1)
    with path.open("r+b") as file:
        found = os.pread(file.fileno(), 1, at)
        os.pwrite(file.fileno(), bytes([found[0] ^ 16]), at)
    with pytest.raises(BadFile, match=f"the checksum of its block {block} is wrong"):
        TableFile(path).check_blocks()
    # Some can be checked alone, and a section is read if its own blocks are sound.
    for other in range(4):
        if other == block:
            with pytest.raises(BadFile):
                TableFile(path).check_blocks(other, other + 1)
        else:
            TableFile(path).check_blocks(other, other + 1)
    if block == 0:
        assert bytes(TableFile(path).whole("two")) == SECTIONS["two"]
    else:
        with pytest.raises(BadFile):
            TableFile(path).whole("two")
