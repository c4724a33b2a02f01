"""Packed tables: a table in one file of compressed blocks, to be probed on any static web server.

    header    magic, format version, length and checksum of the manifest
    manifest  JSON: the description of the table, how it is compressed, the checksum of the index
    index     for each block its compressed length and the CRC-32 of its content
    blocks    the payload of the table, each block of it compressed by itself

A reader needs the first three parts once, and then one block per probe.
"""

from __future__ import annotations

import json
import math
import os
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

from kibitz.base.errors import BadFile, BadOption
from kibitz.files.atomic_write import atomic_file
from kibitz.files.regular_file import open_regular_file
from kibitz.files.table_file import TableFile, read_description

SUFFIX = ".kbz"
MAGIC = b"\x89KBZPAK\n"
VERSION = 1
HEADER = struct.Struct("<8sIII")  # magic, version, length of the manifest, its checksum
_ENTRY = struct.Struct("<II")
_LONGEST_MANIFEST = 1 << 20
_MOST_BLOCKS = 1 << 24
#: Maximum overhead of a compressed block.
_OVERHEAD = 1 << 12

#: Called with the number of finished blocks and the total.
OnProgress = Callable[[int, int], None]
#: Compression by name; `zstd` needs the package zstandard.
COMPRESSIONS = ("zlib", "zstd")


class Source(Protocol):
    """Interface of a source of bytes: a file, or a web server."""

    @property
    def name(self) -> str:
        """Return its name for messages."""

    @property
    def size(self) -> int:
        """Return its length in bytes."""

    def read(self, begin: int, length: int) -> bytes:
        """Return so many bytes; BadFile if they can't be read."""


class FileSource:
    """A regular file, opened for each read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.name = str(path)
        with open_regular_file(path) as file:
            self.size = os.fstat(file.fileno()).st_size

    def read(self, begin: int, length: int) -> bytes:
        """Return so many bytes of the file."""
        try:
            with open_regular_file(self._path) as file:
                file.seek(begin)
                return file.read(length)
        except OSError as error:
            raise BadFile(f"{self.name} can't be read: {error.strerror or error}") from None


def zstandard() -> Any:
    """Return the package, or say how to get it."""
    try:
        import zstandard as found
    except ImportError:
        raise BadOption(
            "zstd needs the package zstandard (pip install '.[tables]' in Kibitz's source folder)"
        ) from None
    return found


def _compressor(compression: str) -> Callable[[bytes], bytes]:
    if compression == "zstd":
        compress: Callable[[bytes], bytes] = zstandard().ZstdCompressor(level=19).compress
        return compress
    return lambda block: zlib.compress(block, 9)


def _decompressed(compression: str, data: bytes, most: int) -> bytes:
    """Return the content of a block; ValueError if it is damaged or longer than it may be."""
    if compression == "zstd":
        package = zstandard()
        try:
            if package.frame_content_size(data) > most:
                raise ValueError("it is too long")
            return bytes(package.ZstdDecompressor().decompress(data, max_output_size=most))
        except package.ZstdError as error:
            raise ValueError(str(error)) from None
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacker.eof or len(content) > most:
        raise ValueError("it is cut short or too long")
    return content


def pack_table(
    table: TableFile,
    path: Path,
    compression: str,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Write a packed table; return its size. `on_progress` is called with finished and all blocks."""
    if compression not in COMPRESSIONS:
        raise BadOption(f"a table is compressed by {' or '.join(COMPRESSIONS)}, not {compression!r}")
    compress = _compressor(compression)
    index, packed = bytearray(), []
    blocks = table.blocks
    for number in range(blocks):
        content = bytes(table.block(number))
        block = compress(content)
        index += _ENTRY.pack(len(block), zlib.crc32(content))
        packed.append(block)
        on_progress(number + 1, blocks)
    manifest = json.dumps(
        {
            "table": table.facts,
            "compression": compression,
            "blocks": blocks,
            "payload": table.payload,
            "index": zlib.crc32(bytes(index)),
        },
        sort_keys=True,
    ).encode()
    with atomic_file(path) as out:
        out.write(HEADER.pack(MAGIC, VERSION, len(manifest), zlib.crc32(manifest)))
        out.write(manifest)
        out.write(index)
        for block in packed:
            out.write(block)
    return HEADER.size + len(manifest) + len(index) + sum(map(len, packed))


