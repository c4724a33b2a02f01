"""Large tables are verified block by block while they are read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kibitz
from kibitz import BadFile
from kibitz.base.random import Random, pick
from kibitz.files.table_file import BLOCK, TableFile
from kibitz.solving import table as module
from kibitz.solving.table import open_table
from kibitz.solving.verify import verify_table

pytestmark = pytest.mark.core

GAME = kibitz.load("connect:width=5,height=4")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_CACHE", str(tmp_path_factory.mktemp("cache")))
        path = kibitz.solve(GAME).path
        assert path is not None
        return path.read_bytes()


@pytest.fixture(autouse=True)
def _every_file_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGE", 0)


def test_a_sound_one_answers(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.kbt"
    path.write_bytes(sound)
    assert open_table(GAME, path).value(GAME.start()) == kibitz.Draw(20)


def test_a_spoilt_block_is_noticed_when_it_is_touched(sound: bytes, tmp_path: Path) -> None:
    """One bit is wrong in one block: answers are right or refused, never wrong."""
    path = tmp_path / "table.kbt"
    path.write_bytes(sound)
    truth = open_table(GAME, path)
    blocks = (len(sound) - TableFile(path)._start) // BLOCK
    assert blocks > 10
    spoilt = bytearray(sound)
    rng = random.Random(1)
    spoilt[TableFile(path)._start + (blocks - 3) * BLOCK + rng.randrange(BLOCK)] ^= 4
    bad = tmp_path / "bad.kbt"
    bad.write_bytes(spoilt)
    table = open_table(GAME, bad)
    games = Random(2)
    refused = answered = 0
    for _ in range(200):
        position = GAME.start()
        while not position.is_over:
            position = position.play(pick(games, position.moves))
            try:
                assert table.value(position) == truth.value(position)
                answered += 1
            except BadFile:
                refused += 1
    assert answered > refused > 0
    with pytest.raises(BadFile, match="checksum"):
        verify_table(table, 10)
