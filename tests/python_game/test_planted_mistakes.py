"""Deliberate mistakes in games, most of which once went unnoticed; and correct games once refused."""

import textwrap
from pathlib import Path

import pytest

import kibitz
from kibitz.games.python_game.check import check_game

GOOD = """
import random
import sys
import kibitz

class Take(kibitz.PythonGame):
    def start(self):
        return (7, "first")
    def turn(self, state):
        return state[1]
    def moves(self, state):
        return [n for n in (1, 2) if n <= state[0]]
    def play(self, state, move):
        return (state[0] - move, "second" if state[1] == "first" else "first")
    def outcome(self, state):
        return None if state[0] else "loss"
"""

PLANTED = {
    "    def outcome(self, state):\n"
    "        return random.choice([None, 'draw']) if state[0] else 'loss'\n": "another",
    "    def turn(self, state):\n        return random.choice(['first', 'second'])\n": "turn(",
    "    def evaluate(self, state):\n        return random.random()\n": "evaluate(",
    "    def moves(self, state):\n        sys.exit(3)\n": "SystemExit",
    "    def play(self, state, move):\n        sys.exit()\n": "SystemExit",
    "    def draw(self, state):\n        return 1 / 0\n": "draw(",
    "    def draw(self, state):\n        return None\n": "draw(",
    "    def svg(self, state):\n        return None\n": "svg(",
    "    def svg(self, state):\n        return '<svg><g></svg>'\n": "svg(",
    "    def board(self, state):\n        return [1, 2]\n": "kibitz.Board",
    "    def board(self, state):\n        return kibitz.Board(2, 2, {9: (0, 'stone')})\n": "board(",
    "    def evalute(self, state):\n        return 0\n": "did you mean evaluate",
    "    def cannonical(self, state):\n        return state\n": "did you mean canonical",
    "    def chance(self, state):\n        return {}\n": "did you mean chances",
    "    def format_move_in(self, state, move):\n        return 'same'\n": "reads back",
    "    def format_move_in(self, state, move):\n        return None\n": "format_move_in(",
    "    def exact(self, state):\n        return 'win'\n": "does not follow",
    "    def exact(self, state):\n        return 5\n": "exact(",
    "    def canonical(self, state):\n        return (state[0], 'first')\n": "canonical(",
    "    def format_state(self, state):\n        return str(state[0])\n"
    "    def parse_state(self, text):\n        return (int(text), 'first')\n": "reads back",
    "    score_range = (-1, 1)\n": "whole number of points",
    "    score_range = (-1, 1)\n"
    "    def outcome(self, state):\n        return None if state[0] else 3\n": "points go from",
    "    score_range = 5\n": "score_range must be",
    "    def start(self):\n        return [7, 'first']\n": "",
    "    def start(self):\n        return (object(), 'first')\n": "",
    "    def turn(self, state):\n        return 'chance' if state[0] == 5 else state[1]\n"
    "    def chances(self, state):\n        return {1: 0.5, 2: 0.5}\n"
    "    def roller(self, state):\n        return 'nobody'\n": "roller(",
}


@pytest.mark.parametrize("mistake", PLANTED)
def test_it_is_noticed(tmp_path: Path, mistake: str) -> None:
    path = tmp_path / "take.py"
    path.write_text(textwrap.dedent(GOOD) + mistake)
    try:
        problems = check_game(kibitz.load(str(path)), games=30).problems
    except kibitz.BadGame as error:
        problems = [str(error)]
    assert problems, "nothing was noticed"
    assert PLANTED[mistake] in "\n".join(problems)


RIGHT = {
    "moves after the end": "    def moves(self, state):\n        return [1] if state[0] < 2 else [1, 2]\n",
    "a helper": "    def _move(self, state):\n        return state\n"
    "    def neighbours(self):\n        return []\n",
    "a board": "    def board(self, state):\n"
    "        return kibitz.Board(8, 1, dict.fromkeys(range(state[0]), (0, 'disc')))\n",
    "a formula": "    def exact(self, state):\n        return 'loss' if state[0] % 3 == 0 else 'win'\n",
    "sets": "    def start(self):\n        return (frozenset({'a', 'b', 'c', 'd'}), 'first')\n"
    "    def moves(self, state):\n        return sorted(state[0])\n"
    "    def play(self, state, move):\n"
    "        return (state[0] - {move}, 'second' if state[1] == 'first' else 'first')\n",
}


@pytest.mark.parametrize("more", RIGHT)
def test_valid_input_is_accepted(tmp_path: Path, more: str) -> None:
    path = tmp_path / "take.py"
    path.write_text(textwrap.dedent(GOOD) + RIGHT[more])
    game = kibitz.load(str(path))
    assert check_game(game, games=20).problems == []
    assert kibitz.solve(game).value(game.start()).result in (1, -1)
