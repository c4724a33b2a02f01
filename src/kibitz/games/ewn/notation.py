"""The notation of EinStein würfelt nicht!: moves are rolls (`d4`) and stones with their target (`4-c3`).

A position is its rows from the top, the side to move, and the roll if there is one:
`r1r2r3../r4r5.../r6...b6/...b5b4/..b3b2b1 r d4`.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.base.errors import BadNotation, IllegalMove
from kibitz.base.move import Move
from kibitz.base.reason import join_words
from kibitz.base.side import Side
from kibitz.games.notation import Notation
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.games.ewn.game import Ewn

COLOURS = "rb"
_MOVERS = {"r": 0, "red": 0, "b": 1, "blue": 1}
#: Steps by name as rows down and columns right; a diagonal step is forward for the mover.
_DIRECTIONS = {"r": (0, 1), "right": (0, 1), "l": (0, -1), "left": (0, -1), "u": (-1, 0), "up": (-1, 0)}
_DIRECTIONS |= {"d": (1, 0), "down": (1, 0)}
_DIAGONALS = ("x", "diag", "diagonal", "diagonally")

_STONE_OR_CELL = re.compile(r"[a-z]?[0-9]")
_ROLL = re.compile(r"(?:d|roll)?\s*([0-9]{1,2})")
_STONE_TO = re.compile(r"([0-9])\s*(?:-|x|to)?\s*([a-z][0-9])")
_NAMED_TO = re.compile(r"([a-z])([0-9])\s*(?:-|x|to)?\s*([a-z][0-9])")
_STONE_DIRECTION = re.compile(r"([rb]?)([0-9])\s*([a-z]+)")
#: A single move in a text of several, with its inner blanks.
_ONE_MOVE = re.compile(
    r"[rb]?[0-9]\s+(?:[lrudx]|left|right|up|down|diag\w*)(?!\w)"
    r"|[rb]?[0-9]\s*(?:-|x|to)?\s*[a-z][0-9](?![\w-])"
    r"|[a-z][0-9]\s*(?:-|x|to)\s*[a-z][0-9]"
    r"|(?:d|roll)\s*[0-9]+(?!\w)"
    r"|[^\s,;]+",
    re.IGNORECASE,
)


class EwnNotation(Notation):
    """Rolls, stones with their targets, and rows of stones."""

    def __init__(self, game: Ewn) -> None:
        self._game = game

    @cached_property
    def move_help(self) -> str:
        """Return a roll, and the first move after it."""
        move = self._game.start().play("d1").moves[0]
        return f"a move is a roll such as d1, or a stone and the cell it goes to, such as {move}"

    @cached_property
    def position_help(self) -> str:
        """Return the start position."""
        return f"one looks like {self._game.start()}"

    def format_move(self, code: int, parts: tuple[int, ...]) -> str:
        """Return `d4` for a roll, `4-c3` for stone 4 going to c3."""
        return f"d{parts[0]}" if len(parts) == 1 else f"{parts[0]}-{self._game.cell_names.text(parts[1])}"

    def split_moves(self, text: str) -> list[str]:
        """Split moves; `roll 4`, `3 c4`, `3 - c4` and `3 right` are one each."""
        return _ONE_MOVE.findall(" ".join(text.split())) or [text]

    def parse_move(self, position: Position, text: str) -> Move:
        """Parse a roll; a stone and its target or direction; or origin and target cells."""
        shape = " ".join(text.lower().split())
        if position.turn is not Side.CHANCE and _STONE_OR_CELL.fullmatch(shape):
            cell = self._game.cell_names.parse(shape)
            meant = [m for m in position.moves if shape == str(m.parts[0]) or m.parts[1] == cell]
            if len(meant) == 1:
                return meant[0]
            if meant:
                could = join_words([str(move) for move in meant])
                raise BadNotation(f"{text} could be {could}; write one of these")
            if not _ROLL.fullmatch(shape) and cell is not None:
                raise IllegalMove(f"{text} is not allowed: {self._may(position)}")
            if shape.isdecimal() and 1 <= int(shape) <= self._game.stones:
                raise IllegalMove(f"stone {shape} is not allowed: {self._may(position)}")
        if found := _ROLL.fullmatch(shape):
            return self._move([int(found[1])], text)
        if found := _STONE_TO.fullmatch(shape):
            return self._move([int(found[1]), self._parse_cell(found[2], text)], text)
        if found := _NAMED_TO.fullmatch(shape):
            return self._parse_named(position, found[1], found[2], self._parse_cell(found[3], text), text)
        if found := _STONE_DIRECTION.fullmatch(shape):
            if found[1] not in ("", COLOURS[position.mover]):
                raise self._not_yours(position, found[1] + found[2])
            return self._parse_direction(position, int(found[2]), found[3], text)
        raise self._bad_move(text)

    def _move(self, parts: list[int], text: str) -> Move:
        try:
            return self._game.codec.move(self._game.rules.pack(parts))
        except ValueError as refusal:
            raise BadNotation(f"{self._bad_move(text)}; {refusal}") from None

    def _parse_cell(self, name: str, text: str) -> int:
        cell = self._game.cell_names.parse(name)
        if cell is None:
            raise BadNotation(f"{self._bad_move(text)}; there is no cell {name}")
        return cell

    def _parse_named(self, position: Position, letter: str, digit: str, target: int, text: str) -> Move:
        """Resolve `b4` before a target: the cell b4 or, for blue, the stone b4, whichever can go there."""
        own = self._game.stones_of(position, position.mover)
        source = self._game.cell_names.parse(letter + digit)
        meant = [stone for stone, cell in own.items() if cell == source]
        if letter == COLOURS[position.mover]:
            meant.append(int(digit))
        elif letter == "r":
            raise self._not_yours(position, letter + digit)
        elif not meant:
            where = f"{letter}{digit}"
            raise IllegalMove(
                f"{self._game.side_name(position.mover)} has no stone on {where}; {self._may(position)}"
            )
        moves = list(dict.fromkeys(self._move([stone, target], text) for stone in meant))
        allowed = [move for move in moves if move in position.moves]
        if len(allowed) > 1:
            raise BadNotation(f"{text!r} could be {allowed[0]} or {allowed[1]}; write one of these")
        return (allowed or moves)[0]

    def _parse_direction(self, position: Position, stone: int, direction: str, text: str) -> Move:
        if direction in _DIAGONALS:
            down, right = (1, 1) if position.mover is Side.FIRST else (-1, -1)
        elif direction in _DIRECTIONS:
            down, right = _DIRECTIONS[direction]
        else:
            raise self._bad_move(text)
        cell = self._game.stones_of(position, position.mover).get(stone)
        if cell is None:
            self._move([stone, 0], text)  # refuses invalid stone numbers
            raise IllegalMove(f"stone {stone} is gone; {self._may(position)}")
        row, column = divmod(cell, self._game.size)
        if not (0 <= row + down < self._game.size and 0 <= column + right < self._game.size):
            raise IllegalMove(f"stone {stone} on {self._game.cell_names.text(cell)} would leave the board")
        return self._move([stone, cell + down * self._game.size + right], text)

    def _not_yours(self, position: Position, stone: str) -> IllegalMove:
        owner = "red" if stone[0] == "r" else "blue"
        return IllegalMove(f"{stone} is {owner}'s stone; {self._may(position)}")

    def _may(self, position: Position) -> str:
        """Describe the legal alternatives, for messages."""
        who = self._game.side_name(position.mover)
        if position.turn is Side.CHANCE:
            return f"{who} must roll first: d1 to d{self._game.faces}"
        stones = self._game.movable(position)
        roll = self._game.rules.describe(position.state)[1]
        verb = "must" if len(stones) == 1 else "may"
        return f"with a {roll} {who} {verb} move stone {' or '.join(map(str, stones))}"

    def why_illegal(self, position: Position, move: Move) -> str:
        """Return the fault in the die, the stone or the step, and the alternatives."""
        return f"{move} is not allowed: {self._find_error(position, move)}"

    def _find_error(self, position: Position, move: Move) -> str:
        if position.turn is Side.CHANCE:
            return self._may(position)
        if len(move.parts) == 1:
            return f"the die has been rolled; {self._may(position)}"
        stone = move.parts[0]
        if stone not in self._game.stones_of(position, position.mover):
            return f"stone {stone} is gone; {self._may(position)}"
        targets = [
            self._game.cell_names.text(known.parts[1]) for known in position.moves if known.parts[0] == stone
        ]
        if not targets:
            return self._may(position)
        return f"stone {stone} moves one step forward, straight or diagonally: to {' or '.join(targets)}"

    def format_state(self, state: _core.State) -> str:
        """Return rows from the top, the side to move, and the roll if there is one."""
        mover, roll, *cells = self._game.rules.describe(state)
        grid, size = self._game.grid(cells), self._game.size
        rows = ["".join(grid.get(row * size + column, ".") for column in range(size)) for row in range(size)]
        return f"{'/'.join(rows)} {COLOURS[mover]}" + (f" d{roll}" if roll else "")

    def parse_state(self, text: str) -> _core.State:
        """Parse rows leniently: blanks inside rows, case and words don't matter."""
        words = re.sub(r"[/|\n]", " / ", text.strip().lower()).split()
        roll = 0
        if words and (found := _ROLL.fullmatch(words[-1])):
            roll = int(found[1])
            del words[-2 if words[-2:-1] in (["d"], ["roll"]) else -1 :]
            if roll == 0:
                raise BadNotation(f"the die has faces 1 to {self._game.faces}")
        if not words or words[-1] not in _MOVERS:
            raise BadNotation(
                f"a position has its rows and then who is to move, r or b; {self.position_help}"
            )
        cells = self._parse_rows("".join(words[:-1]).strip("/").split("/"))
        return self._game.rules.assemble([_MOVERS[words[-1]], roll, *cells])

    def _parse_rows(self, rows: list[str]) -> list[int]:
        """Return every stone's cell, -1 if it is missing."""
        size, count = self._game.size, self._game.stones
        if len(rows) != size:
            raise BadNotation(
                f"a position has {size} rows joined by '/', not {len(rows)}; {self.position_help}"
            )
        cells = [-1] * (2 * count)
        for row, text in enumerate(rows):
            places = re.findall(r"[rb][0-9]|.", text)
            if len(places) != size:
                raise BadNotation(f"row {row + 1} has {len(places)} cells, not {size}; {self.position_help}")
            for column, place in enumerate(places):
                if place in ".-_":
                    continue
                if len(place) != 2 or not 1 <= int(place[1]) <= count:
                    raise BadNotation(
                        f"{place!r} in row {row + 1} is neither a stone from r1 to b{count} nor . for empty"
                    )
                stone = COLOURS.index(place[0]) * count + int(place[1]) - 1
                if cells[stone] >= 0:
                    raise BadNotation(f"the stone {place} is there twice")
                cells[stone] = row * size + column
        return cells
