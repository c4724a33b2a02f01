"""Analyses as text, as JSON and in notebooks."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import kibitz
from kibitz import Draw, Expect, Limit, Loss, Points, Value, Win
from kibitz.analysis.pv_text import line_words
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin, RollAnalysis, value_to_json
from kibitz.base.move import Line
from kibitz.base.value import Estimate
from kibitz.solving.against_random import Odds

GAME = kibitz.load("tictactoe")
START = GAME.start()


@pytest.mark.parametrize(
    ("origin", "facts"),
    [
        (Origin("rules"), ["over"]),
        (Origin("search", 7, 12_345, 1.26), ["search", "depth 7", "12,345 positions", "1.3 s"]),
        (Origin("search", 239, 12_345, 1.26), ["by search, as deep as it goes, 12,345 positions"]),
        (Origin("solver", nodes=1_234, seconds=0.52), ["exact", "1,234 positions", "0.5 s"]),
        (Origin("table"), ["exact", "from a table"]),
    ],
)
def test_where_values_come_from_in_words(origin: Origin, facts: list[str]) -> None:
    for fact in facts:
        assert fact in origin.words()
    assert ("exact" in origin.words()) == ("exact" in facts)
    assert str(origin) == origin.kind


@pytest.mark.parametrize(
    ("value", "numbers"),
    [
        (Win(3), {"result": 1, "plies": 3}),
        (Draw(), {"result": 0, "plies": None}),
        (Loss(2), {"result": -1, "plies": 2}),
        (Expect(0.25), {"chance": 0.25}),
        (Expect(0.25, exact=False), {"chance": 0.25}),
        (Points(-3), {"points": -3}),
        (Estimate(12), {"score": 12}),
    ],
)
def test_a_value_for_machines(value: Value, numbers: dict[str, object]) -> None:
    data = value_to_json(value, kibitz.load("tictactoe"))
    assert data == {"text": str(value), "words": value.words(), "exact": value.exact, **numbers}
    assert Value.parse(data["text"]) == value


def made(*values: Value, odds: Odds | None = None) -> Analysis:
    moves = tuple(
        MoveAnalysis(move, value, Line([move]), odds)
        for move, value in zip(START.moves, values, strict=False)
    )
    return Analysis(START, values[0], Origin("search", 3, 40, 0.5), moves=moves)


def test_everything_for_machines() -> None:
    data = made(Draw(9), Estimate(-2), odds=Odds(0.5, 0.25, 0.25)).to_json()
    assert data["game"] == "tictactoe"
    assert data["position"] == ".../.../..."
    assert (data["turn"], data["mover"], data["outcome"]) == ("first", "first", None)
    assert data["source"] == {"kind": "search", "depth": 3, "nodes": 40, "seconds": 0.5}
    assert data["rolls"] == data["notes"] == []
    first, second = data["moves"]
    assert (first["move"], first["line"]) == ("1", ["1"])
    assert (second["move"], second["value"]["score"]) == ("2", -2)
    assert first["against_random"] == {"win": 0.5, "draw": 0.25, "loss": 0.25}
    assert "against_random" not in made(Draw(9)).to_json()["moves"][0]
    over = Analysis(GAME.position("xxx/oo./..."), Loss(0), Origin("rules")).to_json()
    assert (over["outcome"], over["source"]) == ("1-0", {"kind": "rules"})
    noted = dataclasses.replace(made(Draw(9)), notes=("a table was refused",))
    assert noted.to_json()["notes"] == ["a table was refused"]


def test_rolls_for_machines_and_in_notebooks() -> None:
    start = kibitz.load("ewn").start()
    rolls = tuple(RollAnalysis(roll, chance, Expect(0.75)) for roll, chance in start.chances)
    found = Analysis(start, Expect(0.75), Origin("table"), rolls=rolls)
    value = found.to_json()["rolls"]
    assert [each["roll"] for each in value] == ["d1", "d2", "d3", "d4", "d5", "d6"]
    assert value[0]["probability"] == pytest.approx(1 / 6)
    assert value[0]["value"]["chance"] == 0.75
    page = found._repr_html_()
    assert "<svg" in page
    for text in ("roll", "how likely", "d6", "16.7%", Expect(0.75).words(), "from a table"):
        assert text in page


def test_moves_in_notebooks() -> None:
    page = made(Draw(9), Loss(4))._repr_html_()
    assert "<svg" in page
    assert "how likely" not in page
    for text in ("move", "line", Draw(9).words(), Loss(4).words(), "depth 3", "x "):
        assert text in page


def test_an_analysis_is_exact_only_if_all_values_are() -> None:
    assert made(Draw(9), Loss(4)).all_exact
    assert not made(Draw(9), Estimate(-4)).all_exact
    guess = dataclasses.replace(made(Draw(9)), value=Estimate(1))
    assert not guess.all_exact
    start = kibitz.load("ewn").start()
    roll = RollAnalysis(start.moves[0], 1.0, Expect(0.5, exact=False))
    assert not Analysis(start, Expect(0.5), Origin("table"), rolls=(roll,)).all_exact
    assert Analysis(start, Expect(0.5), Origin("table")).all_exact


def test_the_best_move_and_its_line_where_there_is_one() -> None:
    found = made(Draw(9), Loss(4))
    assert found.best is found.moves[0]
    assert found.line == Line([START.moves[0]])
    over = Analysis(GAME.position("xxx/oo./..."), Loss(0), Origin("rules"))
    assert over.best is None
    assert over.line == Line()


def test_a_line_that_is_cut_says_so() -> None:
    moves = [START.move(text) for text in "14253"]
    assert line_words(START, moves) == "1 4 2 5 3"
    assert line_words(START, moves, 5) == "1 4 2 5 3"
    assert line_words(START, moves, 4) == "1 4 2 5 ..."
    assert line_words(START, moves[:4]) == "1 4 2 5 ..."
    assert line_words(START, []) == "..."


def test_analyses_of_many_come_in_their_order_and_within_the_limit() -> None:
    positions = [START, GAME.position("xx./oo./..."), GAME.position("xxx/oo./...")]
    found = list(kibitz.analyse_many(positions))
    assert [each.position for each in found] == positions
    assert [each.value for each in found] == [Draw(9), Win(1), Loss(0)]
    searched = list(kibitz.analyse_many(positions[:2], Limit(depth=2), tables=False))
    assert [each.source.kind for each in searched] == ["search", "search"]
    assert searched[0].source.depth == 2


def test_invalid_positions_are_refused_before_any_work() -> None:
    many: Any = kibitz.analyse_many
    for wrong in (5, None):
        with pytest.raises(kibitz.KibitzError):
            many(wrong)
