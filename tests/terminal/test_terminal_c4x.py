"""Saving to and resuming from `data.c4x`, and the screen in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.base.errors import BadFile
from tests.terminal.conversation import converse

GOOD = "y 5 4 4 x * \ny x * x y \ny y y y y \ny y y y y \ny y y y y \n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def test_saved_and_resumed(tmp_path: Path) -> None:
    said = converse(
        tmp_path,
        "2\n3\n4\nsave data.c4x\nscreen\nscreen\nscreen data.c4x\n",
        game="connect:width=5,height=4",
        people=2,
    )
    assert "Saved a copy to data.c4x." in said
    assert said.count("Wrote the board to output.txt.") == 2
    assert Path("data.c4x").read_bytes() != GOOD.encode()  # written over by the last command, as asked
    assert Path("output.txt").read_text().splitlines()[-1] == " 1 2 3 4 5"
    Path("data.c4x").write_text(GOOD)
    said = converse(tmp_path, "3\nsave data.c4x\n", resume="data.c4x", people=2)
    assert "Move of yellow: 3" in said
    assert Path("data.c4x").read_text() == GOOD.replace("\ny y y y y \n", "\ny y * y y \n", 1)


@pytest.mark.parametrize("game", [None, "connect"])
def test_resuming_is_offered(tmp_path: Path, game: str | None) -> None:
    Path("data.c4x").write_text(GOOD)
    said = converse(tmp_path, "y\ntwo\nboard\n", game=game)
    assert "Resume the game in data.c4x? [y] y" in said
    assert "· x * x ·".replace("·", ".") in said
    assert "Which game" not in said
    said = converse(tmp_path, "n\ntictactoe\ntwo\n" if game is None else "n\ntwo\n", game=game)
    assert "A game of tic-tac-toe." in said if game is None else "A game of Connect-4 on 10×12." in said
    assert "data.c4x" not in converse(tmp_path, "two\n", game="tictactoe")


def test_of_a_game_that_has_begun_only_the_side_is_asked(tmp_path: Path) -> None:
    Path("data.c4x").write_text(GOOD)
    said = converse(tmp_path, "y\noptions\n2\nrandom\n", game="connect")
    assert "choose your side first" in said
    assert "width" not in said
    assert "The computer (random) is red (x, first). You are yellow (*, second)." in said


@pytest.mark.parametrize("text", ["", "nonsense", GOOD[:20], GOOD.replace("x * x", "x ? x"), "\0" * 50])
def test_a_broken_file_gets_a_message_and_is_left_alone(tmp_path: Path, text: str) -> None:
    Path("data.c4x").write_text(text)
    for said in (
        converse(tmp_path, "two\n1\n", game="connect"),
        converse(tmp_path, "1\n", game="connect", people=2),
        converse(tmp_path, "two\n1\n", resume="data.c4x"),
    ):
        words = " ".join(said.split())
        why = "data.c4x is empty" if not text else "data.c4x: "
        assert f"Can't resume the game: {why}" in words
        assert "and a new game begins." in words
        assert "A game of Connect-4 on 10×12." in said
        assert "Save" in said or "saved" in said  # the move was made
    assert Path("data.c4x").read_text() == text


def test_resuming_is_offered_too_where_the_players_are_known(tmp_path: Path) -> None:
    Path("data.c4x").write_text(GOOD)
    said = converse(tmp_path, "y\nboard\n", game="connect", people=2)
    assert "Resume the game in data.c4x? [y] y" in said
    assert ". x * x ." in said


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"data\.c4x"):
        converse(tmp_path, "", resume="data.c4x")


def test_saving_as_ever_writes_the_older_format_too(tmp_path: Path) -> None:
    typed = "2\n3\n4\n-1\n"
    said = converse(tmp_path, typed, game="connect:width=5,height=4", people=2)
    assert "Game saved." in said
    assert "Also wrote data.c4x." in said
    resumed = converse(tmp_path, "board\n", resume="data.c4x", people=2)
    assert ". * x * ." in resumed or ". x * x ." in resumed
    said = converse(tmp_path, "1\n-1\n", game="tictactoe", people=2)
    assert "data.c4x" not in said


def test_other_games_do_not_fit(tmp_path: Path) -> None:
    said = converse(tmp_path, "5\nsave data.c4x\n", game="tictactoe", people=2)
    assert "Only games of connect fit into a .c4x file" in said
    assert not Path("data.c4x").exists()
