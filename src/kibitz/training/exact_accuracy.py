"""Accuracy of players on positions with exact values: shares of best moves and of blunders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz.analysis.evaluate_position import exact_values
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.random import Random, pick
from kibitz.base.side import Side
from kibitz.base.value import Expect, Points, Value
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Player
from kibitz.players.registry import make_player

#: Random games in a row without a new position after which the search for positions ends.
_MOST_FRUITLESS = 1000


@dataclass(frozen=True)
class ExactPosition:
    """A position with the exact expected score of every move."""

    position: Position
    values: dict[Move, float]


@dataclass(frozen=True)
class Accuracy:
    """Accuracy of a player on positions with exact values."""

    positions: int
    #: Share of best moves, and of blunders: moves that gave a win or a draw away.
    best: float
    blunders: float
    #: Mean loss of expected score per move, from 0 to 1.
    lost: float


def expected_score(value: Value, span: float) -> float:
    """Return the expected score of a value, from 0 (loss) to 1 (win), whatever its distance."""
    if isinstance(value, Expect):
        return value.chance
    if isinstance(value, Points):
        return (1 + value.points / span) / 2
    return (1 + (value.result or 0)) / 2


def exact_positions(game: Game, count: int, seed: int = 0) -> list[ExactPosition]:
    """Return positions of random games whose moves differ in exact value.

    Empty if nothing knows exact values of the game; fewer than `count` if the game hardly has more.
    """
    rng, found, tries, fruitless = Random(seed), dict[Position, ExactPosition](), 0, 0
    while len(found) < count and tries < 50 * count and fruitless < _MOST_FRUITLESS:
        tries += 1
        fruitless += 1
        position, met = game.start(rng), list[Position]()
        while not position.is_over and len(met) < 200:
            if position.turn is not Side.CHANCE and len(position.moves) > 1:
                met.append(position)
            position = position.play(pick(rng, position.moves))
        if not met:
            continue
        chosen = pick(rng, met)
        if chosen in found:
            continue
        values = exact_values(chosen)
        if values is None:
            if not found and tries > 20:
                return []
            continue
        known = {move: expected_score(value, game.rules.span) for move, value in values.items()}
        if max(known.values()) > min(known.values()):
            found[chosen] = ExactPosition(chosen, known)
            fruitless = 0
    return list(found.values())


def player_accuracy(
    player: Player, positions: Sequence[ExactPosition], limit: Limit | str | None = None
) -> Accuracy:
    """Return the accuracy of a player's moves on these positions."""
    best = blunders = 0
    lost = 0.0
    for seed, exact in enumerate(positions):
        move = player.choose(exact.position, limit, Random(seed)).move
        top, got = max(exact.values.values()), exact.values[move]
        best += top - got < 1e-9
        blunders += top >= 0.5 > got
        lost += top - got
    count = max(1, len(positions))
    return Accuracy(len(positions), best / count, blunders / count, lost / count)


@dataclass(frozen=True)
class NetworkAccuracy:
    """Accuracy of a network's policy alone, and of MCTS with 200 playouts."""

    alone: Accuracy
    search: Accuracy

    def __str__(self) -> str:
        return f"best moves: {self.alone.best:.1%} alone, {self.search.best:.1%} with 200 playouts"


def network_accuracy(path: Path, positions: Sequence[ExactPosition]) -> NetworkAccuracy:
    """Return the accuracy of the network in a file."""
    alone, search = (f'mcts:net="{path}",playouts={how}' for how in ("1", "200,explore=150"))
    return NetworkAccuracy(
        player_accuracy(make_player(alone), positions), player_accuracy(make_player(search), positions)
    )
