"""A Syzygy file: its sections, and decompression of an entry."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Sequence
from pathlib import Path

from kibitz.base.errors import BadFile
from kibitz.games.chess.syzygy_index import Arrangement, leading_file

_WDL, _DTZ = bytes.fromhex("71e8235d"), bytes.fromhex("d7660ca5")
#: Piece codes: white's from 1 for a pawn to 6 for the king, black's 8 more.
_LETTERS = "PNBRQK"
#: Exceptions from reading a damaged file.
_DAMAGE = (ValueError, LookupError, struct.error, StopIteration, OverflowError)


class Pairs:
    """Numbers compressed by recursive pairing (Re-Pair), in blocks with a Huffman code."""

    def __init__(self, data: mmap.mmap, at: int, total: int, wdl: bool) -> None:
        self._data = data
        self.flags = data[at]
        self.sizes = (0, 0, 0)
        self._index_bits = 0
        if self.flags & 0x80:  # all positions have the same number
            self._least = data[at + 1] if wdl else 0
            self.end = at + 2
            return
        self._block_bits, self._index_bits, extra = data[at + 1], data[at + 2], data[at + 3]
        (blocks,) = struct.unpack_from("<I", data, at + 4)
        longest, self._least = data[at + 8], data[at + 9]
        lengths = longest - self._least + 1
        self._lowest = struct.unpack_from(f"<{lengths}H", data, at + 10)
        (symbols,) = struct.unpack_from("<H", data, at + 10 + 2 * lengths)
        self._patterns = at + 12 + 2 * lengths
        self.end = self._patterns + 3 * symbols + (symbols & 1)
        indices = (total + (1 << self._index_bits) - 1) >> self._index_bits
        self.sizes = (6 * indices, 2 * (blocks + extra), blocks << self._block_bits)
        bases = [0] * lengths
        for i in range(lengths - 2, -1, -1):
            bases[i] = (bases[i + 1] + self._lowest[i] - self._lowest[i + 1]) // 2
        self._bases = [base << (64 - self._least - i) for i, base in enumerate(bases)]
        self._lengths = self._symbol_lengths(symbols)
        #: Offsets of the index, the block sizes and the blocks; set by the file's reader.
        self.index = self.block_sizes = self.blocks = 0

    def _parts(self, symbol: int) -> tuple[int, int]:
        a, b, c = self._data[self._patterns + 3 * symbol : self._patterns + 3 * symbol + 3]
        return (b & 15) << 8 | a, c << 4 | b >> 4

    def _symbol_lengths(self, symbols: int) -> list[int]:
        """Return the number of values of each symbol, minus one."""
        found = [-1] * symbols
        for first in range(symbols):
            waiting = [first]
            while waiting:
                symbol = waiting[-1]
                left, right = self._parts(symbol)
                if right == 0xFFF:
                    found[symbol] = 0
                elif found[left] < 0 or found[right] < 0:
                    waiting += [part for part in (left, right) if found[part] < 0]
                    if len(waiting) > 2 * symbols:
                        raise ValueError("a symbol contains itself")
                    continue
                else:
                    found[symbol] = found[left] + found[right] + 1
                waiting.pop()
        return found

    def number(self, place: int) -> int:
        """Return the value at an index."""
        if not self._index_bits:
            return self._least
        main, data = place >> self._index_bits, self._data
        block, offset = struct.unpack_from("<IH", data, self.index + 6 * main)
        left = (place & ((1 << self._index_bits) - 1)) - (1 << (self._index_bits - 1)) + offset

        def size(which: int) -> int:
            return int(struct.unpack_from("<H", data, self.block_sizes + 2 * which)[0])

        while left < 0:
            block -= 1
            left += size(block) + 1
        while left > size(block):
            left -= size(block) + 1
            block += 1
        start = self.blocks + (block << self._block_bits)
        bits = int.from_bytes(data[start : start + (1 << self._block_bits)] + bytes(8), "big")
        width = 8 * ((1 << self._block_bits) + 8)
        at = 0
        while True:
            code = bits >> (width - 64 - at) & 0xFFFFFFFFFFFFFFFF
            length = next(i for i, base in enumerate(self._bases) if code >= base)
            used = self._least + length
            symbol = self._lowest[length] + ((code - self._bases[length]) >> (64 - used))
            if left <= self._lengths[symbol]:
                break
            left -= self._lengths[symbol] + 1
            at += used
        while self._lengths[symbol]:
            first, second = self._parts(symbol)
            if left <= self._lengths[first]:
                symbol = first
            else:
                left -= self._lengths[first] + 1
                symbol = second
        return self._parts(symbol)[0]


class SyzygyFile:
    """A file for one material balance: WDL or DTZ."""

    def __init__(self, path: Path) -> None:
        self.wdl = path.suffix == ".rtbw"
        self._path = path
        self._name = path.stem
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            if self._data[:4] != (_WDL if self.wdl else _DTZ):
                raise BadFile(f"{path} is not a Syzygy file")
            self._read()
        except (OSError, *_DAMAGE) as error:
            raise self._refusal(error) from None

    def _refusal(self, error: Exception) -> BadFile:
        return BadFile(f"{self._path} can't be read: {error or type(error).__name__}")

    def _read(self) -> None:
        data, stronger = self._data, self._name.split("v")
        pawns = stronger[0].count("P"), stronger[1].count("P")
        #: Whether the leading pawns are black's: the colour with fewer pawns.
        turned = pawns[1] > 0 and (pawns[0] == 0 or pawns[1] < pawns[0])
        led = (pawns[1], pawns[0]) if turned else pawns
        self.has_pawns = sum(pawns) > 0
        sides = 2 if self.wdl and data[4] & 1 else 1
        files = 4 if self.has_pawns else 1
        count = len(self._name) - 1
        at = 5
        self._pieces: list[list[list[int]]] = []
        self._arrangements: list[list[Arrangement]] = []
        for file in range(files):
            both = self.has_pawns and led[1] > 0
            skip = 2 if both else 1
            pieces, arrangements = [], []
            for side in range(sides):
                shift = 4 * side
                order = data[at] >> shift & 15
                order2 = data[at + 1] >> shift & 15 if both else 15
                listed = [data[at + skip + i] >> shift & 15 for i in range(count)]
                pieces.append(listed)
                arrangements.append(Arrangement(listed, order, order2, led, file))
            self._pieces.append(pieces)
            self._arrangements.append(arrangements)
            at += count + skip
        at += at & 1
        self._pairs: list[list[Pairs]] = []
        for file in range(files):
            row = []
            for side in range(sides):
                row.append(Pairs(data, at, self._arrangements[file][side].total, self.wdl))
                at = row[-1].end
            self._pairs.append(row)
        if not self.wdl:
            at = self._read_maps(at)
        parts = [pairs for row in self._pairs for pairs in row]
        for pairs in parts:
            pairs.index = at
            at += pairs.sizes[0]
        for pairs in parts:
            pairs.block_sizes = at
            at += pairs.sizes[1]
        for pairs in parts:
            at = (at + 63) & ~63
            pairs.blocks = at
            at += pairs.sizes[2]

    def _read_maps(self, at: int) -> int:
        """Read the maps of DTZ values, if they are mapped."""
        data = self._data
        self._maps: list[list[Sequence[int]]] = []
        for row in self._pairs:
            maps: list[Sequence[int]] = []
            if row[0].flags & 2:
                wide = bool(row[0].flags & 16)
                at += (at & 1) if wide else 0
                for _ in range(4):
                    if wide:
                        (size,) = struct.unpack_from("<H", data, at)
                        maps.append(struct.unpack_from(f"<{size}H", data, at + 2))
                        at += 2 + 2 * size
                    else:
                        size = data[at]
                        maps.append(data[at + 1 : at + 1 + size])
                        at += 1 + size
            self._maps.append(maps)
        return at + (at & 1)

    def _place(self, pieces: dict[int, list[int]], turned: bool, side: int) -> tuple[int, int, int]:
        """Return the pawn file, the side and the index of a position; see `wdl_of`."""
        colours, mirror = (8, 56) if turned else (0, 0)
        file = 0
        if self.has_pawns:
            leading = self._pieces[0][0][0] ^ colours
            file = leading_file([square ^ mirror for square in pieces[leading]])
        if side >= len(self._pairs[file]):
            side = 0
        squares: list[int] = []
        last = -1
        for piece in self._pieces[file][side]:
            if piece != last:
                squares += [square ^ (mirror if self.has_pawns else 0) for square in pieces[piece ^ colours]]
                last = piece
        return file, side, self._arrangements[file][side].number(squares)

    def wdl_of(self, pieces: dict[int, list[int]], turned: bool, side: int) -> int:
        """Return WDL from -2, a loss, to 2, a win, for the side to move; 1 and -1 are cursed results.

        `pieces` has the squares of every kind of piece, `turned` means that the file's white is the
        position's black, `side` is the side to move in the file.
        """
        try:
            file, side, place = self._place(pieces, turned, side)
            return self._pairs[file][side].number(place) - 2
        except _DAMAGE as error:
            raise self._refusal(error) from None

    def dtz_of(self, pieces: dict[int, list[int]], turned: bool, side: int, wdl: int) -> int | None:
        """Return DTZ for a position with this WDL; None for the side that is not stored."""
        try:
            file, _, place = self._place(pieces, turned, 0)
            flags = self._pairs[file][0].flags
            symmetric = len(set(self._name.split("v"))) == 1
            if (flags & 1) != side and (self.has_pawns or not symmetric):
                return None
            found = self._pairs[file][0].number(place)
            if flags & 2:
                found = self._maps[file][(1, 3, 0, 2, 0)[wdl + 2]][found]
        except _DAMAGE as error:
            raise self._refusal(error) from None
        # Values in full moves are doubled.
        if not (flags & (4 if wdl > 0 else 8)) or abs(wdl) == 1:
            found *= 2
        return found


def material_name(pieces: dict[int, list[int]], black: bool) -> str:
    """Return the material: `KRPvKN`, black's pieces first if requested."""
    sides = []
    for colour in (8, 0) if black else (0, 8):
        letters = (letter * len(pieces.get(colour + 1 + kind, ())) for kind, letter in enumerate(_LETTERS))
        sides.append("".join(reversed(list(letters))))
    return "v".join(sides)
