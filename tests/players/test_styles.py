"""Styles of play are measurable over the same positions and random numbers."""

from __future__ import annotations

import random
from collections.abc import Callable

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random
from kibitz.games.position import Position
from kibitz.players.registry import make_player
from kibitz.players.shallow_search import expected_scores, shallow_values
from kibitz.players.styles import share_of_traps

Situation = tuple[Position, Move]


def situations(spec: str, count: int, plies: int) -> list[Situation]:
    """Positions that nobody has won, with the move that led there."""
    rng, found = random.Random(4), []
    while len(found) < count:
        position = kibitz.load(spec).start()
        move = position.moves[0]
        for _ in range(plies):
            if not position.is_over:
                move = rng.choice(position.moves)
                position = position.play(move)
        if not position.is_over:
            found.append((position, move))
    return found


def mean(
    style: str, strength: int, met: list[Situation], measure: Callable[[Position, Move, Move], float]
) -> float:
    player = make_player(f"level:strength={strength},style={style}")
    total = 0.0
    for number, (position, last) in enumerate(met):
        choice = player.choose(position, rng=Random(number), last=last)
        total += measure(position, last, choice.move)
    return total / len(met)


def far(position: Position, last: Move, move: Move) -> float:
    """Steps between two cells written as a letter and a number."""
    (a, b), (c, d) = ((ord(str(each)[0]), int(str(each)[1:])) for each in (last, move))
    return max(abs(a - c), abs(b - d))


def test_the_quick_play_near_the_last_move() -> None:
    for strength in (20, 60):
        met = situations("mnk:width=9,height=9,length=5", 80, 6)
        assert mean("quick", strength, met, far) < mean("plain", strength, met, far) - 0.4


def test_the_tricky_set_more_traps() -> None:
    def traps(position: Position, last: Move, move: Move) -> float:
        return share_of_traps(position.play(move), Limit())

    for strength in (30, 60):
        met = situations("connect:width=5,height=4", 30, 4)
        assert mean("tricky", strength, met, traps) > mean("plain", strength, met, traps) + 0.02


def test_the_careful_trust_first_sight_less() -> None:
    def shady(position: Position, last: Move, move: Move) -> float:
        first = expected_scores(shallow_values(position, 1, Limit()))
        return max(first.values()) - first[move]

    met = situations("connect4", 60, 8)
    assert mean("careful", 60, met, shady) < mean("plain", 60, met, shady)


def test_plain_is_what_there_is_without_a_style() -> None:
    for position, last in situations("connect4", 20, 5):
        one, other = (
            make_player(spec).choose(position, rng=Random(1), last=last)
            for spec in ("level:strength=40", "level:strength=40,style=plain")
        )
        assert one == other


def test_display_names() -> None:
    assert make_player("level:strength=40,style=tricky").display_name == "difficulty 40, tricky"
    assert make_player("level:strength=40").display_name == "difficulty 40"
