"""`kibitz puzzles` and `kibitz explore` as people and pipes use them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli import explore, puzzles
from kibitz.puzzles.deck import Deck
from kibitz.puzzles.export import chosen_puzzles
from kibitz.puzzles.puzzle import GRADES, Puzzle, Task
from kibitz.records.record import Record
from kibitz.records.record_store import Store

TEXT = """[Game "tictactoe"]
[First "{}"]
[Second "level:strength=3"]

1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2
"""


def trained(typed: str, *words: str) -> str:
    done = CliRunner().invoke(puzzles.command, [*words], input=typed)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output


def test_own_mistakes_are_found_and_solved() -> None:
    Store().save("mine", Record.parse(TEXT.format("Anna")))
    said = trained("1\nhint\n4\n6\n6\nquit\n", "--mistakes")
    assert "from one of your games" in said
    assert "is not the solution" in said
    assert "You will see this puzzle again" in said
    deck = Deck()
    assert len(deck.tries) >= 1
    assert {puzzle.record for puzzle in deck.puzzles.values()} == {"mine"}
    assert deck.searched == {"mine"}
    # The game is not searched again, and nothing is lost.
    trained("quit\n", "--mistakes")
    assert Deck().to_json()["puzzles"] == deck.to_json()["puzzles"]


def test_every_puzzle_can_be_solved_by_typing_its_answers() -> None:
    trained("quit\n", "tictactoe", "--new", "4", "--seed", "2")
    deck = Deck()
    assert len(deck.puzzles) == 4
    said = trained("show\n" * 4, "tictactoe", "--count", "4")
    answers = re.findall(r"The answer is (\d)", said)
    assert len(answers) == 4
    assert all(attempt.recall == 1 for attempt in Deck().tries)


def test_skipping_leads_to_the_next() -> None:
    said = trained("skip\nskip\n", "tictactoe", "--new", "2", "--seed", "2")
    assert said.count(", from games of the computer.") == 2
    assert not Deck().tries


def test_commands_and_nonsense() -> None:
    said = trained(
        "help\nboard\nrules\nprogress\nxyzzy\n\n99\nquit\n", "tictactoe", "--new", "1", "--seed", "2"
    )
    assert "this list" in said
    assert "Players take turns" in said
    assert "'xyzzy' is not a move" in said
    assert "0 due, 1 new, 1 in total." in said


def test_export(tmp_path: Path) -> None:
    page, data = tmp_path / "p.html", tmp_path / "p.json"
    trained("", "tictactoe", "--new", "2", "--seed", "2", "--export", str(page))
    trained("", "--export", str(data))
    assert "<h2>Solutions</h2>" in page.read_text()
    assert len(json.loads(data.read_text())) == 2
    done = CliRunner().invoke(puzzles.command, ["connect4", "--export", str(data)])
    assert done.exit_code == 2


def test_progress_and_options_that_contradict() -> None:
    assert "You have not tried any puzzles" in trained("", "--progress")
    assert CliRunner().invoke(puzzles.command, ["--mistakes", "--new", "3"]).exit_code == 2
    assert isinstance(CliRunner().invoke(puzzles.command, ["nonsense"]).exception, kibitz.BadOption)


def test_grades_that_are_wished_for() -> None:
    trained("quit\n", "connect:width=4,height=4,length=3", "--new", "3", "--grade", "1", "--seed", "1")
    assert {puzzle.grade for puzzle in Deck().puzzles.values()} == {1}
    assert {puzzle.task for puzzle in Deck().puzzles.values()} <= set(Task)


def explored(typed: str, *words: str) -> str:
    done = CliRunner().invoke(explore.command, [*words], input=typed)
    assert done.exception is None, done.exception
    return done.output


def test_exploring(tmp_path: Path) -> None:
    Store().save("mine", Record.parse(TEXT.format("Anna")))
    said = explored("1\nback\nhelp\nrules\nzzz\nstart\nquit\n", "tictactoe")
    assert "x: draws in 9 (exact, from a table); reached in 1 game." in said
    assert "1  draws in 9  1 of 1, scored 50%" in said
    assert "o: draws in 8" in said
    assert "'zzz' is not a move" in said
    other = tmp_path / "other.pgn"
    other.write_text(TEXT.format("Ben"))
    both = json.loads(explored("", "tictactoe", "1", "--from", str(other), "--json"))
    assert both["games"] == 2
    alone = json.loads(explored("", "tictactoe", "1", "--from", str(other), "--no-saved", "--json"))
    assert alone["games"] == 1
    assert alone["moves"][0]["move"] == "5"
    assert explored("", "tictactoe").count("reached in") == 1  # the end of the input ends it


@pytest.mark.parametrize("width", ["40", "60", "80"])
def test_lines_fit(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for said in (
        explored("", "tictactoe", "5"),
        trained("hint\n1\n2\n3\nshow\n", "tictactoe", "--new", "1", "--seed", "2"),
    ):
        assert max(map(len, said.splitlines())) < int(width) + 12  # input is echoed after a question


def test_openings_are_named_where_one_walks_through_them() -> None:
    assert "Opening: C60 Ruy Lopez" in explored("", "chess", "e4", "e5", "Nf3", "Nc6", "Bb5")


def test_a_page_of_so_many_puzzles_is_one_command(tmp_path: Path) -> None:
    page, data = tmp_path / "p.html", tmp_path / "p.json"
    said = trained("", "tictactoe", "--count", "4", "--seed", "2", "--export", str(page))
    assert f"Wrote 4 puzzles to {page}." in said
    tasks, solutions = page.read_text().split("<h2>Solutions</h2>")
    assert tasks.count("<svg") == solutions.count("<li>") == 4
    assert "h2 { break-before: page; }" in tasks
    words = ["very easy", "easy", "medium", "hard", "very hard"]
    grades = [words.index(each) for each in re.findall(r'class="grade">([a-z ]+)<', tasks)]
    assert grades == sorted(grades)
    # Only so many of the deck, and only of the grade that is wished for.
    trained("", "tictactoe", "--count", "2", "--export", str(data))
    assert len(json.loads(data.read_text())) == 2
    trained("", "tictactoe", "--grade", "1", "--count", "3", "--seed", "2", "--export", str(data))
    assert [puzzle["grade"] for puzzle in json.loads(data.read_text())] == [1, 1, 1]
    assert "2 puzzles" in trained("", "tictactoe", "--grade", "1", "--count", "2", "--export", str(data))


def test_too_many_puzzles_are_spread_from_easy_to_hard() -> None:
    deck = [
        Puzzle("tictactoe", f"x../.../{number}", Task.SAVE, ("5",), ("5",), "Draw()", 1 + number % 5)
        for number in range(50)
    ]
    assert [puzzle.grade for puzzle in chosen_puzzles(deck, GRADES, 5)] == [1, 2, 3, 4, 5]
    assert [puzzle.grade for puzzle in chosen_puzzles(deck, (4, 2), 4)] == [2, 2, 4, 4]
    assert len(chosen_puzzles(deck)) == 50
