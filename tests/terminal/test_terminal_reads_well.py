"""All output fits terminals of any usual width."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz.analysis import evaluate_position
from kibitz.base.limit import Limit
from tests.terminal.conversation import converse

#: Every question and command, with wrong answers.
TYPED = (
    "nobody players rules 50 help rules hint values moves nonsense why teach {move} y n "
    "review hint resign review quit"
)


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("name", kibitz.game_names())
def test_every_line_fits(
    tmp_path: Path, numerical_cache: Path, monkeypatch: pytest.MonkeyPatch, name: str, width: int
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(numerical_cache))
    for usual in ("_FOR_SOURCES", "_FOR_SEARCH"):
        monkeypatch.setattr(evaluate_position, usual, Limit(nodes=2000))
    start = kibitz.load(name).start()
    move = start.moves[0] if start.turn.name != "CHANCE" else "nothing"
    typed = TYPED.format(move=move).replace(" ", "\n")
    said = converse(tmp_path, typed, game=name, width=width)
    long = [line for line in said.splitlines() if len(line) > width]
    # What is to be copied stays whole.
    assert [line for line in long if not line.startswith("kibitz play --resume ")] == []
