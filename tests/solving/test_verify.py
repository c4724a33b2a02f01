"""Deriving a table's values again finds a wrong one even where every checksum is right."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import _core
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.store import table_path
from kibitz.solving.table import save_table
from kibitz.solving.verify import verify_table

pytestmark = pytest.mark.core

GAME = kibitz.load("tictactoe")


def test_a_sound_table_passes() -> None:
    assert verify_table(kibitz.solve(GAME), 3000) == 3000


def test_a_wrong_value_is_found() -> None:
    sections = solve_in_memory(GAME, _core.Control(), 10_000)
    values = bytearray(sections["values"])
    values[::2] = bytes((code & ~3) | 1 for code in values[::2])  # everything a draw
    wrong = save_table(GAME, "keyed", {**sections, "values": bytes(values)}, table_path(GAME))
    with pytest.raises(kibitz.BadFile, match="its children say"):
        verify_table(wrong, 3000)


def test_a_missing_position_is_found() -> None:
    sections = solve_in_memory(GAME, _core.Control(), 10_000)
    less = {"keys": sections["keys"][:-800], "values": sections["values"][:-200]}
    lacking = save_table(GAME, "keyed", less, table_path(GAME))
    with pytest.raises(kibitz.BadFile, match="lacks the position"):
        verify_table(lacking, 5000)
