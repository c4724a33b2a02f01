"""EinStein würfelt nicht!: a die says which stone must move towards the far corner.

A turn is two moves: chance rolls (`d4`), then the player moves a stone to a
cell (`4-c3`). A position is its rows from the top, who is to move, and the roll
if there was one: `r1r2r3../r4r5.../r6...b6/...b5b4/..b3b2b1 r d4`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kibitz import _core
from kibitz.base.errors import BadNotation, BadOption, IllegalMove
from kibitz.base.move import Line, Move
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, shuffled
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.base.value import Value
from kibitz.games.board_view import Gesture, Look, Piece
from kibitz.games.capabilities import EndgameAbility, GameWords, SearchOption
from kibitz.games.cells import arranged_rows, cell_name, edge_labels, read_cell_name
from kibitz.games.ewn.rules_text import ewn_words
from kibitz.games.ewn.setups import best_setups, drawn
from kibitz.games.ewn.teacher import stone_reasons
from kibitz.games.game import Game, Paint, no_paint
from kibitz.games.position import Position

_COLOURS = "rb"
_SHAPES = ("stone", "square")
_MOVERS = {"r": 0, "red": 0, "b": 1, "blue": 1}
#: Steps by name as rows down and columns right; diagonally is forward for whoever moves.
_WAYS = {"r": (0, 1), "right": (0, 1), "l": (0, -1), "left": (0, -1), "u": (-1, 0), "up": (-1, 0)}
_WAYS |= {"d": (1, 0), "down": (1, 0)}
_DIAGONALS = ("x", "diag", "diagonal", "diagonally")

_ROLL = re.compile(r"(?:d|roll)?\s*([0-9]{1,2})")
_STONE_TO = re.compile(r"([0-9])\s*(?:-|x|to)?\s*([a-z][0-9])")
_NAMED_TO = re.compile(r"([a-z])([0-9])\s*(?:-|x|to)?\s*([a-z][0-9])")
_STONE_WAY = re.compile(r"([rb]?)([0-9])\s*([a-z]+)")
#: One move in a text of several: blanks inside it must not part it.
_ONE_MOVE = re.compile(
    r"[rb]?[0-9]\s+(?:[lrudx]|left|right|up|down|diag\w*)(?!\w)"
    r"|[rb]?[0-9]\s*(?:-|x|to)?\s*[a-z][0-9](?![\w-])"
    r"|[a-z][0-9]\s*(?:-|x|to)\s*[a-z][0-9]"
    r"|(?:d|roll)\s*[0-9]+(?!\w)"
    r"|[^\s,;]+",
    re.IGNORECASE,
)


class Ewn(Game):
    """EinStein würfelt nicht! on a square board."""

    family = "ewn"
    rules_version = 2  # tables of version 1 numbered positions in another way
    options = (
        Option("size", 5, "rows and columns of the board", low=3, high=8),
        Option("stones", 6, "stones of each player", low=1, high=9),
        Option("faces", 0, "faces of the die; 0 stands for as many as stones", low=0, high=20),
        Option(
            "setup",
            "random",
            "random; mirrored: random, but the same for both; best: what both should choose, where that is "
            "known (docs/games/ewn-setups.md); or the stones of red's corner row by row and, "
            "after a v, of blue's as blue sees it: 123456 or 123456v654321",
            longest=19,
        ),
        Option("begins", "red", "who moves first", choices=("red", "blue")),
    )
    side_names = ("red", "blue")
    best_playouts = "none"  # its network judges better than games at random: 120 to 80 at equal time
    search_options: tuple[SearchOption, ...] = (
        SearchOption(
            Option(
                "eval",
                "normal",
                "how positions are judged; race and learned are for the original game",
                choices=("normal", "aggressive", "race", "learned"),
            )
        ),
        SearchOption(Option("threat", 25, "the weight of threats in hundredths", high=1000)),
    )

    def __init__(
        self, name: str, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]
    ) -> None:
        self.size, self.stones = int(values["size"]), int(values["stones"])
        room = self.size * (self.size - 1) // 2
        if self.stones > room:
            raise BadOption(f"stones must be 1 to {room} on a board of size {self.size}, not {self.stones}")
        self.faces = int(values["faces"]) or self.stones
        self._begins = str(values["begins"])
        self._setup = str(values["setup"]).lower()
        self._orders = self._read_setup(self._setup)
        super().__init__(name, {**values, "faces": self.faces}, shown)
        red, blue = self._orders
        # Whether the start is drawn by lot makes no difference to the rules.
        self.rules_id = (
            f"ewn,size={self.size},stones={self.stones},faces={self.faces},"
            f"setup={red}v{blue},begins={values['begins']}"
        )
        if (self.size, self.stones, self.faces) == (5, 6, 6):
            how, *rest = self.search_options
            self.search_options = (replace(how, at_best="learned"), *rest)
        self.endgame = EndgameAbility("stones", 2 * self.stones, self._stones_on)
        start = self.start()
        self.position_example = f"one looks like {start}"
        move = start.play("d1").moves[0]
        self.move_example = f"a move is a roll such as d1, or a stone and the cell it goes to, such as {move}"

    def _read_setup(self, text: str) -> tuple[str, str]:
        stones = "123456789"[: self.stones]
        if text in ("random", "mirrored"):
            return stones, stones
        if text == "best":
            return self._best_setup(None)
        red, parted, blue = text.partition("v")
        orders = (red, blue if parted else red)
        if any(sorted(order) != list(stones) for order in orders):
            raise BadOption(
                f"setup must be random, mirrored, best, or the stones {stones} in the order of red's corner "
                f"and, after a v, of blue's, such as {stones}v{stones[::-1]}; not {text!r}"
            )
        return orders

    def _best_setup(self, rng: Random | None) -> tuple[str, str]:
        """Red's and blue's stones as both should choose them, drawn by lot where they should mix."""
        known = best_setups(self.size, self.stones, self.faces)
        if known is None:
            board = f"{self.size}×{self.size} with {self.stones} stones and {self.faces} faces"
            raise BadOption(f"nobody knows the best set-ups on {board}; write setup=random or mirrored")
        first, second = (drawn(mixture, rng) for mixture in known)
        return (second, first) if self._begins == "blue" else (first, second)

    def make_rules(self) -> _core.Rules:
        """The core's rules; where the start is drawn by lot, they start with the stones in order."""
        red, blue = self._orders
        numbers = {"size": self.size, "stones": self.stones, "faces": self.faces}
        numbers |= {"red": int(red), "blue": int(blue), "blue_begins": int(self.values["begins"] == "blue")}
        return _core.make_rules(self.family, numbers)

    @property
    def table_id(self) -> str:
        """Tables hold every position with few stones, however the game began."""
        return f"ewn,size={self.size},stones={self.stones},faces={self.faces}"

    @property
    def title(self) -> str:
        """Its name as people write it."""
        board = "" if self.size == 5 else f" on {self.size}×{self.size}"
        return f"EinStein würfelt nicht!{board}"

    @property
    def words(self) -> GameWords:
        """The game in words for people."""
        return ewn_words(self.size, self.stones, self.faces)

    def start(self, rng: Random | None = None) -> Position:
        """The set-up; drawn by `rng` if the options say so, with the stones in order without one."""
        state = self.rules.start()
        if rng is None or self._setup not in ("random", "mirrored", "best"):
            return Position(self, state)
        mover, roll, *cells = self.rules.describe(state)
        corners = sorted(cells[: self.stones]), sorted(cells[self.stones :], reverse=True)
        if self._setup == "best":
            orders = self._best_setup(rng)
            red, blue = (
                [corner[order.index(stone)] for stone in sorted(order)]
                for corner, order in zip(corners, orders, strict=True)
            )
            return Position(self, self.rules.assemble([mover, roll, *red, *blue]))
        red = shuffled(rng, corners[0])
        # Seen from the other side, a cell of blue's is as far from the end as one of red's from 0.
        last = self.size * self.size - 1
        blue = [last - cell for cell in red] if self._setup == "mirrored" else shuffled(rng, corners[1])
        return Position(self, self.rules.assemble([mover, roll, *red, *blue]))

    # Moves

    def _cell_text(self, cell: int) -> str:
        return cell_name(cell, self.size, self.size)

    def move_text(self, code: int, parts: tuple[int, ...]) -> str:
        """`d4` for a roll, `4-c3` for stone 4 going to c3."""
        return f"d{parts[0]}" if len(parts) == 1 else f"{parts[0]}-{self._cell_text(parts[1])}"

    def split_moves(self, text: str) -> list[str]:
        """Moves apart; `roll 4`, `3 c4`, `3 - c4` and `3 right` are one each."""
        return _ONE_MOVE.findall(" ".join(text.split())) or [text]

    def read_move(self, position: Position, text: str) -> Move:
        """A roll; a stone and its target or direction; or the cells it goes from and to."""
        shape = " ".join(text.lower().split())
        if found := _ROLL.fullmatch(shape):
            return self._move([int(found[1])], text)
        if found := _STONE_TO.fullmatch(shape):
            return self._move([int(found[1]), self._read_cell(found[2], text)], text)
        if found := _NAMED_TO.fullmatch(shape):
            return self._read_named(position, found[1], found[2], self._read_cell(found[3], text), text)
        if found := _STONE_WAY.fullmatch(shape):
            if found[1] not in ("", _COLOURS[position.mover]):
                raise self._not_yours(position, found[1] + found[2])
            return self._read_way(position, int(found[2]), found[3], text)
        raise self.bad_move(text)

    def _move(self, parts: list[int], text: str) -> Move:
        try:
            return self.codec.move(self.rules.pack(parts))
        except ValueError as refusal:
            raise BadNotation(f"{self.bad_move(text)}; {refusal}") from None

    def _read_cell(self, name: str, text: str) -> int:
        cell = read_cell_name(name, self.size, self.size)
        if cell is None:
            raise BadNotation(f"{self.bad_move(text)}; there is no cell {name}")
        return cell

    def _read_named(self, position: Position, letter: str, digit: str, target: int, text: str) -> Move:
        """`b4` before a target is the cell b4 or, for blue, the stone b4: whichever can go there."""
        own = self._cells(position, position.mover)
        source = read_cell_name(letter + digit, self.size, self.size)
        meant = [stone for stone, cell in own.items() if cell == source]
        if letter == _COLOURS[position.mover]:
            meant.append(int(digit))
        elif letter == "r":
            raise self._not_yours(position, letter + digit)
        elif not meant:
            where = f"{letter}{digit}"
            raise IllegalMove(
                f"{self.side_name(position.mover)} has no stone on {where}; {self._may(position)}"
            )
        moves = list(dict.fromkeys(self._move([stone, target], text) for stone in meant))
        allowed = [move for move in moves if move in position.moves]
        if len(allowed) > 1:
            raise BadNotation(f"{text!r} could be {allowed[0]} or {allowed[1]}; write one of these")
        return (allowed or moves)[0]

    def _read_way(self, position: Position, stone: int, way: str, text: str) -> Move:
        if way in _DIAGONALS:
            down, right = (1, 1) if position.mover is Side.FIRST else (-1, -1)
        elif way in _WAYS:
            down, right = _WAYS[way]
        else:
            raise self.bad_move(text)
        cell = self._cells(position, position.mover).get(stone)
        if cell is None:
            self._move([stone, 0], text)  # refuses what is no stone's number
            raise IllegalMove(f"stone {stone} is gone; {self._may(position)}")
        row, column = divmod(cell, self.size)
        if not (0 <= row + down < self.size and 0 <= column + right < self.size):
            raise IllegalMove(f"stone {stone} on {self._cell_text(cell)} would leave the board")
        return self._move([stone, cell + down * self.size + right], text)

    def _not_yours(self, position: Position, stone: str) -> IllegalMove:
        owner = "red" if stone[0] == "r" else "blue"
        return IllegalMove(f"{stone} is {owner}'s stone; {self._may(position)}")

    def _may(self, position: Position) -> str:
        """What may be done instead, for messages."""
        who = self.side_name(position.mover)
        if position.turn is Side.CHANCE:
            return f"{who} must roll first: d1 to d{self.faces}"
        stones = self._movable(position)
        roll = self.rules.describe(position.state)[1]
        verb = "must" if len(stones) == 1 else "may"
        return f"with a {roll} {who} {verb} move stone {' or '.join(map(str, stones))}"

    def why_illegal(self, position: Position, move: Move) -> str:
        """The die, the stone or the step: which of them is wrong, and what would be right."""
        return f"{move} is not allowed: {self._what_is_wrong(position, move)}"

    def _what_is_wrong(self, position: Position, move: Move) -> str:
        if position.turn is Side.CHANCE:
            return self._may(position)
        if len(move.parts) == 1:
            return f"the die has been rolled; {self._may(position)}"
        stone = move.parts[0]
        if stone not in self._cells(position, position.mover):
            return f"stone {stone} is gone; {self._may(position)}"
        targets = [self._cell_text(known.parts[1]) for known in position.moves if known.parts[0] == stone]
        if not targets:
            return self._may(position)
        return f"stone {stone} moves one step forward, straight or diagonally: to {' or '.join(targets)}"

    def win_name(self, position: Position, move: Move) -> str:
        """How a stone wins: by where it goes, or by what it takes."""
        corner = 0 if position.turn is Side.SECOND else self.size * self.size - 1
        return "the corner" if move.parts[1] == corner else "the last stone"

    def reasons(
        self, position: Position, move: Move, line: Line, values: Mapping[Move, Value]
    ) -> list[Reason]:
        """Which faces of the die help, what is taken and what stands in danger."""
        return stone_reasons(position, move, self._cells, self._rolling)

    def _rolling(self, position: Position, side: Side) -> Position:
        """The same stones with a player about to roll."""
        cells = self.rules.describe(position.state)[2:]
        return Position(self, self.rules.assemble([int(side), 0, *cells]))

    def steps_to_goal(self, position: Position, side: Side) -> int | None:
        """The steps of its most advanced stone to the far corner; None without a stone."""
        goal = self.size - 1 if side is Side.FIRST else 0
        places = (divmod(cell, self.size) for cell in self._cells(position, side).values())
        return min((max(abs(goal - row), abs(goal - column)) for row, column in places), default=None)

    # Positions

    def _cells(self, position: Position, side: Side) -> dict[int, int]:
        """The cell of each of a player's stones on the board."""
        cells = self.rules.describe(position.state)[2 + side * self.stones :][: self.stones]
        return {stone: cell for stone, cell in enumerate(cells, start=1) if cell >= 0}

    def _stones_on(self, position: Position) -> int:
        """How many stones are on the board."""
        return sum(cell >= 0 for cell in self.rules.describe(position.state)[2:])

    def _movable(self, position: Position) -> list[int]:
        """The stones that the roll lets move."""
        return [] if position.turn is Side.CHANCE else sorted({move.parts[0] for move in position.moves})

    def _grid(self, cells: Sequence[int]) -> dict[int, str]:
        """The stones by cell, `r1` to `b9`."""
        names = [f"{colour}{stone + 1}" for colour in _COLOURS for stone in range(self.stones)]
        return {cell: name for cell, name in zip(cells, names, strict=True) if cell >= 0}

    def position_text(self, state: _core.State) -> str:
        """Rows from the top, who is to move, and the roll if there was one."""
        mover, roll, *cells = self.rules.describe(state)
        grid, size = self._grid(cells), self.size
        rows = ["".join(grid.get(row * size + column, ".") for column in range(size)) for row in range(size)]
        return f"{'/'.join(rows)} {_COLOURS[mover]}" + (f" d{roll}" if roll else "")

    def read_position(self, text: str) -> _core.State:
        """Read what `position_text` wrote, leniently: blanks inside rows, case and words don't matter."""
        words = re.sub(r"[/|\n]", " / ", text.strip().lower()).split()
        roll = 0
        if words and (found := _ROLL.fullmatch(words[-1])):
            roll = int(found[1])
            del words[-2 if words[-2:-1] in (["d"], ["roll"]) else -1 :]
            if roll == 0:
                raise BadNotation(f"the die has faces 1 to {self.faces}")
        if not words or words[-1] not in _MOVERS:
            raise BadNotation(
                f"a position has its rows and then who is to move, r or b; {self.position_example}"
            )
        cells = self._read_rows("".join(words[:-1]).strip("/").split("/"))
        return self.rules.assemble([_MOVERS[words[-1]], roll, *cells])

    def _read_rows(self, rows: list[str]) -> list[int]:
        """Every stone's cell, -1 where it is missing."""
        size, count = self.size, self.stones
        if len(rows) != size:
            raise BadNotation(
                f"a position has {size} rows joined by '/', not {len(rows)}; {self.position_example}"
            )
        cells = [-1] * (2 * count)
        for row, text in enumerate(rows):
            places = re.findall(r"[rb][0-9]|.", text)
            if len(places) != size:
                raise BadNotation(
                    f"row {row + 1} has {len(places)} cells, not {size}; {self.position_example}"
                )
            for column, place in enumerate(places):
                if place in ".-_":
                    continue
                if len(place) != 2 or not 1 <= int(place[1]) <= count:
                    raise BadNotation(
                        f"{place!r} in row {row + 1} is neither a stone from r1 to b{count} nor . for empty"
                    )
                stone = _COLOURS.index(place[0]) * count + int(place[1]) - 1
                if cells[stone] >= 0:
                    raise BadNotation(f"the stone {place} is there twice")
                cells[stone] = row * size + column
        return cells

    # Pictures

    def _status(self, position: Position) -> str:
        """What lies under a picture: the roll and who may move, or who has won."""
        if position.outcome is not None and position.outcome.winner is not None:
            return f"{self.side_name(position.outcome.winner)} has won"
        who = self.side_name(position.mover)
        if position.turn is Side.CHANCE:
            return f"{who} to roll"
        roll = self.rules.describe(position.state)[1]
        return f"{who} rolled {roll}: stone {' or '.join(map(str, self._movable(position)))} moves"

    def draw(
        self, position: Position, *, last: Move | None = None, unicode: bool = False, paint: Paint = no_paint
    ) -> str:
        """A lettered board, and under it the roll and the stones that it lets move."""
        grid, size = self._grid(self.rules.describe(position.state)[2:]), self.size
        marked = last.parts[1] if last and len(last.parts) == 2 else -1
        lines = []
        for row in range(size):
            line = paint(str(size - row), "quiet") + " "
            for column in range(size):
                cell = row * size + column
                # The stone that moved last has brackets in the gaps on both sides.
                before = "[" if cell == marked else "]" if column and cell - 1 == marked else " "
                name = grid.get(cell)
                role = "quiet" if name is None else "first" if name[0] == "r" else "second"
                stone = name or (" ·" if unicode else " .")
                line += (paint(before, "last") if before != " " else before) + paint(stone, role)
            if marked == row * size + size - 1:
                line += paint("]", "last")
            lines.append(line)
        letters = "  ".join("abcdefgh"[:size])
        return "\n".join([*lines, "    " + paint(letters, "quiet"), self._status(position)])

    @property
    def supply(self) -> tuple[Piece, ...]:
        """The stones of both players."""
        return tuple(
            Piece(-1, side, _SHAPES[side], str(stone), f"{self.side_names[side]} {stone}")
            for side in (0, 1)
            for stone in range(1, self.stones + 1)
        )

    def arranged(self, pieces: Sequence[Piece | None], side: Side) -> str:
        """Rows and who is to move, before the die is rolled."""
        stones = ["." if piece is None else _COLOURS[piece.side] + piece.text for piece in pieces]
        return f"{arranged_rows(stones, self.size)} {_COLOURS[side]}"

    def look(self, position: Position, *, last: Move | None = None) -> Look:
        """Numbered stones; one is touched, then the cell it goes to."""
        own = self._cells(position, position.mover)
        decides = position.turn is not Side.CHANCE
        letters, numbers = edge_labels(self.size, self.size)
        return Look(
            self.size,
            self.size,
            tuple(map(self._cell_text, range(self.size * self.size))),
            tuple(
                Piece(cell, side, _SHAPES[side], str(stone), f"{self.side_names[side]} {stone}")
                for side in (Side.FIRST, Side.SECOND)
                for stone, cell in self._cells(position, side).items()
            ),
            tuple(Gesture(move, move.parts[1], own[move.parts[0]]) for move in position.moves)
            if decides
            else (),
            turns=True,
            rows=numbers,
            columns=letters,
            last=(last.parts[1],) if last and len(last.parts) == 2 else (),
            die=self.rules.describe(position.state)[1],
            faces=self.faces,
            notes=((self._status(position), None),),
        )
