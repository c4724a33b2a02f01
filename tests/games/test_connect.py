"""Connect-N against published counts and a slow implementation that shares nothing with the core."""

from __future__ import annotations

import itertools
import random
import xml.etree.ElementTree as ET

import pytest

import kibitz
from kibitz import _core
from kibitz.base.errors import BadNotation, BadOption, GameOver, IllegalMove
from kibitz.base.side import Side
from kibitz.games.registry import load
from tests.connect4.known import POSITIONS

pytestmark = pytest.mark.core


class SlowConnect:
    """The rules as one would explain them: columns of stones, and every line looked at."""

    def __init__(self, width: int, height: int, length: int) -> None:
        self.width, self.height, self.length = width, height, length
        self.columns: list[list[str]] = [[] for _ in range(width)]

    @property
    def played(self) -> int:
        return sum(map(len, self.columns))

    @property
    def mover(self) -> str:
        return "xo"[self.played % 2]

    def legal(self) -> list[int]:
        if self.winner():
            return []
        return [i for i, column in enumerate(self.columns, start=1) if len(column) < self.height]

    def play(self, column: int) -> None:
        self.columns[column - 1].append(self.mover)

    def at(self, column: int, row: int) -> str:
        on_board = 0 <= column < self.width and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if on_board else "."

    def winner(self) -> str | None:
        for column, row in itertools.product(range(self.width), range(self.height)):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = {self.at(column + i * dx, row + i * dy) for i in range(self.length)}
                if line in ({"x"}, {"o"}):
                    return line.pop()
        return None

    def text(self) -> str:
        rows = range(self.height - 1, -1, -1)
        return "/".join("".join(self.at(column, row) for column in range(self.width)) for row in rows)


def count(game: kibitz.Game, plies: int = 1000, up_to_symmetry: bool = False) -> list[int]:
    return game.rules.count_positions(game.rules.start(), plies, up_to_symmetry, _core.Control())


def perft(game: kibitz.Game, depth: int) -> int:
    return game.rules.perft(game.rules.start(), depth, _core.Control())


# Counts


def test_positions_of_connect_four_by_ply() -> None:
    """OEIS A212693."""
    assert count(load("connect4"), 8) == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


def test_lines_of_connect_four() -> None:
    """As other programs publish them; lines that have ended earlier don't count."""
    expected = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert [perft(load("connect4"), depth) for depth in range(9)] == expected


def test_all_positions_of_small_boards() -> None:
    for (width, height), positions in POSITIONS.items():
        if positions < 200_000:
            assert sum(count(load("connect", width=width, height=height))) == positions, (width, height)


def test_mirror_images_halve_the_first_plies() -> None:
    # 7 first columns are 4 up to reflection; 49 pairs have one that is its own image.
    assert count(load("connect4"), 2, up_to_symmetry=True) == [1, 4, 25]


# Rules, side by side


@pytest.mark.parametrize(
    ("width", "height", "length", "games"),
    [
        (7, 6, 4, 30),
        (1, 1, 1, 1),
        (1, 7, 3, 5),
        (9, 1, 3, 20),
        (5, 4, 2, 20),
        (4, 4, 6, 10),
        (8, 8, 5, 15),  # exactly one word
        (5, 13, 4, 15),  # one cell more
        (10, 12, 4, 15),
        (10, 12, 7, 3),
        (8, 16, 5, 5),  # exactly two words
        (16, 16, 6, 1),
        (32, 4, 4, 4),
        (3, 32, 4, 4),
        (19, 19, 5, 1),
        (32, 32, 4, 1),
    ],
)
def test_random_games_match_the_slow_rules(width: int, height: int, length: int, games: int) -> None:
    game = load("connect", width=width, height=height, length=length)
    dice = random.Random(width * 10000 + height * 100 + length)
    for _ in range(games):
        slow, position = SlowConnect(width, height, length), game.start()
        while legal := slow.legal():
            assert [str(move) for move in position.moves] == [str(column) for column in legal]
            assert position.turn == (Side.FIRST if slow.mover == "x" else Side.SECOND)
            assert not position.is_over
            column = dice.choice(legal)
            slow.play(column)
            position = position.play(str(column))
            assert str(position) == slow.text()
            assert game.position(slow.text()) == position
        assert position.is_over
        assert position.moves == ()
        winner = {"x": Side.FIRST, "o": Side.SECOND, None: None}[slow.winner()]
        assert position.outcome is not None
        assert position.outcome.winner == winner


@pytest.mark.parametrize(
    ("width", "height", "length"), [(3, 3, 3), (2, 4, 2), (4, 2, 2), (1, 6, 3), (3, 3, 2)]
)
def test_a_set_up_is_a_position_only_if_play_can_reach_it(width: int, height: int, length: int) -> None:
    game = load("connect", width=width, height=height, length=length)
    reached: set[str] = set()

    def explore(slow: SlowConnect) -> None:
        if slow.text() in reached:
            return
        reached.add(slow.text())
        for column in slow.legal():
            slow.play(column)
            explore(slow)
            slow.columns[column - 1].pop()

    explore(SlowConnect(width, height, length))
    accepted = set()
    for cells in itertools.product((0, 1, 2), repeat=width * height):
        try:
            accepted.add(game.notation.format_state(game.rules.assemble(cells)))
        except ValueError:
            continue
    assert accepted == reached


def test_equal_positions_have_equal_keys_whatever_the_order_of_moves() -> None:
    game = load("connect4")
    assert game.start().play("1234") == game.start().play("3214")
    assert game.start().play("1234").key == game.start().play("3214").key
    assert game.start().play("1234") != game.start().play("4321")


