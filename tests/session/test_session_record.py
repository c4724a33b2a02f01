"""Records of sessions, and resumed ones."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.base.errors import BadNotation, BadOption
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.base.time_control import TimeControl
from kibitz.records.record import Record
from kibitz.records.record_tags import recorded_game
from kibitz.records.variation import Variation
from kibitz.session.clock import Clock
from kibitz.session.session import Session

GAME = kibitz.load("tictactoe")
KEYPAD = kibitz.load("tictactoe", numbering="keypad")


def test_a_record_says_who_played_what_and_how_it_was_drawn() -> None:
    session = Session(GAME, None, kibitz.player("alphabeta:depth=3"), seed=12, tags={"Site": "here"})
    assert session.record().tags == {
        "Event": f"A game of {GAME.title}",
        "Site": "here",
        "First": "person",
        "Second": "alphabeta:depth=3",
        "Seed": "12",
    }
    assert Session(KEYPAD).record().tags["Display"] == "numbering=keypad"
    # Given tags come first, after those that the session derives.
    value = Session(GAME, tags={"Event": "A match", "First": "Alice"}).record().tags
    assert (value["Event"], value["First"]) == ("A match", "person")


def test_chance_is_no_player() -> None:
    session = Session(GAME, kibitz.player("random"))
    assert (session.name_of(Side.FIRST), session.name_of(Side.SECOND)) == ("random", "person")
    with pytest.raises(BadOption, match="chance has no player"):
        session.name_of(Side.CHANCE)


def test_comments_belong_after_one_of_the_moves() -> None:
    session = Session(GAME)
    session.play("5")
    session.play("1")
    for at in (0, 1, 2):
        session.comment(at, f"after {at}")
    assert session.comments == {0: "after 0", 1: "after 1", 2: "after 2"}
    session.comment(1, "otherwise")
    session.comment(2, " ")
    session.comment(2, "")
    assert session.comments == session.record().comments == {0: "after 0", 1: "otherwise"}
    for at in (-1, 3):
        with pytest.raises(BadOption, match=f"this game has 2 moves, not {at}"):
            session.comment(at, "nowhere")
    with pytest.raises(BadNotation, match="text must be a text"):
        session.comment(0, None)  # type: ignore[arg-type]


def test_lines_beside_the_game_are_kept() -> None:
    session = Session(GAME)
    session.play("5")
    beside = {0: (Variation((GAME.start().move("1"),)),)}
    session.variations = beside
    assert session.variations == session.record().variations == beside


def test_a_record_of_other_rules_is_refused() -> None:
    record = Session(GAME).record()
    with pytest.raises(BadOption, match="the record is of tictactoe, not of connect4"):
        Session.resumed(record, kibitz.load("connect4"))


def test_a_sessions_own_tags_override_the_records() -> None:
    before = Session(
        GAME, kibitz.player("random"), seed=3, clock=Clock(TimeControl(60, 2)), tags={"Site": "here"}
    )
    before.step()
    before.comment(1, "a corner")
    before.resign()
    changes: list[Session] = []
    again = Session.resumed(
        Record.parse(str(before.record())),
        GAME,
        None,
        kibitz.player("random"),
        seed=5,
        limit=Limit(depth=2),
        on_change=changes.append,
    )
    assert changes == []
    assert (again.seed, again.limit, again.limits) == (5, Limit(depth=2), (Limit(depth=2), Limit(depth=2)))
    assert again.tags == {"Event": "A game of tic-tac-toe", "Site": "here"}
    assert again.comments == {1: "a corner"}
    assert again.is_over
    again.undo()
    assert changes == [again]
    tags = again.record().tags
    assert (tags["First"], tags["Second"], tags["Seed"]) == ("person", "random", "5")
    assert "Termination" not in tags
    assert tags["TimeControl"] == "60+2"


def test_a_game_is_resumed_in_another_notation() -> None:
    record = Record.parse('[Game "tictactoe"] 1 $1 {a corner} 2 (5 {better} 3) 3 *')
    again = Session.resumed(record, KEYPAD)
    # On the keypad the upper row has the numbers 7, 8 and 9.
    assert [str(move) for move in again.moves] == ["7", "8", "9"]
    assert again.comments == {1: "a corner"}
    (beside,) = again.variations[1]
    assert [str(move) for move in beside.moves] == ["5", "9"]
    assert str(again.position) == str(GAME.start().play("1", "2", "3"))
    assert again.record().marks == {1: (1,)}


@pytest.mark.parametrize(
    ("display", "wishes", "spec"),
    [
        ("", None, "tictactoe"),
        ("numbering=keypad", None, "tictactoe:numbering=keypad"),
        ("", {"numbering": "keypad"}, "tictactoe:numbering=keypad"),
        ("numbering=keypad", {"numbering": "letters"}, "tictactoe:numbering=letters"),
        # Unknown options are left out, and so are those that don't concern drawing.
        ("numbering=roman", None, "tictactoe"),
        ("numbering", {"numbering": "keypad"}, "tictactoe:numbering=keypad"),
        ("width=9", {"width": "9"}, "tictactoe"),
    ],
)
def test_a_recorded_game_is_drawn_as_it_was_or_as_is_wished(
    display: str, wishes: dict[str, str] | None, spec: str
) -> None:
    record = Record(GAME, tags={"Display": display} if display else {})
    game = recorded_game(record, wishes)
    assert game.rules_id == GAME.rules_id
    assert game.spec == kibitz.load(spec).spec
