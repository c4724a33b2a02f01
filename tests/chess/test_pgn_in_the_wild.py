"""PGN of other programs and people, beside python-chess."""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.base.errors import BadNotation
from kibitz.records.files import read_record, read_records
from kibitz.records.parser import parse_records

TAGS = '[Event "Club"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n'


@pytest.fixture
def pgn() -> Iterator[Any]:
    """python-chess's reader, without what it says about mistakes."""
    found = pytest.importorskip("chess.pgn", reason="python-chess is not installed (pip install chess)")
    logging.disable(logging.CRITICAL)
    yield found
    logging.disable(logging.NOTSET)


def one(text: str) -> kibitz.Record:
    (record,) = parse_records(text)
    assert kibitz.Record.parse(str(record)) == record
    return record


def same_moves(ours: kibitz.Record, theirs: Any) -> None:
    assert [move.text for move in ours.moves] == [move.uci() for move in theirs.mainline_moves()]


@pytest.mark.parametrize(
    "moves",
    [
        "1 e4 e5 2 Nf3 Nc6 3 . Bb5 a6",
        "1.e4 1…e5 2. Nf3 2.. Nc6",
        "e4 e5 Nf3 Nc6",
        "1. e4 a6 2. e5 d5 3. exd6 e.p. exd6",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate",
        "1. e4 e5 D 2. Nf3 N Nc6 += 3. Bb5 +/- a6 =",
        "1. e4 e5 () 2. Nf3 ({a word}) Nc6",
        "1. e4 e5 ( $142 1... c5 2. Nf3 ) 2. Nf3",
        "1. e4\x0c e5\x1a",
        "1. e4 e5 {Black resigns} ; and goes home",
    ],
)
def test_moves_are_found_among_other_words(pgn: Any, moves: str) -> None:
    ours = one(f"{TAGS}{moves} 1-0\n")
    theirs = pgn.read_game(io.StringIO(f"{TAGS}{moves} 1-0\n"))
    assert not theirs.errors
    assert ours.moves
    same_moves(ours, theirs)


def test_signs_of_books_are_marks() -> None:
    record = one(f"{TAGS}1. e4 += e5 ± 2. Nf3 □ Nc6 -+ 3. Bb5 N a6! = (3... d6 +-) 1-0")
    assert record.marks == {1: (14,), 2: (16,), 3: (7,), 4: (19,), 5: (146,), 6: (1, 10)}
    assert record.variations[5][0].marks == {1: (18,)}
    before = one(f"{TAGS}1. e4 e5 ($142 1... c5) 1-0")
    assert before.variations[1][0].marks == {1: (142,)}


@pytest.mark.parametrize("word", ["--", "Z0", "null", "0000", "@@@@"])
def test_null_move_threats_are_kept_as_comments(word: str) -> None:
    """Nobody may pass in chess, but annotators do, to show a threat."""
    record = one(
        f"{TAGS}1. e4 e5 (1... {word} 2. d4 (2. f4 {{too}}) 2... d5) 2. Nf3 (2. Bc4 {word} 3. Qh5) 1-0"
    )
    assert len(record.moves) == 3
    assert record.comments == {2: f"{word} 2. d4 ( 2. f4 too ) 2... d5"}
    (after,) = record.variations[2]
    assert (len(after.moves), after.comments) == (1, {1: f"{word} 3. Qh5"})


def test_a_game_with_a_null_move_ends_there() -> None:
    record = one(f"{TAGS}1. e4 e5 2. Nf3 Z0 3. d4 (3. c4) d5 1-0")
    assert (len(record.moves), record.result) == (3, "1-0")
    assert record.comments == {3: "Z0 3. d4 ( 3. c4 ) d5"}


def test_games_from_before_a_rule_are_read_as_far_as_it_lets_them() -> None:
    """Five times the same position has ended games since 2014; older ones went on."""
    there_and_back = "Nf3 Nf6 Ng1 Ng8 "
    record = one(f"{TAGS}{there_and_back * 4}e4 e5 1-0")
    assert len(record.moves) == 16
    assert record.result == "1/2-1/2"
    assert record.comments == {16: "The game went on: e4 e5 The result is given as 1-0."}


@pytest.mark.parametrize(
    ("tag", "end", "result", "said"),
    [
        ("1-0", "*", "1-0", None),
        ("*", "0-1", "0-1", None),
        ("?", "", "*", None),
        ("", "1-0", "1-0", None),
        ("1/2", "1/2", "1/2-1/2", None),
        ("½-½", "½–½", "1/2-1/2", None),
        ("0-1", "", "0-1", None),
        ("0-1", "1-0", "0-1", "The moves end with 1-0."),
        ("1-0", "0–1", "1-0", "The moves end with 0-1."),
    ],
)
def test_results_that_differ(tag: str, end: str, result: str, said: str | None) -> None:
    head = TAGS.replace("1-0", tag)
    record = one(f"{head}1. e4 e5 {end}\n")
    assert (record.result, record.comments.get(2)) == (result, said)
    games = parse_records(f"{head}1. e4 e5 {end}\n\n" * 3)
    assert [(game.result, len(game.moves)) for game in games] == [(result, 2)] * 3


