"""Which game of OpenSpiel is which of ours, and how their moves correspond.

OpenSpiel numbers its actions; each pair says which number a move of ours is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz import Move
from kibitz.games.registry import names


@dataclass(frozen=True)
class Pair:
    """One game in both worlds."""

    ours: str
    theirs: str
    #: Random games to play side by side.
    games: int
    #: OpenSpiel's number for a move of ours.
    action: Callable[[Move], int] = lambda move: move.parts[0]
    #: Whether their first player is our second.
    swapped: bool = False


ALL_PAIRS = [
    Pair("tictactoe", "tic_tac_toe", 2000),
    Pair("mnk:width=3,height=3,length=3", "mnk(m=3,n=3,k=3)", 1000),
    Pair("mnk:width=5,height=4,length=3", "mnk(m=5,n=4,k=3)", 1000),
    Pair("mnk:width=6,height=7,length=5", "mnk(m=6,n=7,k=5)", 200),
    Pair("mnk:width=8,height=8,length=5", "mnk(m=8,n=8,k=5)", 60),
    Pair("mnk:width=13,height=5,length=4", "mnk(m=13,n=5,k=4)", 60),
    Pair("mnk:width=15,height=15,length=5", "mnk(m=15,n=15,k=5)", 10),
    Pair("mnk:width=19,height=19,length=5", "mnk(m=19,n=19,k=5)", 4),
    Pair("connect4", "connect_four", 1000),
    Pair("connect", "connect_four(rows=12,columns=10)", 200),
    Pair("connect:width=5,height=13,length=5", "connect_four(rows=13,columns=5,x_in_row=5)", 200),
]

PAIRS = [pair for pair in ALL_PAIRS if pair.ours.partition(":")[0] in names()]
