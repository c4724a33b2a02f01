"""Print Kibitz's answers about a few hundred positions of every game, one per line.

It is run here and in Pyodide (`test_same_answers.py`); both must print the same. Everything is bounded by
nodes and seeded. Where libraries round differently, as logarithms may, that is beyond what is printed.
"""

from __future__ import annotations

import kibitz
from kibitz.base.random import Random, pick
from kibitz.games.registry import names
from kibitz.players.registry import names as player_names

#: Games that take options, besides each game as it is.
VARIANTS = (
    "connect:width=5,height=4",
    "mnk:width=4,height=4,length=4",
    "kalah:pits=3,seeds=2",
    "domineering:width=4,height=4",
)
#: How each is asked, and by how many nodes; only some can play a game.
SEARCHES = ("alphabeta:threads=1", "negascout", "selective:threads=1", "mcts", "level", "minimax:depth=2")
NODES = 1500
POSITIONS, LONGEST = 20, 40


def text(value: object) -> str:
    """Return a value as text, to six places."""
    if isinstance(value, kibitz.Expect | kibitz.Points | kibitz.Estimate):
        number = (
            getattr(value, "chance", None) or getattr(value, "points", None) or getattr(value, "score", 0)
        )
        return f"{type(value).__name__} {number:.6f}"
    return str(value)


def answers(spec: str) -> None:
    """Play at random, and ask about the positions."""
    game = kibitz.load(spec)
    searches = [name for name in SEARCHES if name.partition(":")[0] in player_names()]
    rng = Random(len(spec))
    for number in range(POSITIONS):
        position, length = game.start(rng), number * LONGEST // POSITIONS
        while length and not position.is_over:
            position, length = position.play(pick(rng, list(position.moves))), length - 1
        print(spec, number, position, len(position.moves), position.outcome)
        if position.is_over or position.turn is kibitz.Side.CHANCE:
            continue
        for search in searches:
            try:
                player = kibitz.player(search)
                choice = player.choose(position, kibitz.Limit(nodes=NODES), Random(number))
            except kibitz.KibitzError as error:
                print(" ", search, type(error).__name__)
                continue
            print(
                " ",
                search,
                choice.move,
                text(choice.value),
                choice.nodes,
                [each.nodes for each in choice.iterations],
            )


for spec in (*names(), *VARIANTS):
    try:
        answers(spec)
    except kibitz.KibitzError as error:
        print(spec, type(error).__name__, error)
