"""Encodings: positions as arrays and moves as numbers, without loss and alike in batches."""

from __future__ import annotations

import sys

import pytest

import kibitz
from kibitz.base.random import Random, pick

np = pytest.importorskip("numpy")

SPECS = [
    "tictactoe",
    "mnk:width=9,height=8,length=5",
    "connect4",
    "connect:width=17,height=16,length=5",
    "numerical",
    "numerical:size=4",
    "ewn",
    "ewn:size=3,stones=2,faces=3",
    "chess",
    "nim",
    "othello",
    "kalah",
    "morris",
    "pig",
]


def positions_of(game: kibitz.Game, games: int, seed: int) -> list[kibitz.Position]:
    """All positions of games at random."""
    rng = Random(seed)
    found = []
    for _ in range(games):
        position = game.start()
        for _ in range(40):
            found.append(position)
            if position.is_over:
                break
            position = position.play(pick(rng, position.moves))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_arrays_have_their_shape_and_batches_are_their_parts(spec: str) -> None:
    game = kibitz.load(spec)
    positions = positions_of(game, 2, 1)[:30]
    found = game.encoding.encode(positions)
    assert found.shape == (len(positions), *game.encoding.shape)
    assert found.dtype == np.float32
    assert np.isfinite(found).all()
    for place in range(0, len(positions), 7):
        assert (game.encoding.encode([positions[place]])[0] == found[place]).all()
    masks = game.encoding.actions.masks(positions)
    assert masks.shape == (len(positions), len(game.encoding.actions))
    for position, mask in zip(positions, masks, strict=True):
        players = not position.is_over and position.turn is not kibitz.Side.CHANCE
        assert mask.sum() == (len(position.moves) if players else 0)


@pytest.mark.parametrize("spec", SPECS)
def test_numbers_of_moves_go_both_ways(spec: str) -> None:
    game = kibitz.load(spec)
    for position in positions_of(game, 2, 2)[:40]:
        if position.is_over or position.turn is kibitz.Side.CHANCE:
            assert game.encoding.actions.numbers(position) == []
            continue
        numbers = game.encoding.actions.numbers(position)
        assert len(set(numbers)) == len(position.moves)
        assert all(0 <= number < len(game.encoding.actions) for number in numbers)
        for move, number in zip(position.moves, numbers, strict=True):
            assert game.encoding.actions.number(position, move) == number
            assert game.encoding.actions.move(position, number) == move
        with pytest.raises(kibitz.IllegalMove):
            game.encoding.actions.move(position, len(game.encoding.actions))


@pytest.mark.parametrize("spec", SPECS[:9])
def test_different_positions_of_built_in_games_have_different_arrays(spec: str) -> None:
    game = kibitz.load(spec)
    positions = list(dict.fromkeys(positions_of(game, 12, 3)))
    arrays = {game.encoding.encode([position]).tobytes() for position in positions}
    # Chess counts moves, which no array shows; nothing else is lost.
    assert len(arrays) == len(positions)


def test_the_mover_sees_its_own_stones_first() -> None:
    game = kibitz.load("connect4")
    position = game.start().play("4")
    planes = game.encoding.encode([position])[0]
    assert planes[0].sum() == 0
    assert planes[1].tolist() == [[0.0] * 7] * 5 + [[0, 0, 0, 1, 0, 0, 0]]
    assert (planes[2] == 1).all()


def test_both_sides_of_einstein_see_the_same_board() -> None:
    """What red sees from its corner, blue sees from its own, if the stones stand so."""
    game = kibitz.load("ewn:size=3,stones=2,faces=2")
    start = game.start()
    roll = start.moves[0]
    red = start.play(roll)
    blue_game = kibitz.load("ewn:size=3,stones=2,faces=2,begins=blue")
    blue = blue_game.start().play(blue_game.start().moves[0])
    seen, mirrored = game.encoding.encode([red])[0], blue_game.encoding.encode([blue])[0]
    assert (seen[:-1] == mirrored[:-1]).all()
    assert sorted(game.encoding.actions.numbers(red)) == sorted(blue_game.encoding.actions.numbers(blue))


def test_positions_of_other_games_are_refused() -> None:
    with pytest.raises(kibitz.WrongGame):
        kibitz.load("tictactoe").encoding.encode([kibitz.load("connect4").start()])
    with pytest.raises(kibitz.WrongGame):
        kibitz.load("tictactoe").encoding.actions.numbers(kibitz.load("connect4").start())
    with pytest.raises(kibitz.WrongGame):
        kibitz.load("domineering", width=3).encoding.actions.numbers(
            kibitz.load("domineering", width=4).start()
        )


def test_without_numpy_they_are_memoryviews(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    game = kibitz.load("tictactoe")
    found = game.encoding.encode([game.start(), game.start().play("5")])
    assert isinstance(found, memoryview)
    assert found.shape == (2, 3, 3, 3)
    assert found[1, 1, 1, 1] == 1.0
    assert game.encoding.actions.masks([game.start()]).shape == (1, 9)
    assert len(game.encoding.encode([])) == len(game.encoding.actions.masks([])) == 0


class Listed(kibitz.PythonGame):
    """Take one or two; its author says what there is to learn from."""

    def start(self):
        return 7

    def moves(self, state):
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else "loss"

    def actions(self):
        return [2, 1]

    def encode(self, state):
        return [[[state, state % 3]]]


def test_authors_may_say_it_themselves() -> None:
    game = kibitz.load(Listed)
    assert game.encoding.shape == (1, 1, 2)
    assert game.encoding.encode([game.start()]).tolist() == [[[[7.0, 1.0]]]]
    assert game.encoding.actions.numbers(game.start()) == [1, 0]


def test_no_positions_are_arrays_of_nothing() -> None:
    game = kibitz.load("tictactoe")
    assert game.encoding.actions.masks([]).shape == (0, 9)
    assert game.encoding.encode([]).shape == (0, *game.encoding.shape)
