"""Start positions of games: random moves, a list, or the initial position."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.arena.start_positions import Openings, read_openings
from kibitz.base.errors import BadFile

TICTACTOE = kibitz.load("tictactoe")


def _stones(text: str | None) -> int:
    return sum(cell in "xo" for cell in str(text))


@pytest.mark.parametrize("plies", [1, 2, 3, 5])
def test_as_many_random_moves_are_made_as_were_asked_for(plies: int) -> None:
    openings = Openings(TICTACTOE, plies)
    assert {_stones(openings.start(pair, pair)) for pair in range(20)} == {plies}


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_rolls_are_no_moves(plies: int) -> None:
    """Players take turns, so the side to move shows the parity of the moves; then dice are rolled."""
    game = kibitz.load("ewn")
    openings = Openings(game, plies)
    for pair in range(10):
        position = game.position(str(openings.start(pair, pair)))
        assert position.mover is (kibitz.Side.SECOND if plies % 2 else kibitz.Side.FIRST)
        assert position.turn is kibitz.Side.CHANCE


def test_book_plies_are_two_without_dice_and_none_with_them() -> None:
    assert (Openings(TICTACTOE).plies, Openings(kibitz.load("ewn")).plies) == (2, 0)
    assert Openings(kibitz.load("ewn")).start(0, 1) is None
    assert Openings(TICTACTOE, 0).start(0, 1) is None


def test_a_pair_keeps_its_start_and_others_have_others() -> None:
    openings = Openings(TICTACTOE, 1)
    starts = [openings.start(pair, pair) for pair in range(9)]
    assert len(set(starts)) == 9
    assert [openings.start(pair, 99) for pair in range(9)] == starts
    # There is no tenth place for a stone, so that one comes again.
    assert openings.start(9, 9) in starts
    assert Openings(TICTACTOE, 1).start(0, 0) == starts[0]


def test_where_random_moves_always_end_the_game_it_begins_at_its_start() -> None:
    assert Openings(TICTACTOE, 9).start(0, 3) == str(TICTACTOE.start())


def test_listed_starts_come_in_turn_whatever_the_seed() -> None:
    listed = [TICTACTOE.start().play(text) for text in ("5", "1", "2")]
    openings = Openings(TICTACTOE, 4, listed)
    assert [openings.start(pair, 7 * pair) for pair in range(7)] == [str(listed[k % 3]) for k in range(7)]


def test_how_games_begin_is_said_in_words() -> None:
    listed = [TICTACTOE.start()] * 3
    assert str(Openings(TICTACTOE, listed=listed)) == "in turn from a list of 3"
    assert str(Openings(TICTACTOE, 0)) == "at the initial position"
    assert str(Openings(TICTACTOE, 1)).startswith("after a random move,")
    assert str(Openings(TICTACTOE, 3)).startswith("after 3 random moves,")


def test_a_file_of_openings_has_moves_or_positions_and_its_mistakes_have_lines(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("\n5 1 # in the middle\n# nothing\nx../.o./...\n")
    assert list(map(str, read_openings(path, TICTACTOE))) == ["o../.x./...", "x../.o./..."]
    for text, line, reason in (
        ("5\n\n5 5\n", 3, "5 is taken"),
        ("x../.o./...\n1 4 2 5 3 # over\n", 2, "over already"),
        ("5\nhello\n", 2, "'hello'"),
    ):
        path.write_text(text)
        with pytest.raises(BadFile, match=rf"openings\.txt: line {line}: .*{reason}"):
            read_openings(path, TICTACTOE)
    path.write_text("# 5\n\n")
    with pytest.raises(BadFile, match="no openings"):
        read_openings(path, TICTACTOE)
