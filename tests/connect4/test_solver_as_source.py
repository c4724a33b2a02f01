"""The exact solver as a source of values: its limits, its cache, and reading of its book."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kibitz
from kibitz import Limit, Position
from kibitz.base.errors import BadOption
from kibitz.base.value import Draw, Estimate, Loss, Value, Win
from kibitz.games.connect import solver as solvers
from kibitz.games.connect import solver_source
from kibitz.games.connect.book import Book
from kibitz.games.connect.book_building import build_book
from kibitz.games.connect.solver import ConnectSolver, score_of_value, value_of_score
from kibitz.games.connect.solver_source import SolverSource
from kibitz.games.control import control_for
from kibitz.games.exact_source import Cover

SMALL = kibitz.load("connect:width=4,height=3,length=3")


def late(game: kibitz.Game, left: int, seed: int = 1) -> Position:
    """A position with so many free cells, met at random."""
    rng = random.Random(seed)
    while True:
        position = game.start()
        while not position.is_over and str(position).count(".") > left:
            position = position.play(rng.choice(position.moves))
        if not position.is_over:
            return position


def minimax(position: Position) -> Value:
    if position.outcome is not None:
        return Draw(0) if position.outcome.winner is None else Loss(0)
    return max((-minimax(position.play(move))).before() for move in position.moves)


# Scores


@pytest.mark.parametrize("seed", range(6))
def test_scores_of_moves_are_those_of_minimax_best_first(seed: int) -> None:
    """1 for a win with the winner's last stone, one more for each stone fewer; negative for a loss."""
    position = late(SMALL, 7, seed)
    solver = ConnectSolver(SMALL, book=False)
    stones = 12 - str(position).count(".")

    def field(value: Value, at: int) -> int:
        assert value.plies is not None
        left = (12 - (at + value.plies)) // 2  # the stones that the winner has left
        return (value.result or 0) * (left + 1)

    expected = {}
    for move in position.moves:
        value = (-minimax(position.play(move))).before()
        expected[str(move)] = field(value, stones)
    scores = solver.scores(position)
    assert scores == expected
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    assert solver.score(position) == max(scores.values())
    assert solver.score_many([position, position]) == [solver.score(position)] * 2
    assert [(str(column + 1), score) for column, score, _ in solver.moves(position)] == list(scores.items())


def test_positions_may_be_given_by_their_moves() -> None:
    solver = ConnectSolver(SMALL, book=False)
    position = SMALL.start().play("1 1 4")
    assert solver.score("114") == solver.score(position)
    assert solver.scores("114") == solver.scores(position)
    assert solver.score_many(["114", position]) == [solver.score(position)] * 2


def test_games_that_differ_in_marks_share_a_solver() -> None:
    marked = kibitz.load("connect:width=4,height=3,length=3,mark1=#")
    solver = ConnectSolver(SMALL, book=False)
    assert solver.score(marked.start()) == solver.score(SMALL.start())
    with pytest.raises(kibitz.WrongGame):
        solver.score(kibitz.load("connect:width=3,height=4,length=3").start())


@pytest.mark.parametrize(
    ("score", "stones", "value"),
    [
        (1, 0, Win(41)),
        (-1, 0, Loss(42)),
        (1, 1, Win(41)),
        (-1, 1, Loss(40)),
        (21, 0, Win(1)),
        (18, 6, Win(1)),
    ],
)
def test_scores_in_plies(score: int, stones: int, value: Value) -> None:
    """On 42 cells x plays the 41st stone last and o the 42nd."""
    assert value_of_score(score, stones, 42) == value
    assert score_of_value(value, stones, 42) == score


def test_estimates_have_no_score() -> None:
    for value in (Estimate(0.25), Draw()):
        with pytest.raises(BadOption, match="not exact"):
            score_of_value(value, 0, 42)


# Its book


