"""The evaluation of positions: order and limits of the sources, caching, and the reported origin."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kibitz
from kibitz import Draw, Expect, Limit, Loss, Position, Side, Value, Win
from kibitz.analysis import evaluate_position as module
from kibitz.analysis.evaluate_position import evaluate_position, evaluate_rolls, exact_values
from kibitz.analysis.report import Analysis, MoveAnalysis, Origin
from kibitz.base.move import Line
from kibitz.base.value import Estimate
from kibitz.games.exact_source import Cover, Knowledge, Known
from kibitz.solving.exact_sources import ProbeResult

GAME = kibitz.load("tictactoe")
START = GAME.start()


class Source:
    """A source with given values."""

    name = "told"
    takes_seconds = False
    probe = None

    def __init__(self, value_of: Callable[[Position], Value], nodes: int = 0) -> None:
        self._value_of, self._nodes = value_of, nodes

    def covers(self, position: Position) -> Cover:
        return Cover.KNOWN

    def prepare(self, progress: object = None) -> None:
        pass

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        known = [Known(move, self._value_of(position.play(move))) for move in position.moves]
        return Knowledge(max(each.value for each in known), tuple(known), self._nodes)


class World:
    """The sources and the search that the evaluation asks: no source by default, and a given result."""

    def __init__(self) -> None:
        self.source: Source | None = None
        self.knowledge: Knowledge | None = None
        self.value: Value = Estimate(1)
        self.left: Limit | None = None
        self.asked: list[Limit] = []
        self.searched: list[Limit] = []

    def probe_sources(self, position: Position, limit: Limit) -> ProbeResult:
        self.asked.append(limit)
        knowledge = self.knowledge
        if self.source is not None and knowledge is None:
            knowledge = self.source.ask(position, limit)
        return ProbeResult(self.left or limit, self.source, knowledge, ["a note"])

    def search(self, position: Position, limit: Limit) -> Analysis:
        self.searched.append(limit)
        moves = tuple(MoveAnalysis(move, self.value, Line([move])) for move in position.moves)
        return Analysis(position, self.value, Origin("search", 3, 10, 0.5), moves=moves)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setattr(module, "_memory", {})
    monkeypatch.setattr(module, "probe_sources", made.probe_sources)
    monkeypatch.setattr(module, "analyse_by_search", made.search)
    return made


SECOND, TWO, DEEP, MANY = Limit(seconds=1), Limit(seconds=2), Limit(depth=3), Limit(nodes=50)


@pytest.mark.parametrize(
    ("value", "before", "now", "serves"),
    [
        # The same is never worked out twice.
        (Estimate(1), None, None, True),
        (Estimate(1), SECOND, SECOND, True),
        (Estimate(1), DEEP, DEEP, True),
        # An estimate is used again for limits that are no larger.
        (Estimate(1), TWO, SECOND, True),
        (Estimate(1), SECOND, TWO, False),
        (Estimate(1), None, SECOND, False),
        (Estimate(1), SECOND, None, False),
        (Estimate(1), DEEP, SECOND, False),
        (Estimate(1), MANY, SECOND, False),
        # The truth serves all but those who want to see so much work.
        (Draw(9), None, SECOND, True),
        # A call without a limit gets the result without one, whatever was asked before.
        (Draw(9), SECOND, None, False),
        (Draw(9), DEEP, SECOND, True),
        (Draw(9), SECOND, DEEP, False),
        (Draw(9), SECOND, MANY, False),
        (Draw(9), None, DEEP, False),
    ],
)
def test_results_serve_for_another_limit(
    value: Value, before: Limit | None, now: Limit | None, serves: bool, world: World
) -> None:
    world.value = value
    first = evaluate_position(START, before)
    assert (evaluate_position(START, now) is first) == serves
    assert len(world.searched) == (1 if serves else 2)


def test_cached_values_belong_to_one_game_and_query(world: World) -> None:
    first = evaluate_position(START)
    assert evaluate_position(START, exact=False) is not first
    again = kibitz.load("mnk:width=3,height=3,length=3").start()
    assert evaluate_position(again).position.game is again.game
    assert evaluate_position(GAME.position(str(START))).position.game is GAME


def test_a_table_that_comes_or_goes_makes_it_stale(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    first = evaluate_position(START)
    monkeypatch.setattr(module, "table_stamp", lambda game: (1, 2, 3))
    assert evaluate_position(START) is not first


def test_the_oldest_are_forgotten(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CACHE_SIZE", 3)
    children = [START.play(move) for move in START.moves[:5]]
    found = [evaluate_position(child) for child in children]
    assert len(module._memory) == 3
    for child, before in list(zip(children, found, strict=True))[2:]:
        assert evaluate_position(child) is before
    assert evaluate_position(children[0]) is not found[0]


def test_cancelled_work_is_not_cached(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def called_off() -> None:
        raise kibitz.Stopped("called off")

    with monkeypatch.context() as patch:
        patch.setattr(module, "raise_if_cancelled", called_off)
        with pytest.raises(kibitz.Stopped):
            evaluate_position(START)
    assert module._memory == {}


def test_a_limit_is_for_the_sources_and_what_they_leave_for_the_search(world: World) -> None:
    world.left = SECOND
    found = evaluate_position(START, TWO)
    assert (world.asked, world.searched) == ([TWO], [SECOND])
    assert found.notes == ("a note",)
    assert evaluate_position(START, TWO, exact=False).notes == ()
    assert (world.asked, world.searched) == ([TWO], [SECOND, TWO])


def test_without_a_limit_positions_are_counted_and_time_is_generous(world: World) -> None:
    world.left = SECOND  # not used without a limit
    evaluate_position(START)
    evaluate_position(START, exact=False)
    in_python = kibitz.load("morris").start()
    evaluate_position(in_python)
    assert world.searched[0] == world.searched[1]
    both, here, python = world.asked[0], world.searched[0], world.searched[2]
    for limit in (both, here, python):
        assert limit.depth is None
        assert limit.nodes is not None
        assert limit.seconds is not None
        assert limit.seconds >= 30
    assert both.nodes is not None
    assert here.nodes is not None
    assert python.nodes is not None
    assert both.nodes > here.nodes > 10 * python.nodes


@pytest.mark.parametrize(("nodes", "told"), [(0, None), (7, 7)])
def test_an_origin_reports_work_only_if_there_was_some(nodes: int, told: int | None, world: World) -> None:
    world.source = Source(lambda after: Draw(8), nodes)
    found = evaluate_position(START)
    assert found.source.kind == "told"
    assert found.source.nodes == told
    assert (found.source.seconds is None) == (told is None)
    assert found.source.seconds is None or 0 <= found.source.seconds < 60
    assert found.source.depth is None
    assert found.notes == ("a note",)
    assert world.searched == []
    assert found.value == Draw(8)
    assert [each.odds for each in found.moves] == [None] * 9


def test_moves_come_best_first_and_equal_ones_in_the_games_order(world: World) -> None:
    worth = {"5": Win(3), "3": Draw(8), "9": Draw(8)}
    world.source = Source(lambda after: Loss(2))
    world.knowledge = Knowledge(
        Win(3), tuple(Known(move, worth.get(str(move), Loss(2))) for move in START.moves)
    )
    found = evaluate_position(START)
    assert [str(each.move) for each in found.moves] == ["5", "3", "9", "1", "2", "4", "6", "7", "8"]
    assert found.best is not None
    assert found.best.value == found.value == Win(3)


def test_a_line_goes_on_with_the_best_moves_to_the_end(world: World) -> None:
    """To a source that likes the fewest x in the upper row, o goes where x would, and x elsewhere."""
    world.source = Source(lambda after: Draw(str(after)[:3].count("x")))
    for each in evaluate_position(START).moves:
        position = START.play(each.move)
        assert each.line[0] == each.move
        for move in each.line[1:]:
            fewest = min(str(position.play(other))[:3].count("x") for other in position.moves)
            assert str(position.play(move))[:3].count("x") == fewest
            position = position.play(move)
        assert position.is_over


def test_a_line_that_is_known_is_taken_as_it_is(world: World) -> None:
    line = Line(START.moves[:2])
    world.source = Source(lambda after: Draw())
    world.knowledge = Knowledge(Draw(9), (Known(START.moves[0], Draw(9), line),))
    assert evaluate_position(START).moves[0].line == line


class Round(kibitz.PythonGame):
    """Four fields in a circle, never left."""

    def start(self) -> tuple[int, str]:
        return (0, "first")

    def turn(self, state: tuple[int, str]) -> str:
        return state[1]

    def moves(self, state: tuple[int, str]) -> list[str]:
        return ["on"]

    def play(self, state: tuple[int, str], move: str) -> tuple[int, str]:
        return ((state[0] + 1) % 4, "second" if state[1] == "first" else "first")

    def outcome(self, state: tuple[int, str]) -> str | None:
        return None


def test_a_line_ends_where_it_comes_back(world: World) -> None:
    world.source = Source(lambda after: Draw())
    found = evaluate_position(kibitz.load(Round).start())
    assert len(found.moves[0].line) == 4


def test_a_line_ends_at_dice_or_unknown_values(world: World) -> None:
    ewn = kibitz.load("ewn:size=3,stones=2")
    position = ewn.start().play("d1")
    world.source = Source(lambda after: Expect(0.5))
    assert [len(each.line) for each in evaluate_position(position).moves] == [1] * len(position.moves)

    class Short(Source):
        def ask(self, position: Position, limit: Limit) -> Knowledge | None:
            return None if len(str(position).replace(".", "")) > 4 else super().ask(position, limit)

    world.source = Short(lambda after: Draw())
    assert [len(each.line) for each in evaluate_position(START).moves] == [3] * 9


def test_rolls_are_reported_with_their_chances(world: World) -> None:
    start = kibitz.load("ewn:size=3,stones=2").start()
    world.source = Source(lambda after: Expect(0.5))
    world.knowledge = Knowledge(
        Expect(0.4), tuple(Known(roll, Expect(0.2 * place)) for place, roll in enumerate(start.moves, 1))
    )
    found = evaluate_position(start)
    assert found.moves == ()
    assert [(each.roll, each.probability, each.value) for each in found.rolls] == [
        (start.moves[0], 0.5, Expect(0.2)),
        (start.moves[1], 0.5, Expect(0.4)),
    ]
    assert (found.value, found.source.kind) == (Expect(0.4), "told")


def test_without_a_source_rolls_are_evaluated_one_by_one(world: World) -> None:
    start = kibitz.load("ewn:size=3,stones=2").start()
    world.value = Expect(0.25, exact=False)
    found = evaluate_position(start)
    # The roller acts after its roll.
    assert found.value == Expect(0.25, exact=False)
    assert [each.value for each in found.rolls] == [Expect(0.25, exact=False)] * 2
    assert found.source == Origin("search", 3, 2 * 2 * 10, 2 * 2 * 0.5)
    assert found.notes == ("a note",)
    # With a limit it is searched whole.
    searched = evaluate_position(start, SECOND)
    assert searched.rolls == ()
    assert world.searched[-1] == SECOND
    assert evaluate_rolls(start, TWO).value == Expect(0.25, exact=False)
    assert world.searched[-1] == TWO


def test_values_without_lines_come_from_memory_or_a_source(world: World) -> None:
    assert exact_values(GAME.position("xxx/oo./...")) is None
    assert exact_values(START) is None
    world.source = Source(lambda after: Draw(8))
    assert exact_values(START) == dict.fromkeys(START.moves, Draw(8))
    count = len(world.asked)
    evaluate_position(START)
    assert exact_values(START) == dict.fromkeys(START.moves, Draw(8))
    assert len(world.asked) == count + 1
    other = START.play("5")
    world.source = None
    evaluate_position(other)
    assert exact_values(other) is None


def test_a_game_that_is_over_is_evaluated_by_its_rules(world: World) -> None:
    found = evaluate_position(GAME.position("xxx/oo./..."))
    assert (found.value, found.source, found.moves, found.rolls) == (Loss(0), Origin("rules"), (), ())
    assert world.asked == world.searched == []
    assert found.position.mover is Side.SECOND
