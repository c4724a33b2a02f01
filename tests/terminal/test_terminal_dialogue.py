"""Whole conversations, in process."""

import io
import json
from pathlib import Path

import pytest

from kibitz.base.errors import BadFile, KibitzError
from kibitz.records.record_store import Store
from kibitz.session.session import Session
from kibitz.terminal.console_io import Console
from kibitz.terminal.game_setup import GameSetup
from kibitz.terminal.json_renderer import JsonRenderer
from kibitz.terminal.play import play
from tests.terminal.conversation import converse


def test_from_the_first_question_to_the_end(tmp_path: Path) -> None:
    said = converse(tmp_path, "1\ntwo\n1\n5\n3\n2\n4\n")
    assert "Which game, by number or name? [tictactoe] 1" in said
    assert "Player 1 is x (first). Player 2 is o (second)." in said
    assert "Move of x: 1" in said
    assert " x | x |[x]" not in said
    said = converse(tmp_path, "n\n\ntwo\n1\n5\n2\n4\n3\n")
    assert " x | x |[x]" in said
    assert "x wins: row 1-2-3 (1-0)." in said


def test_a_quick_start_asks_two_questions(tmp_path: Path) -> None:
    said = converse(tmp_path, "\n\n5\nquit\n")
    assert "You are x (first)." in said
    assert "Your move (x): 5" in said


def test_a_rating_answers_the_question_about_the_opponent(tmp_path: Path) -> None:
    said = converse(tmp_path, "elo 100\nquit\n", game="tictactoe")
    assert "by its Elo rating from 0 to 207" in said
    assert "The computer (100 Elo) is o (second)." in said
    assert "(120 Elo)" in converse(tmp_path, "120 ELO\nquit\n", game="tictactoe")
    said = converse(tmp_path, "elo 5000\nelo much\nelo\nquit\n", game="tictactoe")
    assert "strength by Elo goes from 0 to 207, that\nof level 100, not 5000." in said
    assert "A rating is a whole number, such as elo 800, not 'much'." in said
    assert "A rating is a whole number, such as elo 800, not ''." in said


def test_the_opponents_are_named_before_anything_is_wrong(tmp_path: Path) -> None:
    said = converse(tmp_path, "players\nrules\nquit\n", game="tictactoe")
    before, _, after = said.partition("Opponent? [50] players")
    for answer in ("0 to 100", "friendly", "two", "players", "options", "rules"):
        assert f"  {answer} " in before
    assert "  alphabeta " in after
    assert "It is solved (draw)." in after


def test_the_board_and_the_side_can_be_chosen(tmp_path: Path) -> None:
    said = converse(tmp_path, "options\n4\n3\n99\n3\n\nletters\n2\nrandom\nquit\n", game="mnk")
    assert "must be" in said  # 99 in a line are too many
    assert "A game of three in a row on 4×3." in said
    assert "The computer (random) is x (first). You are o (second)." in said


#: What answers the questions before a game, one after the other.
SET_UP = ["tictactoe", "options", "", "keypad", "1", "random"]


@pytest.mark.parametrize("answered", range(len(SET_UP)))
@pytest.mark.parametrize("word", ["quit", "q", " Exit ", ""])
def test_every_question_before_a_game_can_be_left(tmp_path: Path, answered: int, word: str) -> None:
    typed = "".join(f"{line}\n" for line in SET_UP[:answered]) + (f"{word}\n" if word else "")
    said = converse(tmp_path, typed)
    assert said.endswith("no game was started.\n" if not word else "No game was started.\n")
    assert "must be" not in said
    assert not list(tmp_path.rglob("*.pgn"))


@pytest.mark.parametrize("word", ["quit", ""])
def test_going_on_with_a_game_can_be_left(tmp_path: Path, word: str) -> None:
    converse(tmp_path, "5\n", game="tictactoe", people=2)
    said = converse(tmp_path, f"{word}\n" if word else "")
    assert "Resume your last game" in said
    assert said.lower().endswith("no game was started.\n")


@pytest.mark.parametrize("wrong", ["9", "0", "-1", "x o", "1.5"])
def test_a_wrong_side_is_asked_again(tmp_path: Path, wrong: str) -> None:
    said = converse(tmp_path, f"options\n\n\n{wrong}\n2\nrandom\n", game="tictactoe")
    assert f"The side must be 1 (first) or 2 (second), not {wrong!r}." in said
    assert "The computer (random) is x (first). You are o (second)." in said
    assert "The computer (x) played" in said


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("0", "'0' is not a move; a move is a cell from 1 to 9"),
        ("10000", "'10000' is not a move; a move is a cell from 1 to 9"),
        ("1.0", "'1.0' is not a move"),
        ("hello", "'hello' is not a move"),
        ("", "Nothing was typed; a move is a cell from 1 to 9"),
        ("   ", "Nothing was typed"),
        ("5", "5 is taken; choose an empty cell"),
        ("hlep", "did you mean help?"),
        ("1 2", "'1 2' is not a move"),
        ("\x00\x1b[2J", "is not a move"),
        ("9" * 5000, "is not a move"),
    ],
)
def test_a_wrong_move_is_asked_again(tmp_path: Path, typed: str, reason: str) -> None:
    said = converse(tmp_path, f"5\n{typed}\n 8 \n", game="tictactoe", people=2)
    assert reason in said
    assert said.count("Move of o:") == 2
    assert said.count("Move of x:") == 2
    assert "\x1b" not in said


