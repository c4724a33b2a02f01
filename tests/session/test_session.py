"""Sessions: turns, undo and redo, resignation, and resuming from a record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.base.ending import Ending, Termination
from kibitz.base.errors import BadNotation, GameOver, IllegalMove
from kibitz.base.side import Outcome, Side
from kibitz.records.record import Record
from kibitz.records.record_tags import recorded_seed
from kibitz.session.session import Session
from kibitz.session.timeline import Timeline

GAME = kibitz.load("tictactoe")


def against(spec: str = "random", seed: int = 1) -> Session:
    return Session(GAME, None, kibitz.player(spec), seed=seed)


def play_out(session: Session, rng_moves: list[int]) -> None:
    for number in rng_moves:
        if session.is_over:
            return
        if session.waits_for_person:
            moves = session.position.moves
            session.play(str(moves[number % len(moves)]))
        else:
            session.step()


def test_turns() -> None:
    session = against()
    assert session.waits_for_person
    with pytest.raises(IllegalMove):
        session.step()
    session.play(" 5 ")
    assert not session.waits_for_person
    with pytest.raises(IllegalMove):
        session.play("1")
    event = session.step()
    assert event.side is Side.SECOND
    assert session.last == event.move
    assert session.waits_for_person


def test_errors_change_nothing() -> None:
    session = against()
    session.play("5")
    session.step()
    before = session.record()
    with pytest.raises(BadNotation):
        session.play("fish")
    with pytest.raises(IllegalMove, match="taken"):
        session.play("5")
    assert session.record() == before


def test_undo_meets_the_same_reply() -> None:
    session = against()
    session.play("5")
    reply = session.step().move
    assert session.undo() == (session.game.start().move("5"), reply)
    assert session.moves == ()
    with pytest.raises(IllegalMove):
        session.undo()
    session.play("5")
    assert session.step().move == reply
    assert session.record().comments == {0: f"taken back: 5 {reply}"}


def test_taking_back_says_so_and_forgets_what_was_said_of_later_moves() -> None:
    timeline = Timeline(GAME.start())
    for text in ("5", "1", "2"):
        timeline.add(timeline.position.move(text), False)
    timeline.comments = {0: "start", 1: "centre", 2: "corner", 3: "edge"}
    timeline.undo(1)
    assert timeline.comments == {0: "start", 1: "centre; taken back: 1 2"}
    timeline.undo(0)
    assert timeline.comments == {0: "start; taken back: 5"}
    # What was taken back last comes first, then what was taken back before.
    assert [list(map(str, timeline.redo())) for _ in range(2)] == [["5"], ["1", "2"]]
    assert not timeline.can_redo


def test_a_record_has_its_seed() -> None:
    for text, seed in (("12", 12), ("", 7), ("-1", 7), ("٣", 7), ("9" * 21, 7), ("9" * 20, 10**20 - 1)):
        assert recorded_seed(Record(GAME, tags={"Seed": text}), otherwise=7) == seed


def test_redo() -> None:
    session = against()
    for _ in range(2):
        session.play(str(session.position.moves[0]))
        session.step()
    moves = session.moves
    session.undo()
    session.undo()
    session.redo()
    assert session.moves == moves[:2]
    session.redo()
    assert session.moves == moves
    session.undo()
    session.play(str(session.position.moves[-1]))
    assert not session.can_redo
    with pytest.raises(IllegalMove):
        session.redo()


def test_only_what_was_taken_back_can_be_played_again() -> None:
    session = against()
    assert session.can_redo is False
    session.play(str(session.position.moves[0]))
    session.step()
    assert session.can_redo is False
    session.undo()
    assert session.can_redo is True
    session.redo()
    assert session.can_redo is False


def test_resign_and_think_better_of_it() -> None:
    session = against()
    session.resign()
    assert session.outcome == Outcome(Side.SECOND)
    with pytest.raises(GameOver):
        session.play("5")
    record = session.record()
    assert record.result == "0-1"
    assert record.tags["Termination"] == "first resigned"
    assert Session.resumed(record, GAME).ending == Ending.lost(Side.FIRST, Termination.RESIGNED)
    session.undo()
    assert session.waits_for_person


def test_a_player_takes_the_hint() -> None:
    session = Session(GAME, start=GAME.position("xx./oo./..."))
    choice = session.hint()
    assert str(choice.move) == "3"
    assert choice.value == kibitz.Win(1)
    assert str(choice) == "3 wins at once"


@given(st.lists(st.integers(0, 8), max_size=12), st.integers(0, 5))
def test_same_seed_same_game(numbers: list[int], seed: int) -> None:
    one, two = against(seed=seed), against(seed=seed)
    play_out(one, numbers)
    play_out(two, numbers)
    assert one.record() == two.record()


@given(st.lists(st.integers(0, 8), max_size=12), st.integers(0, 9), st.booleans())
def test_a_resumed_game_goes_on_as_it_would_have(numbers: list[int], cut: int, keypad: bool) -> None:
    whole, part = against(), against()
    play_out(whole, numbers)
    play_out(part, numbers[:cut])
    record = Record.parse(str(part.record()))
    game = kibitz.load("tictactoe", numbering="keypad") if keypad else GAME
    again = Session.resumed(record, game, None, kibitz.player("random"), seed=1)
    assert str(again.position) == str(part.position)
    if not keypad:
        play_out(again, numbers[cut:])
        assert again.record() == whole.record()


@given(st.lists(st.sampled_from(["play", "undo", "redo", "resign"]), max_size=30), st.integers(0, 99))
def test_the_record_is_valid_whatever_happens(doings: list[str], seed: int) -> None:
    saved: list[Record] = []
    session = Session(
        GAME, kibitz.player("random"), None, seed=seed, on_change=lambda s: saved.append(s.record())
    )
    for doing in doings:
        while not session.is_over and not session.waits_for_person:
            session.step()
        try:
            if doing == "play":
                session.play(str(session.position.moves[0] if session.position.moves else "1"))
            else:
                getattr(session, doing)()
        except (IllegalMove, GameOver):
            continue
        assert saved[-1] == session.record() == Record.parse(str(session.record()))


def test_permissions_by_state() -> None:
    session = against()
    assert session.people == [Side.FIRST]
    assert Session(GAME).people == [Side.FIRST, Side.SECOND]
    session.play("5")
    for act in (session.resign, lambda: session.play("1")):
        with pytest.raises(IllegalMove, match="person"):
            act()
    assert session.moves == (GAME.start().move("5"),)
    session.step()
    session.resign()
    assert not session.waits_for_person
    for late in (session.resign, session.step, session.claim_draw, session.agree_on_draw, session.hint):
        with pytest.raises(GameOver):
            late()
    assert session.ending == Ending.lost(Side.FIRST, Termination.RESIGNED)


def test_everything_that_changes_is_reported() -> None:
    received: list[tuple[int, bool]] = []
    session = Session(GAME, None, None, on_change=lambda s: received.append((len(s.moves), s.is_over)))
    session.play("5")
    session.play("1")
    session.undo()
    session.redo()
    session.resign()
    assert session.undo() == ()
    session.undo()
    session.comment(0, "a comment is no change on the board")
    assert received == [(1, False), (2, False), (1, False), (2, False), (2, True), (2, False), (1, False)]


def test_undone_moves_are_gone_after_the_end() -> None:
    session = Session(GAME)
    session.play("5")
    session.undo()
    assert session.can_redo
    session.resign()
    assert (session.can_redo, session.can_undo) == (False, True)
    with pytest.raises(IllegalMove, match="nothing was taken back"):
        session.redo()
    session.undo()
    assert (session.can_redo, session.can_undo, session.is_over) == (False, False, False)
    with pytest.raises(IllegalMove, match="no move of yours"):
        session.undo()


def test_a_draw_that_was_agreed_on_stands() -> None:
    session = Session(GAME)
    session.play("5")
    session.agree_on_draw()
    assert session.ending == Ending(Outcome(None), Termination.CALLED_OFF, None, "agreed")
    assert not session.can_undo
    with pytest.raises(
        IllegalMove, match=r"the game is over \(drawn: agreed\), and that can't be taken back"
    ):
        session.undo()
    again = Session.resumed(Record.parse(str(session.record())), GAME)
    assert again.ending == session.ending


def test_a_game_that_the_rules_ended_may_be_taken_back() -> None:
    session = Session(GAME)
    for text in "14253":
        session.play(text)
    assert session.outcome == Outcome(Side.FIRST)
    assert "Termination" not in session.record().tags
    assert session.can_undo
    assert [str(move) for move in session.undo()] == ["3"]
    assert not session.is_over
    # Against a computer, back to where the person decided.
    other = against()
    assert not other.can_undo
    other.play("5")
    assert other.can_undo
    other.step()
    assert len(other.undo()) == 2


def test_a_game_with_two_computers_has_nothing_to_take_back() -> None:
    session = Session(GAME, kibitz.player("random"), kibitz.player("random"))
    session.step()
    assert session.people == []
    assert not session.can_undo
    with pytest.raises(IllegalMove, match="no move of yours"):
        session.undo()