@dataclass(frozen=True)
class Manifest:
    """The validated manifest of a packed table."""

    #: The description of the table, as in its own file.
    facts: Mapping[str, Any]
    compression: str
    payload: int
    #: For each block: its offset in the file, its compressed length, the CRC-32 of its content.
    begins: tuple[int, ...]
    lengths: tuple[int, ...]
    sums: tuple[int, ...]

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return len(self.lengths)

    def content_length(self, number: int) -> int:
        """Return the length of a block's content."""
        block = int(self.facts["block"])
        return min(block, self.payload - number * block)

    def content(self, number: int, data: bytes, name: str) -> bytes:
        """Return the content of a block, checked; BadFile if it is damaged."""
        try:
            if len(data) != self.lengths[number]:
                raise ValueError("it is cut short")
            content = _decompressed(self.compression, data, self.content_length(number))
            if len(content) != self.content_length(number) or zlib.crc32(content) != self.sums[number]:
                raise ValueError("its checksum is wrong")
        except ValueError as error:
            raise BadFile(f"block {number} of {name} is damaged: {error}") from None
        return content


def read_manifest(source: Source, ahead: int = 1 << 16) -> Manifest:
    """Read manifest and index, in one read where they are short and in two otherwise."""
    data = source.read(0, min(ahead, source.size))
    try:
        if len(data) < HEADER.size:
            raise ValueError("it is not a packed table, or was cut short")
        magic, version, length, checksum = HEADER.unpack_from(data)
        if magic != MAGIC:
            raise ValueError("it is not a packed table")
        if version != VERSION:
            raise ValueError(f"its format has version {version}, not {VERSION}")
        if length > _LONGEST_MANIFEST:
            raise ValueError("its manifest is too long")
        data = _longer(source, data, HEADER.size + length)
        text = data[HEADER.size : HEADER.size + length]
        if zlib.crc32(text) != checksum:
            raise ValueError("its manifest is damaged")
        fields = json.loads(text)
        blocks, payload, compression = fields["blocks"], fields["payload"], fields["compression"]
        facts = read_description(json.dumps(fields["table"]).encode())
        if isinstance(facts, str):
            raise ValueError(facts)
        if compression not in COMPRESSIONS:
            raise ValueError(f"it is compressed by {compression!r}, which is not known here")
        if type(blocks) is not int or type(payload) is not int or not 0 <= blocks <= _MOST_BLOCKS:
            raise ValueError("its sizes are not numbers")
        if payload != sum(each for _, each in facts["sections"].values()):
            raise ValueError("its sections don't fit its payload")
        if blocks != math.ceil(payload / facts["block"]):
            raise ValueError("its blocks don't fit its payload")
        begin = HEADER.size + length
        end = begin + _ENTRY.size * blocks
        index = _longer(source, data, end)[begin:end]
        if zlib.crc32(index) != fields["index"]:
            raise ValueError("its index is damaged")
        entries = list(_ENTRY.iter_unpack(index))
        lengths = tuple(long for long, _ in entries)
        if any(long > facts["block"] + _OVERHEAD for long in lengths):
            raise ValueError("a block is too long")
        begins = tuple(accumulate(lengths, initial=end))
        if begins[-1] != source.size:
            raise ValueError(f"it should be {begins[-1]:,} bytes long and is {source.size:,}")
    except (ValueError, KeyError, TypeError, RecursionError, struct.error) as error:
        raise BadFile(f"{source.name} can't be used: {error}") from None
    return Manifest(facts, compression, payload, begins[:-1], lengths, tuple(each for _, each in entries))


def _longer(source: Source, data: bytes, length: int) -> bytes:
    """Return so many bytes from the beginning, of which some are read already."""
    if len(data) >= length:
        return data
    data += source.read(len(data), length - len(data))
    if len(data) < length:
        raise ValueError("it was cut short")
    return data


def read_blocks(
    source: Source, manifest: Manifest, first: int = 0, end: int | None = None
) -> Iterator[bytes]:
    """Yield the contents of consecutive blocks, checked, with few reads."""
    end = manifest.blocks if end is None else end
    while first < end:
        last, length = first, 0
        while last < end and (last == first or length + manifest.lengths[last] <= 1 << 22):
            length += manifest.lengths[last]
            last += 1
        data = source.read(manifest.begins[first], length)
        at = 0
        for number in range(first, last):
            yield manifest.content(number, data[at : at + manifest.lengths[number]], source.name)
            at += manifest.lengths[number]
        first = last
