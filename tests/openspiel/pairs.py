"""Games of OpenSpiel with their counterparts here, and the mapping of moves.

OpenSpiel numbers its actions; each pair says which number a move of ours is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz import Game, Move, Position
from kibitz.base.random import Random, pick
from kibitz.games.registry import names


def empty_board(game: Game, state: Any, rng: Random) -> Position:
    """The position in which both begin: nothing is drawn by lot."""
    return game.start()


def dealt_stones(game: Game, state: Any, rng: Random) -> Position:
    """Let OpenSpiel deal both set-ups by its first two chance moves, and set up the same board here.

    Its black is our red, in the top left corner; its white is our blue, and begins.
    """
    for _ in range(2):
        state.apply_action(pick(rng, state.legal_actions()))
    rows = str(state).split()
    own = str.maketrans({"b": "r", "w": "b", "_": ".", "|": " "})
    return game.position("/".join(row.replace("__", "_").translate(own) for row in rows) + " b")


def place(position: Position, move: Move) -> int:
    """A cell or a column by its number from 0."""
    return move.parts[0]


#: OpenSpiel's order of directions, as rows down and columns right: black's three, then white's.
_DIRECTIONS = [(1, 1), (1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1)]


def die_or_step(position: Position, move: Move) -> int:
    """A roll from 0; or the cell a stone leaves, the direction, and whether it takes a stone."""
    if len(move.parts) == 1:
        return move.parts[0] - 1
    stone, target = move.parts
    _, _, *cells = position.game.rules.describe(position.state)
    source = cells[position.mover * 6 + stone - 1]
    step = target // 5 - source // 5, target % 5 - source % 5
    return (source * len(_DIRECTIONS) + _DIRECTIONS.index(step)) * 2 + (target in cells)


@dataclass(frozen=True)
class Pair:
    """One game in both worlds."""

    ours: str
    theirs: str
    #: Random games to play side by side.
    games: int
    #: OpenSpiel's number for a move of ours in a position.
    action: Callable[[Position, Move], int] = place
    #: Where a game begins here, when it begins in a fresh state there.
    begin: Callable[[Game, Any, Random], Position] = empty_board


ALL_PAIRS = [
    Pair("tictactoe", "tic_tac_toe", 3000),
    Pair("mnk:width=3,height=3,length=3", "mnk(m=3,n=3,k=3)", 1000),
    Pair("mnk:width=5,height=4,length=3", "mnk(m=5,n=4,k=3)", 1000),
    Pair("mnk:width=6,height=7,length=5", "mnk(m=6,n=7,k=5)", 200),
    Pair("mnk:width=8,height=8,length=5", "mnk(m=8,n=8,k=5)", 60),
    Pair("mnk:width=13,height=5,length=4", "mnk(m=13,n=5,k=4)", 60),
    Pair("mnk:width=15,height=15,length=5", "mnk(m=15,n=15,k=5)", 10),
    Pair("mnk:width=19,height=19,length=5", "mnk(m=19,n=19,k=5)", 4),
    Pair("connect4", "connect_four", 3000),
    Pair("connect", "connect_four(rows=12,columns=10)", 200),
    Pair("connect:width=5,height=13,length=5", "connect_four(rows=13,columns=5,x_in_row=5)", 200),
    Pair("ewn:begins=blue", "einstein_wurfelt_nicht", 2000, die_or_step, dealt_stones),
]

PAIRS = [pair for pair in ALL_PAIRS if pair.ours.partition(":")[0] in names()]
