"""The reasons that the authors of the example games give, checked on their positions as texts."""

from __future__ import annotations

import ast
import re

from kibitz.base.move import Move
from kibitz.base.reason import Reason
from kibitz.games.position import Position


def check(position: Position, move: Move, reason: Reason) -> None:
    """Check an author's reason; the title names the game."""
    {"othello": othello, "kalah": kalah, "pig": pig, "race": race}[position.game.name.lower()](
        position, move, reason.text
    )


def state(position: Position) -> tuple:  # type: ignore[type-arg]
    """What a position's text says."""
    return tuple(ast.literal_eval(str(position)))


def othello(position: Position, move: Move, text: str) -> None:
    size = round(len(state(position)[0]) ** 0.5)
    corners = {f"{c}{r}" for c in "abcdefgh"[: size : size - 1] for r in (1, size)}
    if found := re.fullmatch(r"takes the corner (\w\d), which can't be turned over again", text):
        assert found[1] == str(move)
        assert found[1] in corners
        return
    found = re.fullmatch(r"lets (\S+) take the corner (\w\d)", text)
    assert found is not None
    assert found[2] in corners
    after = position.play(move)
    assert found[1] == position.game.side_name(after.turn)
    assert found[2] in map(str, after.moves)


def kalah(position: Position, move: Move, text: str) -> None:
    board, side = state(position)
    after = state(position.play(move))[0]
    pits = len(board) // 2 - 1
    store = pits if side == "first" else 2 * pits + 1
    won = after[store] - board[store]
    found = re.fullmatch(r"(?:wins (\d+) seeds by a capture|puts (\d+) seeds? into the store)", text)
    assert found is not None
    assert won == int(found[1] or found[2])
    # Sown by hand: without a capture the store gets only the seeds sown into it.
    skipped, at = (2 * pits + 1 if side == "first" else pits), store - pits + int(str(move)) - 1
    seeds, sown = board[at], 0
    while seeds:
        at = (at + 1) % len(board)
        if at != skipped:
            seeds, sown = seeds - 1, sown + (at == store)
    assert (won > sown) == bool(found[1])


def pig(position: Position, move: Move, text: str) -> None:
    first, second, turn, side, _ = state(position)
    if found := re.fullmatch(r"keeps (\d+) points?, which makes (\d+)", text):
        assert (str(move), int(found[1])) == ("hold", turn)
        after = state(position.play(move))
        assert int(found[2]) == after[0 if side == "first" else 1]
        return
    assert str(move) == "roll"
    ends = state(position.play(move).play("d1"))
    assert ends[:2] == (first, second)
    assert ends[3] != side
    if found := re.fullmatch(r"risks (\d+) points?: a 1 loses them", text):
        assert int(found[1]) == turn > 0
    else:
        assert text == "begins a turn, which a 1 ends"
        assert turn == 0


def race(position: Position, move: Move, text: str) -> None:
    first, second, side, die = state(position)
    mine, other = (first, second) if side == "first" else (second, first)
    goal = int(position.game.values["goal"])
    if text == "sends the other back to 0":
        assert str(move) == "go"
        assert mine + die == other
    else:
        found = re.fullmatch(r"(goes to|stays at) (\d+) of (\d+)", text)
        assert found is not None
        assert int(found[3]) == goal
        assert int(found[2]) == (mine + die if found[1] == "goes to" else mine)
        assert (str(move) == "go") == (found[1] == "goes to")
