"""Table layouts: contradictions are refused, and rounding is reported as documented."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import BadFile, _core
from kibitz.files.sections import Solution
from kibitz.solving import table as module
from kibitz.solving.by_endgame import solve_by_endgame
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.layouts import LAYOUTS, layout_class, open_layout
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.solve_plan import SMALL, make_plan
from kibitz.solving.table import open_table, save_table, table_in_memory

TICTACTOE = kibitz.load("tictactoe")
EWN = kibitz.load("ewn:size=3,stones=2")


def solved(game: kibitz.Game) -> Solution:
    return solve_in_memory(game, _core.Control(), make_plan(game))


@pytest.mark.parametrize(
    ("pieces", "width", "halves", "last"),
    # With n stones 16-bit fractions are off by n - 2 halves of 1/65535; those of a byte by half of 1/254, on
    # top of what the others are. Two stones are sure wins and losses.
    [
        (2, 8, 0, 0),
        (4, 8, 0, 0),
        (2, 2, 0, 0),
        (3, 2, 1, 0),
        (4, 2, 2, 0),
        (2, 1, 0, 0),
        (3, 1, 0, 1),
        (4, 1, 1, 1),
    ],
)
def test_by_how_much_a_chance_may_be_off(pieces: int, width: int, halves: int, last: int) -> None:
    found = solve_by_endgame(EWN, pieces, _core.Control(), Checkpoints(EWN, None, 0), 1, width)
    table = table_in_memory(EWN, found)
    assert table.precision == pytest.approx((halves / 65_535 + last / 254) / 2, rel=1e-12, abs=1e-15)
    assert (table.pieces, table.layout, table.size) == (pieces, "endgame", 0)
    exact = solve_by_endgame(EWN, pieces, _core.Control(), Checkpoints(EWN, None, 0), 1, 8)
    start = EWN.position("r1../.../..b1 r")
    (one, other) = (table_in_memory(EWN, each).value(start) for each in (found, exact))
    assert isinstance(one, kibitz.Expect)
    assert isinstance(other, kibitz.Expect)
    assert abs(one.chance - other.chance) <= table.precision


@pytest.mark.parametrize(
    ("cut", "message"),
    [
        ({"keys": -8}, "keys and values don't match"),
        ({"keys": -1}, "keys and values don't match"),
        ({"values": -2}, "keys and values don't match"),
        ({"values": -1}, "keys and values don't match"),
    ],
)
def test_keys_without_values_are_refused(cut: dict[str, int], message: str) -> None:
    sound = solved(TICTACTOE)
    sections = {name: bytes(sound.section(name))[: cut.get(name)] for name in ("keys", "values")}
    with pytest.raises(BadFile, match=message):
        table_in_memory(TICTACTOE, replace(sound, sections=sections))


def test_chances_are_as_many_as_positions_in_one_of_their_widths() -> None:
    sound = solved(EWN)
    chances, places = bytes(sound.section("chances")), sound.facts["places"]
    fewer = _core.endgame_run(EWN.rules, 3, 1, 1).places
    assert len(chances) == 8 * places
    for length in (8 * places, 2 * places, places + fewer):
        table_in_memory(EWN, replace(sound, sections={"chances": chances[:length]}))
    for length in (8 * places - 1, 2 * places + 1, places, places + fewer - 1, 0):
        with pytest.raises(BadFile, match="one value for each position"):
            table_in_memory(EWN, replace(sound, sections={"chances": chances[:length]}))


def test_without_dice_a_position_has_a_byte() -> None:
    chess = kibitz.load("chess")
    found = solve_by_endgame(chess, 2, _core.Control(), Checkpoints(chess, None, 0), 1)
    table = table_in_memory(chess, found)
    assert table.precision == 0
    values = bytes(found.section("chances"))
    assert len(values) == found.facts["places"]
    # Two kings draw.
    assert set(values) == {0}
    assert table.positions == len(values)
    with pytest.raises(BadFile, match="one value for each position"):
        table_in_memory(chess, replace(found, sections={"chances": values[:-1]}))


def test_a_layout_has_a_name_and_all_its_parts() -> None:
    assert set(LAYOUTS) == {"keyed", "dense", "indexed", "endgame"}
    for name, layout in LAYOUTS.items():
        assert layout_class(name) is layout
        assert layout.name == name
        # Keys are looked through at the start, the others are checked as they are read.
        assert layout.lazy == (name != "keyed")
    with pytest.raises(BadFile, match="'rows' is not known"):
        layout_class("rows")
    sound = solved(TICTACTOE)
    for lacking in ("keys", "values"):
        sections = {name: sound.section(name) for name in ("keys", "values") if name != lacking}
        with pytest.raises(BadFile, match=f"its section '{lacking}' is missing"):
            open_layout(TICTACTOE.rules, replace(sound, sections=sections))
    for wrong in ({"positions": "many"}, {"positions": None}):
        with pytest.raises(BadFile):
            open_layout(TICTACTOE.rules, replace(sound, facts={**sound.facts, **wrong}))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("spec", ["tictactoe", "mnk:width=5,height=3,length=3"])
def test_a_damaged_file_is_refused_at_once_unless_it_is_large_and_read_lazily(
    spec: str, large: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kibitz.load(spec)
    path = kibitz.solve(game).path
    assert path is not None
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    damaged = tmp_path / "damaged.kbt"
    damaged.write_bytes(data)
    monkeypatch.setattr(module, "LARGE", 0 if large else len(data))
    if large and game.rules.index_size > SMALL:
        assert open_table(game, damaged).layout == "dense"
    else:
        with pytest.raises(BadFile, match="checksum"):
            open_table(game, damaged)
    monkeypatch.setattr(module, "LARGE", len(data) - 1)
    if game.rules.index_size > SMALL:
        open_table(game, damaged).value(game.start())


def test_a_table_in_a_notebook_and_in_words() -> None:
    table = kibitz.solve("tictactoe")
    page = table._repr_html_()
    for text in ("tictactoe", "765", f"{table.size:,}", "keyed", "at the start", "draws in 9"):
        assert text in page
    assert "765 positions" in repr(table)
    few = kibitz.solve("ewn", pieces=2)
    assert "at the start" not in few._repr_html_()
    assert bool(table)
    assert len(table) == 765


def test_a_table_travels_by_its_file_or_with_what_it_holds() -> None:
    table = kibitz.solve("tictactoe")
    there = pickle.loads(pickle.dumps(table))
    assert (there.path, there.size) == (table.path, table.size)
    assert there.value(TICTACTOE.start()) == kibitz.Draw(9)
    alone = table_in_memory(TICTACTOE, solved(TICTACTOE))
    assert (alone.path, alone.size) == (None, 0)
    alone.check()
    there = pickle.loads(pickle.dumps(alone))  # with what it holds
    assert there.path is None
    assert [there.value(row.position) for row in alone] == [row.value for row in alone]


def test_a_table_is_asked_about_positions_of_its_rules_and_of_nothing_else() -> None:
    table = kibitz.solve("ewn:size=3,stones=2")
    # A game that only begins differently shares it.
    other = kibitz.load("ewn:size=3,stones=2,setup=21v12,begins=blue")
    assert other.rules.identity != EWN.rules.identity
    position = other.position("r1../.../..b1 r")
    assert table.value(position) == table.value(EWN.position("r1../.../..b1 r"))
    wrong: Any
    for wrong in ("r1../.../..b1 r", None, 5):
        with pytest.raises(kibitz.KibitzError):
            table.value(wrong)
    with pytest.raises(kibitz.WrongGame, match="tictactoe"):
        table.value(TICTACTOE.start())


def test_a_file_says_whose_it_is() -> None:
    path = kibitz.solve("tictactoe").path
    assert path is not None
    facts = module.table_facts(TICTACTOE)
    assert (facts["game"], facts["rules_version"]) == ("tictactoe", TICTACTOE.solving.rules_version)
    with pytest.raises(BadFile, match="not for"):
        open_table(kibitz.load("tictactoe:misere=yes"), path)
    saved = save_table(TICTACTOE, solved(TICTACTOE), path.with_name("again.kbt"))
    assert saved.path is not None
    assert saved.path.read_bytes() == path.read_bytes()
