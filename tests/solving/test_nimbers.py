"""Nimbers, against published Sprague-Grundy values."""

from __future__ import annotations

import functools
import operator

import pytest

import kibitz
from kibitz import Option


class Kayles(kibitz.PythonGame):
    """Rows of pins; a ball knocks down one pin or two that stand side by side."""

    options = (Option("pins", 10, "pins in the row", low=0, high=60),)
    impartial = True
    at_most = 2
    at_least = 1

    def start(self):
        return (self.pins,)

    def moves(self, rows):
        return [
            (row, at, taken)
            for row, pins in enumerate(rows)
            for taken in range(self.at_least, self.at_most + 1)
            for at in range(pins - taken + 1)
        ]

    def play(self, rows, move):
        row, at, taken = move
        left = (at, rows[row] - at - taken)
        return tuple(sorted(pins for pins in rows[:row] + left + rows[row + 1 :] if pins))

    def outcome(self, rows):
        return None if self.moves(rows) else "loss"


class DawsonsKayles(Kayles):
    """Only two pins side by side may be knocked down."""

    at_least = 2


#: OEIS A002186, Kayles, for rows of 0, 1, 2 ... pins.
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
#: OEIS A002187, Dawson's Kayles (0.07), for rows of 1, 2 ... pins.
DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1]


@pytest.mark.parametrize(("pins", "published"), list(enumerate(KAYLES[:15])))
def test_kayles(pins: int, published: int) -> None:
    start = kibitz.load(Kayles, pins=pins).start()
    assert kibitz.nimber(start) == published


@pytest.mark.parametrize(("pins", "published"), list(enumerate(DAWSON[:17], 1)))
def test_dawsons_kayles(pins: int, published: int) -> None:
    assert kibitz.nimber(kibitz.load(DawsonsKayles, pins=pins).start()) == published


def test_nim_is_the_exclusive_or_of_its_piles() -> None:
    game = kibitz.load("nim:piles=4")
    for piles in ((1, 2, 3, 4), (0, 2, 3, 4), (1, 1, 3, 0), (0, 0, 0, 2), (1, 2, 3, 0)):
        expected = functools.reduce(operator.xor, piles)
        assert kibitz.nimber(game.position(f"{piles} first")) == expected


@pytest.mark.parametrize("width", range(1, 9))
def test_a_row_of_chomp_is_a_pile_without_the_poison(width: int) -> None:
    assert kibitz.nimber(kibitz.load("chomp", width=width, height=1).start()) == width - 1


@pytest.mark.parametrize(("across", "down"), [(0, 0), (3, 3), (5, 2), (7, 1), (4, 6)])
def test_an_angle_of_chomp_is_two_piles(across: int, down: int) -> None:
    game = kibitz.load("chomp", width=8, height=7)
    rows = (across + 1, *[1] * down, *[0] * (6 - down))
    assert kibitz.nimber(game.position(f"{rows} first")) == across ^ down


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (3, 3), (4, 3), (5, 4)])
def test_a_position_is_lost_where_its_nimber_is_0(width: int, height: int) -> None:
    """As the table of the game has it: the first player wins Chomp."""
    game = kibitz.load("chomp", width=width, height=height)
    table = kibitz.solve(game)
    for row in table:
        value = table.value(row.position)
        assert value is not None
        if not row.position.is_over:
            assert (kibitz.nimber(row.position) == 0) == (value.result == -1)


def test_other_games_have_none() -> None:
    with pytest.raises(kibitz.BadOption, match="impartial = True"):
        kibitz.nimber(kibitz.load("tictactoe").start())


class Liar(Kayles):
    """One that draws."""

    def outcome(self, rows):
        return None if self.moves(rows) else "draw"


def test_a_game_that_is_not_impartial_is_found_out() -> None:
    with pytest.raises(kibitz.BadOption, match="more than a win or a loss"):
        kibitz.nimber(kibitz.load(Liar, pins=2).start())
