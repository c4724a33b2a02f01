"""How good a player is by exact values: the share of its moves that are as good as any."""

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

#: Games at random without a new position, after which a game is taken to have no more.
_PATIENCE = 1000


@dataclass(frozen=True)
class Truth:
    """A position whose every move's value is known."""

    position: Position
    values: dict[Move, float]


@dataclass(frozen=True)
class Judged:
    """What a player did on such positions."""

    positions: int
    #: The share of moves that were as good as any, and of those that threw a won or drawn game away.
    best: float
    blunders: float
    #: What was lost on average, of what could be had: from 0 to 1.
    lost: float


def worth(value: Value, span: float) -> float:
    """From 0, lost, to 1, won; how soon does not matter."""
    if isinstance(value, Expect):
        return value.chance
    if isinstance(value, Points):
        return (1 + value.points / span) / 2
    return (1 + (value.result or 0)) / 2


def truths(game: Game, count: int, seed: int = 0) -> list[Truth]:
    """Positions of games at random in which moves differ in worth; nothing where nobody knows the truth.

    Fewer where the game hardly has more.
    """
    rng, found, tries, in_vain = Random(seed), dict[Position, Truth](), 0, 0
    while len(found) < count and tries < 50 * count and in_vain < _PATIENCE:
        tries += 1
        in_vain += 1
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
        known = {move: worth(value, game.rules.span) for move, value in values.items()}
        if max(known.values()) > min(known.values()):
            found[chosen] = Truth(chosen, known)
            in_vain = 0
    return list(found.values())


def judge_player(player: Player, asked: Sequence[Truth], limit: Limit | str | None = None) -> Judged:
    """How often it chooses the best."""
    best = blunders = 0
    lost = 0.0
    for place, truth in enumerate(asked):
        move = player.choose(truth.position, limit, Random(place)).move
        top, got = max(truth.values.values()), truth.values[move]
        best += top - got < 1e-9
        blunders += top >= 0.5 > got
        lost += top - got
    count = max(1, len(asked))
    return Judged(len(asked), best / count, blunders / count, lost / count)


@dataclass(frozen=True)
class Strength:
    """What a network does by itself, and with a search of 200 playouts."""

    alone: Judged
    search: Judged

    def __str__(self) -> str:
        return f"best moves: {self.alone.best:.1%} alone, {self.search.best:.1%} with 200 playouts"


def judge_network(path: Path, asked: Sequence[Truth]) -> Strength:
    """How good the network in a file is."""
    alone, search = (f'mcts:net="{path}",playouts={how}' for how in ("1", "200,explore=150"))
    return Strength(judge_player(make_player(alone), asked), judge_player(make_player(search), asked))
