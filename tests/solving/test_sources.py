"""Sources of exact values: their order and limits, tables among them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import BadFile, Draw, Limit, Loss, Position, Stopped, Win
from kibitz.base.cancel import Cancel
from kibitz.games.control import control_for
from kibitz.games.exact_source import Cover, Knowledge
from kibitz.solving import exact_sources, table_sources
from kibitz.solving.exact_sources import half, probe_sources, sources_of, unmade
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.solve_plan import SolvePlan
from kibitz.solving.table_sources import KeptTable, QuickTable, TinyTable
from kibitz.solving.table_store import table_path

GAME = kibitz.load("tictactoe")
START = GAME.start()
KNOWLEDGE = Knowledge(Draw(9), ())


class Told:
    """A source with given answers that records its requests."""

    name = "told"
    takes_seconds = False
    probe = None

    def __init__(self, *covers: Cover, knows: Knowledge | None = None, refuses: str = "") -> None:
        self._covers, self._knows, self._refuses = list(covers), knows, refuses
        self.prepared = 0
        self.limits: list[Limit] = []

    def covers(self, position: Position) -> Cover:
        return self._covers.pop(0) if len(self._covers) > 1 else self._covers[0]

    def prepare(self, progress: object = None) -> None:
        self.prepared += 1

    def ask(self, position: Position, limit: Limit) -> Knowledge | None:
        self.limits.append(limit)
        if self._refuses:
            raise BadFile(self._refuses)
        return self._knows


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Asks these sources about the start."""

    def ask_these(limit: Limit, *these: Told) -> exact_sources.ProbeResult:
        monkeypatch.setattr(exact_sources, "sources_of", lambda game: these)
        return probe_sources(START, limit)

    return ask_these


def test_the_first_that_knows_answers_and_no_other_is_asked(asking: Any) -> None:
    limit = Limit(nodes=100, seconds=4)
    no, first, second = (
        Told(Cover.NO, knows=KNOWLEDGE),
        Told(Cover.KNOWN, knows=KNOWLEDGE),
        Told(Cover.KNOWN, knows=KNOWLEDGE),
    )
    asked = asking(limit, no, first, second)
    assert (asked.source, asked.knowledge) == (first, KNOWLEDGE)
    assert (no.limits, first.limits, second.limits) == ([], [limit], [])
    assert asked.limit == limit
    assert asked.notes == []
    assert no.prepared == first.prepared == 0


def test_pieces_without_dependencies_are_solved_first(asking: Any) -> None:
    made, larger = Told(Cover.UNMADE, Cover.KNOWN, knows=KNOWLEDGE), Told(Cover.UNMADE, Cover.NO)
    never = Told(Cover.UNMADE, knows=KNOWLEDGE)
    asked = asking(Limit(), never, larger, made)
    assert asked.source is made
    assert [each.prepared for each in (never, larger, made)] == [1, 1, 1]
    assert never.limits == larger.limits == []


def test_each_expensive_source_gets_half_of_the_rest(asking: Any) -> None:
    first, second, third = Told(Cover.WORK), Told(Cover.WORK), Told(Cover.KNOWN)
    asked = asking(Limit(nodes=100, seconds=4), first, second, third)
    assert first.limits == [Limit(nodes=50, seconds=2)]
    assert second.limits == [Limit(nodes=25, seconds=1)]
    assert third.limits == [Limit(nodes=100, seconds=4)]
    assert asked.limit == Limit(nodes=25, seconds=1)
    assert (asked.source, asked.knowledge) == (None, None)


def test_a_depth_limit_means_a_search_and_no_other_source(asking: Any) -> None:
    works, knows = Told(Cover.WORK, knows=KNOWLEDGE), Told(Cover.KNOWN, knows=KNOWLEDGE)
    asked = asking(Limit(depth=3), works, knows)
    assert asked.source is knows
    assert works.limits == []
    assert asked.limit == Limit(depth=3)


def test_one_that_can_not_be_trusted_is_noted_and_the_next_asked(asking: Any) -> None:
    spoilt, sound = Told(Cover.KNOWN, refuses="it is spoilt"), Told(Cover.KNOWN, knows=KNOWLEDGE)
    asked = asking(Limit(), spoilt, sound)
    assert asked.source is sound
    assert asked.notes == ["it is spoilt"]


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        (Limit(nodes=10, seconds=3.0), Limit(nodes=5, seconds=1.5)),
        (Limit(nodes=7), Limit(nodes=3)),
        (Limit(nodes=1), Limit(nodes=1)),
        (Limit(seconds=1), Limit(seconds=0.5)),
        (Limit(depth=4), Limit(depth=4)),
    ],
)
def test_half_of_a_limit(whole: Limit, part: Limit) -> None:
    assert half(whole) == part


