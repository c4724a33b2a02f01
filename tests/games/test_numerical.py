"""Numerical tic-tac-toe against known counts and a slow implementation of its rules."""

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

pytestmark = pytest.mark.core


class SlowNumerical:
    """The rules as one would explain them, on a dictionary from (row, column) to number."""

    def __init__(self, size: int = 3, target: int = 15, first_odd: bool = True) -> None:
        self.size, self.target, self.first_odd = size, target, first_odd
        self.board: dict[tuple[int, int], int] = {}
        self.places = list(itertools.product(range(size), range(size)))

    def legal(self) -> list[tuple[int, int]]:
        """Cell from 1 and number."""
        if self.has_line():
            return []
        odd = (len(self.board) % 2 == 0) == self.first_odd
        numbers = [n for n in range(1, self.size**2 + 1) if n % 2 == odd and n not in self.board.values()]
        cells = [i for i, place in enumerate(self.places, start=1) if place not in self.board]
        return list(itertools.product(cells, numbers))

    def play(self, cell: int, number: int) -> None:
        self.board[self.places[cell - 1]] = number

    def undo(self, cell: int) -> None:
        del self.board[self.places[cell - 1]]

    def has_line(self) -> bool:
        n = range(self.size)
        lines = [[(i, j) for j in n] for i in n] + [[(j, i) for j in n] for i in n]
        lines += [[(i, i) for i in n], [(i, self.size - 1 - i) for i in n]]
        return any(
            all(place in self.board for place in line)
            and sum(self.board[place] for place in line) == self.target
            for line in lines
        )

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for cell, number in self.legal():
            self.play(cell, number)
            total += self.perft(depth - 1)
            self.undo(cell)
        return total


def count(game: kibitz.Game, plies: int, up_to_symmetry: bool) -> list[int]:
    return game.rules.count_positions(game.rules.start(), plies, up_to_symmetry, _core.Control())


def perft(game: kibitz.Game, position: kibitz.Position, depth: int) -> int:
    return game.rules.perft(position.state, depth, _core.Control())


# Counts. Those of the whole game were first computed by a separate program.

BY_PLY = [1, 45, 1440, 20160, 181440, 907200, 2372736, 3550400, 1646472, 324072]


def test_positions_by_ply() -> None:
    assert count(load("numerical"), 4, up_to_symmetry=False) == BY_PLY[:5]


@pytest.mark.once
def test_all_positions_up_to_symmetry() -> None:
    assert sum(count(load("numerical"), 9, up_to_symmetry=True)) == 1_125_686


@pytest.mark.slow
def test_all_positions_by_ply() -> None:
    assert count(load("numerical"), 9, up_to_symmetry=False) == BY_PLY


def test_no_line_is_possible_before_the_fourth_ply() -> None:
    """Three plies give two odd numbers and an even one, whose sum is even."""
    game = load("numerical")
    lines = [1, 9 * 5, 9 * 5 * 8 * 4, 9 * 5 * 8 * 4 * 7 * 4, 9 * 5 * 8 * 4 * 7 * 4 * 6 * 3]
    assert [perft(game, game.start(), depth) for depth in range(5)] == lines


@pytest.mark.parametrize(
    ("spec", "slow", "start", "depth"),
    [
        ("numerical", SlowNumerical(), "5=5 1=2 2=1", 3),
        ("numerical:target=12", SlowNumerical(target=12), "5=5 1=2", 3),
        ("numerical:first_odd=no", SlowNumerical(first_odd=False), "5=2 1=5 9=6 2=1 3=4", 4),
        ("numerical:size=4", SlowNumerical(4, 34), "1=15 2=2 3=1 6=4 5=3 9=6 13=9 11=8 16=5 15=10 8=7", 4),
    ],
)
def test_lines_match_the_slow_rules(spec: str, slow: SlowNumerical, start: str, depth: int) -> None:
    game = load(spec)
    for move in start.split():
        slow.play(*map(int, move.split("=")))
    assert perft(game, game.start().play(start), depth) == slow.perft(depth)


# Rules, side by side


