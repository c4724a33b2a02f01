"""Sentences about chances, checked against expectations computed by hand in the test."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path

import pytest

import kibitz
from kibitz import Expect
from kibitz.analysis.explain import explain
from kibitz.analysis.explain_dice import percents, reasons_from_chances, reasons_from_rolls
from kibitz.analysis.explanation import Kind
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.base.move import Line
from kibitz.base.side import Side
from kibitz.games.position import Position
from tests.analysis import author_sentences

RACE = kibitz.load(str(Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "race.py"), goal=7)


def win_now(position: Position) -> float:
    """The chance that the roller's next roll lets it win at once."""
    if position.is_over:
        return 0.0
    found = 0.0
    for roll, probability in position.chances:
        after = position.play(roll)
        ends = [after.play(move).outcome for move in after.moves]
        found += probability * any(end is not None and end.winner is position.mover for end in ends)
    return found


@functools.cache
def table() -> kibitz.Table:
    return kibitz.solve(RACE)


def chance(position: Position) -> float:
    """The first player's chance to win."""
    if position.outcome is not None:
        return float(position.outcome.winner is Side.FIRST)
    value = table().value(position)
    assert isinstance(value, kibitz.Expect)
    return value.chance if position.mover is Side.FIRST else 1 - value.chance


def mine(position: Position, move: kibitz.Move) -> float:
    first = chance(position.play(move))
    return first if position.turn is Side.FIRST else 1 - first


def percent_in(text: str) -> list[float]:
    return [float(found) / 100 for found in re.findall(r"([0-9.]+)%", text)]


