"""Attacked squares, against the core's moves and checks in random games."""

from __future__ import annotations

import random

import pytest

import kibitz
from kibitz.games.chess.attacks import WORTH, attackers, is_in_danger, is_passed, rays, reach
from kibitz.games.chess.board import BISHOP, CASTLING, KING, KNIGHT, PAWN, QUEEN, ROOK, Board
from kibitz.games.chess.illegal_moves import _moves_so

CHESS = kibitz.load("chess")


def board_of(position: kibitz.Position) -> Board:
    return Board.of(CHESS.rules.describe(position.state))


def at(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def test_pieces_reach_where_they_go() -> None:
    rng, checks, captures = random.Random(5), 0, 0
    for _ in range(40):
        position = CHESS.start()
        for _ in range(60):
            if position.is_over:
                break
            board = board_of(position)
            for move in position.moves:
                source, target, special = move.parts
                if special == CASTLING:
                    continue
                if board.kind(source) == PAWN and source % 8 == target % 8:
                    assert target not in reach(board, source)
                else:
                    assert target in reach(board, source)
                    captures += bool(board.squares[target])
            # In check exactly if the other side's pieces reach the king.
            king = next(s for s in board.places(board.mover, KING))
            found = attackers(board, king, 1 - board.mover)
            assert bool(found) == board.check
            checks += board.check
            if not board.check:
                # Whatever is in reach can be gone to, but for own pieces and what would leave the king alone.
                gone = {move.parts[:2] for move in position.moves}
                free = [
                    source
                    for source in range(64)
                    if board.colour(source) == board.mover
                    and board.kind(source) not in (PAWN, KING)
                    and any(source == start for start, _ in gone)
                    and not _pinned(board, source, king)
                ]
                for source in free:
                    for target in reach(board, source):
                        assert (board.colour(target) == board.mover) != ((source, target) in gone)
            position = position.play(rng.choice(position.moves))
    assert min(checks, captures) > 50


@pytest.mark.parametrize("kind", [KNIGHT, BISHOP, ROOK, QUEEN, KING])
def test_destinations_of_a_lone_piece(kind: int) -> None:
    """The reasons against a move know the same ways."""
    for source in range(64):
        squares = [0] * 64
        squares[source] = 1 + kind
        lone = Board(tuple(squares), 0, (-1, -1, -1, -1))
        goes = {target for target in range(64) if target != source and _moves_so(kind, source, target)}
        assert goes == reach(lone, source)


def _pinned(board: Board, source: int, king: int) -> bool:
    """Whether the king would be attacked if a piece were gone."""
    squares = list(board.squares)
    squares[source] = 0
    without = Board(tuple(squares), board.mover, board.castlers)
    return bool(attackers(without, king, 1 - board.mover))


def test_a_slider_sees_through_to_the_edge_the_nearest_first() -> None:
    board = board_of(CHESS.position("4k3/8/8/r7/8/N7/P3p3/R3K3 w - - 0 1"))
    seen = {tuple(line) for line in rays(board, at("a1")) if line}
    assert seen == {(at("a2"), at("a3"), at("a5")), (at("e1"),)}
    assert list(rays(board, at("a3"))) == []


def test_the_cheapest_attacker_comes_first() -> None:
    board = board_of(CHESS.position("3rk3/8/8/3p4/4P3/2N5/8/3QK3 w - - 0 1"))
    assert attackers(board, at("d5"), 0) == [at("e4"), at("c3"), at("d1")]
    assert attackers(board, at("d5"), 1) == [at("d8")]
    assert [WORTH[kind] for kind in range(6)] == sorted(WORTH)


@pytest.mark.parametrize(
    ("fen", "square", "danger"),
    [
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "d5", True),  # by a pawn
        ("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "d5", True),  # covered, but by a pawn all the same
        ("4k3/8/4p3/3n4/8/8/8/3QK3 w - - 0 1", "d5", False),  # a queen is too dear
        ("4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1", "d5", True),  # nobody covers it
        ("4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1", "d5", False),  # an even trade
        ("4k3/8/8/3n4/8/8/8/4K3 w - - 0 1", "d5", False),  # nobody attacks it
        ("4k3/8/8/3n4/8/8/8/4K3 w - - 0 1", "d4", False),  # nothing is there
    ],
)
def test_profitable_captures(fen: str, square: str, danger: bool) -> None:
    assert is_in_danger(board_of(CHESS.position(fen)), at(square)) is danger


@pytest.mark.parametrize(
    ("fen", "passed"),
    [
        ("4k3/8/8/8/P7/8/8/4K3 w - - 0 1", {"a4"}),
        ("4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1", set()),  # it could be taken on the way; so could the other
        ("4k3/2p5/8/8/P7/8/8/4K3 w - - 0 1", {"a4", "c7"}),
        ("4k3/8/8/8/P7/1p6/8/4K3 w - - 0 1", {"a4", "b3"}),  # past each other
        ("4k3/8/8/pP6/8/8/8/4K3 w - - 0 1", {"a5", "b5"}),  # side by side
        ("4k3/p7/8/8/P7/8/8/4K3 w - - 0 1", set()),
        ("4k3/7p/8/8/P7/8/8/4K3 w - - 0 1", {"a4", "h7"}),  # the board has edges
    ],
)
def test_passed_pawns(fen: str, passed: set[str]) -> None:
    board = board_of(CHESS.position(fen))
    assert {square for square in range(64) if is_passed(board, square)} == {at(name) for name in passed}
