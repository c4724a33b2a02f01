"""The example games, with the players and solvers of built-in ones."""

from functools import lru_cache, reduce
from operator import xor
from pathlib import Path

import pytest

import kibitz
from kibitz import _core
from kibitz.games.core_bridge import value_from_core
from kibitz.games.python_game.check import check_game

EXAMPLES = Path(__file__).parents[2] / "src" / "kibitz" / "examples"

#: Smaller ones of the games that take long: their rules are the same.
SMALLER = {"othello": {"size": 6}, "pig": {"target": 30}}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("[!_]*.py")), ids=lambda path: path.stem)
def test_every_example_is_free_of_contradictions(path):
    game = kibitz.load(str(path), **SMALLER.get(path.stem, {}))
    assert check_game(game, games=20).problems == []


def solved(game):
    keys, values = game.rules.solve_graph(_core.Control(), 1_000_000)
    probe = _core.open_keyed(game.rules, keys, values)
    return lambda position: value_from_core(_core.probe(game.rules, probe, position.state))


@pytest.mark.parametrize("piles", [1, 2, 3, 4])
def test_nim_follows_bouton(piles):
    """Bouton 1901: the side to move loses exactly when the exclusive or of the piles is 0."""
    game = kibitz.load(str(EXAMPLES / "nim.py"), piles=piles)
    value = solved(game)
    todo, seen = [game.start()], set()
    while todo:
        position = todo.pop()
        if position in seen:
            continue
        seen.add(position)
        stones = eval(str(position).removesuffix(" first").removesuffix(" second"))
        assert value(position).result == (-1 if reduce(xor, stones) == 0 else 1)
        todo.extend(position.play(move) for move in position.moves)


def test_race_against_its_own_equations():
    """Values of the race must satisfy their own definition: the mean over rolls, the best over moves."""
    game = kibitz.load(str(EXAMPLES / "race.py"), goal=6)
    value = solved(game)

    @lru_cache(None)
    def chance(position):
        return value(position).chance

    todo, seen = [game.start()], set()
    while todo:
        position = todo.pop()
        if position in seen:
            continue
        seen.add(position)
        if position.is_over:
            assert chance(position) == (1 + position.outcome.for_side(position.mover)) / 2
            continue
        children = [position.play(move) for move in position.moves]
        todo.extend(children)
        seen_by_mover = [
            chance(child) if child.mover == position.mover else 1 - chance(child) for child in children
        ]
        if position.turn is kibitz.Side.CHANCE:
            expected = sum(p * v for (_, p), v in zip(position.chances, seen_by_mover, strict=True))
        else:
            expected = max(seen_by_mover)
        assert chance(position) == pytest.approx(expected, abs=1e-12)
