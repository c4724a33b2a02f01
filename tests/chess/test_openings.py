"""Names of openings: well-known positions, by any order of moves."""

import re

import pytest

import kibitz
from kibitz.games.chess.opening_names import MOST_PLIES, opening_names
from kibitz.games.package import package_folder

_CHESS = kibitz.load("chess")


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("e4 e5 Nf3 Nc6 Bb5", "C60 Ruy Lopez"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90 Sicilian Defence, Najdorf"),
        ("d4 d5 c4 dxc4", "D20 Queen's Gambit Accepted"),
        # The same by another order of moves.
        ("c4 Nf6 Nc3 e6 d4 Bb4", "E20 Nimzo-Indian Defence"),
        ("Nf3 Nf6 c4 g6 Nc3 d5 d4", "D90 Grünfeld Defence, Three Knights"),
    ],
)
def test_openings_by_position(moves: str, name: str) -> None:
    assert str(_CHESS.openings.name(_CHESS.start().play(moves))) == name


def test_the_last_name_stays() -> None:
    record = kibitz.Record.parse('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. h4 Rh6 *\n')
    assert str(_CHESS.openings.reached(record.positions())) == "C60 Ruy Lopez"
    assert '[ECO "C60"]\n[Opening "Ruy Lopez"]' in str(record)
    assert kibitz.Record.parse(str(record)) == record


def test_a_record_keeps_what_it_was_given() -> None:
    text = '[White "A"]\n[Black "B"]\n[Opening "Spanish"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n'
    assert '[Opening "Spanish"]' in str(kibitz.Record.parse(text))


def test_the_list_is_sound() -> None:
    names = opening_names()
    assert len(names) > 250
    for opening in names.values():
        assert re.fullmatch(r"[A-E]\d\d", opening.code)
    text = (package_folder(_CHESS) / "openings.txt").read_text(encoding="utf-8")
    rows = [row.split("; ") for row in text.splitlines() if not row.startswith("#")]
    assert len(rows) == len(names)  # no position twice
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert max(len(row[2].split()) for row in rows) <= MOST_PLIES


def test_chess960_has_none() -> None:
    other = kibitz.load("chess960")
    assert other.openings is None


@pytest.mark.parametrize(("number", "named"), [(6, True), (11, True), (12, False), (40, False)])
def test_positions_later_than_any_opening_have_no_name(number: int, named: bool) -> None:
    """After twenty plies white is to make the eleventh move."""
    assert MOST_PLIES == 20
    text = str(_CHESS.start().play("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"))
    later = _CHESS.position(f"{text.rpartition(' ')[0]} {number}")
    assert (_CHESS.openings.name(later) is not None) is named
