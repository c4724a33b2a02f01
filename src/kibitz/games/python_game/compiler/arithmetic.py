"""Arithmetic of compiled methods: as Python's, but within 64 bits, and checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

I1, I8, I16, I32, I64, F64, PTR = (
    ir.IntType(1),
    ir.IntType(8),
    ir.IntType(16),
    ir.IntType(32),
    ir.IntType(64),
    ir.DoubleType(),
    ir.PointerType(),
)
#: Ends the method with an error where a condition holds; the text says what is wrong.
Check = Callable[[Any, str], None]

_TOO_LARGE = "a number outgrows 64 bits"
_LEAST = -(1 << 63)


def i64(number: int) -> Any:
    """Return a constant number of 64 bits."""
    return ir.Constant(I64, number)


def _overflowing(b: Any, method: str, one: Any, other: Any, check: Check) -> Any:
    pair = getattr(b, method)(one, other)
    check(b.extract_value(pair, 1), _TOO_LARGE)
    return b.extract_value(pair, 0)


def integer_operation(b: Any, op: str, one: Any, other: Any, check: Check) -> Any:
    """Return the result of an operation on numbers; None if there is no such operation."""
    if op in ("Add", "Sub", "Mult"):
        return _overflowing(
            b, {"Add": "sadd", "Sub": "ssub", "Mult": "smul"}[op] + "_with_overflow", one, other, check
        )
    if op in ("BitAnd", "BitOr", "BitXor"):
        return {"BitAnd": b.and_, "BitOr": b.or_, "BitXor": b.xor}[op](one, other)
    if op in ("FloorDiv", "Mod"):
        return _divided(b, op, one, other, check)
    if op == "LShift":
        check(b.icmp_unsigned(">", other, i64(63)), "a shift that is not from 0 to 63")
        out = b.shl(one, other)
        check(b.icmp_signed("!=", b.ashr(out, other), one), _TOO_LARGE)
        return out
    if op == "RShift":
        check(b.icmp_signed("<", other, i64(0)), "a shift by less than 0")
        return b.ashr(one, b.select(b.icmp_signed(">", other, i64(63)), i64(63), other))
    return None


def _divided(b: Any, op: str, one: Any, other: Any, check: Check) -> Any:
    """Return the quotient or the remainder, rounded down as Python does."""
    known = other.constant if isinstance(other, ir.Constant) else None
    if known is not None and known > 0 and known & (known - 1) == 0:
        return b.ashr(one, i64(known.bit_length() - 1)) if op == "FloorDiv" else b.and_(one, i64(known - 1))
    if known is None or known in (0, -1):
        check(b.icmp_signed("==", other, i64(0)), "a division by zero")
        overflows = b.and_(b.icmp_signed("==", other, i64(-1)), b.icmp_signed("==", one, i64(_LEAST)))
        check(overflows, _TOO_LARGE)
    quotient, rest = b.sdiv(one, other), b.srem(one, other)
    uneven = b.and_(b.icmp_signed("!=", rest, i64(0)), b.icmp_signed("<", b.xor(rest, other), i64(0)))
    if op == "FloorDiv":
        return b.sub(quotient, b.zext(uneven, I64))
    return b.add(rest, b.select(uneven, other, i64(0)))


def bitboard_operation(b: Any, op: str, one: Any, other: Any, check: Check) -> Any:
    """Return the result of an operation on bitboards, or of a shift by some cells; None if there is none."""
    if op in ("LShift", "RShift"):
        check(b.icmp_unsigned(">", other, i64(63)), "a shift of a bitboard that is not from 0 to 63")
        return b.shl(one, other) if op == "LShift" else b.lshr(one, other)
    simple = {"BitAnd": b.and_, "BitOr": b.or_, "BitXor": b.xor, "Add": b.add, "Sub": b.sub, "Mult": b.mul}
    return simple[op](one, other) if op in simple else None


def float_operation(b: Any, op: str, one: Any, other: Any, check: Check) -> Any:
    """Return the result of an operation on fractions; None if there is none."""
    if op == "Div":
        check(b.fcmp_ordered("==", other, ir.Constant(F64, 0.0)), "a division by zero")
        return b.fdiv(one, other)
    simple = {"Add": b.fadd, "Sub": b.fsub, "Mult": b.fmul}
    return simple[op](one, other) if op in simple else None


def bit_count(b: Any, number: Any) -> Any:
    """Return how many bits are set."""
    return b.ctpop(number)


def lowest_bit(b: Any, number: Any) -> Any:
    """Return the place of the lowest bit that is set; there must be one."""
    return b.cttz(number, ir.Constant(I1, 1))


def fits(b: Any, number: Any, size: int) -> Any:
    """Return whether a number fits into so many bytes."""
    half = 1 << (8 * size - 1)
    return b.icmp_unsigned("<", b.add(number, i64(half)), i64(2 * half))
