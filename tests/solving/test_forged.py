"""Forged tables, books and parts with valid checksums."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.attack.forgeries import forge, read

import kibitz
from kibitz import BadFile
from kibitz.solving import checkpoints
from kibitz.solving.checkpoints import parts_folder
from kibitz.solving.table import open_table
from kibitz.solving.table_store import kept_tables, table_path

SPEC = "ewn:size=4,stones=2,faces=6"


def forged(change: dict[str, Any], payload: bytes | None = None) -> Path:
    path = kibitz.solve(SPEC).path
    assert path is not None
    facts, whole = read(path)
    data = {name: value for name, value in {**facts, **change}.items() if value is not ...}
    path.write_bytes(forge(data, whole if payload is None else payload, Random(1)))
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"block": 0}, "block size"),
        ({"block": -1}, "block size"),
        ({"block": 2**40}, "block size"),
        ({"block": "65536"}, "block"),
        ({"block": 65536.0}, "block"),
        ({"block": True}, "block"),
        ({"positions": -1}, "out of range"),
        ({"positions": 2**64}, "out of range"),
        ({"positions": None}, "positions"),
        ({"positions": ...}, "its description has no positions"),
        ({"rules_version": "1"}, "rules_version"),
        ({"layout": 5}, "layout"),
        ({"layout": ["endgame"]}, "layout"),
        ({"game": None}, "game"),
        ({"sections": []}, "sections"),
        ({"sections": {}}, "bytes long"),
        ({"sections": {"chances": [-8, 8]}}, "sections"),
        ({"sections": {"chances": [8, 8]}}, "sections"),
        ({"sections": {"chances": [0, -8]}}, "sections"),
        ({"sections": {"chances": [0, 2**64]}}, "sections"),
        ({"sections": {"chances": [0, 8], "more": [4, 8]}}, "sections"),
        ({"sections": {"chances": [0, 8.0]}}, "sections"),
        ({"sections": {"chances": [0]}}, "sections"),
        ({"sections": {"chances": {"0": 8}}}, "sections"),
        ({"sections": {"chances": "08"}}, "sections"),
    ],
)
def test_a_description_is_read_with_care(change: dict[str, Any], message: str) -> None:
    path = forged(change)
    with pytest.raises(BadFile, match=message):
        open_table(kibitz.load(SPEC), path)
    (listed,) = kept_tables()
    assert listed.problem is not None


@pytest.mark.parametrize("text", [b"[]", b"5", b"null", b"{", b"[" * 100_000, b"\xff", b'{"block":1e999}'])
def test_invalid_descriptions(text: bytes) -> None:
    path = kibitz.solve(SPEC).path
    assert path is not None
    whole = path.read_bytes()
    (long,) = struct.unpack_from("<I", whole, 12)
    head = whole[:12] + struct.pack("<I", len(text)) + whole[16:20] + struct.pack("<I", zlib.crc32(text))
    (wide,) = struct.unpack_from("<I", whole, 16)
    begin = head + whole[24:28] + text + whole[28 + long : 28 + long + wide]
    path.write_bytes(begin + bytes(-len(begin) % 4096) + whole[-(-(28 + long + wide) // 4096) * 4096 :])
    with pytest.raises(BadFile, match=r"description|say its|block"):
        open_table(kibitz.load(SPEC), path)


@pytest.mark.parametrize("pieces", [0, 1, -1, 5, 2**31, 2**64, 1.5, float("inf"), "4", None, [4], True, ...])
def test_pieces_that_no_position_has(pieces: object) -> None:
    with pytest.raises(BadFile):
        open_table(kibitz.load(SPEC), forged({"pieces": pieces}))


@pytest.mark.parametrize(
    "places", [0, -1, 2**64, 1.5, float("inf"), float("nan"), "4", None, [4], True], ids=repr
)
def test_places_that_no_table_has(places: object) -> None:
    with pytest.raises(BadFile):
        open_table(kibitz.load(SPEC), forged({"places": places}))


@pytest.mark.parametrize("chance", [2.0, -0.5, float("nan"), float("inf"), 1e300])
def test_chances_that_no_position_has(chance: float) -> None:
    path = kibitz.solve(SPEC).path
    assert path is not None
    table = open_table(
        kibitz.load(SPEC), forged({}, struct.pack("<d", chance) * (read(path)[0]["positions"]))
    )
    with pytest.raises(BadFile, match="can't be trusted"):
        table.value(kibitz.load(SPEC).start())


def test_values_that_no_position_has() -> None:
    """The keyed layout has two bits for the kind of a value, and one of the four means nothing."""
    path = kibitz.solve("tictactoe").path
    assert path is not None
    facts, payload = read(path)
    at, length = facts["sections"]["values"]
    path.write_bytes(
        forge(facts, payload[:at] + b"\x03\x00" * (length // 2) + payload[at + length :], Random(1))
    )
    table = open_table(kibitz.load("tictactoe"), path)
    with pytest.raises(BadFile, match="can't be trusted"):
        table.value(table.game.start())


@pytest.mark.parametrize("spec", ["connect:width=4,height=4,length=4", SPEC])
def test_parts_that_are_of_no_use_are_worked_out_again(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.0)
    path = kibitz.solve(spec).path
    assert path is not None
    whole, facts = path.read_bytes(), read(path)[0]
    path.unlink()
    folder = parts_folder(table_path(kibitz.load(spec)))
    folder.mkdir()
    names = [*(f"values-{tier}" for tier in range(17)), *(f"marks-{tier}" for tier in range(17))]
    names += [f"pieces-4-unit-{unit}" for unit in range(40)]
    for number, name in enumerate(names):
        sections: dict[str, list[int]] = [
            {"palette": [0, 3], "values": [3, 7]},
            {"marks": [0, 10]},
            {"chances": [0, 10]},
            {"other": [0, 10]},
        ][number % 4]
        part = {**facts, "layout": name, "sections": sections, "positions": 0}
        (folder / f"{name}.kbp").write_bytes(forge(json.loads(json.dumps(part)), bytes(range(10)), Random(1)))
    assert kibitz.solve(spec).path == path
    assert path.read_bytes() == whole
