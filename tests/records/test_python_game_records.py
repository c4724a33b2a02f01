"""Records of Python games, whose moves may contain any text."""

from pathlib import Path

import pytest

import kibitz
from kibitz.base.errors import BadNotation
from kibitz.records.record import Record

ODD = ["a b", "1-0", "*", "1.", '"', "\\", "{x}", "[y]", ";", "(", "é", "3"]

RULES = f"""
import kibitz

class Odd(kibitz.PythonGame):
    def start(self):
        return ()
    def moves(self, state):
        return [m for m in {ODD!r} if m not in state]
    def play(self, state, move):
        return (*state, move)
    def outcome(self, state):
        return "draw" if len(state) == {len(ODD)} else None
"""


def test_any_notation_survives(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(RULES, encoding="utf-8")
    game = kibitz.load(str(tmp_path / "odd.py"))
    position, moves = game.start(), []
    while not position.is_over:
        moves.append(position.moves[0])
        position = position.play(moves[-1])
    record = Record(game, tuple(moves), outcome=position.outcome)
    again = Record.parse(str(record), game)
    assert again == record
    assert [str(move) for move in again.moves] == ODD
    with pytest.raises(BadNotation, match=r"odd\.py"):
        Record.parse(str(record))
    with pytest.raises(BadNotation, match=r"odd\.py"):
        Record.parse(str(record), kibitz.load("tictactoe"))
