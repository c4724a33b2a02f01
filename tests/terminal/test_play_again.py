"""Replaying from a mistake: from the command line, and in a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.review import command
from kibitz.terminal.commands import position_before
from tests.terminal.conversation import converse

GAME = '[Game "tictactoe"]\n[First "{}"]\n[Second "{}"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2\n'


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


def test_in_a_game_again_goes_back_to_before_a_ply(tmp_path: Path) -> None:
    said = converse(tmp_path, "1\n2\n5\n9\nreview\nagain 2\n5\nquit\n", game="tictactoe", people=2)
    assert "Play it again: again 2" in said
    value = said.partition("Play it again: again 2")[2]
    assert "A game of tic-tac-toe." in value
    assert "Move of o:" in value.partition("A game of tic-tac-toe.")[2].partition("Move of x:")[0]


@pytest.mark.parametrize("wrong", ["again", "again x", "again 0", "again 9", "again -1"])
def test_a_ply_that_there_is_not_is_refused(tmp_path: Path, wrong: str) -> None:
    said = converse(tmp_path, f"1\n2\n{wrong}\nquit\n", game="tictactoe", people=2)
    assert "A game of tic-tac-toe." in said
    assert said.count("A game of tic-tac-toe.") == 1
    assert "takes the number of a ply" in said or "there is no ply" in said.lower()


def test_before_a_roll_no_side_plays() -> None:
    game = kibitz.load("ewn")
    roll = game.start().moves[0]
    record = kibitz.Record(game, (roll, game.start().play(roll).moves[0]))
    with pytest.raises(kibitz.BadOption, match=r"ply 1 is a roll of the dice, not a move; .* is ply 2"):
        position_before(record, 1)
    assert position_before(record, 2).turn is record.positions()[1].turn


@pytest.mark.parametrize(("ply", "side"), [(5, "x (first)"), (2, "o (second)")])
def test_the_command_line_plays_against_the_same_computer(tmp_path: Path, ply: int, side: str) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(GAME.format(*(("you", "random") if ply == 5 else ("random", "you"))))
    found = CliRunner().invoke(command, [str(file), "--again", str(ply), "--plain"], input="quit\n")
    assert found.exit_code == 0
    assert "The computer (random) is" in found.output
    assert f"You are {side}." in found.output
    missing = CliRunner().invoke(command, [str(file), "--again", "10"], input="quit\n")
    assert "there is no ply 10; this game has 9" in str(missing.exception)
