"""`kibitz review`: text, graph, JSON, and invalid files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.review import command
from kibitz.game_review.evaluation_graph import prospects, svg_graph, text_graph
from kibitz.game_review.review import review
from kibitz.game_review.text_report import review_text
from kibitz.records.record_store import Store

TEXT = '[Game "tictactoe"]\n[First "Anna"]\n[Second "Ben"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2\n'


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.pgn"
    path.write_text(TEXT)
    return str(path)


def test_words(file: str) -> None:
    said = CliRunner().invoke(command, [file, "--plain"]).output
    assert "A game of tic-tac-toe, Anna - Ben, 1/2-1/2" in said
    assert "o 2?  draws in 8 -> loses in 6  losing move, missed the only good move of" in said
    flat = " ".join(said.split())
    assert "x (Anna): 1 missed win, 1 losing move, accuracy 14%, found 0 of 2 critical moves" in flat
    # Every fault has its reason, its refutation and what was better.
    assert (
        "Move 7, x 4?, losing move; 1 of 3 moves was good It lets o win at once with 8 (row 7-8-9)." in flat
    )
    assert "Then: 4 8 Before it: After this line: x | o | x x | o | x" in flat
    assert "Better 8: it stops o from winning there (row 7-8-9)" in flat
    assert f"Play it again: kibitz review {file} --again 7" in flat
    assert "Distances to the end are in plies" in said
    assert "After moves 2 to 4: x was winning." in said
    assert said.isascii()
    assert max(len(line) for line in said.splitlines() if not line.startswith("  kibitz review ")) <= 80


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_text_fits_any_width_and_breaks_no_word(width: int) -> None:
    found = review(kibitz.Record.parse(TEXT))
    lines = [part for text in review_text(found, width) for part in text.split("\n")]
    lines = [line for line in lines if not line.startswith("  kibitz play ")]  # commands are kept whole
    assert max(map(len, lines)) < min(width, 100)
    words, wide = (
        {word.strip(":") for word in " ".join(texts).split()} for texts in (lines, review_text(found, 200))
    )
    assert words <= wide
    if width == 80:  # as wide as it is without a word about it
        assert list(review_text(found)) == list(review_text(found, width))


def test_json_and_svg(file: str, tmp_path: Path) -> None:
    picture = tmp_path / "graph.svg"
    said = json.loads(CliRunner().invoke(command, [file, "--json", "--svg", str(picture)]).stdout)
    assert (said["first"]["critical"], said["own"]) == (2, ["first", "second"])
    assert said["prospects"] == [0.5, 0.5, 1.0, 1.0, 1.0, 0.5, 0.5, 0.0, 0.5, 0.5]
    assert [decision["label"] for decision in said["decisions"]][1] == "losing move"
    assert said["decisions"][6]["mark"] == "?"
    assert said["decisions"][6]["why"]["reasons"][0]["kind"] == "lets the opponent win at once"
    assert said["decisions"][6]["better"]["move"] == "8"
    assert [lesson["ply"] for lesson in said["said"]["lessons"]] == [1, 4, 6, 7]
    lesson = said["said"]["lessons"][2]
    assert lesson["position"] == "xox/.x./o.o"
    assert lesson["refuted"]["position"] == "xox/xx./ooo"
    assert lesson["board"].splitlines()[0].split() == ["x", "|", "o", "|", "x"]
    assert lesson["again"]["command"] == "kibitz play tictactoe --position xox/.x./o.o --side first"
    assert said["phases"][0] == {"begin": 0, "end": 1, "standing": "even"}
    assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg")


def test_the_last_game_without_a_name(file: str) -> None:
    assert "there is no saved game" in str(CliRunner().invoke(command, []).exception)
    Store().save("mine", kibitz.Record.parse(TEXT))
    assert "Anna - Ben" in CliRunner().invoke(command, []).output
    assert "Anna - Ben" in CliRunner().invoke(command, ["mine"]).output


@pytest.mark.parametrize("text", ["", "nonsense", '[Game "tictactoe"]\n\n*', '[Game "nim.py"]\n\n1. 1 *'])
def test_invalid_games_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text(text)
    refused = CliRunner().invoke(command, [str(path)]).exception
    assert isinstance(refused, kibitz.KibitzError)
    assert path.read_text() == text


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    nim = str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "nim.py")
    game = kibitz.load(nim)
    position, moves = game.start(), []
    while not position.is_over:
        moves.append(position.moves[0])
        position = position.play(moves[-1])
    path = tmp_path / "nim.pgn"
    path.write_text(str(kibitz.Record(game, tuple(moves), outcome=position.outcome)))
    assert "critical" in CliRunner().invoke(command, [str(path), "--game", nim]).output


def test_graphs_of_long_games_fit() -> None:
    game = kibitz.load("mnk:width=12,height=12,length=12")
    moves, position = [], game.start()
    while not position.is_over and len(moves) < 120:
        moves.append(position.moves[0])
        position = position.play(moves[-1])
    found = review(kibitz.Record(game, tuple(moves), outcome=position.outcome), kibitz.Limit(depth=1))
    assert len(prospects(found)) == 121
    for width in (20, 40, 80):
        lines = text_graph(found, width).splitlines()
        assert max(map(len, lines)) <= max(width, 18)
    assert "┤" in text_graph(found, unicode=True)
    ElementTree.fromstring(svg_graph(found))


def test_a_file_of_many_games(tmp_path: Path) -> None:
    one = '[Game "tictactoe"]\n[First "Anna"]\n[Second "Ben"]\n\n1. 1 2 2. 5 9 3. 3 7 4. 4 6 5. 8 1/2-1/2\n'
    two = '[Game "tictactoe"]\n[First "Ben"]\n[Second "Anna"]\n\n1. 5 2 2. 1 9 3. 4 6 4. 7 1-0\n'
    none = '[Game "tictactoe"]\n\n*\n'
    file = tmp_path / "games.pgn"
    file.write_text(one + "\n" + none + two)
    said = CliRunner().invoke(command, [str(file), "--plain"]).output
    assert "1  tic-tac-toe, Anna - Ben, 1/2-1/2, 9 moves, 4 mistakes" in said
    assert "3  tic-tac-toe, Ben - Anna, 1-0, 7 moves, " in said  # the number that --number takes
    assert "Game 3, move 2, o 2?" in said
    assert "Ben: 1.5 of 2 points in 2 games" in said
    assert "Costliest mistakes:" in said
    whole = CliRunner().invoke(command, [str(file), "--plain", "--number", "3"]).output
    assert "A game of tic-tac-toe, Ben - Anna, 1-0" in whole
    found = json.loads(CliRunner().invoke(command, [str(file), "--json"]).output)
    assert [each["number"] for each in found["games"]] == [1, 3]
    assert {player["name"]: player["points"] for player in found["players"]} == {"Anna": 0.5, "Ben": 1.5}
    for wrong in (["--number", "4"], ["--svg", str(tmp_path / "x.svg")]):
        assert CliRunner().invoke(command, [str(file), *wrong]).exception is not None
    assert not (tmp_path / "x.svg").exists()


def test_unreadable_games_do_not_hide_the_others(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    bad = '[Game "tictactoe"]\n\n1. 5 5 *\n\n'
    file.write_text(TEXT + "\n" + bad + TEXT.replace("Anna", "Carl"))

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "kibitz", "review", str(file), "--plain", *options]
        return subprocess.run(command, capture_output=True, text=True)

    whole = run()
    assert whole.returncode == 1
    assert "1  tic-tac-toe, Anna - Ben" in whole.stdout
    assert "3  tic-tac-toe, Carl - Ben" in whole.stdout
    assert whole.stderr.splitlines() == [
        f"kibitz: {file}: game 2: line 9: move 2: 5 is taken; choose an empty cell",
        "kibitz: 1 game of 3 could not be read; the others are reviewed above",
    ]
    as_json = run("--json")
    assert (as_json.returncode, [each["number"] for each in json.loads(as_json.stdout)["games"]]) == (
        1,
        [1, 3],
    )
    # A request for one game reports no others.
    third = run("--number", "3")
    assert (third.returncode, third.stderr) == (0, "")
    assert "A game of tic-tac-toe, Carl - Ben" in third.stdout
    second = run("--number", "2")
    assert (second.returncode, second.stdout) == (1, "")
    assert "game 2: line 9: move 2" in second.stderr
    fourth = run("--number", "4")
    assert (fourth.returncode, fourth.stderr) == (2, "kibitz: there is no game 4; there are 3\n")
    file.write_text(bad * 12)
    none = run()
    assert (none.returncode, none.stdout) == (1, "")
    assert "game 1: " in none.stderr
    file.write_text(TEXT + "\n" + bad * 12)
    many = run().stderr.splitlines()
    assert len(many) == 11
    assert many[-1] == "kibitz: 12 games of 13 could not be read; the others are reviewed above"