def test_every_reason_is_true() -> None:
    rng, kinds = random.Random(3), set()
    for _ in range(120):
        position = RACE.start()
        for _ in range(rng.randrange(1, 10)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if position.is_over or position.turn is Side.CHANCE:
            continue
        for move in position.moves:
            (other,) = (m for m in position.moves if m != move)
            here, there = mine(position, move), mine(position, other)
            for reason in explain(position, move).reasons:
                kinds.add(reason.kind)
                said = percent_in(reason.text)
                match reason.kind:
                    case Kind.WINS_NOW:
                        assert here == 1
                    case Kind.BEATS_NEXT:
                        assert here > there
                        assert abs(said[0] - here) + abs(said[1] - there) < 0.002
                    case Kind.GIVES_AWAY:
                        assert here < there
                        assert abs(said[0] - here) + abs(said[1] - there) < 0.002
                    case Kind.CHANCE:
                        assert abs(here - there) < 1e-9
                    case Kind.DANGER:
                        risks = win_now(position.play(move)), win_now(position.play(other))
                        assert risks[0] != risks[1]
                        order = risks if "lets" in reason.text else risks[::-1]
                        assert abs(said[0] - order[0]) + abs(said[1] - order[1]) < 0.002
                    case "author":
                        author_sentences.check(position, move, reason)
                    case _:
                        raise AssertionError(f"{reason} can't be said of {position}")
    assert kinds - {"author"} == {Kind.WINS_NOW, Kind.BEATS_NEXT, Kind.GIVES_AWAY, Kind.CHANCE, Kind.DANGER}


EWN = kibitz.load("ewn:size=4,stones=2,setup=12")


def test_danger_is_reported_beside_the_most_and_the_least_dangerous_of_all_others() -> None:
    rng, result = random.Random(4), {"cuts": 0, "lets": 0}
    while min(result.values()) < 5:
        position = EWN.start()
        for _ in range(rng.randrange(4, 20)):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if position.is_over or position.turn is Side.CHANCE:
            continue
        risks = {move: win_now(position.play(move)) for move in position.moves}
        if len(set(risks.values())) < 3:
            continue
        analysis = kibitz.analyse(position, kibitz.Limit(nodes=20))
        for this in analysis.moves:
            for reason in reasons_from_rolls(analysis, this):
                if reason.kind is Kind.DANGER:
                    others = {risk for move, risk in risks.items() if move != this.move}
                    word = "cuts" if "cuts" in reason.text else "lets"
                    (beside,) = reason.moves
                    assert risks[beside] == (max(others) if word == "cuts" else min(others))
                    result[word] += min(others) < max(others)


@functools.cache
def fewest_moves(position: Position, side: Side, most: int) -> int:
    """The fewest moves of one player's own with which it gets a stone to the far corner, by trying all.

    The other player and the dice help: any roll may come, and the other's moves don't count.
    """
    if position.outcome is not None:
        return 0 if position.outcome.winner is side else most
    if most == 0:
        return 0
    if position.turn is side:
        return 1 + min(fewest_moves(position.play(move), side, most - 1) for move in position.moves)
    return min(fewest_moves(position.play(move), side, most) for move in position.moves)


def test_a_race_is_counted_right() -> None:
    # Stones so far apart that no capture can end the game sooner than the corner.
    position = EWN.position("r1.../.r2../..../b1..b2 r d2")
    (reason,) = (r for r in explain(position, "2-c2").reasons if r.kind is Kind.RACE)
    assert reason.text == "races on: 1 to go, blue has 3"
    after = position.play("2-c2")
    assert fewest_moves(after, Side.FIRST, 3) == 1
    assert EWN.teacher.race_distance(position, Side.SECOND) == 3
    assert not [
        r
        for r in explain(position.game.position("r1.../.r2../..../b1..b2 r d1")).reasons
        if r.kind is Kind.RACE
    ]


BEGUN = kibitz.load("ewn").position("r1r2r3../r4r5.../r6...b6/...b5b4/..b3b2b1 r d1")


def told(*values: kibitz.Value) -> Analysis:
    """The first moves with these values."""
    moves = zip(BEGUN.moves, values, strict=False)
    analysed = tuple(MoveAnalysis(move, value, Line([move])) for move, value in moves)
    return Analysis(BEGUN, values[0], Origin("search", 3, 40, 0.5), moves=analysed)


HALF, LESS, GUESS = Expect(0.5), Expect(0.25), Expect(0.376, exact=False)
NEAR = Expect(0.3755, exact=False)


@pytest.mark.parametrize(
    ("values", "at", "kind", "facts", "named"),
    [
        (
            (HALF, LESS),
            0,
            Kind.BEATS_NEXT,
            ["is clearly best,", "50.0% to win against 25.0% after {1}"],
            1,
        ),
        ((HALF, LESS), 1, Kind.GIVES_AWAY, ["clearly worse than {0}", "25.0% to win against 50.0%"], 0),
        (
            (HALF, HALF, LESS),
            1,
            Kind.BEATS_NEXT,
            ["is one of 2 best moves,", "against 25.0% after {2}"],
            2,
        ),
        ((HALF, Expect(0.4), LESS), 0, Kind.BEATS_NEXT, ["50.0% to win against 40.0% after {1}"], 1),
        (
            (HALF, Expect(0.4), LESS),
            2,
            Kind.GIVES_AWAY,
            ["clearly worse than {0}", "25.0% to win against 50.0%"],
            0,
        ),
        ((HALF, HALF), 1, Kind.CHANCE, ["50.0%", "as good as every other move"], None),
        ((HALF,), 0, Kind.ONLY_MOVE, ["only move", "50.0%"], None),
        ((GUESS, LESS), 0, Kind.BEATS_NEXT, ["a chance of about 38% to win against 25% after {1}"], 1),
        ((GUESS,), 0, Kind.ONLY_MOVE, ["about 38%"], None),
        ((GUESS, GUESS), 0, Kind.CHANCE, ["about 38%"], None),
        # What two guesses differ by is less than either of them is sure of.
        ((GUESS, NEAR), 0, Kind.BEATS_NEXT, ["hardly better than {1}, with a chance of about 38% to win"], 1),
        ((NEAR, GUESS), 0, Kind.GIVES_AWAY, ["about as good as {1}, with a chance of about 38% to win"], 1),
    ],
)
def test_chances_beside_the_next_best_move(
    values: tuple[kibitz.Value, ...], at: int, kind: Kind, facts: list[str], named: int | None
) -> None:
    analysis = told(*values)
    (reason,) = reasons_from_chances(analysis, analysis.moves[at])
    assert reason.kind is kind
    written = [BEGUN.write(move) for move in BEGUN.moves]
    for fact in facts:
        assert fact.format(*written) in reason.text
    assert reason.moves == (() if named is None else (BEGUN.moves[named],))
    assert ("about 38%" in reason.text) == (not analysis.moves[at].value.exact)


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (0.5, 0.25, ("50.0%", "25.0%")),
        (0.5, 0.4996, ("50.000%", "49.960%")),
        (0.5, 0.4999999, ("50.000000%", "49.999990%")),
    ],
)
def test_chances_have_enough_digits_to_differ(one: float, other: float, said: tuple[str, str]) -> None:
    assert percents(one, other) == said
