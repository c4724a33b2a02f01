"""Seats of a game from texts, the same in every interface."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.base.errors import BadOption
from kibitz.records.record import Record
from kibitz.session.seats import fit_player, read_seat, recorded_seats, refuse_unfit

GAME = kibitz.load("tictactoe")


def test_people_and_players() -> None:
    for text in ("person", " Human ", "me", "you"):
        assert read_seat(text, GAME) is None
    player = read_seat("alphabeta:depth=3", GAME)
    assert player is not None
    assert player.spec == "alphabeta:depth=3"
    for text, message in (("nobody", "no player called"), ("level:elo=9999", "can't play tictactoe")):
        with pytest.raises(BadOption, match=message):
            fit_player(text, GAME)


def seats(first: str, second: str, **more: object) -> list[str | None]:
    record = Record(GAME, tags={"First": first, "Second": second})
    found = recorded_seats(record, GAME, **more)  # type: ignore[arg-type]
    return [player and player.spec for player in found]


def test_a_record_seats_players_of_kibitz_and_takes_others_for_people() -> None:
    assert seats("person", "level:strength=30") == [None, "level:strength=30"]
    # A record never starts a program, and a name is a person's.
    assert seats("Alice", "engine:cmd=rm") == [None, None]
    assert seats("A, B: c,d", "") == [None, None]
    assert recorded_seats(Record(GAME), GAME) == (None, None)


def test_a_recorded_player_that_cannot_play_is_refused_by_readers() -> None:
    with pytest.raises(BadOption, match="depth must be"):
        seats("alphabeta:depth=many", "person")

    def none_here(spec: str, game: kibitz.Game) -> None:
        raise BadOption(f"not {spec} here")

    with pytest.raises(BadOption, match="not random here"):
        seats("Alice", "random", read=none_here)


OWN_PLAYER = """
import kibitz

class Last(kibitz.Player):
    name, summary = "last", "the last move of the list"

    def think(self, position, limit, rng):
        return position.moves[-1]
"""


def test_a_record_makes_a_file_run_only_where_a_person_allowed_it(tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text(OWN_PLAYER)
    assert seats(str(file), "random") == [None, "random"]
    assert seats(str(file), "random", may_use=["other.py"]) == [None, "random"]
    allowed = seats("random", str(file), may_use=["other.py", str(file)])
    assert allowed[0] == "random"
    assert allowed[1] is not None


def test_a_misspelt_player_names_the_word_for_a_person() -> None:
    for text, wrong in (("nobody", "no player called"), ("alphabeta:depth=x", "depth must be")):
        with pytest.raises(BadOption, match=f"{wrong}.*; person is you"):
            read_seat(text, GAME)
    player = kibitz.player("rules")
    refuse_unfit(player, GAME)
    with pytest.raises(BadOption, match=r"rules can't play ewn: \w"):
        refuse_unfit(player, kibitz.load("ewn"))
