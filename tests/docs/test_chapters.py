"""The chapters that build a solver and an engine show the code that is run and the figures that it gives."""

from __future__ import annotations

import json
import random
import runpy
from typing import Any

import pytest

import kibitz
from kibitz.games.connect.solver import ConnectSolver
from tests.docs.pages import ROOT


def steps(folder: str) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / folder / "steps.py"))


def rows(name: str) -> dict[str, list[Any]]:
    result = json.loads((ROOT / "benchmarks" / "results" / f"{name}.json").read_text(encoding="utf-8"))
    return {row[1].strip("`"): row[2:] for row in result["rows"]}


def test_the_chapters_are_made_from_their_code_and_figures():
    for page, text in runpy.run_path(str(ROOT / "dev" / "chapters"))["pages"]().items():
        assert page.read_text(encoding="utf-8") == text, f"{page.name}: run dev/chapters"


def test_every_step_solves_connect_four_positions():
    found = steps("solver")
    solver = ConnectSolver(kibitz.load("connect4"))
    sets = {name: some[:3] for name, some in found["POSITIONS"].items() if name != "early"}
    truth = {columns: solver.score(columns) for some in sets.values() for columns in some}
    for number, step in enumerate(found["STEPS"]):
        for name, some in sets.items():
            if number >= max(found["FIRST"][name], 1 if name == "end" else 4):  # those that take moments
                for columns in some:
                    assert found["count"](step, columns)[0] == truth[columns], (step.__name__, columns)


@pytest.mark.parametrize("number", range(5, 10))
def test_the_figures_of_the_connect_four_steps_are_those_counted(number):
    found = steps("solver")
    step = found["STEPS"][number]
    counted = [found["mean"](step, name) for name in ("end", "middle")]
    assert rows("connect4_steps")[step.__name__][:2] == counted


def test_every_step_of_the_einstein_engine_finds_the_same_value():
    found = steps("einstein")
    for position in found["POSITIONS"]:
        values = [step().solve(position, 3) for step in found["STEPS"]]
        assert max(values) - min(values) < 1e-9


def test_the_rules_of_the_einstein_steps_are_those_of_the_game():
    """Random games side by side: the same stones may move to the same cells, and the same games are over."""
    found = steps("einstein")
    game, rng = kibitz.load("ewn"), random.Random(7)
    for _ in range(30):
        theirs, ours, red = game.start(), found["Position"](found["START"], found["START"]), True
        while not theirs.is_over:
            assert not ours.over()
            face = rng.randrange(6)
            theirs = theirs.play(f"d{face + 1}")
            moves = ours.moves(face)
            seen = [cell if red else 24 - cell for _, cell in moves]
            names = [
                f"{stone + 1}-{'abcde'[cell % 5]}{5 - cell // 5}"
                for (stone, _), cell in zip(moves, seen, strict=True)
            ]
            assert sorted(names) == sorted(map(str, theirs.moves))
            at = rng.randrange(len(moves))
            theirs, ours, red = theirs.play(names[at]), ours.play(moves[at]), not red
        assert ours.over()


@pytest.mark.parametrize("name", ["Star1", "Star2", "Table"])
def test_the_figures_of_the_einstein_steps_are_those_counted(name):
    found = steps("einstein")
    (step,) = (step for step in found["STEPS"] if step.__name__ == name)
    assert rows("ewn_steps")[name][0] == found["mean"](step, 3)
