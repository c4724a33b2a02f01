"""Examples of moves and positions in messages are valid."""

from __future__ import annotations

import contextlib
import re

import pytest

import kibitz

SPECS = [
    *(
        "tictactoe",
        "mnk:width=5,height=5,length=4",
        "numerical",
        "numerical:size=4",
        "numerical:first_odd=no",
    ),
    *(
        "connect4",
        "connect:width=4,height=4,length=3",
        "ewn",
        "ewn:size=3,stones=1",
        "chess",
        "nim",
        "nim:piles=5",
    ),
]


@pytest.mark.parametrize("spec", SPECS)
def test_positions(spec: str) -> None:
    game = kibitz.load(spec)
    found = re.fullmatch(r"one looks like (.*?)(?: with .*)?", game.notation.position_help)
    assert found
    position = game.position(found[1])
    assert game.position(str(position)) == position
    for columns in re.findall(r"columns such as (\d+)", game.notation.position_help):
        assert game.position(columns) == game.start().play(*columns)


@pytest.mark.parametrize("spec", SPECS)
def test_moves(spec: str) -> None:
    game = kibitz.load(spec)
    start = game.start()
    shown = re.findall(r"such as ([^\s,]+)", game.notation.move_help)
    shown += (
        re.findall(r"from (\S+) to (\S+)", game.notation.move_help)[0]
        if " from " in game.notation.move_help
        else ()
    )
    for text in shown:
        with contextlib.suppress(kibitz.IllegalMove):  # well written, but not allowed at the start
            start.move(text)
    if game.has_chance:
        assert shown[0] in map(str, start.moves)
    # Another cell or column than the last there is is not read.
    if " from " in game.notation.move_help and shown[-1].isdecimal():
        with pytest.raises(kibitz.KibitzError):
            start.move(str(int(shown[-1]) + 1))
