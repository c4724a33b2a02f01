"""Verification recomputes values and finds wrong ones under valid checksums."""

from __future__ import annotations

import struct
from dataclasses import replace

import pytest

import kibitz
from kibitz import _core
from kibitz.files.sections import Solution
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.solve_plan import make_plan
from kibitz.solving.table import save_table
from kibitz.solving.table_store import table_path
from kibitz.solving.verify import verify_table

pytestmark = pytest.mark.core

GAME = kibitz.load("tictactoe")


def test_a_sound_table_passes() -> None:
    assert verify_table(kibitz.solve(GAME), 3000) == 3000


def test_a_wrong_value_is_found() -> None:
    sound = solve_in_memory(GAME, _core.Control(), make_plan(GAME))
    values = bytearray(sound.section("values"))
    values[::2] = bytes((code & ~3) | 1 for code in values[::2])  # everything a draw
    wrong = replace(sound, sections={**sound.sections, "values": bytes(values)})
    with pytest.raises(kibitz.BadFile, match="its children say"):
        verify_table(save_table(GAME, wrong, table_path(GAME)), 3000)


@pytest.mark.parametrize("precision", [0.0, 0.001])
def test_a_chance_may_be_off_by_its_rounding_and_no_more(precision: float) -> None:
    """A value and those that it is derived from may be rounded once each."""
    game = kibitz.load("ewn:size=3,stones=2")
    sound = kibitz.solve(game)

    class Off:
        pieces = None

        def __init__(self, off: float) -> None:
            self.game, self.precision, self.off = game, precision, off

        def check(self) -> None:
            pass

        def value(self, position: kibitz.Position) -> kibitz.Value | None:
            # Only the first value that is asked for, that of the start, is off.
            off, self.off = self.off, 0.0
            value = sound.value(position)
            assert isinstance(value, kibitz.Expect)
            return kibitz.Expect(value.chance + off)

    rounding = 1e-9
    for off in (0, 1.9 * precision + rounding / 2, -1.9 * precision - rounding / 2):
        assert verify_table(Off(off), 1) == 1  # type: ignore[arg-type]
    for off in (2.1 * precision + 10 * rounding, -2.1 * precision - 10 * rounding):
        with pytest.raises(kibitz.BadFile, match="its children say"):
            verify_table(Off(off), 1)  # type: ignore[arg-type]


def test_a_missing_position_is_found() -> None:
    sound = solve_in_memory(GAME, _core.Control(), make_plan(GAME))
    keys, values = sound.section("keys"), sound.section("values")
    fewer = {**sound.facts, "positions": sound.facts["positions"] - 100}
    lacking = Solution(fewer, {"keys": keys[:-800], "values": values[:-200]})
    with pytest.raises(kibitz.BadFile, match="lacks the position"):
        verify_table(save_table(GAME, lacking, table_path(GAME)), 5000)


def test_impossible_chances_in_a_table_are_reported() -> None:
    game = kibitz.load("ewn:size=3,stones=1")
    sound = solve_in_memory(game, _core.Control(), make_plan(game))
    impossible = struct.pack("<d", 7.0) * (len(sound.section("chances")) // 8)
    table = save_table(game, replace(sound, sections={"chances": impossible}), table_path(game))
    position = next(after for roll in game.start().moves if (after := game.start().play(roll)).moves)
    with pytest.raises(kibitz.BadFile, match=r"can't be trusted: .*a probability is not from 0 to 1"):
        table.value(position)
    with pytest.raises(kibitz.BadFile, match=r"a table is damaged \(a probability is not from 0 to 1\)"):
        position.game.rules.search(position.state, "alphabeta", 3, _core.Control(), tablebase=table.probe)
