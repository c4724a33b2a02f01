"""m,n,k and tic-tac-toe against known counts and a slow implementation of their rules."""

from __future__ import annotations

import itertools
import random

import pytest

import kibitz
from kibitz import _core
from kibitz.base.errors import BadNotation, BadOption, GameOver, IllegalMove
from kibitz.base.side import Side
from kibitz.games.registry import load

pytestmark = pytest.mark.core


class SlowMnk:
    """The rules as one would explain them: a grid of letters, and every line looked at."""

    def __init__(self, width: int, height: int, length: int) -> None:
        self.width, self.height, self.length = width, height, length
        self.grid = [["."] * width for _ in range(height)]
        self.played = 0

    def empty(self) -> list[tuple[int, int]]:
        places = itertools.product(range(self.height), range(self.width))
        return [(row, column) for row, column in places if self.grid[row][column] == "."]

    def play(self, row: int, column: int) -> None:
        self.grid[row][column] = "xo"[self.played % 2]
        self.played += 1

    def line_of(self) -> str | None:
        """Whose stones fill a line, if anyone's do."""
        for row, column in itertools.product(range(self.height), range(self.width)):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + down * (self.length - 1), column + right * (self.length - 1)
                if not (0 <= ends[0] < self.height and 0 <= ends[1] < self.width):
                    continue
                line = {self.grid[row + down * i][column + right * i] for i in range(self.length)}
                if line in ({"x"}, {"o"}):
                    return line.pop()
        return None

    def text(self) -> str:
        return "/".join("".join(row) for row in self.grid)


def count(game: kibitz.Game, up_to_symmetry: bool = False) -> list[int]:
    return game.rules.count_positions(game.rules.start(), 1000, up_to_symmetry, _core.Control())


# Counts


def test_positions_of_tictactoe() -> None:
    """Well known: 5,478 positions, 765 up to symmetry (OEIS A008907 by ply)."""
    game = load("tictactoe")
    assert sum(count(game)) == 5478
    assert sum(count(game, up_to_symmetry=True)) == 765
    assert count(game, up_to_symmetry=True) == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


def test_games_of_tictactoe() -> None:
    """255,168 games: 131,184 won by the first player, 77,904 by the second, 46,080 drawn."""
    game = load("tictactoe")
    assert game.rules.count_games(game.rules.start(), _core.Control()) == 255168


def test_lines_of_tictactoe() -> None:
    """All orders of cells until a line is possible at the fifth ply; 255,168 games end in all."""
    game = load("tictactoe")
    lines = [game.rules.perft(game.rules.start(), depth, _core.Control()) for depth in range(10)]
    assert lines == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_misere_has_the_same_games() -> None:
    game = load("tictactoe:misere=yes")
    assert sum(count(game)) == 5478
    assert game.rules.count_games(game.rules.start(), _core.Control()) == 255168


# Rules, side by side


@pytest.mark.parametrize(
    ("width", "height", "length", "misere", "games"),
    [
        (3, 3, 3, False, 100),
        (3, 3, 3, True, 60),
        (1, 1, 1, False, 1),
        (1, 5, 2, False, 5),
        (4, 3, 3, False, 40),
        (5, 5, 4, True, 20),
        (8, 8, 5, False, 8),  # exactly one word
        (13, 5, 4, False, 8),  # one cell more
        (16, 8, 5, False, 4),  # exactly two words
        (15, 15, 5, False, 2),
        (19, 19, 5, True, 1),
        (19, 1, 3, False, 10),
    ],
)
def test_random_games_match_the_slow_rules(
    width: int, height: int, length: int, misere: bool, games: int
) -> None:
    game = load("mnk", width=width, height=height, length=length, misere=misere, numbering="rows")
    dice = random.Random(width * 10000 + height * 100 + length)
    for _ in range(games):
        slow, position = SlowMnk(width, height, length), game.start()
        while not slow.line_of() and (empty := slow.empty()):
            assert [str(m) for m in position.moves] == [str(row * width + col + 1) for row, col in empty]
            assert position.turn == slow.played % 2
            row, column = dice.choice(empty)
            slow.play(row, column)
            position = position.play(str(row * width + column + 1))
            assert str(position) == slow.text()
            assert game.position(slow.text()) == position
        lined = {"x": Side.FIRST, "o": Side.SECOND, None: None}[slow.line_of()]
        winner = lined.opponent if lined is not None and misere else lined
        assert position.outcome == kibitz.Outcome(winner)
        assert position.moves == ()