class Reads:
    """Stands for the search for a book, and counts how often somebody looked."""

    def __init__(self, found: Book | None) -> None:
        self.found, self.count = found, 0

    def __call__(self, game: kibitz.Game) -> Book | None:
        self.count += 1
        return self.found


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    counted = Reads(None)
    monkeypatch.setattr(solvers, "find_book", counted)
    return counted


def test_a_book_is_read_once_and_only_for_positions_that_may_be_in_it(reads: Reads) -> None:
    """No book has positions of more than 14 stones."""
    game = kibitz.load("connect:width=5,height=5,length=4")
    solver = ConnectSolver(game)
    solver.score(late(game, 25 - 15))
    assert reads.count == 0
    solver.score(late(game, 25 - 14))
    assert reads.count == 1
    solver.score(late(game, 25 - 14, seed=2))
    solver.read_book()
    assert reads.count == 1


def test_without_a_book_none_is_looked_for(reads: Reads) -> None:
    solver = ConnectSolver(SMALL, book=False)
    solver.score(SMALL.start())
    solver.read_book()
    assert reads.count == 0


def test_a_book_is_read_ahead(reads: Reads, tmp_path: Path) -> None:
    game = kibitz.load("connect:width=5,height=4")
    reads.found = build_book(game, 0, tmp_path / "book", threads=1, table_bits=20)
    solver = ConnectSolver(game)
    SolverSource(solver).prepare()
    assert reads.count == 1
    before = solver.core.nodes
    assert solver.score(game.start()) == ConnectSolver(game, book=False).score(game.start())
    assert solver.core.nodes == before  # it stands in the book


# Limits


class Asked:
    """Remembers the limits of work, and lets it go on as long as it takes."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.real = control_for

    def __call__(self, limit: Limit) -> object:
        self.limits.append(limit)
        return self.real(limit)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    reply = Asked()
    monkeypatch.setattr(solver_source, "control_for", reply)
    return reply


@pytest.mark.parametrize(
    ("shape", "bounded"),
    [((7, 6), False), ((6, 7), False), ((8, 7), True), ((9, 5), True), ((10, 4), False)],
)
def test_on_large_boards_work_without_a_limit_ends_after_some_seconds(
    asked: Asked, shape: tuple[int, int], bounded: bool
) -> None:
    """Boards of up to 42 cells are solved in moments; larger ones get 30 million positions."""
    game = kibitz.load("connect", width=shape[0], height=shape[1])
    solved = SolverSource(ConnectSolver(game, book=False))
    position = late(game, 5)
    given = [Limit(), Limit(seconds=50), Limit(nodes=10**6), Limit(depth=3)]
    for limit in given:
        assert solved.ask(position, limit) is not None
    some = Limit(nodes=30_000_000)
    assert asked.limits == [some if bounded and each in (given[0], given[3]) else each for each in given]


def test_values_and_lines_of_all_moves_in_their_order() -> None:
    solved = SolverSource(ConnectSolver(SMALL, book=False))
    assert (solved.name, solved.probe, solved.takes_seconds) == ("solver", None, False)
    for seed in range(8):
        position = late(SMALL, 7, seed)
        assert solved.covers(position) is Cover.WORK
        found = solved.ask(position, Limit())
        assert found is not None
        assert tuple(each.move for each in found.moves) == position.moves
        assert found.value == minimax(position)
        for each in found.moves:
            assert each.value == (-minimax(position.play(each.move))).before()
            assert each.line is not None
            assert each.line[0] == each.move
            assert position.play(*each.line).is_over


def test_a_question_with_counted_nodes_costs_the_same_again() -> None:
    game = kibitz.load("connect:width=5,height=5")
    solved = SolverSource(ConnectSolver(game, book=False))
    position = late(game, 16)
    limit = Limit(nodes=10**7)
    first, second = (solved.ask(position, limit) for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.nodes == second.nodes > 0
    again = solved.ask(position, Limit())  # without a limit, cached values are used
    assert again is not None
    assert again.nodes < first.nodes
    large = kibitz.load("connect:width=8,height=7")
    assert SolverSource(ConnectSolver(large, book=False)).ask(large.start(), Limit(nodes=20_000)) is None