@pytest.mark.parametrize(
    ("spec", "size", "target", "first_odd", "games"),
    [
        ("numerical", 3, 15, True, 150),
        ("numerical:first_odd=no", 3, 15, False, 80),
        ("numerical:target=12", 3, 12, True, 50),
        ("numerical:target=24", 3, 24, True, 20),
        ("numerical:size=4", 4, 34, True, 40),
        ("numerical:size=4,first_odd=no,target=30", 4, 30, False, 20),
    ],
)
def test_random_games_match_the_slow_rules(
    spec: str, size: int, target: int, first_odd: bool, games: int
) -> None:
    game = load(spec)
    dice = random.Random(spec)
    for _ in range(games):
        slow, position = SlowNumerical(size, target, first_odd), game.start()
        while legal := slow.legal():
            assert {tuple(map(int, str(move).split("="))) for move in position.moves} == set(legal)
            assert len(position.moves) == len(legal)
            assert position.turn == len(slow.board) % 2
            mover = position.turn
            cell, number = dice.choice(legal)
            slow.play(cell, number)
            position = position.play(f"{cell}={number}")
            assert game.position(str(position)) == position
        assert position.outcome is not None
        assert position.outcome.winner == (mover if slow.has_line() else None)


def test_a_player_without_numbers_ends_the_game() -> None:
    """The even numbers are four; their owner can't begin a ninth ply."""
    game = load("numerical:first_odd=no,target=24")
    position = game.start().play("1=2 2=1 3=4 4=3 5=6 6=5 7=8 8=7")
    assert position.outcome == kibitz.Outcome(None)
    assert position.moves == ()


def test_any_owner_of_the_numbers_may_complete_a_line() -> None:
    # 5 and 6 and 4: the second player completes it with two of its own.
    position = load("numerical").start().play("1=5 2=6 9=1 3=4")
    assert position.outcome == kibitz.Outcome(Side.SECOND)
    with pytest.raises(GameOver):
        position.play("4=3")


def test_symmetric_positions_share_one_representative() -> None:
    game = load("numerical")
    dice = random.Random(15)
    for _ in range(200):
        position = game.start()
        for _ in range(dice.randrange(9)):
            if not position.is_over:
                position = position.play(dice.choice(position.moves))
        images = [game.rules.transform(position.state, symmetry) for symmetry in range(8)]
        keys = {game.rules.key(game.rules.canonical(image)) for image in images}
        assert len(keys) == 1
        assert keys <= {game.rules.key(image) for image in images}


# Notation


@pytest.mark.parametrize("text", ["5=9", "5:9", "5 9", " 5 , 9 ", "b2=9", "B2 9", "5 = 9", "05=09"])
def test_ways_to_write_a_move(text: str) -> None:
    game = load("numerical")
    assert str(game.start().move(text)) == "5=9"
    assert str(game.start().play(text)) == ".../.9./..."


@pytest.mark.parametrize("text", ["5=9 1=2 2=1", "5 9 1 2 2 1", "5=9, 1 2; 2:1", "b2 9 a3=2 2 = 1"])
def test_ways_to_write_moves(text: str) -> None:
    assert str(load("numerical").start().play(text)) == "21./.9./..."


def test_numbering() -> None:
    keypad = load("numerical:numbering=keypad").start().play("7=9")
    letters = load("numerical:numbering=letters").start().play("a3=9")
    assert keypad == letters == load("numerical").start().play("1=9")
    assert str(letters.moves[0]) == "b3=2"


@pytest.mark.parametrize(
    ("text", "error", "messages"),
    [
        # Each part is checked by itself, and its first fault is reported: its range, ...
        ("0=0", BadNotation, ["no cell '0', they go from 1 to 9", "from 1 to 9, not '0'"]),
        ("x=1.5", BadNotation, ["no cell 'x'", "not '1.5'"]),
        ("10=9", BadNotation, ["no cell '10'", "9 is not yours"]),
        ("10=2", BadNotation, ["no cell '10'", "2 is already used, you have 4 6 8 left"]),
        ("5=10", BadNotation, ["cell 5 is taken", "from 1 to 9, not '10'"]),
        # ... then whether the cell is free and the number one's own, ...
        ("5=9", IllegalMove, ["cell 5 is taken", "9 is not yours, you have the even numbers"]),
        ("6=9", IllegalMove, ["9 is not yours"]),
        # ... then whether it is used.
        ("5=2", IllegalMove, ["cell 5 is taken", "2 is already used"]),
        ("6=2", IllegalMove, ["2 is already used"]),
        ("5=4", IllegalMove, ["cell 5 is taken"]),
    ],
)
def test_both_parts_of_a_move_are_evaluated(text: str, error: type[Exception], messages: list[str]) -> None:
    position = load("numerical").start().play("5=9 1=2 2=1")
    with pytest.raises(error) as refusal:
        position.play(text)
    reasons = str(refusal.value).removeprefix(f"{text}: ").split("; ")
    assert len(reasons) == len(messages)
    for message, reason in zip(messages, reasons, strict=True):
        assert message in reason


