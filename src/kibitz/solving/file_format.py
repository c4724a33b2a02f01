"""The file of a table, whatever its layout.

    fixed part    magic, format version, sizes of the next two parts, their checksums
    description   JSON: the game and rules it belongs to, its layout, where each section lies
    checksums     one CRC-32 for each block of the payload
    payload       the sections, from the next multiple of 4,096 bytes to the end of the file

Every byte before the payload is covered by a checksum too, and the length of
the file is known from the description, so a cut or changed file is noticed.
docs/tables.md has the details.
"""

from __future__ import annotations

import json
import mmap
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from kibitz.words.errors import BadFile

MAGIC = b"\x89KBZTAB\n"  # not text in any encoding, and spoiled by line-end conversion
VERSION = 1
BLOCK = 1 << 16
_ALIGN = 4096
_FIXED = struct.Struct("<8sIIIII")  # magic, version, two lengths, their two checksums
_LONGEST_DESCRIPTION = 1 << 20

#: What every description says.
_FACTS = {"game", "rules", "rules_version", "layout", "positions", "sections", "block"}

Bytes = bytes | memoryview


def _payload_start(description_length: int, checksums_length: int) -> int:
    end = _FIXED.size + description_length + checksums_length
    return -(-end // _ALIGN) * _ALIGN


def _blocks(sections: Sequence[Bytes]) -> Iterator[bytes]:
    """The sections one after the other, in blocks."""
    held = bytearray()
    for section in sections:
        for at in range(0, len(section), BLOCK):
            held += section[at : at + BLOCK]
            if len(held) >= BLOCK:
                yield bytes(held[:BLOCK])
                del held[:BLOCK]
    if held:
        yield bytes(held)


def write(out: BinaryIO, facts: Mapping[str, Any], sections: Mapping[str, Bytes]) -> None:
    """Write a whole table: what it is, and its sections."""
    layout: dict[str, list[int]] = {}
    end = 0
    for name, section in sections.items():
        layout[name] = [end, len(section)]
        end += len(section)
    description = json.dumps({**facts, "sections": layout, "block": BLOCK}, sort_keys=True).encode()
    parts = list(sections.values())
    sums = [zlib.crc32(block) for block in _blocks(parts)]
    checksums = struct.pack(f"<{len(sums)}I", *sums)
    out.write(
        _FIXED.pack(
            MAGIC, VERSION, len(description), len(checksums), zlib.crc32(description), zlib.crc32(checksums)
        )
    )
    out.write(description)
    out.write(checksums)
    start = _payload_start(len(description), len(checksums))
    out.write(bytes(start - _FIXED.size - len(description) - len(checksums)))
    for part in parts:
        out.write(part)


class TableFile:
    """A table's file, mapped into memory: its description is checked, its blocks when asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                size = file.seek(0, 2)
                if size < _FIXED.size:
                    raise BadFile(f"{path} is not a table, or was cut short")
                self._map = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except OSError as error:
            raise BadFile(f"{path} can't be read: {error.strerror or error}") from None
        self.size = len(self._map)
        self.facts, self._sums, self._start = self._read_head()

    def _read_head(self) -> tuple[dict[str, Any], memoryview, int]:
        magic, version, long, wide, sum_long, sum_wide = _FIXED.unpack_from(self._map)
        if magic != MAGIC:
            raise BadFile(f"{self.path} is not a table of Kibitz")
        if version != VERSION:
            raise BadFile(
                f"{self.path} is a table of format {version}; this program knows {VERSION}. "
                "Remove it and solve the game again"
            )
        start = _payload_start(long, wide)
        if long > _LONGEST_DESCRIPTION or wide % 4 or start > self.size:
            raise self._spoilt("its beginning is damaged or it was cut short")
        description = self._map[_FIXED.size : _FIXED.size + long]
        sums = self._map[_FIXED.size + long : _FIXED.size + long + wide]
        padding = self._map[_FIXED.size + long + wide : start]
        if zlib.crc32(description) != sum_long or zlib.crc32(sums) != sum_wide or any(padding):
            raise self._spoilt("its beginning is damaged")
        facts: dict[str, Any] = json.loads(bytes(description))
        missing = _FACTS - set(facts)
        if missing:
            raise self._spoilt(f"it does not say its {min(missing)}")
        payload = max((at + length for at, length in facts["sections"].values()), default=0)
        if self.size != start + payload or wide != 4 * -(-payload // facts["block"]):
            raise self._spoilt(f"it should be {start + payload:,} bytes long and is {self.size:,}")
        return facts, sums, start

    def _spoilt(self, why: str) -> BadFile:
        return BadFile(f"{self.path} can't be trusted: {why}. Remove it and solve the game again")

    def section(self, name: str) -> memoryview:
        """One section of the payload, straight from the file."""
        at, length = self.facts["sections"][name]
        return self._map[self._start + at : self._start + at + length]

    def check_blocks(self) -> None:
        """Compare every block of the payload with its checksum."""
        block = self.facts["block"]
        for number, (expected,) in enumerate(struct.iter_unpack("<I", self._sums)):
            at = self._start + number * block
            if zlib.crc32(self._map[at : at + block]) != expected:
                raise self._spoilt(f"the checksum of its block {number} is wrong")
