"""The exact solver against another solver, published results, minimax, and mirrored positions."""

from __future__ import annotations

import functools
import random

import pytest

import kibitz
from kibitz import Position, _core
from kibitz.base.value import Value
from kibitz.games.connect.solver import ConnectSolver, score_of_value, value_of_score

from .known import SMALL_BOARDS, scored_positions

pytestmark = pytest.mark.core

GAME = kibitz.load("connect4")


@pytest.fixture(scope="module")
def solver() -> ConnectSolver:
    return ConnectSolver(GAME, book=False)


def test_scores_of_another_solver(solver: ConnectSolver) -> None:
    positions = scored_positions()
    assert len(positions) == 300
    for moves, score in positions:
        assert solver.score(GAME.position(moves)) == score, moves


def test_two_threads_find_the_same_scores() -> None:
    fresh = ConnectSolver(GAME, book=False)
    for moves, score in scored_positions()[::5]:
        assert fresh.score(GAME.position(moves), threads=2) == score, moves


def random_position(game: kibitz.Game, rng: random.Random, plies: int) -> Position:
    while True:
        position = game.start()
        for _ in range(plies):
            position = position.play(rng.choice(position.moves))
            if position.is_over:
                break
        else:
            return position


def test_two_threads_agree_with_the_book() -> None:
    rng = random.Random(2)
    book = ConnectSolver(GAME)
    fresh = ConnectSolver(GAME, book=False)
    for plies in (10, 11, 12, 12, 12):
        position = random_position(GAME, rng, plies)
        assert fresh.score(position, threads=2) == book.score(position)


@functools.cache
def minimax(position: Position) -> Value:
    if position.is_over:
        outcome = position.outcome
        assert outcome is not None
        return kibitz.Draw(0) if outcome.winner is None else kibitz.Loss(0)
    return max((-minimax(position.play(move))).before() for move in position.moves)


def test_against_minimax_with_few_cells_left(solver: ConnectSolver) -> None:
    rng = random.Random(7)
    for _ in range(60):
        position = random_position(GAME, rng, 42 - rng.randint(1, 9))
        found = kibitz.analyse(position)
        assert found.source.kind == "solver"
        assert found.value == minimax(position)
        for move in found.moves:
            assert move.value == (-minimax(position.play(move.move))).before()


OTHER_SHAPES = [
    (4, 5, 4),
    (5, 4, 4),
    (3, 3, 2),
    (4, 3, 3),
    (3, 4, 3),
    (5, 5, 5),
    (8, 7, 5),
    (12, 4, 4),
    (9, 6, 6),
    (2, 12, 5),
    (1, 9, 3),
    (8, 1, 3),
    (32, 1, 4),
    (4, 15, 7),
    (4, 4, 5),
]


@pytest.mark.parametrize(("width", "height", "length"), OTHER_SHAPES)
def test_against_minimax_on_other_boards(width: int, height: int, length: int) -> None:
    game = kibitz.load(f"connect:width={width},height={height},length={length}")
    small = ConnectSolver(game)
    rng = random.Random(3)
    for _ in range(40):
        most = max(0, width * height - 8) if length > 3 else 0
        position = random_position(game, rng, rng.randint(most, most + 4))
        assert small.value(position, small.score(position)) == minimax(position)


def test_mirror_images_are_equal() -> None:
    rng = random.Random(5)
    one, two = ConnectSolver(GAME, book=False), ConnectSolver(GAME, book=False)
    for _ in range(30):
        moves = [rng.randrange(7) for _ in range(20)]
        try:
            position = GAME.start().play(*(str(m + 1) for m in moves))
        except kibitz.KibitzError:
            continue
        image = GAME.start().play(*(str(7 - m) for m in moves))
        if not position.is_over:
            assert one.score(position) == two.score(image)


def test_lines_end_when_the_values_say(solver: ConnectSolver) -> None:
    rng = random.Random(11)
    for _ in range(20):
        position = random_position(GAME, rng, 26)
        for move in kibitz.analyse(position).moves:
            assert position.play(*move.line).is_over
            assert len(move.line) == move.value.plies


@pytest.mark.parametrize(("width", "height"), SMALL_BOARDS)
def test_published_results_of_small_boards(width: int, height: int) -> None:
    outcome, plies = SMALL_BOARDS[width, height]
    start = kibitz.load(f"connect:width={width},height={height}").start()
    small = ConnectSolver(start.game)
    value = small.value(start, small.score(start))
    assert {1: "first", 0: "draw", -1: "second"}[value.result or 0] == outcome
    assert value.plies == plies


@pytest.mark.parametrize("cells", [42, 25, 35])
def test_scores_and_values_say_the_same(cells: int) -> None:
    for stones in range(cells):
        for score in range(-(cells - stones) // 2, (cells - stones) // 2 + 1):
            value = value_of_score(score, stones, cells)
            assert score_of_value(value, stones, cells) == score
            assert value.result == (score > 0) - (score < 0)
            if value.result:  # the winner plays last
                assert value.plies is not None
                assert value.plies % 2 == (value.result > 0)


@pytest.mark.parametrize(
    ("spec", "moves"),
    [("connect4", "4132544"), ("connect:width=6,height=5", ""), ("connect:width=5,height=6,length=5", "")],
)
def test_entries_beyond_the_small_table_are_in_the_large_one(spec: str, moves: str) -> None:
    """Scores are cached; with a small table they are the same."""
    game = kibitz.load(spec)
    position = game.position(moves) if moves else game.start()
    solver, narrow = (ConnectSolver(game, book=False, table_bits=bits) for bits in (20, 12))
    score = solver.score(position)
    assert solver.core.nodes > 1 << 17, "too easy to show anything"
    assert narrow.score(position) == score
    first = solver.core.nodes
    assert [solver.score(position) for _ in range(3)] == [score] * 3
    assert solver.core.nodes == first
    # The best move keeps the score, and none does better.
    assert max(solver.scores(position).values()) == score


def test_a_limit_ends_a_hard_position() -> None:
    large = kibitz.load("connect:width=8,height=7")  # no book knows its beginning
    found = kibitz.analyse(large.start(), kibitz.Limit(nodes=20_000))
    assert found.source.kind == "search"


def test_only_boards_with_a_solver_have_one() -> None:
    with pytest.raises(kibitz.BadOption, match="no exact solver"):
        ConnectSolver(kibitz.load("connect"))
    with pytest.raises(kibitz.BadOption, match="not a Connect game"):
        ConnectSolver(kibitz.load("tictactoe"))


def test_unsolvable_games_are_refused(solver: ConnectSolver) -> None:
    with pytest.raises(kibitz.GameOver, match="nothing to solve"):
        solver.score("1122334")
    with pytest.raises(kibitz.WrongGame, match="this solver is for connect4"):
        solver.score(kibitz.load("connect:width=6,height=5").start())


def test_a_table_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*size: int) -> None:
        raise MemoryError

    monkeypatch.setattr(_core, "ConnectSolver", full)
    with pytest.raises(kibitz.BadOption, match="not enough memory"):
        ConnectSolver(GAME, table_bits=34)


def test_analyse_many_keeps_the_order() -> None:
    positions = [GAME.position(moves) for moves, _ in scored_positions()[::30]]
    values = [kibitz.analyse(position).value for position in positions]
    assert [found.value for found in kibitz.analyse_many(positions)] == values
