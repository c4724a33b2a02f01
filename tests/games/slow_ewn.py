"""A second, plain implementation of EinStein würfelt nicht! from the text of its rules.

A stone is (side, number, row, column), rows from the top; side 0 starts top left.
A move is ("roll", face) or ("move", number, row, column).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Stone = tuple[int, int, int, int]
SlowMove = tuple[str | int, ...]


@dataclass(frozen=True)
class SlowEwn:
    size: int
    faces: int
    stones: frozenset[Stone]
    mover: int
    roll: int | None = None

    def winner(self) -> int | None:
        """Whoever stands on the far corner, or is alone on the board."""
        last = self.size - 1
        for side, _, row, column in self.stones:
            if (side == 0 and row == column == last) or (side == 1 and row == column == 0):
                return side
        sides = {stone[0] for stone in self.stones}
        return sides.pop() if len(sides) == 1 else None

    def numbers_to_move(self) -> set[int]:
        """The rolled stone if it lives, else the next lower and the next higher one that does."""
        assert self.roll is not None
        mine = {number for side, number, _, _ in self.stones if side == self.mover}
        if self.roll in mine:
            return {self.roll}
        lower = [number for number in mine if number < self.roll]
        higher = [number for number in mine if number > self.roll]
        return ({max(lower)} if lower else set()) | ({min(higher)} if higher else set())

    def moves(self) -> set[SlowMove]:
        if self.winner() is not None:
            return set()
        if self.roll is None:
            return {("roll", face) for face in range(1, self.faces + 1)}
        way = 1 if self.mover == 0 else -1
        allowed = self.numbers_to_move()
        found: set[SlowMove] = set()
        for side, number, row, column in self.stones:
            if side == self.mover and number in allowed:
                for to in ((row, column + way), (row + way, column), (row + way, column + way)):
                    if all(0 <= part < self.size for part in to):
                        found.add(("move", number, *to))
        return found

    def play(self, move: SlowMove) -> SlowEwn:
        assert move in self.moves()
        if move[0] == "roll":
            return replace(self, roll=move[1])
        _, number, row, column = move
        left = {
            stone for stone in self.stones if stone[:2] != (self.mover, number) and stone[2:] != (row, column)
        }
        moved = (self.mover, number, row, column)
        return replace(self, stones=frozenset(left | {moved}), mover=1 - self.mover, roll=None)

    def perft(self, depth: int) -> int:
        """Sequences of so many moves and rolls; games that end earlier don't count."""
        if depth == 0:
            return 1
        moves = self.moves()
        return len(moves) if depth == 1 else sum(self.play(move).perft(depth - 1) for move in moves)