@pytest.mark.parametrize("told", ["*", "1-0", "0-1", "1/2-1/2"])
def test_a_mate_is_a_mate_whatever_the_result_says(told: str) -> None:
    record = one(TAGS.replace("1-0", told) + f"1. f3 e5 2. g4 Qh4# {told}")
    assert record.result == "0-1"
    wrong = told not in ("*", "0-1")
    assert record.comments.get(4) == (f"The result is given as {told}." if wrong else None)


@pytest.mark.parametrize(
    ("tag", "name", "text"),
    [
        (r'[Event "C:\new\users"]', "Event", r"C:\new\users"),
        (r'[Event "the \"Big\" one \\"]', "Event", 'the "Big" one \\'),
        ('[Event "the "Big" one"]', "Event", 'the "Big" one'),
        ('[Event "first"]\n[Event "second"]', "Event", "first"),
        ('[White-Elo "2000"]', "White_Elo", "2000"),
        ('% a line for some program\n[Event "x"]', "Event", "x"),
        ('; a remark\n\n[Event "x"]', "Event", "x"),
        ('\ufeff[Event "x"]', "Event", "x"),
    ],
)
def test_tags_as_they_come(tag: str, name: str, text: str) -> None:
    for games in (1, 2):
        found = parse_records(f'{tag}\n[White "A"]\n\n1. e4 *\n\n' * games)
        assert [record.tags[name] for record in found] == [text] * games
    assert kibitz.Record.parse(str(found[0])) == found[0]


@pytest.mark.parametrize(
    "tag", ['[Site "Riga"]', '[Round "3"]', '[WhiteElo "1"]', '[ECO "C20"]', '[SetUp "0"]']
)
def test_games_without_player_names_are_read(tag: str) -> None:
    assert one(f'[Event "x"]\n{tag}\n\n1. e4 e5 *').game.name == "chess"


def test_moves_alone_are_read_where_the_game_is_said() -> None:
    record = kibitz.Record.parse("1 e4 e5 2 Nf3 ½-½", kibitz.load("chess"))
    assert (len(record.moves), record.result) == (3, "1/2-1/2")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8", "utf-8-sig"])
def test_letters_of_older_files(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes('[White "Müller"]\n[Black "Gärtner"]\n\n1. e4 {schön} *\n'.encode(encoding))
    for record in (read_record(path), *read_records(path)):
        assert record.tags["First"] == "Müller"
        assert record.comments == {1: "schön"}


def test_a_mistake_is_reported_with_its_line_in_the_file() -> None:
    text = f"{TAGS}1. e4 e5 1-0\n\n\n{TAGS}1. e4 e5\n2. Ke3 1-0\n"
    line = next(number for number, each in enumerate(text.split("\n"), start=1) if "Ke3" in each)
    with pytest.raises(BadNotation, match=rf"^game 2: line {line}: move 3: "):
        parse_records(text)
    with pytest.raises(BadNotation, match=r"^line 2: '\[Foo\]' is not a tag"):
        parse_records('[White "A"]\n[Foo]\n\n1. e4 *\n')


def test_other_kinds_of_chess_are_refused_by_name() -> None:
    with pytest.raises(BadNotation, match="'antichess' can't be played here"):
        parse_records('[Variant "Antichess"]\n\n1. e4 *\n')


def test_files_that_python_chess_is_tested_with(pgn: Any) -> None:
    folder = os.environ.get("KIBITZ_PYTHON_CHESS")
    if not folder:
        pytest.skip("KIBITZ_PYTHON_CHESS names no source package of python-chess")
    for path in sorted(Path(folder, "data", "pgn").glob("*.pgn")):
        text = path.read_text(encoding="utf-8-sig")
        source, theirs = io.StringIO(text), []
        while (game := pgn.read_game(source)) is not None:
            theirs.append(game)
        if any(game.headers.get("Variant", "").lower() in ("antichess", "crazyhouse") for game in theirs):
            continue
        ours = read_records(path)
        assert len(ours) == len(theirs), path.name
        for mine, other in zip(ours, theirs, strict=True):
            assert mine.result == other.headers["Result"]
            moves = [move.uci() for move in other.mainline_moves()]
            played = moves.index("0000") if "0000" in moves else len(moves)
            assert [move.text for move in mine.moves] == moves[:played], path.name
