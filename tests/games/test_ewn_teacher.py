"""Explanations in EinStein würfelt nicht!, with each face of the die tried by the rules."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import kibitz
from kibitz.base.reason import Reason
from kibitz.base.side import Side
from kibitz.games.ewn.teacher import Kind
from kibitz.games.position import Position


def stones(position: Position, colour: str) -> dict[int, tuple[int, int]]:
    """A player's stones and where they stand, from the text of the position."""
    rows = str(position).split()[0].split("/")
    return {
        int(cell[1]): (row, column)
        for row, text in enumerate(rows)
        for column, cell in enumerate(re.findall(r"\.|[rb]\d", text))
        if cell[0] == colour
    }


def about_to_roll(position: Position, colour: str) -> Position:
    return position.game.position(f"{str(position).split()[0]} {colour}")


def faces(position: Position, colour: str, holds: object) -> set[int]:
    """The faces for which something holds of a move that they allow."""
    rolling = about_to_roll(position, colour)
    return {
        int(str(roll)[1:])
        for roll in rolling.moves
        if any(holds(rolled, move) for rolled in [rolling.play(roll)] for move in rolled.moves)  # type: ignore[operator]
    }


def wins(rolled: Position, move: kibitz.Move) -> bool:
    outcome = rolled.play(move).outcome
    return outcome is not None and outcome.winner is rolled.turn


def taker(stone: int, colour: str) -> object:
    def takes(rolled: Position, move: kibitz.Move) -> bool:
        return stone not in stones(rolled.play(move), colour)

    return takes


def mover_of(stone: int) -> object:
    return lambda rolled, move: str(move).startswith(f"{stone}-")


def rolls_in(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


def check(position: Position, move: kibitz.Move, reason: Reason) -> None:
    after = position.play(move)
    me, they = "rb"[position.turn], "rb"[position.turn.opponent]
    stone = int(str(move)[0])
    gone = {c: set(stones(position, c)) - set(stones(after, c)) for c in "rb"}
    match reason.kind:
        case Kind.TAKES:
            number, left = map(int, re.findall(r"\d+", reason.text))
            assert gone[they] == {number}
            assert len(stones(after, they)) == left
        case Kind.TAKES_OWN:
            taken, said = re.match(r"takes its own stone (\d+): (.*)", reason.text).groups()  # type: ignore[union-attr]
            assert gone[me] == {int(taken)}
            parts = re.findall(r"stone (\d+) then moves with a ([\d, or]+) instead of a ([\d, or]+)", said)
            assert parts
            for number, now, before in parts:
                assert faces(after, me, mover_of(int(number))) == rolls_in(now)
                assert faces(position, me, mover_of(int(number))) == rolls_in(before)
                assert rolls_in(now) > rolls_in(before)
        case Kind.LOSES_TO:
            assert faces(after, they, wins) == rolls_in(reason.text) != set()
        case Kind.THREATENS:
            assert faces(after, me, wins) == rolls_in(reason.text) != set()
        case Kind.IN_DANGER:
            number, said = re.match(r"puts stone (\d+) .* with (.*)", reason.text).groups()  # type: ignore[union-attr]
            assert int(number) == stone
            assert faces(after, they, taker(stone, me)) == rolls_in(said) != set()
        case Kind.ESCAPES:
            number, said = re.match(r"takes stone (\d+) .* with (.*)", reason.text).groups()  # type: ignore[union-attr]
            assert int(number) == stone
            assert faces(after, they, taker(stone, me)) == set()
            assert faces(position, they, taker(stone, me)) == rolls_in(said) != set()
        case _:
            raise AssertionError(reason)


@pytest.mark.parametrize("spec", ["ewn", "ewn:size=4,stones=3,faces=5", "ewn:size=3,stones=3"])
def test_every_sentence_is_true(spec: str) -> None:
    rng, game, seen = random.Random(9), kibitz.load(spec), Counter[str]()
    for _ in range(12):
        position = game.start(rng)
        while not position.is_over:
            if position.turn is not Side.CHANCE:
                for move in position.moves:
                    if position.play(move).is_over:
                        continue
                    for reason in game.teacher.effects(position, move):
                        check(position, move, reason)
                        seen[reason.kind] += 1
            position = position.play(rng.choice(position.moves))
    assert set(seen) == set(Kind)
