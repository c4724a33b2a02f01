"""`kibitz.review` takes a record, a session, the text of a record or PGN, or a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz import BadFile, BadNotation, BadOption

TEXT = '[Game "tictactoe"]\n[First "Anna"]\n[Second "Ben"]\n\n1. 1 2 2. 5 9 3. 3 *\n'


def test_all_sources_give_the_same_review(tmp_path: Path) -> None:
    session = kibitz.Session(kibitz.load("tictactoe"))
    for move in ("1", "2", "5", "9", "3"):
        session.play(move)
    path = tmp_path / "game.pgn"
    path.write_text(TEXT, encoding="utf-8")
    reviews = [kibitz.review(each).to_json() for each in (kibitz.Record.parse(TEXT), TEXT, path, str(path))]
    assert all(each == reviews[0] for each in reviews)
    assert kibitz.review(session).to_json()["decisions"] == reviews[0]["decisions"]


def test_the_review_is_shown_as_the_command_shows_it() -> None:
    found = kibitz.review(TEXT)
    assert repr(found) == "<Review tictactoe *, 5 moves, exact; accuracy 19%, 9%>"
    assert str(found).startswith("A game of tic-tac-toe, Anna - Ben, *\nAll values are exact.\n")
    assert found.to_json()["game"] == "tictactoe"


def test_rules_in_a_file_are_given_beside_the_text() -> None:
    game = kibitz.load("nim")
    moves = game.start().moves[:1]
    text = str(kibitz.Record(game, moves))
    assert len(kibitz.review(text, game=game).decisions) == 1


def test_a_file_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="this game has no moves to review"):
        kibitz.review('[Game "tictactoe"] *')
    with pytest.raises(BadOption, match="a Record, a Session, the text of a record or a file, not 5"):
        kibitz.review(5)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="a Record, a Session"):
        kibitz.review(kibitz.Session)  # type: ignore[arg-type]
    with pytest.raises(BadFile, match=r"nothing\.pgn can't be read"):
        kibitz.review(str(tmp_path / "nothing.pgn"))
    with pytest.raises(BadNotation, match="line 1"):
        kibitz.review('[Game "tictactoe"] 1 1 *')
    with pytest.raises(BadOption, match="progress must be a function or None"):
        kibitz.review(TEXT, progress=3)  # type: ignore[arg-type]


def test_a_file_of_several_games_is_read_by_read_records(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(TEXT * 2, encoding="utf-8")
    assert kibitz.read_records(path) == kibitz.read_records(str(path)) == [kibitz.Record.parse(TEXT)] * 2
    with pytest.raises(BadFile, match=r"games\.pgn"):
        kibitz.review(path)
    with pytest.raises(BadNotation, match="path must be a text or a Path, not 5"):
        kibitz.read_records(5)  # type: ignore[arg-type]