def test_commands(tmp_path: Path) -> None:
    copy = tmp_path / "copy.pgn"
    typed = [
        "help",
        "moves",
        "hint",
        "5",
        "board",
        "undo",
        "undo",
        "redo",
        "redo",
        "-1",
        f"save {copy}",
        f"save {copy}",
    ]
    said = converse(tmp_path / "games", "\n".join(typed) + "\n", game="tictactoe", people=2)
    assert "take your last move back" in said
    assert "Legal moves: 1 2 3 4 5 6 7 8 9" in said
    hint = "Try 1: it leaves o one answer that does not lose, 5. It draws, as every move does here."
    assert hint in " ".join(said.split())
    assert "Taken back: 5." in said
    assert "There is no move of yours to take back." in said
    assert "Played again: 5." in said
    assert " ".join(said.split()).count("Game saved. Resume it with: kibitz play --resume tictactoe-") == 2
    assert " ".join(said.split()).count(f"Saved a copy to {copy}.") == 2
    assert copy.read_text().endswith("{taken back: 5} 1. 5 *\n")


def test_other_peoples_files_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the last name, with a blank for what can't be typed, is one in this folder
    other = tmp_path / "letter.txt"
    other.write_text("dear")
    said = converse(
        tmp_path / "games",
        f"save {other}\nsave {tmp_path}/no/such/folder/x\nsave a\0b\n",
        game="tictactoe",
        people=2,
    )
    said = " ".join(said.split())  # long paths break lines anywhere
    assert "exists already" in said
    assert said.count("can't be written") == 1
    assert other.read_text() == "dear"


def test_resign_new_and_after_the_end(tmp_path: Path) -> None:
    said = converse(tmp_path, "resign\n5\nundo\n1\nresign\nnew\n9\nq\n", game="tictactoe", people=2)
    assert "o wins: x resigned (0-1)." in said
    assert "The game is over; type review, new, undo, save or quit." in said
    assert "Your resignation is withdrawn." in said
    assert said.count("A game of tic-tac-toe.") == 2
    assert len(Store(tmp_path).saved()) == 2


def test_resume(tmp_path: Path) -> None:
    converse(tmp_path, "7\n5\n", game="tictactoe:numbering=keypad", people=2)
    name = Store(tmp_path).saved()[0].name
    for resume in ("", name):
        said = converse(tmp_path, "quit\n", resume=resume)
        assert "2 moves have been made." in said
        # The keypad option is stored, though the record has plain numbers.
        assert " x | 8 | 9 " in said
    assert "1. 1 5 *" in Store(tmp_path).path(name).read_text()
    said = converse(tmp_path, "\nquit\n")
    assert "Resume your last game" in said


def test_a_file_from_elsewhere_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.pgn"
    text = '[Game "tictactoe"]\n[First "Anna"]\n[Second "Ben"]\n\n1. 5 *\n'
    file.write_text(text)
    converse(tmp_path / "games", "1\n", resume=str(file))
    assert file.read_text() == text
    assert len(Store(tmp_path / "games").saved()) == 1


def test_nothing_to_resume(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no unfinished game"):
        converse(tmp_path, "", resume="")


def test_a_full_disk_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    said = converse(tmp_path / "games", "1\n5\n2\n4\n3\n", game="tictactoe", people=2)
    assert said.count("This game is not being saved") == 1
    assert "x wins: row 1-2-3 (1-0)." in said


@pytest.mark.parametrize(
    "setup",
    [
        {"game": "chequers"},
        {"game": "tictactoe", "options": {"numbering": "roman"}},
        {"game": "tictactoe", "opponent": "nobody"},
        {"game": "tictactoe", "opponent": "random", "side": "third"},
        {"game": "tictactoe", "players": ("random", "random:depth=3")},
        {"game": "tictactoe", "people": 2, "position": "xxx"},
        {"game": "tictactoe", "people": 2, "position": "xxx/xxx/xxx"},
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, setup: dict[str, object]) -> None:
    with pytest.raises(KibitzError):
        converse(tmp_path, "", **setup)


def test_watching(tmp_path: Path) -> None:
    said = converse(tmp_path, "", game="tictactoe", players=("alphabeta", "alphabeta"))
    assert said.count(" played ") == 9
    assert "The game is a draw (1/2-1/2)." in said


def test_json_events(tmp_path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    console = Console(io.StringIO("5\n5\nhint\nmoves\nundo\nresign\n"), err)
    setup = GameSetup(game="tictactoe", opponent="random", seed=1, ask=False)
    assert play(setup, console, JsonRenderer(out), Store(tmp_path)) == 0
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    kinds = [event["event"] for event in events]
    assert kinds == ["start", "move", "move", "error", "hint", "moves", "changed", "result"]
    assert events[1]["position"] == ".../.x./..."
    assert events[3]["kind"] == "IllegalMove"
    assert events[-1]["result"] == "0-1"


def test_ctrl_c_ends_a_hint_and_not_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(self: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "hint", pressed)
    said = converse(tmp_path, "hint\n5\nquit\n", game="tictactoe", people=2)
    assert "Search stopped; the game continues." in said
    assert "Move of o: quit" in said
