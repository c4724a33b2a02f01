"""Endgame tables of EinStein würfelt nicht!: sizes, known chances, and two independent computations."""

from __future__ import annotations

import itertools
import math
import random
from pathlib import Path

import pytest

import kibitz
from kibitz import Expect, Game, Position, _core
from kibitz.solving import by_endgame
from kibitz.solving.by_endgame import solve_by_endgame
from kibitz.solving.by_graph import solve_by_graph
from kibitz.solving.checkpoints import Checkpoints
from kibitz.solving.table import Table, table_in_memory
from kibitz.solving.verify import verify_table

pytestmark = pytest.mark.core

EWN = kibitz.load("ewn")


def endgame(game: Game, pieces: int, width: int, threads: int = 2) -> Table:
    parts = Checkpoints(game, None, 0)
    return table_in_memory(game, solve_by_endgame(game, pieces, _core.Control(), parts, threads, width))


def chance(table: Table, position: Position) -> float:
    value = table.value(position)
    assert isinstance(value, Expect)
    return value.chance


def recursion(position: Position, known: dict[Position, float]) -> float:
    """The chance of the side to move or roll, by plain recursion over the rules."""
    if position.outcome is not None:
        return (1 + position.outcome.for_side(position.mover)) / 2
    if position not in known:
        if position.turn is kibitz.Side.CHANCE:
            known[position] = sum(p * recursion(position.play(roll), known) for roll, p in position.chances)
        else:
            known[position] = max(1 - recursion(position.play(move), known) for move in position.moves)
    return known[position]


def random_position(game: Game, stones: int, rng: random.Random) -> Position | None:
    """So many stones anywhere, red to roll; None if that would be an end."""
    most = int(game.values["stones"])
    reds = rng.randint(max(1, stones - most), min(most, stones - 1))
    cells = rng.sample(range(int(game.values["size"]) ** 2), stones)
    numbers = [-1] * (2 * most)
    for side, count in ((0, reds), (1, stones - reds)):
        for stone in rng.sample(range(most), count):
            numbers[side * most + stone] = cells.pop()
    try:
        state = game.rules.assemble([rng.randint(0, 1), 0, *numbers])
    except ValueError:
        return None
    position = Position(game, state)
    return None if position.is_over else position


def test_the_index_is_as_tight_as_the_best_public_one() -> None:
    """323, 96,750 and 10,274,340 positions with 2, 3 and 4 stones; 434,838,960 with 5."""
    sizes = [_core.endgame_run(EWN.rules, pieces, 1, 1).places for pieces in range(2, 6)]
    alone = [sizes[0], *(more - less for less, more in itertools.pairwise(sizes))]
    assert alone[0] == 323
    for size, public in zip(alone, (323, 96_750, 10_274_340, 434_838_960), strict=True):
        assert size <= public


def test_one_stone_each_is_a_matter_of_tempo() -> None:
    table = endgame(EWN, 2, width=2)
    values = []
    for red, blue in itertools.permutations(range(25), 2):
        if red != 24 and blue != 0:
            numbers = [red, *[-1] * 5, *[-1] * 3, blue, -1, -1]
            values.append(chance(table, Position(EWN, EWN.rules.assemble([0, 0, *numbers]))))
    assert len(values) == 553
    assert (values.count(1.0), values.count(0.0)) == (370, 183)


@pytest.mark.parametrize(
    ("setup", "expected"), [("123v123", 0.69958848), ("123v132", 0.69135802), ("213v123", 0.61728395)]
)
def test_three_stones_on_3x3(setup: str, expected: float) -> None:
    table = kibitz.solve(f"ewn:size=3,stones=3,setup={setup}")
    assert (table.pieces, table.precision) == (6, 0)
    assert chance(table, kibitz.load(f"ewn:size=3,stones=3,setup={setup}").start()) == pytest.approx(
        expected, abs=5e-9
    )


def test_set_ups_share_a_table() -> None:
    one = kibitz.solve("ewn:size=3,stones=3,setup=123v123")
    assert kibitz.solve("ewn:size=3,stones=3,setup=213v321,begins=blue").path == one.path


def test_every_position_that_can_be_reached_agrees_with_the_other_solver() -> None:
    game = kibitz.load("ewn:size=3,stones=2,faces=5,setup=12v21")
    table = endgame(game, 4, width=8)
    listing = table_in_memory(game, solve_by_graph(game, _core.Control(), 1_000_000))
    seen, todo = {game.start()}, [game.start()]
    while todo:
        position = todo.pop()
        assert chance(table, position) == pytest.approx(chance(listing, position), abs=1e-12)
        for move in position.moves:
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert len(seen) > 1000


