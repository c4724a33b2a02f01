"""Records of Python games are read without naming the file, even if it has changed or is gone."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.game_record import write_records
from kibitz.records.files import read_record, read_records
from kibitz.records.python_rules import keep_rules, kept_game
from kibitz.records.record import display_options
from kibitz.records.record_store import Store

NIM = Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "nim.py"


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The file of the rules, and the record of a game by them."""
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    rules = tmp_path / "nim.py"
    rules.write_text(NIM.read_text())
    session = kibitz.Session(kibitz.load(f"{rules}:piles=2"))
    session.play("1-1")
    return rules, Store().save("nim-1", session.record())


def test_without_the_file(played: tuple[Path, Path]) -> None:
    rules, record = played
    rules.unlink()
    found = read_record(record)
    assert [str(move) for move in found.moves] == ["1-1"]
    assert found.game.values["piles"] == 2
    assert [saved.problem for saved in Store().saved()] == [""]


def test_by_the_rules_as_they_were(played: tuple[Path, Path]) -> None:
    rules, record = played
    rules.write_text(rules.read_text().replace('"loss"', '"win"'))
    assert read_record(record).positions()[-1].play("2-2").outcome.winner is kibitz.Side.SECOND


def test_unapproved_code_is_not_run(played: tuple[Path, Path], monkeypatch, tmp_path: Path) -> None:
    _, record = played
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "elsewhere"))
    with pytest.raises(kibitz.BadFile, match="rules of this game are in a Python file"):
        read_record(record)


def test_kept_rules_that_were_changed_are_not_run(played: tuple[Path, Path], tmp_path: Path) -> None:
    _, record = played
    (kept,) = (tmp_path / "data" / "rules").rglob("nim.py")
    kept.write_text(kept.read_text() + "\nraise SystemExit('changed')\n")
    with pytest.raises(kibitz.BadFile, match="rules of this game are in a Python file"):
        read_record(record)


def test_bare_review_and_saved(played: tuple[Path, Path]) -> None:
    rules, _ = played
    rules.unlink()
    run = [sys.executable, "-m", "kibitz"]
    environment = {**os.environ, "COLUMNS": "100"}
    saved = subprocess.run([*run, "saved"], capture_output=True, text=True, env=environment, check=True)
    assert "nim-1" in saved.stdout
    review = subprocess.run([*run, "review"], capture_output=True, text=True, env=environment, check=True)
    assert "1-1" in review.stdout


def test_a_file_of_a_match(played: tuple[Path, Path], tmp_path: Path) -> None:
    rules, file = tmp_path / "other.py", tmp_path / "match.pgn"
    rules.write_text(NIM.read_text() + "\n# of its own\n")
    write_records(file, kibitz.match("random", "random", game=f"{rules}:piles=2", games=2).records())
    rules.unlink()
    assert len(read_records(file)) == 2


def test_a_game_in_a_file_has_no_options_for_its_looks_alone() -> None:
    assert display_options(kibitz.load(f"{NIM}:piles=2")) == ""


def test_only_what_was_loaded_is_kept(tmp_path: Path) -> None:
    rules, folder = tmp_path / "nim.py", tmp_path / "data"
    rules.write_text(NIM.read_text())
    game = kibitz.load(f"{rules}:piles=2")
    rules.write_text(NIM.read_text() + "\n# changed since\n")
    keep_rules(game, folder)
    assert not list(folder.rglob("*.py"))
    rules.write_text(NIM.read_text())
    keep_rules(game, folder)
    (kept,) = folder.rglob("*.py")
    assert kept.read_text() == NIM.read_text()
    assert kept.parent.name == hashlib.sha256(NIM.read_bytes()).hexdigest()[:16]
    # Games without a file have nothing to keep.
    keep_rules(kibitz.load("tictactoe"), tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_kept_rules_are_found_by_a_records_tags(tmp_path: Path) -> None:
    rules, folder = tmp_path / "nim.py", tmp_path / "data"
    rules.write_text(NIM.read_text())
    keep_rules(kibitz.load(str(rules)), folder)
    mark = hashlib.sha256(NIM.read_bytes()).hexdigest()[:16]
    for spec, piles in (("nim.py", None), ("any/where/nim.py:piles=2", 2)):
        found = kept_game(f'[Event "x"]\n[Game "{spec}"]\n[Rules "{mark}"]\n\n*', folder)
        assert found is not None
        assert piles in (None, found.values["piles"])
    for text in (
        f'[Game "nim.py"]\n[Rules "{mark[:-1]}"]',
        f'[Game "nim.py"]\n[Rules "{mark.upper()}x"]',
        f'[Game "other.py"]\n[Rules "{mark}"]',
        f'[Game "tictactoe"]\n[Rules "{mark}"]',
        '[Game "nim.py"]',
        f'[Rules "{mark}"]',
        "",
    ):
        assert kept_game(text, folder) is None
