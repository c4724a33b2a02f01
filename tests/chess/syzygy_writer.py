"""A writer of Syzygy files with any contents, for tests of the reader.

A table is a list of numbers for each part of a file: the files of pawns, and in each the sides to move.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

MAGIC = {".rtbw": bytes.fromhex("71e8235d"), ".rtbz": bytes.fromhex("d7660ca5")}

_BLOCK_BITS, _INDEX_BITS = 5, 4
_LEAF = 0xFFF
#: What each symbol stands for: two others, or a number.
_SYMBOLS = ((0, _LEAF), (1, _LEAF), (3, _LEAF), (4, _LEAF), (6, 3), (4, 6), (2, _LEAF))
#: The code is complete: two symbols of four bits, three of three, two of two.
_CODES = ("0000", "0001", "001", "010", "011", "10", "11")
_LOWEST = (5, 2, 0)  # the first symbol of two bits, of three and of four
#: Sizes of blocks that stand for no block.
_EXTRA = 1


@dataclass
class Part:
    """The numbers of one part, all of them the same where `constant`; `flags` as the file keeps them."""

    numbers: Sequence[int]
    flags: int = 0
    constant: bool = False


def _expanded(symbol: int) -> tuple[int, ...]:
    left, right = _SYMBOLS[symbol]
    return (left,) if right == _LEAF else _expanded(left) + _expanded(right)


_TEXTS = sorted(
    ((_expanded(symbol), symbol) for symbol in range(len(_SYMBOLS))), key=lambda each: -len(each[0])
)


Blocks = tuple[tuple[int, bytes], ...]


@lru_cache(maxsize=8)
def _packed(numbers: tuple[int, ...]) -> Blocks:
    """Blocks, each with how many numbers are in it."""
    blocks: list[tuple[int, bytes]] = []
    at, bits, count = 0, "", 0
    size = 8 << _BLOCK_BITS

    def close() -> None:
        blocks.append((count, int(bits.ljust(size, "0"), 2).to_bytes(size // 8, "big")))

    while at < len(numbers):
        text, symbol = next(each for each in _TEXTS if numbers[at : at + len(each[0])] == each[0])
        if len(bits) + len(_CODES[symbol]) > size:
            close()
            bits, count = "", 0
        bits, count, at = bits + _CODES[symbol], count + len(text), at + len(text)
    close()
    return tuple(blocks)


def _header(part: Part, blocks: int) -> bytes:
    if part.constant:
        return bytes([part.flags | 0x80, part.numbers[0]])
    patterns = b"".join(
        bytes([left & 255, left >> 8 | (right & 15) << 4, right >> 4]) for left, right in _SYMBOLS
    )
    return (
        bytes([part.flags, _BLOCK_BITS, _INDEX_BITS, _EXTRA])
        + struct.pack("<IBB3HH", blocks, 4, 2, *_LOWEST, len(_SYMBOLS))
        + patterns
        + bytes(len(_SYMBOLS) & 1)
    )


@lru_cache(maxsize=8)
def _index(total: int, blocks: Blocks) -> bytes:
    """For the middle of every stretch of places: the block it is in, and where there."""
    begins, begin = [], 0
    for count, _ in blocks:
        begins.append(begin)
        begin += count
    found = b""
    for middle in range(1 << (_INDEX_BITS - 1), total + (1 << (_INDEX_BITS - 1)), 1 << _INDEX_BITS):
        block = bisect_right(begins, middle) - 1
        found += struct.pack("<IH", block, middle - begins[block])
    return found


def write_table(
    path: Path,
    heads: Sequence[bytes],
    parts: Sequence[Sequence[Part]],
    maps: bytes = b"",
    *,
    split: bool = False,
) -> None:
    """A file: for each file of pawns the bytes that say how its pieces are numbered, and its parts."""
    pawns = "P" in path.stem
    data = MAGIC[path.suffix] + bytes([int(split) | 2 * pawns]) + b"".join(heads)
    data += bytes(len(data) & 1)
    every = [part for row in parts for part in row]
    packed = [() if part.constant else _packed(tuple(part.numbers)) for part in every]
    for part, blocks in zip(every, packed, strict=True):
        data += _header(part, len(blocks))
    if path.suffix == ".rtbz":
        data += maps
        data += bytes(len(data) & 1)
    for part, blocks in zip(every, packed, strict=True):
        data += _index(len(part.numbers), blocks) if blocks else b""
    for blocks in packed:
        data += b"".join(struct.pack("<H", count - 1) for count, _ in blocks)
        data += bytes(2 * _EXTRA) if blocks else b""
    for blocks in packed:
        if blocks:
            data += bytes(-len(data) % 64) + b"".join(block for _, block in blocks)
    # A file ends with sixteen bytes to check it by.
    path.write_bytes(data + bytes(-len(data) % 64) + bytes(16))
