"""Constant tables of compiled methods: tuples of numbers or words, nested, with rows of any length."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from kibitz.games.python_game.bitboard import Bitboard
from kibitz.games.python_game.compiler.arithmetic import F64, I64, i64
from kibitz.games.python_game.compiler.values import BITS, FLOAT, INT, WORD, WORDS, NotCompiled, Type


class Table:
    """A tuple in memory: one array of numbers, and for each level where its rows begin in the next one."""

    def __init__(self, module: Any, number: int, items: tuple[Any, ...]) -> None:
        self.depth = _depth(items)
        levels: list[list[Any]] = [[items]]
        for _ in range(self.depth):
            if any(not isinstance(row, tuple) for row in levels[-1]):
                raise NotCompiled("a table that mixes numbers and rows isn't compiled")
            levels.append([item for row in levels[-1] for item in row])
        leaves = levels.pop()
        self.item = _item_type(leaves)
        #: At each level the length of every row if all have the same, else None.
        self.widths: list[int | None] = []
        self._starts: list[Any] = []
        for level, rows in enumerate(levels):
            lengths = {len(row) for row in rows}
            self.widths.append(lengths.pop() if len(lengths) == 1 else None)
            starts = None
            if self.widths[-1] is None:
                at = [0]
                for row in rows:
                    at.append(at[-1] + len(row))
                starts = _global(module, f"table{number}_{level}", I64, at)
            self._starts.append(starts)
        kind = F64 if self.item == FLOAT else I64
        self._leaves = _global(module, f"table{number}", kind, leaves or [0])
        self._kind = kind

    def length(self, b: Any, level: int, row: Any) -> Any:
        """Return the number of items of a row."""
        width = self.widths[level]
        if width is not None:
            return i64(width)
        return b.sub(self._start(b, level, b.add(row, i64(1))), self._start(b, level, row))

    def child(self, b: Any, level: int, row: Any, index: Any) -> Any:
        """Return the place of an item in the next level."""
        width = self.widths[level]
        begin = self._start(b, level, row) if width is None else b.mul(row, i64(width))
        return b.add(begin, index)

    def leaf(self, b: Any, place: Any) -> Any:
        """Return the number at a place of the last level."""
        return b.load(b.gep(self._leaves, [place], source_etype=self._kind), typ=self._kind)

    def _start(self, b: Any, level: int, row: Any) -> Any:
        return b.load(b.gep(self._starts[level], [row], source_etype=I64), typ=I64)


def _depth(items: Any) -> int:
    return 1 + max((_depth(item) for item in items), default=0) if isinstance(items, tuple) else 0


def _item_type(leaves: list[Any]) -> Type:
    if leaves and all(isinstance(leaf, str) and leaf in WORDS for leaf in leaves):
        return WORD
    if any(leaf is None or isinstance(leaf, str | tuple) for leaf in leaves):
        raise NotCompiled("a table of texts or None isn't compiled; use numbers")
    if any(isinstance(leaf, Bitboard) for leaf in leaves):
        if not all(isinstance(leaf, Bitboard) for leaf in leaves):
            raise NotCompiled("a table that mixes bitboards and numbers isn't compiled")
        return BITS
    if any(isinstance(leaf, float) for leaf in leaves):
        return FLOAT
    if any(not -(1 << 63) <= leaf < 1 << 63 for leaf in leaves):
        raise NotCompiled(
            "a table has a number of more than 64 bits; if it is a set of cells, use kibitz.Bitboard"
        )
    return INT


def _stored(item: Any) -> int:
    number = WORDS[item] if isinstance(item, str) else int(item)
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _global(module: Any, name: str, kind: Any, items: list[Any]) -> Any:
    array = ir.ArrayType(kind, len(items))
    out = ir.GlobalVariable(module, array, name)
    out.linkage, out.global_constant, out.unnamed_addr = "internal", True, True
    numbers = (float(item) if kind is F64 else _stored(item) for item in items)
    out.initializer = ir.Constant(array, [ir.Constant(kind, number) for number in numbers])
    return out
