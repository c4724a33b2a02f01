"""Tags of other programs: a set-up position is never ignored silently."""

from __future__ import annotations

import pytest

from kibitz import BadNotation
from kibitz.records.parser import parse_record

chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


@pytest.mark.parametrize("tags", ['[FEN "{0}"]', '[SetUp "1"]\n[FEN "{0}"]', '[Start "{0}"]\n[FEN "{0}"]'])
@pytest.mark.parametrize("game", ["chess", "chess960"])
def test_a_game_with_its_name_and_a_fen_begins_there(game: str, tags: str) -> None:
    record = parse_record(f'[Game "{game}"]\n{tags.format(FEN)}\n\n1. e4 Kd7 *')
    board = chess.Board(FEN)
    assert str(record.positions()[0]) == board.fen()
    for move in ("e4", "Kd7"):
        board.push_san(move)
    assert str(record.positions()[-1]).split()[0] == board.board_fen()
    # What is written of it says so in our own way, and reads back.
    assert parse_record(str(record)).start == record.start
    assert "FEN" not in record.tags


@pytest.mark.parametrize(
    ("tags", "line", "said"),
    [
        ('[Game "tictactoe"]\n[FEN "xo./.../..."]', 2, "tag of chess"),
        ('[Game "connect4"]\n[SetUp "1"]', 2, "Start"),
        ('[Game "chess"]\n[SetUp "1"]', 2, "FEN"),
        (f'[Game "chess"]\n[Start "{FEN}"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]', 3, "different"),
        ('[Game "chess"]\n[FEN "nonsense"]', 2, ""),
        ('[Game "chess"]\n[Variant "Chess960"]', 2, "Variant"),
        ('[Game "chess"]\n[Variant "Atomic"]', 2, "atomic"),
    ],
)
def test_contradictory_or_foreign_options_are_refused(tags: str, line: int, said: str) -> None:
    with pytest.raises(BadNotation, match=f"line {line}: .*{said}"):
        parse_record(f"{tags}\n\n*")


def test_redundant_options_are_accepted() -> None:
    record = parse_record('[Game "chess"]\n[SetUp "0"]\n[Variant "Standard"]\n\n1. e4 *')
    assert str(record.positions()[0]) == chess.Board().fen()
