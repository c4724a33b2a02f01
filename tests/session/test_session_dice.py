"""Sessions with dice: rolls follow from the seed, also after an undo."""

from pathlib import Path

import kibitz
from kibitz.base.side import Side
from kibitz.records.record import Record
from kibitz.session.session import Session

RACE = kibitz.load(str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "race.py"), goal=20)


def until_person(session: Session) -> list[str]:
    done = []
    while not session.is_over and not session.waits_for_person:
        done.append(str(session.step().move))
    return done


def race(seed: int) -> Session:
    return Session(RACE, None, kibitz.player("random"), seed=seed)


def test_the_same_roll_comes_back() -> None:
    session = race(5)
    first = until_person(session)
    session.play("go")
    rolls = [move for move in until_person(session) if move.startswith("d")]
    session.undo()
    # Back to the decision: the roll that came before it stays.
    assert [str(move) for move in session.moves] == first
    session.play("stay")
    assert [move for move in until_person(session) if move.startswith("d")] == rolls
    assert session.record().comments[1].startswith("taken back: go d")


def test_seeds_differ() -> None:
    assert len({tuple(until_person(race(seed))) for seed in range(40)}) == 6


def test_a_resumed_game_rolls_on() -> None:
    whole = race(7)
    until_person(whole)
    whole.play("go")
    record = Record.parse(str(whole.record()), RACE)
    again = Session.resumed(record, RACE, None, kibitz.player("random"), seed=7)
    assert until_person(again) == until_person(whole)
    assert again.record() == whole.record()


def test_last_is_a_players_move() -> None:
    session = race(3)
    until_person(session)
    assert session.last is None
    assert session.decisions == 0
    session.play("go")
    session.step()
    assert str(session.last) == "go"
    assert session.position.turn is Side.SECOND