@pytest.mark.parametrize(("width", "height", "length"), [(3, 3, 3), (4, 2, 2), (1, 5, 2), (2, 2, 1)])
def test_a_set_up_is_a_position_only_if_play_can_reach_it(width: int, height: int, length: int) -> None:
    game = load("mnk", width=width, height=height, length=length)
    reached: set[str] = set()

    def explore(slow: SlowMnk) -> None:
        if slow.text() in reached:
            return
        reached.add(slow.text())
        if slow.line_of():
            return
        for row, column in slow.empty():
            slow.play(row, column)
            explore(slow)
            slow.grid[row][column] = "."
            slow.played -= 1

    explore(SlowMnk(width, height, length))
    accepted = set()
    for cells in itertools.product((0, 1, 2), repeat=width * height):
        try:
            accepted.add(game.notation.format_state(game.rules.assemble(cells)))
        except ValueError:
            continue
    assert accepted == reached


# Notation


@pytest.mark.parametrize(
    ("numbering", "texts"),
    [("rows", ["1", "5", "6"]), ("keypad", ["7", "5", "6"]), ("letters", ["a3", "b2", "c2"])],
)
def test_numberings(numbering: str, texts: list[str]) -> None:
    game = load("tictactoe", numbering=numbering)
    position = game.start().play(*texts)
    assert str(position) == "x../.ox/..."
    # Letters are understood always, in either case, and several moves in one text.
    assert game.start().play("A3 b2,C2") == position
    assert [str(move) for move in game.start().moves if str(move) in texts] == texts


def test_the_largest_board() -> None:
    game = load("mnk:width=19,height=19,length=5")
    assert len(game.start().moves) == 361
    assert str(game.start().moves[0]) == "a19"
    assert str(game.start().play("s1")).endswith("/..................x")
    assert game.start().play("s1").draw().splitlines()[-1].split() == list("abcdefghijklmnopqrs")


@pytest.mark.parametrize(
    "text", ["", "0", "10", "d1", "a4", "a0", "-1", "1.5", "x", "five", "１", "9" * 5000]
)
def test_a_text_that_is_no_cell(text: str) -> None:
    with pytest.raises(BadNotation, match="a move is a cell from 1 to 9"):
        load("tictactoe").start().move(text)


def test_a_taken_cell() -> None:
    with pytest.raises(IllegalMove, match="5 is taken"):
        load("tictactoe").start().play("5 5")


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(GameOver, match="1-0"):
        load("tictactoe").start().play("1 4 2 5 3 6")


def test_a_line_loses_in_misere() -> None:
    assert load("tictactoe:misere=yes").start().play("1 4 2 5 3").outcome == kibitz.Outcome(Side.SECOND)


@pytest.mark.parametrize(
    "text",
    ["x../.ox/...", "x2/1ox/3", "X - - / _ O x / 3", "x...ox...", "x..|.ox|...", " x . .\n . o x\n . . ."],
)
def test_positions_are_read_leniently(text: str) -> None:
    assert str(load("tictactoe").position(text)) == "x../.ox/..."


def test_empty_cells_may_be_counted_on_large_boards() -> None:
    game = load("mnk:width=15,height=15,length=5")
    rows = ["15"] * 15
    rows[7] = "7x7"
    rows[8] = "6o8"
    assert game.position("/".join(rows)) == game.start().play("h8 g7")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x../.ox", "3 rows joined by '/', not 2"),
        ("x../.ox/....", "row 3 has 4 cells, not 3"),
        ("x../.ox/99", "row 3 has 99 cells, not 3"),
        ("x../.oz/...", "'z' in row 2"),
        ("xx./.../...", "as many stones as the second, or one more"),
        ("o../.../...", "as many stones as the second, or one more"),
        ("xxx/ooo/...", "already has a line"),
        ("xxx/.../ooo", "already has a line"),
    ],
)
def test_a_text_that_is_no_position_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        load("tictactoe").position(text)


def test_two_lines_need_a_common_stone() -> None:
    game = load("mnk:width=3,height=5,length=3")
    with pytest.raises(BadNotation, match="no single last move"):
        game.position("xxx/oo./xxx/oo./o..")
    assert game.position("xxx/xoo/xoo/.../...").outcome == kibitz.Outcome(Side.FIRST)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("mnk:width=20", "width must be 1 to 19"),
        ("mnk:height=0", "height must be 1 to 19"),
        ("mnk:length=x", "length must be 1 to 19"),
        ("mnk:misere=2", "misere must be yes or no"),
        ("tictactoe:width=4", "tictactoe has no option 'width'"),
    ],
)
def test_options_out_of_range(spec: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        load(spec)


# Drawing


def test_drawings() -> None:
    game = load("tictactoe")
    assert game.start().play("1 5").draw(game.start().move("5")).splitlines() == [
        " x | 2 | 3 ",
        "---+---+---",
        " 4 |[o]| 6 ",
        "---+---+---",
        " 7 | 8 | 9 ",
    ]
    lettered = load("mnk:width=4,height=3,length=3")
    assert lettered.start().play("a1 d3").draw(lettered.start().move("d3")).splitlines() == [
        "3  . . .[o]",
        "2  . . . .",
        "1  x . . .",
        "   a b c d",
    ]
