from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Draw, Expect, Limit, Loss, Win, _core
from kibitz.analysis import by_mcts
from kibitz.analysis.by_search import sum_of_work
from kibitz.analysis.by_selective_search import analyse_selectively
from kibitz.analysis.evaluate_position import evaluate_position
from kibitz.analysis.report import Origin
from kibitz.games.control import control_for
from kibitz.games.exact_source import Cover
from kibitz.solving.backup import derived_value
from kibitz.solving.table_sources import TinyTable
from kibitz.solving.table_store import table_path

pytestmark = pytest.mark.core

GAME = kibitz.load("tictactoe")
RACE = Path(__file__).parents[2] / "src" / "kibitz" / "examples" / "race.py"


def test_moves_come_best_first_with_value_and_line() -> None:
    found = kibitz.analyse(GAME.start().play("5", "2"))
    assert found.value == Win(5)
    assert found.source.kind == "table"
    assert [str(m.move) for m in found.moves] == ["1", "3", "4", "6", "7", "9", "8"]
    assert [m.value for m in found.moves] == [Win(5)] * 6 + [Draw(7)]


def test_lines_lead_to_the_end_that_their_value_promises() -> None:
    position = GAME.start().play("1", "5")
    for m in kibitz.analyse(position).moves:
        assert m.line[0] == m.move
        assert len(m.line) == m.value.plies
        end = position.play(*m.line)
        assert end.outcome is not None
        assert end.outcome.for_side(position.mover) == m.value.result


def test_the_line_of_a_long_game_is_cut_at_two_hundred_plies() -> None:
    class Countdown(kibitz.PythonGame):
        def start(self) -> tuple[int, str]:
            return (250, "first")

        def turn(self, state: tuple[int, str]) -> str:
            return state[1]

        def moves(self, state: tuple[int, str]) -> list[int]:
            return [1]

        def play(self, state: tuple[int, str], move: int) -> tuple[int, str]:
            return (state[0] - move, "second" if state[1] == "first" else "first")

        def outcome(self, state: tuple[int, str]) -> str | None:
            return None if state[0] else "loss"

    game = kibitz.load(Countdown)
    found = kibitz.analyse(game.start())
    assert found.value == Loss(250)
    assert len(found.moves[0].line) == 200


def test_search_and_table_agree() -> None:
    position = GAME.start().play("1", "2", "5")
    by_table = kibitz.analyse(position)
    by_search = kibitz.analyse(position, Limit(depth=9), tables=False)
    assert by_search.source.kind == "search"
    results = [{str(m.move): m.value.result for m in found.moves} for found in (by_table, by_search)]
    assert results[0] == results[1]
    assert by_table.value == by_search.value == Loss(4)


def test_a_larger_game_is_searched_within_its_limit() -> None:
    position = kibitz.load("mnk:width=7,height=7,length=5").start()
    found = kibitz.analyse(position, Limit(nodes=2000))
    assert found.source.kind == "search"
    assert len(found.moves) == 49
    assert found.source.nodes is not None
    assert found.source.nodes <= 2100


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        (Limit(nodes=50), None),
        (Limit(seconds=5), 5),
        (Limit(nodes=50, seconds=9), 9),
        (Limit(depth=3), None),  # which says nothing of playouts: their usual number
    ],
)
def test_sampling_keeps_to_its_limit(
    monkeypatch: pytest.MonkeyPatch, limit: Limit, seconds: float | None
) -> None:
    given = []

    def at_once(bounds: Limit) -> _core.Control:
        given.append(bounds)
        return control_for(Limit(seconds=0.001) if bounds.seconds is not None and not limit.nodes else bounds)

    monkeypatch.setattr(by_mcts, "control_for", at_once)
    found = by_mcts.analyse_by_sampling(kibitz.load("connect4").start(), limit)
    assert given == [Limit(seconds=seconds)]
    if limit.nodes is not None:
        assert found.source.nodes == limit.nodes
    assert {each.move for each in found.moves} == {each.line[0] for each in found.moves}
    assert {str(each.move) for each in found.moves} == {*"1234567"}
    assert found.source.kind == "search"
    assert found.source.depth is not None
    assert found.source.seconds is not None