@pytest.mark.parametrize("width", [8, 2, 1])
def test_random_positions_agree_with_recursion(width: int) -> None:
    """Sets of stones of every class, both sides to move, on the real board with the real die."""
    table = endgame(EWN, 3, width)
    rng = random.Random(3)
    known: dict[Position, float] = {}
    compared = 0
    worst = 0.0
    while compared < 60:
        position = random_position(EWN, rng.choice((2, 3)), rng)
        if position is None:
            continue
        compared += 1
        worst = max(worst, abs(chance(table, position) - recursion(position, known)))
        rolled = position.play(rng.choice(position.moves))
        worst = max(worst, abs(chance(table, rolled) - recursion(rolled, known)))
    assert worst <= (1e-12 if width == 8 else table.precision + 1e-7)


def test_threads_make_no_difference() -> None:
    game = kibitz.load("ewn:size=4,stones=3")
    parts = Checkpoints(game, None, 0)
    one, three = (
        solve_by_endgame(game, 4, _core.Control(), parts, threads, 1).section("chances") for threads in (1, 3)
    )
    assert one == three


def test_positions_with_more_stones_are_not_there() -> None:
    table = endgame(EWN, 3, width=2)
    assert table.value(EWN.start()) is None


def test_a_table_with_more_stones_replaces_one_with_fewer() -> None:
    small = kibitz.solve("ewn", pieces=2)
    assert small.pieces == 2
    more = kibitz.solve("ewn", pieces=3)
    assert (more.pieces, more.path) == (3, small.path)
    assert kibitz.solve("ewn", pieces=2).pieces == 3
    assert verify_table(more, 200) == 200


@pytest.mark.parametrize("pieces", [1, 13])
def test_too_few_or_too_many_stones_are_refused(pieces: int) -> None:
    with pytest.raises(kibitz.BadOption, match="2 to 12 stones"):
        kibitz.solve("ewn", pieces=pieces)


def test_a_game_without_endgame_tables_refuses_pieces() -> None:
    with pytest.raises(kibitz.BadOption, match="no endgame tables"):
        kibitz.solve("tictactoe", pieces=3)


@pytest.mark.slow
def test_two_stones_each_on_the_real_board() -> None:
    """The chances of the design's list to twelve places, and the rounding of the 16-bit table."""
    exact, rounded = endgame(EWN, 4, width=8), endgame(EWN, 4, width=2)
    for low, high, expected in ((1, 6, 0.400685712764), (1, 2, 0.520653855696), (3, 4, 0.660888671875)):
        position = EWN.position(f".r{low}.../r{high}..../...../....b{high}/...b{low}. r")
        assert chance(exact, position) == pytest.approx(expected, abs=1e-12)
        assert abs(chance(rounded, position) - expected) <= rounded.precision
    rng = random.Random(4)
    for _ in range(20_000):
        found = random_position(EWN, rng.choice((2, 3, 4)), rng)
        if found is not None:
            assert abs(chance(exact, found) - chance(rounded, found)) <= rounded.precision + 1e-7


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "expected"),
    [(4, (0.55123488, 0.55041535, 0.51696683)), (5, (0.56776714, 0.57426912, 0.51438490))],
)
def test_three_stones_on_larger_boards(size: int, expected: tuple[float, ...]) -> None:
    for setup, known in zip(("123v123", "123v132", "213v123"), expected, strict=True):
        game = kibitz.load(f"ewn:size={size},stones=3,setup={setup}")
        table = kibitz.solve(game, pieces=6)
        assert abs(chance(table, game.start()) - known) <= max(table.precision, 5e-9)


def test_unasked_a_game_is_solved_as_far_as_it_would_be_anew() -> None:
    """A smaller table that somebody asked for before is not enough; a larger one is."""
    spec = "ewn:size=3,stones=3"
    small = kibitz.solve(spec, pieces=4)
    start = kibitz.load(spec).start()
    assert (small.pieces, small.value(start)) == (4, None)
    unasked = kibitz.solve(spec)
    assert unasked.pieces == 6
    assert unasked.value(start) is not None
    assert kibitz.solve(spec, pieces=3).pieces == 6
    assert kibitz.solve(spec).pieces == 6


def test_a_table_too_large_for_memory_lives_in_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every part is written at once and read back from the disk, and none makes room."""
    game = kibitz.load("ewn:size=3,stones=2")
    units = _core.endgame_run(game.rules, 4, 1, 1).units
    assert units == 3
    held = solve_by_endgame(game, 4, _core.Control(), Checkpoints(game, None, 0), 1, 1).section("chances")
    monkeypatch.setattr(by_endgame, "_HELD", 0)
    parts = Checkpoints(game, tmp_path / "table.part", math.inf)
    found = solve_by_endgame(game, 4, _core.Control(), parts, 1, 1)
    assert len(list((tmp_path / "table.part").iterdir())) == units
    assert bytes(found.section("chances")) == bytes(held)
    assert not parts.make_room(0)
    # Another run goes on from them, and comes to the same.
    again = Checkpoints(game, tmp_path / "table.part", math.inf)
    assert bytes(solve_by_endgame(game, 4, _core.Control(), again, 1, 1).section("chances")) == bytes(held)
