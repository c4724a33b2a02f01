"""Records as text: round trips, and messages about invalid texts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.base.errors import BadNotation, KibitzError
from kibitz.base.side import Outcome, Side
from kibitz.records.parser import LONGEST
from kibitz.records.record import Record

GAMES = ["tictactoe", "tictactoe:numbering=keypad", "mnk:width=4,height=3,length=3", "mnk:width=19,height=19"]

SCHOOL = """[Event "Friday"]
[First "person"]
[Second "alphabeta:depth=3"]
[Game "tictactoe"]
[Result "1-0"]

1. 5 1 2. 3 7 {too late} 3. 4 9 4. 6 1-0
"""


@st.composite
def records(draw: st.DrawFn) -> Record:
    game = kibitz.load(draw(st.sampled_from(GAMES)))
    position, start, moves = game.start(), None, []
    for _ in range(draw(st.integers(0, 12))):
        if position.is_over:
            break
        move = draw(st.sampled_from(position.moves))
        position = position.play(move)
        moves.append(move)
        if start is None and draw(st.integers(0, 9)) == 0:
            start, moves = position, []
    outcome = position.outcome
    if outcome is None and draw(st.booleans()):
        outcome = draw(st.sampled_from([Outcome(Side.FIRST), Outcome(Side.SECOND), Outcome(None)]))
    names = st.sampled_from(["Event", "Date", "First", "Second", "Seed", "Note", "Round"])
    tags = draw(st.dictionaries(names, st.text(max_size=40), max_size=4))
    places = st.integers(0, len(moves))
    comments = draw(st.dictionaries(places, st.text(max_size=200), max_size=4))
    return Record(game, tuple(moves), start, outcome, tags, comments)


@given(records())
def test_text_and_record_agree(record: Record) -> None:
    text = str(record)
    again = Record.parse(text)
    assert again == record
    assert str(again) == text
    assert all(len(line) <= 80 or " " not in line or line.startswith("[") for line in text.split("\n"))


def test_a_record_by_hand() -> None:
    record = Record.parse(SCHOOL)
    assert [str(move) for move in record.moves] == ["5", "1", "3", "7", "4", "9", "6"]
    assert record.outcome == Outcome(Side.FIRST)
    assert record.comments == {4: "too late"}
    assert record.tags == {"Event": "Friday", "First": "person", "Second": "alphabeta:depth=3"}
    # Nothing changes but that there is a checksum now.
    text = str(record)
    assert Record.parse(text) == record
    assert re.sub(r'\[Checksum "[0-9a-f]{16}"\]\n', "", text, count=1) == SCHOOL


def test_comments_in_braces_and_to_the_end_of_a_line() -> None:
    text = '[Game "tictactoe"]\n\n{first} 1. 5 ; the middle; 9 is no move here\n1 {a corner;} ; {well}\n*'
    record = Record.parse(text)
    assert [str(move) for move in record.moves] == ["5", "1"]
    assert record.comments == {0: "first", 1: "the middle; 9 is no move here", 2: "a corner; (well)"}
    # What a comment begins and ends with is its own.
    for comment in ("a;", ";a", ";", ";;a;;", "[Event]", "1-0", "5."):
        kept = Record(record.game, record.moves, comments={1: comment})
        assert Record.parse(str(kept)).comments == {1: comment}


@pytest.mark.parametrize("tag", ["1-0", "0-1", "1/2-1/2", "*"])
@pytest.mark.parametrize("end", ["1-0", "0-1", "1/2-1/2", "*"])
def test_the_result_is_said_twice_and_must_be_the_same(tag: str, end: str) -> None:
    text = f'[Game "tictactoe"]\n[Result "{tag}"]\n\n1. 5 1 {end}'
    if tag == end:
        assert Record.parse(text).result == end
    else:
        with pytest.raises(kibitz.BadNotation, match=rf"line 2: the tag says '{re.escape(tag)}', but .* end"):
            Record.parse(text)


def test_keypad_numbers_are_kept_as_rows() -> None:
    game = kibitz.load("tictactoe:numbering=keypad")
    position = game.start()
    record = Record(game, (position.move("7"), position.move("1")))
    assert str(record).endswith("\n1. 1 7 *\n")
    assert record.game.spec == "tictactoe"


@pytest.mark.parametrize(
    ("text", "line", "about"),
    [
        ("", 1, "which game"),
        ("1. 5 *", 1, "which game"),
        ('[Game "chequers"]\n\n*', 1, "no game named"),
        ('[Game "tictactoe"\n\n*', 1, "not a tag"),
        ("[Game tictactoe]\n\n*", 1, "not a tag"),
        ('[Game "tictactoe"]\n[Game "mnk"]\n*', 2, "given twice"),
        ('[Game "tictactoe"]\n[A "\\q"]\n*', 2, "not quoted correctly"),
        ('[Game "tictactoe"]\n[Start "xxx"]\n*', 2, "rows"),
        ('[Game "tictactoe"]\n\n1. 5\n5 *', 4, "taken"),
        ('[Game "tictactoe"]\n\n1. 5 fish *', 3, "not a move"),
        ('[Game "tictactoe"]\n\n1. 5', 3, "without a result"),
        ('[Game "tictactoe"]\n\n1. 5 * 6', 3, "after the result"),
        ('[Game "tictactoe"]\n\n1. 5 {open', 3, "ends with }"),
        ('[Game "tictactoe"]\n\n1. "5\n*', 3, "ends with a quote"),
        ('[Game "tictactoe"]\n\n1. 5 (1. 3 *', 3, "a variation does not end"),
        ('[Game "tictactoe"]\n[Result "1-0"]\n\n1. 5 *', 2, "the tag says"),
        ('[Game "tictactoe"]\n\n5 1 3 7 4 9 6 *', 3, "1-0"),
        ('[Game "tictactoe"]\n\n5 1 3 7 4 9 6 0-1', 3, "1-0"),
        ('[Game "tictactoe"]\n\n5 1 3 7 4 9 6 8 1-0', 3, "over"),
        ('[Game "../../evil.py"]\n\n*', 1, "evil.py"),
    ],
)
def test_mistakes_are_named_with_their_line(text: str, line: int, about: str) -> None:
    with pytest.raises(BadNotation) as caught:
        Record.parse(text)
    assert f"line {line}:" in str(caught.value)
    assert about in str(caught.value)


def test_a_record_never_runs_a_file(tmp_path) -> None:
    trap = tmp_path / "trap.py"
    mark = tmp_path / "mark"
    trap.write_text(f"open({str(mark)!r}, 'w')")
    with pytest.raises(BadNotation, match=r"trap\.py"):
        Record.parse(f'[Game "{trap}"]\n\n*')
    assert not mark.exists()


def test_too_long() -> None:
    with pytest.raises(BadNotation, match="at most"):
        Record.parse("x" * (LONGEST + 1))


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f'[Game "tictactoe"]\n{text}', f'[Game "tictactoe"]\n\n1. 5 {text} *'):
        try:
            record = Record.parse(whole)
        except KibitzError:
            continue
        assert Record.parse(str(record)) == record


@given(st.data())
def test_a_damaged_record_is_read_or_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SCHOOL)))
    upto = data.draw(st.integers(at, min(len(SCHOOL), at + 30)))
    damaged = SCHOOL[:at] + data.draw(st.text(max_size=10)) + SCHOOL[upto:]
    try:
        record = Record.parse(damaged)
    except KibitzError:
        return
    assert Record.parse(str(record)) == record