def test_a_kept_table_comes_first_then_one_that_can_be_made_then_the_games_own() -> None:
    made = {"tictactoe": TinyTable, "numerical": QuickTable, "ewn": QuickTable, "connect4": TinyTable}
    for spec, kind in made.items():
        game = kibitz.load(spec)
        kept, small, *own = sources_of(game)
        assert (type(kept), type(small)) == (KeptTable, kind)
        assert [type(each) for each in own] == [type(each) for each in game.exact]
        assert sources_of(game) is sources_of(kibitz.load(spec))
        assert (kept.takes_seconds, small.takes_seconds) == (False, kind is QuickTable)
        assert kept.name == small.name == "table"


def test_buildable_tables_are_named_until_they_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_sources, "_sources", {})
    assert unmade(GAME.position("xxx/oo./...")) == []
    (tiny,) = unmade(START)
    assert isinstance(tiny, TinyTable)
    tiny.prepare()
    assert unmade(START) == []


def test_beside_a_kept_table_nothing_has_to_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_sources, "_sources", {})
    path = kibitz.solve(GAME).path
    assert path is not None
    assert unmade(START) == []
    path.write_bytes(path.read_bytes()[:5000])
    assert unmade(START) == []  # no message here; errors reach the caller


class Fake:
    """A table of a few positions."""

    game = GAME
    probe = None

    def __init__(self, values: dict[Position, kibitz.Value], pieces: int | None) -> None:
        self._values, self.pieces = values, pieces

    def values(self, positions: list[Position]) -> list[kibitz.Value | None]:
        return [self._values.get(position) for position in positions]


def asked_of(
    values: dict[Position, kibitz.Value], pieces: int | None, position: Position
) -> Knowledge | None:
    source = KeptTable(GAME)
    source.table = lambda: Fake(values, pieces)  # type: ignore[assignment, method-assign, return-value]
    return source.ask(position, Limit())


def test_a_table_values_a_position_and_its_moves_to_who_makes_them() -> None:
    position = GAME.position("xo./xo./...")
    after = {str(move): position.play(move) for move in position.moves}
    values: dict[Position, kibitz.Value] = {position: Win(1)}
    values |= dict.fromkeys(after.values(), Win(1)) | {after["7"]: Loss(0), after["8"]: Draw(2)}
    found = asked_of(values, None, position)
    assert found is not None
    assert found.value == Win(1)
    assert found.nodes == 0
    assert {str(each.move): each.value for each in found.moves} == {
        **dict.fromkeys("369", Loss(2)),
        "7": Win(1),
        "8": Draw(3),
    }
    assert [each.move for each in found.moves] == list(position.moves)


def test_a_position_that_is_lacking_is_damage_or_has_too_many_pieces() -> None:
    position = GAME.position("xo./xo./...")
    values: dict[Position, kibitz.Value] = {position: Win(1)}
    with pytest.raises(BadFile, match="lacks the position"):
        asked_of(values, None, position)
    assert asked_of(values, 3, position) is None
    # An end needs no table.
    for move in position.moves:
        after = position.play(move)
        if not after.is_over:
            values[after] = Draw(3)
    with pytest.raises(BadFile, match="lacks the position"):
        asked_of(values, 3, position)
    values |= {position.play("7"): Loss(0)}
    assert asked_of(values, 3, position) is not None


def test_a_kept_table_is_there_or_not() -> None:
    source = KeptTable(GAME)
    assert source.covers(START) is Cover.NO
    assert source.probe is None
    source.prepare()
    assert source.covers(START) is Cover.NO
    kibitz.solve(GAME)
    assert source.covers(START) is Cover.KNOWN
    assert source.probe is not None


