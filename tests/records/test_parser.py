"""Parsing and formatting of records: line numbers of errors, move numbers, marks, variations, bounds."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.base.errors import BadFile, BadNotation, ChangedRecord, KibitzError
from kibitz.base.side import Outcome, Side
from kibitz.records.files import read_record, read_records
from kibitz.records.parser import LONGEST, parse_records
from kibitz.records.record import Record, display_options, python_game_file
from kibitz.records.variation import DEEPEST, Variation

GAME = kibitz.load("tictactoe")
HEAD = '[Game "tictactoe"]\n\n'


def _moves(record: Record) -> str:
    return "".join(map(str, record.moves))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. 5 1 2. 9 *", "519"),
        ("5 1 9 *", "519"),
        ("1.5 1... 1 2.9 *", "519"),
        ("1. 5 ... 1 2. 9 *", "519"),
        ("999999999. 5 *", "5"),
        ("1. 5 {a\nb} 1\n% 9 is no move here\n2. 3 *", "513"),
        ('1. "5" 1 *', "51"),
        ("1. 5 (1. 1 2 *) 1 *", "51"),
        ("1. 5 * {said after it} ; and this", "5"),
    ],
)
def test_moves_are_read_whatever_stands_between_them(text: str, moves: str) -> None:
    assert _moves(Record.parse(HEAD + text)) == moves


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. 5 1\n2. 5 *", "line 4: move 3: "),
        ("{one\ntwo\nthree} 5\n5 *", "line 6: move 2: "),
        ("; one\n\n\n5 5 *", "line 6: move 2: "),
        ("1. 5 (1. 1 1) *", "line 3: in a variation: move 2: "),
        ("1. 5 (1. 1 (1. 2 2) 3) *", "line 3: in a variation: move 2: "),
        ("(1. 5) *", "line 3: a variation follows"),
        ("5) *", "line 3: this ends no variation"),
        ("$1 5 *", "line 3: a mark follows"),
        ("! 5 *", "a mark follows"),
        ("5 (1. 1\n2. 2", "line 4: a variation does not end"),
        ("5\n* 1", "line 4: '1' comes after the result *;"),
        ("5 1\n\n", "line 3: the text ends without a result; end it with 1-0 or 0-1 or 1/2-1/2 or *"),
        ("", "line 3: the text ends without a result"),
        ("5 {a\nb}\n[x", "line 5: '[x' is not a move, a comment in braces or a result"),
        ("5 $256 *", "a mark is a number from 0 to 255"),
        ("1.x *", "line 3: move 1: "),
        ('"1.5" *', "line 3: move 1: "),
        ('"\\q" *', "line 3: '\"\\\\q\"' is not quoted correctly"),
    ],
)
def test_a_mistake_has_its_line_its_place_and_its_reason(text: str, said: str) -> None:
    with pytest.raises(BadNotation) as caught:
        Record.parse(HEAD + text)
    assert said in str(caught.value)


def test_blanks_before_a_record_count_as_lines() -> None:
    with pytest.raises(BadNotation, match=r"^line 5: move 2: "):
        Record.parse(f"\n \n{HEAD}5 5 *")
    with pytest.raises(BadNotation, match=r"^line 3: the tag Game is given twice"):
        Record.parse(f'\n[Game "tictactoe"]\n{HEAD}*')


def test_results_of_variations_end_no_game() -> None:
    one = HEAD + "1. 5 (1. 1 2 (1... 3 0-1) 1-0) 1 (1... 2 *) 2. 9 * {over}\n"
    assert list(map(_moves, parse_records(one * 3))) == ["519"] * 3
    assert [record.comments for record in parse_records(one * 2)] == [{3: "over"}] * 2


def test_a_game_without_a_result_ends_where_the_next_begins() -> None:
    whole = HEAD + "1. 5 *\n"
    for text, number, line in ((HEAD + "1. 5\n\n" + whole, 1, 3), (whole + HEAD + "1. 5 1\n" + whole, 2, 6)):
        with pytest.raises(BadNotation, match=f"^game {number}: line {line}: the text ends without a result"):
            parse_records(text)
    # A single one has no number.
    with pytest.raises(BadNotation, match=r"^line 3: "):
        parse_records(HEAD + "1. 5")
    assert list(map(_moves, parse_records("5 * 1 * 2 *", GAME))) == ["5", "1", "2"]


def test_a_long_text_is_shown_in_short() -> None:
    for length, shown in ((38, "[" + "x" * 38), (39, "[" + "x" * 39), (40, "[" + "x" * 36 + "...")):
        with pytest.raises(BadNotation, match=re.escape(f"'{shown}' is not a tag")):
            Record.parse("[" + "x" * length + "\n\n*")
    with pytest.raises(BadNotation, match=r"'\[a\?b' is not a tag"):
        Record.parse("[a\x07b\n\n*")


def test_marks_as_people_write_them_have_numbers() -> None:
    text = "1. 5! 1? 2. 9!! 3?? 3. 2!? 8?! *"
    assert Record.parse(HEAD + text).marks == {n: (n,) for n in range(1, 7)}
    assert Record.parse(HEAD + "5 ! $7 $255 $0 1 ?? *").marks == {1: (1, 7, 255, 0), 2: (4,)}


def test_variations_lie_at_the_move_that_they_replace() -> None:
    record = Record.parse(HEAD + "1. 5 1 (1... 2 {two} 2. 3 (2. 4?) 9) (1... 3) 2. 9 (2. 8) *")
    assert {
        at: ["".join(map(str, each.moves)) for each in found] for at, found in record.variations.items()
    } == {
        1: ["239", "3"],
        2: ["8"],
    }
    inner = record.variations[1][0]
    assert inner.comments == {1: "two"}
    assert [(at, "".join(map(str, each.moves)), each.marks) for at, (each,) in inner.variations.items()] == [
        (1, "4", {1: (2,)})
    ]
    assert str(record).endswith("\n1. 5 1 (1... 2 {two} 2. 3 (2. 4 $2) 2... 9) (1... 3) 2. 9 (2. 8) *\n")


def _deep(depth: int) -> str:
    """Variations inside each other: the reply to 5 is 1, or 2, or 1 and so on."""
    replies = ("1", "2")
    return HEAD + "5 1 " + "".join(f"({replies[(k + 1) % 2]} " for k in range(depth)) + ")" * depth + " *"


def test_variations_inside_each_other_have_a_bound() -> None:
    record = Record.parse(_deep(DEEPEST))
    assert Record.parse(str(record)) == record
    with pytest.raises(BadNotation, match=f"nested more than {DEEPEST} deep"):
        Record.parse(_deep(DEEPEST + 1))
    move = GAME.start().move("5")
    inside = Variation((move,))
    for _ in range(DEEPEST - 1):
        inside = Variation((move,), variations={0: (inside,)})
    Record(GAME, (move,), variations={0: (inside,)})
    with pytest.raises(BadNotation, match=f"nested more than {DEEPEST}"):
        Record(GAME, (move,), variations={0: (Variation((move,), variations={0: (inside,)}),)})


@pytest.mark.parametrize(
    ("told", "fits"),
    [
        ({"marks": {1: (0,), 2: (255,)}}, True),
        ({"marks": {1: (256,)}}, False),
        ({"marks": {1: (-1,)}}, False),
        ({"marks": {3: (1,)}}, False),
        ({"comments": {0: "a", 2: "b"}}, True),
        ({"comments": {-1: "a"}}, False),
        ({"comments": {3: "a"}}, False),
        ({"variations": {-1: ()}}, False),
        ({"variations": {0: (), 1: ()}}, True),
        ({"variations": {2: ()}}, False),
    ],
)
def test_comments_belong_to_moves(told: dict[str, object], fits: bool) -> None:
    moves = tuple(GAME.start().moves[:2])
    if fits:
        record = Record(GAME, moves, **told)  # type: ignore[arg-type]
        assert Record.parse(str(record)) == record
    else:
        with pytest.raises(BadNotation):
            Record(GAME, moves, **told)  # type: ignore[arg-type]


def test_nothing_said_is_nothing_kept() -> None:
    record = Record(
        GAME, tuple(GAME.start().moves[:2]), marks={1: ()}, comments={1: " \n"}, variations={1: ()}
    )
    assert (record.marks, record.comments, record.variations) == ({}, {}, {})
    with pytest.raises(BadNotation, match="at least one move"):
        Variation(())
    record = Record(GAME, comments={0: "a {b}\n\tc\x07d"}, tags={"Note": " a\n b "})
    assert (record.comments, record.tags) == ({0: "a (b) c d"}, {"Note": "a b"})


@pytest.mark.parametrize("name", ["", "1a", "a-b", "a" * 41, "Result", "Rules", "é"])
def test_tags_are_words(name: str) -> None:
    with pytest.raises(BadNotation, match="can't be a tag"):
        Record(GAME, tags={name: "x"})
    assert Record.parse(str(Record(GAME, tags={"a" * 40: "x"}))).tags == {"a" * 40: "x"}


def test_tags_stand_in_the_order_in_which_people_look_for_them() -> None:
    tags = {"Zeta": "z", "Second": "b", "Alpha": "a", "First": "c", "Date": "d", "Event": "e"}
    text = str(Record(GAME, start=GAME.position("x../.../..."), tags=tags))
    names = re.findall(r"^\[(\w+)", text, re.M)
    assert names == [
        "Event",
        "Date",
        "First",
        "Second",
        "Checksum",
        "Game",
        "Start",
        "Result",
        "Zeta",
        "Alpha",
    ]


def test_names_are_written_as_people_write_them() -> None:
    named = Record(GAME, tags={"First": 'Zoë "日本" \\', "Second": "\ud800"})
    assert '[First "Zoë \\"日本\\" \\\\"]\n' in str(named)
    assert Record.parse(str(named)) == named
    str(named).encode()  # half a surrogate would not be UTF-8


def test_numbers_stand_where_they_are_needed() -> None:
    begun = Record(GAME, (GAME.start().move("5"), GAME.start().move("9")), GAME.position("x../.../..."))
    assert str(begun).endswith("\n\n1... 5 2. 9 *\n")
    said = Record(GAME, tuple(map(GAME.start().move, "519")), comments={0: "a", 1: "b", 2: "c"})
    assert str(said).endswith("\n\n{a} 1. 5 {b} 1... 1 {c} 2. 9 *\n")
    # Several things that happen on one turn have one number: rolls, and further moves of the same player.
    position = dice = kibitz.load("ewn").start()
    moves: list[kibitz.Move] = []
    while len(moves) < 5:
        moves.append(position.moves[0])
        position = position.play(moves[-1])
    words = str(Record(dice.game, tuple(moves), dice)).split("\n\n")[1].split()
    assert [word for word in words if word.endswith(".")] == ["1.", "2."]
    assert words.index("2.") == 5


def test_lines_of_moves_are_as_full_as_80_characters_allow() -> None:
    board = kibitz.load("mnk:width=19,height=19,length=19")
    comments = {at: "x" * at for at in range(0, 60, 7)}
    text = str(Record(board, tuple(board.start().moves[:60]), comments=comments))
    lines = text.split("\n\n")[1].splitlines()
    assert len(lines) > 5
    for line, following in pairwise(lines):
        assert len(line) <= 80 < len(line) + 1 + len(following.split()[0])
    exact = Record(GAME, comments={0: "x" * 76})
    assert str(exact).splitlines()[-1] == "{" + "x" * 76 + "} *"
    assert str(Record(GAME, comments={0: "x" * 77})).splitlines()[-2:] == ["{" + "x" * 77 + "}", "*"]


def test_a_record_has_at_most_a_million_characters() -> None:
    text = HEAD + "5 {%s} *"
    fits = text % ("x" * (LONGEST - len(text) + 2))
    assert len(fits) == LONGEST == 1_000_000
    assert _moves(Record.parse(fits)) == "5"
    with pytest.raises(BadNotation, match="at most 1000000 characters, not 1000001"):
        Record.parse(fits + " ")


def test_line_ends_and_marks_of_other_systems_are_read() -> None:
    text = HEAD + "1. 5 1\n2. 9 *\n"
    for other in ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        assert Record.parse(other) == Record.parse(text)
        assert parse_records(other) == [Record.parse(text)]
    with pytest.raises(BadNotation, match="line 4: "):
        Record.parse((HEAD + "5\n5 *").replace("\n", "\r"))


def test_a_game_that_is_given_is_that_of_the_record() -> None:
    assert _moves(Record.parse("5 1 *", GAME)) == "51"
    with pytest.raises(BadNotation, match="line 2: this is a record of tictactoe, not of mnk:width=4"):
        Record.parse('[Event "x"]\n[Game "tictactoe"]\n\n*', kibitz.load("mnk:width=4,height=3,length=3"))
    keypad = kibitz.load("tictactoe:numbering=keypad")
    assert Record.parse(HEAD + "7 *", keypad).game.spec == "tictactoe"
    assert display_options(keypad) == "numbering=keypad"
    assert display_options(GAME) == ""


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("nim.py", "nim.py"),
        ("a/b/nim.py:piles=3", "nim.py"),
        ("C:\\games\\Nim.PY", "Nim.PY"),
        ("a.pyx/nim.py:x=b.py", "nim.py"),
    ],
)
def test_the_file_of_a_game_is_named_without_its_folder(spec: str, name: str) -> None:
    assert python_game_file(spec) == name


def test_results_that_the_moves_do_not_have_are_refused() -> None:
    won = tuple(map(GAME.start().move, "51429"))
    for outcome in (None, Outcome(Side.SECOND), Outcome(None)):
        with pytest.raises(BadNotation, match="the moves end the game 1-0, but the result says"):
            Record(GAME, tuple(map(GAME.start().move, "51426")), None, outcome)
    # Before the rules end it, a game may end in any way.
    for outcome in (None, Outcome(Side.FIRST), Outcome(Side.SECOND), Outcome(None)):
        assert Record(GAME, won, None, outcome).outcome == outcome


def test_files_are_named_with_their_faults(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(HEAD + "5\n5 *\n")
    for read in (read_record, read_records):
        with pytest.raises(BadFile, match=r"game\.pgn: line 4: move 2"):
            read(path)
    path.write_bytes(b"one\ntwo\n\xff\n")
    with pytest.raises(BadFile, match=r"game\.pgn: line 3: this is not UTF-8"):
        read_record(path)
    path.write_bytes(b"\xff")
    with pytest.raises(BadFile, match=r"game\.pgn: line 1: this is not UTF-8"):
        read_record(path)


def test_a_changed_file_is_refused_unless_it_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(str(Record.parse(HEAD + "1. 5 1 *")).replace("5 1", "5 2"))
    for read in (read_record, read_records):
        with pytest.raises(ChangedRecord, match=r"game\.pgn: "):
            read(path)
    assert _moves(read_record(path, accept_changed=True)) == "52"
    assert list(map(_moves, read_records(path, accept_changed=True))) == ["52"]
    two = path.read_text() * 2
    with pytest.raises(ChangedRecord, match="game 1: "):
        parse_records(two)
    assert list(map(_moves, parse_records(two, accept_changed=True))) == ["52", "52"]


def test_long_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    with path.open("wb") as file:
        file.truncate(LONGEST + 1)
    with pytest.raises(BadFile, match="longer than 1000000 bytes"):
        read_record(path)
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(BadFile, match="a record has at most 1000000 characters"):
        read_records(path)
    many = str(Record.parse(HEAD + "5 {" + "x" * 999_000 + "} *")) * 2
    path.write_text(many)
    assert len(read_records(path)) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "tictactoe"},
        {"start": "x../.../..."},
        {"outcome": "1-0"},
        {"tags": [("Event", "x")]},
        {"comments": ["x"]},
        {"comments": {"0": "x"}},
        {"marks": {1: ("!",)}},
        {"variations": {0: ("5",)}},
    ],
)
def test_arguments_of_the_wrong_type_are_named(wrong: dict[str, Any]) -> None:
    data = {"game": GAME, "moves": (GAME.start().move("5"),), **wrong}
    # Of what lies inside, the parts are named.
    names = "|".join([*wrong, "move", "mark", "variation"])
    with pytest.raises(KibitzError, match=rf"^({names}) must be "):
        Record(**data)
