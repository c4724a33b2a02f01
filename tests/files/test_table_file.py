"""Blocks of a table file: damage in any of them is detected and named."""

from __future__ import annotations

import itertools
import json
import os
import random
import struct
import zlib
from pathlib import Path

import pytest

from kibitz import BadFile
from kibitz.files import table_file
from kibitz.files.table_file import BLOCK, LARGE, TableFile, write
from tests.attack.forgeries import forge

FACTS = {"game": "x", "rules": "x", "rules_version": 1, "layout": "x", "positions": 3}
SECTIONS = {"one": random.Random(1).randbytes(2 * BLOCK - 7), "two": random.Random(2).randbytes(BLOCK + 30)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "table"
    with made.open("wb") as out:
        write(out, FACTS, SECTIONS)
    return made


def test_written_data_is_read(path: Path) -> None:
    file = TableFile(path)
    file.check_blocks()
    assert {name: bytes(file.section(name)) for name in SECTIONS} == SECTIONS
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
        assert bytes(TableFile(path).section("two")) == SECTIONS["two"]
    else:
        with pytest.raises(BadFile):
            TableFile(path).section("two")


def test_the_file_is_what_the_documentation_says(path: Path) -> None:
    """Taken apart by hand, after the table in docs/tables.md."""
    data = path.read_bytes()
    assert data[:8] == bytes.fromhex("894B425A5441420A")
    version, long, wide, sum_long, sum_wide = struct.unpack("<5I", data[8:28])
    description, checksums = data[28 : 28 + long], data[28 + long : 28 + long + wide]
    assert (version, sum_long, sum_wide) == (2, zlib.crc32(description), zlib.crc32(checksums))
    start = next(at for at in itertools.count(0, 4096) if at >= 28 + long + wide)
    assert set(data[28 + long + wide : start]) <= {0}
    assert data[start:] == SECTIONS["one"] + SECTIONS["two"]
    fields = json.loads(description)
    assert fields["sections"] == {"one": [0, 2 * BLOCK - 7], "two": [2 * BLOCK - 7, BLOCK + 30]}
    assert fields["block"] == BLOCK == 65_536
    sums = [zlib.crc32(data[at : at + BLOCK]) for at in range(start, len(data), BLOCK)]
    assert list(struct.unpack(f"<{len(sums)}I", checksums)) == sums


@pytest.mark.parametrize(
    "sizes", [(), (0,), (1,), (BLOCK,), (BLOCK - 1, 1, 1), (3, 2 * BLOCK, 5), (BLOCK, 0, BLOCK)]
)
def test_a_section_may_come_in_pieces(tmp_path: Path, sizes: tuple[int, ...]) -> None:
    pieces = [random.Random(size).randbytes(size) for size in sizes]
    whole, parted = tmp_path / "whole", tmp_path / "parted"
    for path, section in ((whole, b"".join(pieces)), (parted, pieces)):
        with path.open("wb") as out:
            write(out, FACTS, {"first": b"abc", "pieces": section, "last": memoryview(b"xyz")})
    assert whole.read_bytes() == parted.read_bytes()
    file = TableFile(parted)
    assert [bytes(file.section(name)) for name in ("first", "pieces", "last")] == [
        b"abc",
        b"".join(pieces),
        b"xyz",
    ]
    assert file.size == parted.stat().st_size


def test_a_table_may_have_nothing_in_it(tmp_path: Path) -> None:
    for number, sections in enumerate(({}, {"empty": b""})):
        path = tmp_path / f"{number}"
        with path.open("wb") as out:
            write(out, FACTS, sections)
        file = TableFile(path)
        file.check_blocks()
        assert file.size == 4096
        assert file.facts["sections"] == {name: [0, 0] for name in sections}
    assert LARGE == 16 * 1024**2  # up to which all blocks are checked at once, as docs/tables.md says


def test_some_bytes_of_a_section(path: Path) -> None:
    file = TableFile(path)
    for name, section in SECTIONS.items():
        for begin, end in (
            (0, 0),
            (0, 1),
            (5, 9),
            (BLOCK - 9, BLOCK - 3),
            (len(section) - 2, len(section) + 9),
        ):
            assert bytes(file.read_range(name, begin, end)) == section[begin:end]
        assert file.copy_section(name) == section
        assert (file.has(name), file.has(f"no {name}")) == (True, False)
    for read in (file.section, file.copy_section, file.lazy_section):
        with pytest.raises(BadFile, match="its section 'three' is missing"):
            read("three")


def test_only_the_blocks_that_are_read_are_checked(path: Path) -> None:
    start = path.stat().st_size - sum(map(len, SECTIONS.values()))
    with path.open("r+b") as out:
        os.pwrite(out.fileno(), b"spoilt", start + BLOCK + 9)
    file = TableFile(path)
    assert bytes(file.read_range("one", 0, BLOCK)) == SECTIONS["one"][:BLOCK]
    for begin, end in ((0, BLOCK + 1), (BLOCK, BLOCK + 1), (2 * BLOCK - 8, 2 * BLOCK - 7)):
        with pytest.raises(BadFile, match="checksum of its block 1"):
            file.read_range("one", begin, end)
    # The second section begins in the spoilt block, but most of it lies in others.
    assert bytes(file.read_range("two", 7, BLOCK)) == SECTIONS["two"][7:BLOCK]


def test_no_byte_before_the_payload_can_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with path.open("wb") as out:
        write(out, FACTS, {"one": b"abc"})
    sound = path.read_bytes()
    head = len(sound) - 3
    long, wide = struct.unpack("<2I", sound[12:20])
    for at in (*range(28), 28, 27 + long, 28 + long, 27 + long + wide, 28 + long + wide, head - 1):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        with pytest.raises(BadFile):
            TableFile(path)
    for length in (0, 1, 27, 28, 40, head - 1, head, head + 2):
        path.write_bytes(sound[:length])
        with pytest.raises(BadFile, match=r"truncated|damaged|bytes long"):
            TableFile(path)
    path.write_bytes(sound + b"\0")
    with pytest.raises(BadFile, match=f"should be {len(sound):,} bytes long and is {len(sound) + 1:,}"):
        TableFile(path)
    path.write_bytes(sound[:8] + bytes([3]) + sound[9:])
    with pytest.raises(BadFile, match="format 3; this program reads format 2"):
        TableFile(path)
    path.write_bytes(b"\0" * 28)
    with pytest.raises(BadFile, match="not a Kibitz table"):
        TableFile(path)


PAYLOAD = b"0123456789"
TOLD = {**FACTS, "block": 4, "sections": {"a": [0, 3], "b": [3, 7]}}


def forged(path: Path, **told: object) -> TableFile:
    """A file with right checksums around what it says of itself."""
    path.write_bytes(forge({**TOLD, **told}, PAYLOAD, random.Random(1)))
    return TableFile(path)


@pytest.mark.parametrize(
    "told",
    [
        {"positions": 0},
        {"positions": 2**63 - 1},
        {"rules_version": 0},
        {"rules_version": 2**63 - 1},
        {"block": 1},
        {"block": 2**30},
        {"sections": {"b": [3, 7], "a": [0, 3]}},
        {"sections": {"empty": [0, 0], "a": [0, 3], "b": [3, 7], "end": [10, 0]}},
    ],
)
def test_readable_values(tmp_path: Path, told: dict[str, object]) -> None:
    file = forged(tmp_path / "table", **told)
    file.check_blocks()
    assert (bytes(file.section("a")), bytes(file.section("b"))) == (b"012", b"3456789")
    assert file.lazy_section("b")[1:] == (3, 7)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"positions": -1}, "out of range"),
        ({"positions": 2**63}, "out of range"),
        ({"rules_version": -1}, "out of range"),
        ({"rules_version": 2**63}, "out of range"),
        ({"block": 0}, "out of range"),
        ({"block": 2**30 + 1}, "out of range"),
        ({"game": 3}, "its game has the wrong type"),
        ({"rules": None}, "its rules has the wrong type"),
        ({"positions": True}, "its positions has the wrong type"),
        ({"sections": {"a": [0, 3], "b": [4, 6]}}, "overlap or leave gaps"),
        ({"sections": {"a": [0, 3], "b": [2, 8]}}, "overlap or leave gaps"),
        ({"sections": {"a": [1, 9]}}, "overlap or leave gaps"),
        ({"sections": {"a": [0, 2**63]}}, "overlap or leave gaps"),
        ({"sections": {"a": [0, -1], "b": [-1, 11]}}, "overlap or leave gaps"),
        ({"sections": {"a": [0, 10, 0]}}, "overlap or leave gaps"),
        ({"sections": {"a": [0, True]}}, "overlap or leave gaps"),
        ({"sections": {"a": "10"}}, "overlap or leave gaps"),
        ({"sections": {"a": [0, 9]}}, "bytes long"),
        ({"sections": {"a": [0, 11]}}, "bytes long"),
    ],
)
def test_impossible_content_is_refused_despite_valid_checksums(
    tmp_path: Path, told: dict[str, object], message: str
) -> None:
    with pytest.raises(BadFile, match=message):
        forged(tmp_path / "table", **told)