def test_a_sampled_line_begins_with_its_move() -> None:
    """With three stones in a row the fourth wins, which every playout that begins so finds."""
    position = kibitz.load("connect4").position("112233")
    found = by_mcts.analyse_by_sampling(position, Limit(nodes=400))
    assert [each.line[0] for each in found.moves] == [each.move for each in found.moves]
    assert str(found.moves[0].move) == "4"
    assert found.value.result == found.moves[0].value.result == 1


@pytest.mark.parametrize("spec", ["connect4", "chess"])
def test_searches_take_no_more_memory_than_any_machine_has(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    for name in ("make_mcts_engine", "make_selective_engine"):
        make = getattr(_core, name)

        def made(rules: object, size: int, make: Any = make) -> Any:
            sizes.append(size)
            return make(rules, size)

        monkeypatch.setattr(_core, name, made)
    start = kibitz.load(spec).start()
    analyse = analyse_selectively if spec == "chess" else by_mcts.analyse_by_sampling
    analyse(start, Limit(nodes=100))
    (size,) = sizes
    assert 16 * 2**20 <= size <= 2**29


def test_even_the_least_limit_gives_every_move() -> None:
    found = kibitz.analyse(kibitz.load("mnk:width=5,height=5,length=4").start(), Limit(nodes=1))
    assert len(found.moves) == 25


def test_a_game_that_is_over() -> None:
    found = kibitz.analyse(GAME.position("xxx/oo./..."))
    assert (found.value, found.moves, found.source.kind) == (Loss(0), (), "rules")


def test_rolls_have_chances_and_an_expectation() -> None:
    start = kibitz.load(str(RACE)).start()
    for found in (kibitz.analyse(start), kibitz.analyse(start, Limit(depth=2), tables=False)):
        assert isinstance(found.value, Expect)
        assert len(found.rolls) == 6
        mean = sum(r.probability * r.value.chance for r in found.rolls if isinstance(r.value, Expect))
        assert found.value.chance == pytest.approx(mean)
        assert not found.moves


def test_a_kept_table_is_used_and_a_bad_one_only_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TinyTable, "covers", lambda self, position: Cover.NO)
    monkeypatch.setattr("kibitz.analysis.evaluate_position._memory", {})  # other tests may have asked
    position = GAME.start().play("5")
    assert kibitz.analyse(position).source.kind == "search"
    kibitz.solve(GAME)
    assert kibitz.analyse(position).source.kind == "table"
    path = table_path(GAME)
    path.write_bytes(path.read_bytes()[:6000])
    found = kibitz.analyse(position)
    assert found.source.kind == "search"
    assert "can't be trusted" in found.notes[0]


def test_json_has_everything() -> None:
    data = json.loads(json.dumps(kibitz.analyse(GAME.start().play("5", "2")).to_json()))
    assert data["game"] == "tictactoe"
    assert data["source"] == {"kind": "table"}
    assert data["moves"][0]["value"] == {
        "text": "Win(5)",
        "words": "wins in 5",
        "exact": True,
        "result": 1,
        "plies": 5,
    }
    assert data["moves"][0]["line"][0] == "1"


def test_values_that_rest_on_a_search_are_called_searched() -> None:
    table, shallow, deep = Origin("table"), Origin("search", 3, 10, 0.5), Origin("search", 5, 20, 0.25)
    assert sum_of_work([table, table]) == table
    assert sum_of_work([table, deep, shallow]) == Origin("search", 3, 30, 0.75)
    assert sum_of_work([]) == Origin("search", 0)


def test_an_expectation_is_as_exact_as_the_least_exact_roll() -> None:
    position = kibitz.load("ewn").start()
    rolls = [position.play(roll) for roll, _ in position.chances]
    for doubtful in (set(), {rolls[0]}, {rolls[-1]}, {*rolls}):
        values = {after: Expect(0.25 * (after in rolls[:3]), after not in doubtful) for after in rolls}
        found = derived_value(position, values.__getitem__)
        assert found == Expect(0.125, exact=not doubtful)


def test_results_serve_smaller_requests() -> None:
    known = evaluate_position(GAME.start())
    assert evaluate_position(GAME.start(), Limit(seconds=5)) is known
    guessed = kibitz.load("gomoku").start()
    short = evaluate_position(guessed, Limit(seconds=0.01))
    longer = evaluate_position(guessed, Limit(seconds=0.02))
    assert longer is not short
    assert evaluate_position(guessed, Limit(seconds=0.01)) is longer
    assert evaluate_position(guessed, Limit(depth=1)) is not longer
