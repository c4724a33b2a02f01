"""Search limits."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, quoted

#: The core counts in 64 bits.
_MOST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search; the one reached first ends it. None means no limit.

    Functions with a limit accept it as a `Limit`, as a text as on the command line, or
    as the keywords `depth`, `nodes` and `seconds`.

    >>> Limit.parse("depth=5,time=2s")
    Limit(depth=5, nodes=None, seconds=2.0)
    >>> import kibitz
    >>> kibitz.player("alphabeta").choose(kibitz.load("tictactoe").start(), depth=2).depth
    2
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    if not TYPE_CHECKING:

        def __new__(cls, *given: object, **named: object) -> Limit:
            """Refuse unknown names, such as `time`, which is the name of the seconds in texts."""
            for name in named:
                if name not in ("depth", "nodes", "seconds"):
                    hint = "; use seconds=2, or the text 'time=2s'" if "time" in name.lower() else ""
                    raise BadOption(f"a limit has no {quoted(name)}{hint} (it has depth, nodes and seconds)")
            return object.__new__(cls)

    def __post_init__(self) -> None:
        check(time=(self.seconds, int | float | None))
        for name in ("depth", "nodes"):
            number = getattr(self, name)
            check(**{name: (number, int | None)})
            if number is not None and number < 1:
                raise BadOption(f"{name} must be at least 1, not {quoted(number)}")
            if number is not None and number > _MOST:
                raise BadOption(f"{name} can't be as large as {quoted(number)}; leave it out for no limit")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise BadOption(f"time must be more than 0 seconds and finite, not {quoted(self.seconds)}")
        if self.seconds is not None and self.seconds > _MOST:
            raise BadOption("time can't be that long; leave it out for no limit")

    def tightened(self, other: Limit) -> Limit:
        """Return a limit that respects both."""
        check(other=(other, Limit))

        def least(a: float | None, b: float | None) -> float | None:
            return b if a is None else a if b is None else min(a, b)

        return Limit(
            depth=least(self.depth, other.depth),  # type: ignore[arg-type]  # least of two ints
            nodes=least(self.nodes, other.nodes),  # type: ignore[arg-type]
            seconds=least(self.seconds, other.seconds),
        )

    @staticmethod
    def parse(text: str) -> Limit:
        """Parse `depth=5`, `nodes=10k`, `time=2s`, `time=300ms`, or several with commas."""
        check(text=(text, str))
        found: dict[str, float] = {}
        for item in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = (part.strip().lower() for part in item.partition("="))
            if name == "time":
                found["seconds"] = parse_seconds(value)
            elif name in ("depth", "nodes"):
                found[name] = parse_count(value, name)
            else:
                raise BadOption(f"{quoted(item)} is not a limit; use depth=5, nodes=100k or time=2s")
        return Limit(**found)  # type: ignore[arg-type]  # depth and nodes are ints by parse_count


def as_limit(
    limit: Limit | str | None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Limit | None:
    """Return the limit given as such, as a text or as keywords; None if nothing is limited.

    >>> as_limit("nodes=10k") == as_limit(None, nodes=10_000) == Limit(nodes=10_000)
    True
    """
    if limit is not None and not isinstance(limit, Limit):
        check(limit=(limit, Limit | str | None))
    if depth is None and nodes is None and seconds is None:
        return Limit.parse(limit) if isinstance(limit, str) else limit
    if limit is not None:
        raise BadOption("give a limit, or depth, nodes and seconds, but not both")
    return Limit(depth, nodes, seconds)


_FACTORS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


def parse_count(text: str, name: str) -> int:
    """Parse a whole number, with k, M or G for thousands, millions, billions."""
    found = re.fullmatch(r"(\d+)\s*([kmg]?)", text.strip().lower())
    # Converting a text of thousands of digits takes long.
    if not found or len(found[1]) > 19:
        raise BadOption(f"{name} must be a whole number such as 5 or 100k, not {quoted(text)}")
    return int(found[1]) * _FACTORS[found[2]]


def parse_seconds(text: str) -> float:
    """Parse a time: `2`, `2s`, `0.5s`, `300ms`, `1m`."""
    found = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m|)", text.strip().lower())
    if not found:
        raise BadOption(f"time must look like 2s, 300ms or 1m, not {quoted(text)}")
    return float(found[1]) * {"ms": 0.001, "s": 1, "": 1, "m": 60}[found[2]]