@pytest.mark.parametrize(("most", "made"), [(765, True), (764, False)])
def test_a_game_is_tiny_up_to_so_many_positions(
    most: int, made: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tic-tac-toe has 765, up to symmetry."""
    monkeypatch.setattr(table_sources, "_TINY", most)
    monkeypatch.setattr(table_sources, "_TINY_IN_PYTHON", 1)
    tiny = TinyTable(GAME)
    assert tiny.covers(START) is Cover.UNMADE
    assert tiny.table() is None
    tiny.prepare()
    assert tiny.covers(START) is (Cover.KNOWN if made else Cover.NO)
    assert (tiny.table() is not None) == made
    assert (tiny.probe is not None) == made
    assert not table_path(GAME).exists()


@pytest.mark.parametrize(("most", "made"), [(10_000, True), (3, False)])
def test_a_game_in_python_has_a_limit_of_its_own(
    most: int, made: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_sources, "_TINY", 1)
    monkeypatch.setattr(table_sources, "_TINY_IN_PYTHON", most)
    game = kibitz.load("nim")
    tiny = TinyTable(game)
    tiny.prepare()
    assert tiny.covers(game.start()) is (Cover.KNOWN if made else Cover.NO)


def test_a_tiny_table_is_made_once_and_bounded_by_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    made, limits = [], []

    def counting(*told: Any) -> Any:
        made.append(told)
        return solve_in_memory(*told)

    def noting(limit: Limit) -> Any:
        limits.append(limit)
        return control_for(limit)

    monkeypatch.setattr(table_sources, "solve_in_memory", counting)
    monkeypatch.setattr(table_sources, "control_for", noting)
    tiny = TinyTable(GAME)
    tiny.prepare()
    tiny.prepare()
    assert len(made) == 1
    (limit,) = limits
    assert limit.seconds is not None
    assert limit.seconds >= 30
    ((_, _, plan),) = made
    assert plan.places <= 20_000


def test_small_positions_are_solved_rather_than_estimated() -> None:
    """Pig to 30 points has 57,304 positions; a search said about 50 % of its start."""
    game = kibitz.load(str(Path(kibitz.__file__).parent / "examples" / "pig.py"), target=30)
    found = kibitz.analyse(game.start())
    assert found.all_exact
    assert found.value == kibitz.solve(game).value(game.start())


def test_a_table_that_was_called_off_is_made_later(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = Cancel()

    def called_off(*told: object) -> None:
        cancel.now()
        raise Stopped("called off")

    tiny = TinyTable(GAME)
    with monkeypatch.context() as patch, cancel:
        patch.setattr(table_sources, "solve_in_memory", called_off)
        with pytest.raises(Stopped):
            tiny.prepare()
    assert tiny.covers(START) is Cover.UNMADE
    tiny.prepare()
    assert tiny.covers(START) is Cover.KNOWN


def test_a_table_is_quick_by_its_index_or_with_few_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.load("mnk:width=4,height=3,length=3")
    places = game.rules.index_size
    assert QuickTable.is_quick(game)
    assert QuickTable.is_quick(kibitz.load("ewn"))
    assert not QuickTable.is_quick(GAME)
    assert not QuickTable.is_quick(kibitz.load("connect4"))
    for quick, is_quick in ((places, True), (places - 1, False)):
        monkeypatch.setattr(table_sources, "_QUICK", quick)
        assert QuickTable.is_quick(game) == is_quick
    monkeypatch.setattr(table_sources, "_QUICK", places)
    for small, is_quick in ((places - 1, True), (places, False)):
        monkeypatch.setattr(table_sources, "SMALL", small)
        assert QuickTable.is_quick(game) == is_quick


EWN = kibitz.load("ewn:size=3,stones=2")
TWO, THREE = EWN.position("r1../.../..b1 r"), EWN.position("r1../.r2./..b1 r")


@pytest.mark.parametrize("room", [True, False])
def test_a_quick_table_is_of_few_pieces_and_kept_where_there_is_space(
    room: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def solve(game: kibitz.Game, progress: object = None) -> kibitz.Table:
        made.append(progress)
        if not room:
            raise BadFile("the disk is full")
        return kibitz.solve(game, pieces=2)

    monkeypatch.setattr(table_sources, "solve", solve)
    quick = QuickTable(EWN)
    quick._plan = SolvePlan("endgame", 323, 0, 0, pieces=2)
    assert (quick.covers(TWO), quick.covers(THREE)) == (Cover.UNMADE, Cover.NO)

    def heard(done: int, total: int) -> None:
        pass

    quick.prepare(heard)
    quick.prepare()
    assert made == [heard]
    assert (quick.covers(TWO), quick.covers(THREE)) == (Cover.KNOWN, Cover.NO)
    table = quick.table()
    assert table is not None
    assert (table.path is not None) == room
    assert table.pieces == 2


def test_a_quick_table_of_a_whole_game_covers_all_of_it() -> None:
    game = kibitz.load("mnk:width=4,height=3,length=3")
    quick = QuickTable(game)
    assert quick.covers(game.start()) is Cover.UNMADE
    quick.prepare()
    assert quick.covers(game.start()) is Cover.KNOWN
    assert table_path(game).exists()


@pytest.mark.parametrize(("spec", "most"), [("connect4", 20_000), ("nim", 60_000)])
def test_a_tiny_game_has_so_many_positions_at_most(
    spec: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As docs/capabilities.md says."""
    limits = []

    def refuse(game: kibitz.Game, most_positions: int) -> None:
        limits.append(most_positions)
        raise kibitz.BadOption("too large")

    monkeypatch.setattr(table_sources, "make_plan", refuse)
    tiny = TinyTable(kibitz.load(spec))
    tiny.prepare()
    tiny.prepare()
    (limit,) = limits
    assert limit == most
    assert tiny.covers(kibitz.load(spec).start()) is Cover.NO


def test_values_of_a_cancelled_source_are_discarded(asking: Any) -> None:
    cancel = Cancel()

    class CalledOff(Told):
        def ask(self, position: Position, limit: Limit) -> Knowledge | None:
            cancel.now()
            return None

    with cancel, pytest.raises(Stopped):
        asking(Limit(), CalledOff(Cover.WORK))
