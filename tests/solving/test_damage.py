"""Flipped bytes and truncated files, in every layout and in parts of unfinished tables."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kibitz
from kibitz import BadFile
from kibitz.solving import checkpoints, table
from kibitz.solving.checkpoints import parts_folder
from kibitz.solving.table_store import find_table, kept_table, remove_table, table_path

#: One of each layout.
SPECS = ["tictactoe", "connect:width=4,height=4,length=4", "ewn:size=4,stones=2,faces=6"]


def solved(spec: str) -> tuple[Path, bytes]:
    path = kibitz.solve(spec).path
    assert path is not None
    return path, path.read_bytes()


@pytest.mark.parametrize("spec", SPECS)
def test_a_flipped_bit_is_noticed(spec: str) -> None:
    path, sound = solved(spec)
    game = kibitz.load(spec)
    rng = random.Random(5)
    spoilt = bytearray(sound)
    for place in [*range(400), *(rng.randrange(len(sound)) for _ in range(200)), len(sound) - 1]:
        bit = 1 << rng.randrange(8)
        spoilt[place] ^= bit
        path.write_bytes(spoilt)
        with pytest.raises(BadFile, match=r"table|can.t be trusted"):
            table.open_table(game, path)
        spoilt[place] ^= bit
    path.write_bytes(sound)
    assert table.open_table(game, path).positions > 0


@pytest.mark.parametrize("spec", SPECS)
def test_a_cut_or_longer_file_is_noticed(spec: str) -> None:
    path, sound = solved(spec)
    game = kibitz.load(spec)
    rng = random.Random(6)
    lengths = [0, 1, 8, 27, 28, 100, 4095, 4096, len(sound) - 1]
    for length in [*lengths, *(rng.randrange(len(sound)) for _ in range(50))]:
        path.write_bytes(sound[:length])
        with pytest.raises(BadFile):
            table.open_table(game, path)
    path.write_bytes(sound + b"\0")
    with pytest.raises(BadFile, match="bytes long"):
        table.open_table(game, path)


@pytest.mark.parametrize("spec", SPECS)
def test_damaged_files_are_rebuilt(spec: str) -> None:
    path, sound = solved(spec)
    path.write_bytes(sound[: len(sound) // 2])
    with pytest.raises(BadFile, match="bytes long"):
        find_table(kibitz.load(spec))
    assert solved(spec) == (path, sound)


@pytest.mark.parametrize("spec", SPECS[1:])
def test_damaged_parts_are_worked_out_again(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted near the end, then a bit of some parts is flipped and others are cut."""
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.0)
    _, whole = solved(spec)
    remove_table(kept_table(spec))

    def fail(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("kibitz.solving.solve.save_table", fail)
        with pytest.raises(KeyboardInterrupt):
            kibitz.solve(spec)
    parts = sorted(parts_folder(table_path(kibitz.load(spec))).glob("*.kbp"))
    assert len(parts) >= 3
    sound = [part.read_bytes() for part in parts]
    rng = random.Random(7)
    for _ in range(5):
        for part, content in zip(parts, sound, strict=True):
            part.parent.mkdir(exist_ok=True)
            spoilt = bytearray(content)
            damage = rng.randrange(3)
            if damage == 0:
                spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
            elif damage == 1:
                del spoilt[rng.randrange(len(spoilt)) :]
            part.write_bytes(spoilt)
        assert solved(spec)[1] == whole
        remove_table(kept_table(spec))