def test_the_mirror_image() -> None:
    game = load("connect")
    position = game.start().play("1 1 2 10 4")
    image = kibitz.Position(game, game.rules.transform(position.state, 1))
    assert image == game.start().play("10 10 9 1 7")
    assert game.rules.transform_move(game.start().move("2").code, 1) == game.start().move("9").code


# Notation


def test_moves_are_written_together_or_apart() -> None:
    game = load("connect4")
    expected = game.start().play("4", "4", "3", "5")
    for text in ("4435", "4 4 3 5", "44 35", " 4,4;3 5 ", "4\t4\n35"):
        assert game.start().play(text) == expected
        assert game.position(text) == expected


def test_on_wide_boards_moves_are_apart() -> None:
    game = load("connect")
    assert game.start().play("10 10 1") == game.start().play("10", "10", "1")
    with pytest.raises(BadNotation, match="a column from 1 to 10, with a blank between"):
        game.start().play("4435")


@pytest.mark.parametrize("text", ["0", "8", "x", "-1", "1.5", "４", "²", "", " ", "a1", "9" * 5000])
def test_a_text_that_is_no_column(text: str) -> None:
    with pytest.raises(BadNotation, match="a move is a column from 1 to 7"):
        load("connect4").start().move(text)


def test_a_full_column() -> None:
    position = load("connect4").start().play("111111")
    with pytest.raises(IllegalMove, match="column 1 is full"):
        position.play("1")
    assert "1" not in map(str, position.moves)


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(GameOver):
        load("connect4").start().play("1212121").play("3")


@pytest.mark.parametrize(
    "text",
    [
        "7/7/7/7/...o.../..xxo..",
        "......./......./......./......./---O---/__XXo__",
        " . . . . . . .\n" * 4 + " . . . o . . .\n . . x x o . .",
        "." * 28 + "...o.....xxo..",
        "7|7|7|7|3o3|2xxo2",
    ],
)
def test_board_texts_are_read_leniently(text: str) -> None:
    game = load("connect4")
    assert game.position(text) == game.start().play("4435")


def test_the_marks_of_the_game_are_read_too() -> None:
    game = load("connect:width=3,height=2,length=3")
    assert game.position(".*./xx*") == game.position(".o./xxo")
    # What a text means never depends on marks: x is first, o is second.
    swapped = load("connect", width=3, height=2, length=3, mark1="o", mark2="x")
    assert swapped.position(".../x..") == swapped.start().play("1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("...x...", "6 rows joined by '/', not 1"),
        ("7/7/7/7/7/8", "row 6 has 8 cells, not 7"),
        ("7/7/7/7/7/...z...", "'z' in row 6"),
        ("7/7/7/7/...x.../7", "column 4 has nothing below it"),
        ("7/7/7/7/7/xx.....", "as many stones as the second, or one more"),
        ("7/7/7/7/7/o......", "as many stones as the second, or one more"),
        ("7/7/7/7/oooo.../xxxx...", "already has a line"),
        ("7/7/7/7/x6/o6", "no order of moves"),
        ("7/7/7/7/ooxo3/xxxx2o", "with a last move on top"),
        ("48", "move 2 of this list of columns"),
        ("1111111", "move 7 of this list of columns: column 1 is full"),
        ("12121213", "move 8 of this list of columns: the game is over"),
    ],
)
def test_a_text_that_is_no_position_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        load("connect4").position(text)


# Options


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"width": 0}, "width must be 1 to 32"),
        ({"width": 33}, "width must be 1 to 32"),
        ({"height": 10**30}, "height must be 1 to 32"),
        ({"length": -4}, "length must be 1 to 32"),
        ({"mark1": "ab"}, "mark1 must be one character"),
        ({"mark1": "a", "mark2": "A"}, "must differ"),
        ({"mark2": "."}, "can't be"),
        ({"depth": 3}, "no option 'depth'"),
    ],
)
def test_options_out_of_range(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        load("connect", **options)


def test_marks_change_the_drawing_only() -> None:
    plain, marked = load("connect"), load("connect", mark1="#", mark2="@")
    assert marked.spec == "connect:mark1=#,mark2=@"
    assert plain.start().play("1 2") == marked.start().play("1 2")
    assert str(plain.start().play("1 2")) == str(marked.start().play("1 2"))
    assert "# @" in marked.start().play("1 2").draw().replace("  ", " ")


# Drawing


def test_drawing() -> None:
    game = load("connect4")
    position = game.start().play("4435")
    drawing = position.draw(game.start().move("5")).splitlines()
    assert drawing[-3:] == [" . . . o . . .", " . . x x[o]. .", " 1 2 3 4 5 6 7"]
    assert position.draw(unicode=True).splitlines()[0] == " · · · · · · ·"


def test_columns_are_aligned_on_wide_boards() -> None:
    game = load("connect:width=12,height=2")
    position = game.start().play("12 9 1")
    assert position.draw(game.start().move("12")).splitlines() == [
        "  .  .  .  .  .  .  .  .  .  .  .  .",
        "  x  .  .  .  .  .  .  .  *  .  . [x]",
        "  1  2  3  4  5  6  7  8  9 10 11 12",
    ]


def test_the_picture_is_well_formed_whatever_the_marks() -> None:
    game = load("connect", mark1="<", mark2="&")
    ET.fromstring(game.start().play("1 2 1").svg(game.start().move("1")))
