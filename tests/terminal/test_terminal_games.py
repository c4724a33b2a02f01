"""Dialogues of each game, with typical wrong input."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.base.time_control import TimeControl
from kibitz.records.record_store import Store
from kibitz.solving import exact_sources, table_sources
from kibitz.solving.table_store import table_path
from tests.terminal.conversation import converse


@pytest.fixture(autouse=True)
def cache(numerical_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(numerical_cache))


@pytest.mark.parametrize("wrong", ["-10", "101", "4.5", "1e2", "10000", "60 60", "⁵"])
def test_a_wrong_difficulty_is_asked_again(tmp_path: Path, wrong: str) -> None:
    said = converse(tmp_path, f"{wrong}\n  60  \n", game="tictactoe")
    message = (
        f"The difficulty must be a whole number from 0 to 100, or a rating such as elo 800, not {wrong!r}"
    )
    assert message in " ".join(said.split())
    assert said.count("Opponent? [50]") == 2
    assert "You are x (first). The computer (difficulty 60) is o (second)." in said


def test_an_unknown_opponent_is_asked_again(tmp_path: Path) -> None:
    said = converse(tmp_path, "alphabta\nalphabeta\n", game="tictactoe")
    assert "no player called 'alphabta'" in said
    assert "(alphabeta)" in said


def test_a_player_is_a_difficulty_too(tmp_path: Path) -> None:
    assert "(classic, strength 40)" in converse(tmp_path, "classic:strength=40\n", game="tictactoe")
    assert "(difficulty 7)" in converse(tmp_path, "1\n", game="tictactoe", difficulty=7)


# Numerical tic-tac-toe


def numerical(tmp_path: Path, typed: str, **setup: object) -> str:
    # 6 9 . / 2 . . / . 1 . with the odd numbers to move: cells 1, 2, 4 and 8 are taken.
    return converse(tmp_path, typed, game="numerical", people=2, position="69./2../.1.", **setup)


@pytest.mark.parametrize(
    ("cell", "number", "reasons"),
    [
        (
            "20",
            "14",
            ["there is no cell '20', they go from 1 to 9", "the number must be from 1 to 9, not '14'"],
        ),
        ("4", "6", ["cell 4 is taken", "6 is not yours, you have the odd numbers"]),
        ("6", "1", ["1 is already used, you have 3 5 7 left"]),
        ("0", "3", ["there is no cell '0'"]),
        ("5", "-3", ["the number must be from 1 to 9, not '-3'"]),
        ("5", "2.5", ["the number must be from 1 to 9, not '2.5'"]),
        ("4", "99", ["cell 4 is taken", "the number must be from 1 to 9"]),
        ("12", "9", ["there is no cell '12'", "9 is already used"]),
    ],
)
def test_cell_and_number_are_evaluated_apart(
    tmp_path: Path, cell: str, number: str, reasons: list[str]
) -> None:
    for typed in (f"{cell}\n{number}\n", f"{cell} {number}\n", f"{cell}={number}\n"):
        said = numerical(tmp_path, typed + "5\n3\n")
        for reason in reasons:
            assert reason.lower() in " ".join(said.lower().split())
        assert "5=3" in (Store(tmp_path).saved()[0].path.read_text())
    if "is taken" not in reasons[0]:
        assert "is taken" not in said


def test_parity_comes_before_use(tmp_path: Path) -> None:
    said = numerical(tmp_path, "5 6\n")
    assert "6 is not yours" in said
    assert "already used" not in said


def test_the_number_is_asked_for_and_a_command_is_obeyed_instead(tmp_path: Path) -> None:
    said = numerical(tmp_path, "5\nmoves\n5\n\n5\n3\n")
    assert said.count("Number:") == 3
    assert "Legal moves: 3=3 " in said
    assert "'5' is not a move" in said
    assert "[3]" in said
    assert "odd left:  5 7" in said


def test_numerical_against_the_strongest(tmp_path: Path) -> None:
    said = converse(tmp_path, "", game="numerical", difficulty=100, side="second")
    played = said.partition("The computer (odd) played ")[2][:3]
    # The first player wins with 1, 3, 7 or 9 on an edge only.
    assert played[0] in "2468"
    assert played[2] in "1379"
    said = " ".join(converse(tmp_path, "hint\nvalues\nwhy\n", resume="").split())
    assert "every move loses here" in said
    assert "(exact, from a table)" in said
    assert "moves that win (in 9)" in said


# Connect-N


def test_connect_with_marks(tmp_path: Path) -> None:
    said = converse(
        tmp_path,
        "4\n0\n-5\nabc\n1.5\n11\n\n4\n-1\n",
        game="connect",
        people=2,
        options={"mark1": "a", "mark2": "b"},
    )
    assert "Player 1 is a (first). Player 2 is b (second)." in said
    assert "[b]" in said
    assert said.count("is not a move; a move is a column from 1 to 10") == 5
    assert "Nothing was typed" in said
    assert said.count("Game saved.") == 2
    resumed = converse(tmp_path, "", resume="")
    assert "[b]" in resumed


def test_a_full_column(tmp_path: Path) -> None:
    said = converse(tmp_path, "1\n1\n1\n", game="connect:width=4,height=2,length=3", people=2)
    assert "Column 1 is full; choose another." in said


# EinStein würfelt nicht!


def test_ewn_shows_the_roll_and_what_may_move(tmp_path: Path) -> None:
    said = converse(tmp_path, "undo\n7-a1\nb9\nhello\nmoves\n", game="ewn", difficulty=0, side="first")
    assert "A game of EinStein würfelt nicht." in said
    assert "The roll is d" in said
    assert "red rolled " in said
    assert "moves\n" in said
    assert said.count("is not a move") == 3


def test_ewn_undo_brings_the_same_roll_and_the_record_says_so(tmp_path: Path) -> None:
    game = kibitz.load("ewn")
    first = converse(tmp_path, "moves\n", game="ewn", difficulty=0, side="first", seed=9)
    move = first.partition("Legal moves: ")[2].split()[0]
    said = converse(tmp_path, f"{move}\nundo\n{move}\n", game="ewn", difficulty=0, side="first", seed=9)
    rolls = [line for line in said.splitlines() if line.startswith("The roll is")]
    assert rolls[1:3] == rolls[3:5]
    record = Store(tmp_path).saved()[0].record
    assert record is not None
    assert "the same rolls come again" in record.comments[1]
    # Drawn by lot, the same for the same seed, and kept.
    assert record.start is not None
    assert record.start != game.start()
    boards = [text.partition("A game of")[2].splitlines()[2:8] for text in (first, said)]
    assert boards[0] == boards[1]


# Ways of showing


def test_plain_mode_says_in_words_what_changed(tmp_path: Path) -> None:
    said = converse(tmp_path, "5\n", plain=True, game="tictactoe", difficulty=0, side="first")
    assert "You (x) played 5." in said
    assert "The computer (o) played " in said


@pytest.mark.parametrize("width", [20, 40])
def test_narrow_terminals(tmp_path: Path, width: int) -> None:
    said = converse(tmp_path, "help\nmoves\nvalues\nhint\n", width=width, game="numerical", people=2)
    lists = said.partition("To move")[2]
    assert all(
        len(line) < max(width, 40) for line in lists.splitlines() if line.startswith(" ") and "│" not in line
    )


def test_watching_with_values(tmp_path: Path) -> None:
    said = converse(tmp_path, "", values=True, game="tictactoe", players=("level:strength=100", "random"))
    assert "o, to move: " in said
    assert ", best with " in said


def test_a_game_lost_on_time(tmp_path: Path) -> None:
    said = converse(tmp_path, "5\n1\n", game="tictactoe", people=2, clock=TimeControl(1e-9))
    assert "The time of x is up." in said
    assert "o wins: x lost on time (0-1)." in said


@pytest.mark.parametrize("trouble", ["", "the disk is full"])
def test_a_game_that_can_be_solved_in_moments_is_solved_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trouble: str
) -> None:
    def full(*ignored: object, **also_ignored: object) -> None:
        raise kibitz.BadFile(trouble)

    if trouble:
        monkeypatch.setattr(table_sources, "solve", full)
    monkeypatch.setattr(exact_sources, "_sources", {})
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "empty"))
    said = converse(tmp_path, "", game="numerical", difficulty=1, side="second")
    assert "The computer (odd) played " in said
    game = kibitz.load("numerical")
    assert table_path(game).exists() != bool(trouble)
    # A table that can't be kept serves while the program runs.
    assert kibitz.analyse(game.start()).source.kind == "table"
    assert "Solving numerical tic-tac-toe" in capsys.readouterr().err


def test_black_sees_the_board_from_its_side_and_may_flip_it(tmp_path: Path) -> None:
    said = converse(tmp_path, "flip\n", game="chess", players=("random", "person"))
    boards = [line[0] for line in said.split("\n") if line[:1] in "18" and len(line) > 10]
    assert boards[:4] == ["1", "8", "8", "1"]
    assert "looks the same from both sides" in converse(tmp_path, "flip\n", game="tictactoe", people=2)


def test_values_take_a_line_each(tmp_path: Path) -> None:
    said = converse(tmp_path, "values\n", game="chess", people=2, position="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert not [line for line in said.split("\n") if line.endswith(":") and line.startswith("  ")]