@pytest.mark.parametrize("name", [*FACTS, "sections", "block"])
def test_every_fact_must_be_reported(tmp_path: Path, name: str) -> None:
    data = {key: value for key, value in TOLD.items() if key != name}
    path = tmp_path / "table"
    path.write_bytes(forge(data, PAYLOAD, random.Random(1)))
    with pytest.raises(BadFile, match=f"its description has no {name}\\."):
        TableFile(path)
    path.write_bytes(forge([*TOLD], PAYLOAD, random.Random(1)))
    with pytest.raises(BadFile, match="its description is not a JSON object"):
        TableFile(path)


def test_a_description_has_a_megabyte_at_most(tmp_path: Path) -> None:
    room = 2**20 - len(json.dumps({**TOLD, "more": ""}))
    assert forged(tmp_path / "table", more="x" * room).has("a")
    with pytest.raises(BadFile, match="damaged"):
        forged(tmp_path / "table", more="x" * (room + 1))


def test_there_is_a_checksum_for_each_block_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "table"
    sound = forge(TOLD, PAYLOAD, random.Random(1))  # three blocks of 4 bytes at most
    data = json.dumps(TOLD).encode()
    for block in (2, 5):
        other = json.dumps({**TOLD, "block": block}).encode()
        before, after = (struct.pack("<I", zlib.crc32(text)) for text in (data, other))
        path.write_bytes(sound.replace(data, other).replace(before, after))
        with pytest.raises(BadFile, match="bytes long"):
            TableFile(path)


def test_the_core_checks_what_was_not_checked_as_a_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[bytes, bytes, int]] = []
    monkeypatch.setattr(
        table_file._core, "Payload", lambda data, sums, block: given.append((bytes(data), bytes(sums), block))
    )
    file = TableFile(path)
    whole = b"".join(SECTIONS.values())
    sums = struct.pack("<4I", *(zlib.crc32(whole[at : at + BLOCK]) for at in range(0, len(whole), BLOCK)))
    for check in (lambda: None, lambda: file.check_blocks(0, 1), lambda: file.check_blocks(1)):
        check()
        assert file.lazy_section("two")[1:] == (2 * BLOCK - 7, BLOCK + 30)
        assert given.pop() == (whole, sums, BLOCK)
    file.check_blocks()
    assert file.lazy_section("one")[1:] == (0, 2 * BLOCK - 7)
    assert given.pop() == (whole, b"", BLOCK)
