"""Results of many games in little memory: about 100 bytes each, made into objects when they are asked for."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import overload

from kibitz.arena.game_result import Effort, GameResult
from kibitz.base.ending import Ending

#: Numbers of the ending and the machine, then moves, seconds and nodes of both players.
_HEAD = struct.Struct("<II IdqIdq")
#: Nodes that a player doesn't count.
_UNKNOWN = -1
#: Separates the start and the moves; no notation has it.
_END = "\0"


class ResultStore(Mapping[int, GameResult]):
    """Results by game number."""

    def __init__(self, results: Mapping[int, GameResult] | None = None) -> None:
        self._packed: list[bytes | None] = []
        self._count = 0
        #: Endings and machines by their numbers, and the numbers.
        self._endings: list[Ending] = []
        self._machines: list[str] = []
        self._numbers: dict[Ending | str, int] = {}
        for result in (results or {}).values():
            self.add(result)

    def add(self, result: GameResult) -> bool:
        """Add a result; return False, and keep the earlier one, if the game has a result."""
        if result.number in self:
            return False
        missing = result.number + 1 - len(self._packed)
        if missing > 0:
            self._packed += [None] * missing
        self._packed[result.number] = self._pack(result)
        self._count += 1
        return True

    def __contains__(self, number: object) -> bool:
        return (
            isinstance(number, int) and 0 <= number < len(self._packed) and self._packed[number] is not None
        )

    def __getitem__(self, number: int) -> GameResult:
        packed = self._packed[number] if number in self else None
        if packed is None:
            raise KeyError(number)
        return self._unpack(number, packed)

    def __iter__(self) -> Iterator[int]:
        return (number for number, packed in enumerate(self._packed) if packed is not None)

    def __len__(self) -> int:
        return self._count

    def _pack(self, result: GameResult) -> bytes:
        efforts: list[float] = []
        for effort in result.efforts:
            efforts += effort.moves, effort.seconds, _UNKNOWN if effort.nodes is None else effort.nodes
        ending = self._number(result.ending, self._endings)
        head = _HEAD.pack(ending, self._number(result.machine, self._machines), *efforts)
        return head + _END.join((result.start, *result.moves)).encode("utf-8", "surrogatepass")

    def _number(self, value: Ending | str, values: list[Ending] | list[str]) -> int:
        number = self._numbers.setdefault(value, len(values))
        if number == len(values):
            values.append(value)  # type: ignore[arg-type]
        return number

    def _unpack(self, number: int, packed: bytes) -> GameResult:
        ending, machine, *efforts = _HEAD.unpack_from(packed)
        start, *moves = packed[_HEAD.size :].decode("utf-8", "surrogatepass").split(_END)
        first, second = (
            Effort(made, seconds, None if nodes == _UNKNOWN else nodes)
            for made, seconds, nodes in (efforts[:3], efforts[3:])
        )
        return GameResult(
            number, self._endings[ending], tuple(moves), start, (first, second), self._machines[machine]
        )


class Results(Sequence[GameResult]):
    """Some of the results of a match, by their game numbers."""

    def __init__(self, results: Mapping[int, GameResult], numbers: Sequence[int]) -> None:
        self._results = results
        self._numbers = numbers

    @overload
    def __getitem__(self, index: int) -> GameResult: ...
    @overload
    def __getitem__(self, index: slice) -> Results: ...
    def __getitem__(self, index: int | slice) -> GameResult | Results:
        if isinstance(index, slice):
            return Results(self._results, self._numbers[index])
        return self._results[self._numbers[index]]

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[GameResult]:
        return (self._results[number] for number in self._numbers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, islice(self, 3)))
        return f"[{shown}{', ...' if len(self) > 3 else ''}]"
