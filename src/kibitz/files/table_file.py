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
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from kibitz import _core
from kibitz.base.errors import BadFile
from kibitz.files.regular_file import open_plain
from kibitz.files.sections import Bytes, Section, pieces_of

MAGIC = b"\x89KBZTAB\n"  # not text in any encoding, and spoiled by line-end conversion
VERSION = 2
BLOCK = 1 << 16
_ALIGN = 4096
_FIXED = struct.Struct("<8sIIIII")  # magic, version, two lengths, their two checksums
_LONGEST_DESCRIPTION = 1 << 20

#: What every description says.
_FACTS = {
    "game": str,
    "rules": str,
    "rules_version": int,
    "layout": str,
    "positions": int,
    "sections": dict,
    "block": int,
}
#: The core counts in 64 bits, and no block is as large as this.
_MOST = 2**63
_LARGEST_BLOCK = 1 << 30

#: A file up to this size is checked whole when it is opened; in a larger one, where the layout
#: allows, each block is checked when it is first read.
LARGE = 1 << 24


def _payload_start(description_length: int, checksums_length: int) -> int:
    end = _FIXED.size + description_length + checksums_length
    return -(-end // _ALIGN) * _ALIGN


def _blocks(pieces: Sequence[Bytes]) -> Iterator[bytes]:
    """The pieces one after the other, in blocks."""
    held = bytearray()
    for piece in pieces:
        for at in range(0, len(piece), BLOCK):
            held += piece[at : at + BLOCK]
            if len(held) >= BLOCK:
                yield bytes(held[:BLOCK])
                del held[:BLOCK]
    if held:
        yield bytes(held)


def write(out: BinaryIO, facts: Mapping[str, Any], sections: Mapping[str, Section]) -> None:
    """Write a whole table: what it is, and its sections."""
    layout: dict[str, list[int]] = {}
    end = 0
    for name, section in sections.items():
        length = sum(len(piece) for piece in pieces_of(section))
        layout[name] = [end, length]
        end += length
    description = json.dumps({**facts, "sections": layout, "block": BLOCK}, sort_keys=True).encode()
    parts = [piece for section in sections.values() for piece in pieces_of(section)]
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


def _read_description(text: bytes) -> dict[str, Any] | str:
    """What a description says; or what is wrong with it, be its checksum right or not."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        return "its description can't be read"
    if not isinstance(facts, dict):
        return "its description says nothing"
    for name, kind in _FACTS.items():
        if name not in facts:
            return f"it does not say its {name}"
        if type(facts[name]) is not kind:
            return f"its {name} is not what it should be"
    if not (0 <= facts["positions"] < _MOST and 0 <= facts["rules_version"] < _MOST):
        return "its positions or its rules have an impossible number"
    if not 1 <= facts["block"] <= _LARGEST_BLOCK:
        return "its blocks have an impossible size"
    return facts if _follow_each_other(facts["sections"].values()) else "its sections don't fit together"


def _follow_each_other(sections: Iterable[object]) -> bool:
    """Whether sections lie side by side, from the beginning of the payload on, as they are written."""
    places = []
    for place in sections:
        if not isinstance(place, list) or [type(number) for number in place] != [int, int]:
            return False
        places.append((place[0], place[1]))
    end = 0
    for at, length in sorted(places):
        if at != end or not 0 <= length < _MOST:
            return False
        end += length
    return True


class TableFile:
    """A table's file, mapped into memory: its description is checked, its blocks when asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with open_plain(path) as file:
                size = file.seek(0, 2)
                if size < _FIXED.size:
                    raise BadFile(f"{path} is not a table, or was cut short")
                self._file = _core.MappedFile(file.fileno())
        except OSError as error:
            raise BadFile(f"{path} can't be read: {error.strerror or error}") from None
        self._map = memoryview(cast("Any", self._file))  # the stub does not say that it is a buffer
        self.size = len(self._map)
        self._all_checked = False
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
        facts = _read_description(bytes(description))
        if isinstance(facts, str):
            raise self._spoilt(facts)
        payload = sum(length for _, length in facts["sections"].values())
        if self.size != start + payload or wide != 4 * -(-payload // facts["block"]):
            raise self._spoilt(f"it should be {start + payload:,} bytes long and is {self.size:,}")
        return facts, sums, start

    def _spoilt(self, why: str) -> BadFile:
        if self._file.is_cut:
            why = "another program cut it short, or it can't be read from its disk"
        return BadFile(f"{self.path} can't be trusted: {why}. Remove it and solve the game again")

    def has(self, name: str) -> bool:
        """Whether there is a section of that name."""
        return name in self.facts["sections"]

    def whole(self, name: str) -> memoryview:
        """One section of the payload, straight from the file, every block of it checked."""
        return self.part(name, 0, self._place(name)[1])

    def part(self, name: str, begin: int, end: int) -> memoryview:
        """Some bytes of a section, the blocks that they lie in checked."""
        at, length = self._place(name)
        block = self.facts["block"]
        begin, end = at + begin, at + min(end, length)
        self.check_blocks(begin // block, -(-end // block))
        return self._map[self._start + begin : self._start + end]

    def copied(self, name: str) -> bytes:
        """A copy of one section, for those who go on when the file is gone."""
        data = bytes(self.whole(name))
        if self._file.is_cut:
            raise self._spoilt("")
        return data

    def lazily(self, name: str) -> tuple[_core.Payload, int, int]:
        """A section as the core reads it: its blocks are checked when first touched."""
        at, length = self._place(name)
        if self._all_checked:
            return _core.Payload(self._map[self._start :], b"", self.facts["block"]), at, length
        return _core.Payload(self._map[self._start :], self._sums, self.facts["block"]), at, length

    def _place(self, name: str) -> tuple[int, int]:
        if not self.has(name):
            raise self._spoilt(f"its part {name!r} is missing")
        at, length = self.facts["sections"][name]
        return at, length

    def check_blocks(self, first: int = 0, end: int | None = None) -> None:
        """Compare blocks of the payload with their checksums: all, or some."""
        block = self.facts["block"]
        sums = struct.unpack(f"<{len(self._sums) // 4}I", self._sums)[first:end]
        for number, expected in enumerate(sums, start=first):
            at = self._start + number * block
            if zlib.crc32(self._map[at : at + block]) != expected:
                raise self._spoilt(f"the checksum of its block {number} is wrong")
        if first == 0 and end is None:
            self._all_checked = True