@pytest.mark.parametrize("text", ["", "5", "=", "5=", "=9", "5=9=1", "5 9 1", "five nine x", "5-9"])
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="a move is a cell and a number, such as 5=9"):
        load("numerical").start().move(text)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        *((cell, ("Number",)) for cell in ("5", " 5 ", "b2", "B2", "10")),
        *((text, ()) for text in ("5=9", "5 9", "5:9", "5,9", "5;9", "5=", "", "help", "b")),
    ],
)
def test_the_number_is_asked_for_after_a_cell_alone(text: str, asked: tuple[str, ...]) -> None:
    assert load("numerical").notation.missing_parts(text) == asked


@pytest.mark.parametrize(
    "text", ["2 1 . / . 9 . / . . .", "21-/_9_/...", "2,1,./.,9,./.,.,.", "21.\n.9.\n..."]
)
def test_positions_are_read_leniently(text: str) -> None:
    assert str(load("numerical").position(text)) == "21./.9./..."


def test_positions_with_two_digits() -> None:
    game = load("numerical:size=4")
    position = game.start().play("1=1 4=16 6=11")
    assert str(position) == "1,.,.,16/.,11,.,./.,.,.,./.,.,.,."
    assert game.position("1 . . 16/. 11 . ./..../....") == position


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1../...", "3 rows joined by '/', not 2"),
        ("1.../.../...", "row 1 has 4 cells, not 3"),
        ("1../..x/...", "'x' in row 2"),
        ("1../..0/...", "'0' in row 2"),
        ("1../..1/...", "the number 1 is there twice"),
        ("2../.../...", "as many numbers on the board as the second, or one more"),
        ("1.3/.../...", "as many numbers on the board as the second, or one more"),
        ("159/4../726", "the game ended earlier"),
    ],
)
def test_a_text_that_is_no_position_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        load("numerical").position(text)


def test_a_set_up_is_a_position_only_if_the_last_number_made_the_lines() -> None:
    """Compare with every way to take the last number off, by the slow rules."""
    game = load("numerical")
    dice = random.Random(9)
    seen = {True: 0, False: 0}
    for _ in range(4000):
        plies = dice.randrange(6, 10)
        odd = dice.sample([1, 3, 5, 7, 9], (plies + 1) // 2)
        even = dice.sample([2, 4, 6, 8], plies // 2)
        slow = SlowNumerical()
        cells = dice.sample(range(1, 10), plies)
        for cell, number in zip(cells, odd + even, strict=True):
            slow.play(cell, number)
        possible = not slow.has_line()
        last = dict(zip(cells, odd + even, strict=True))
        for cell, number in last.items():
            if number % 2 == plies % 2:
                slow.undo(cell)
                possible |= not slow.has_line()
                slow.play(cell, number)
        numbers = [slow.board.get(place, 0) for place in slow.places]
        try:
            game.rules.assemble(numbers)
            accepted = True
        except ValueError:
            accepted = False
        assert accepted == possible
        seen[accepted] += 1
    assert min(seen.values()) > 100


# Options


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("numerical:size=2", "size must be 3 to 4"),
        ("numerical:target=5", "target must be 6 to 24 on a 3×3 board"),
        ("numerical:target=25", "target must be 6 to 24 on a 3×3 board"),
        ("numerical:target=59", "target must be 0 to 58"),
        ("numerical:first_odd=maybe", "first_odd must be yes or no"),
        ("numerical:numbering=roman", "numbering must be rows, keypad or letters"),
    ],
)
def test_options_out_of_range(spec: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        load(spec)


def test_the_usual_target_may_be_named() -> None:
    assert load("numerical:target=15").start() == load("numerical").start()
    assert load("numerical:target=14").start() != load("numerical").start()


# Drawing


def test_drawing_shows_free_cells_and_unused_numbers() -> None:
    game = load("numerical")
    assert game.start().play("5=9 1=2 2=1").draw(game.start().move("2=1")).splitlines() == [
        " 2 |[1]| .               3",
        "---+---+---",
        " . | 9 | .       4       6",
        "---+---+---",
        " . | . | .       7   8   9",
        "",
        "odd left:  3 5 7",
        "even left: 4 6 8",
    ]


def test_the_picture_is_well_formed() -> None:
    game = load("numerical:size=4")
    picture = game.start().play("1=1 4=16").svg(game.start().move("4=1"))
    texts = [element.text for element in ET.fromstring(picture).iter() if element.text]
    assert "odd left: 3 5 7 9 11 13 15" in texts
    assert "even left: 2 4 6 8 10 12 14" in texts
