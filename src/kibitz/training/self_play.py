"""Games that a network plays against itself, and what it may learn from them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from kibitz import _core
from kibitz.base.move import Move
from kibitz.base.random import Random, pick, seed_from
from kibitz.base.side import Side
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.games.registry import load
from kibitz.players.network import encoder_of, network_of
from kibitz.training.samples import Examples

_TREE_BYTES = 32 * 2**20
#: Games that go round in circles are drawn.
_LONGEST = 400
#: The share of games that begin somewhere in a game at random: whoever plays well soon meets little else, and
#: forgets what to do where others go wrong.
_ELSEWHERE = 0.5
#: How much a value counts against what the network thought: as in the search at the root.
_SCALE = 50.0


@dataclass(frozen=True)
class SelfPlay:
    """A few games to play, as another process is told."""

    game: str
    network: str
    games: int
    playouts: int
    considered: int
    seed: int


def play_games(job: SelfPlay) -> Examples:
    """Play them; every decision is an example."""
    game, rng = load(job.game), Random(job.seed)
    network = network_of(Path(job.network), game)
    sampler = _core.make_sampler(game.rules, _TREE_BYTES)
    out = Examples.of(game)
    for _ in range(job.games):
        _play_game(game, network, sampler, job, rng, out)
        out.games += 1
    return out


def _play_game(
    game: Game, network: _core.Network, sampler: _core.Sampler, job: SelfPlay, rng: Random, out: Examples
) -> None:
    met: list[tuple[Position, list[tuple[Move, float]]]] = []
    encoder = encoder_of(game)
    position = _somewhere(game, rng) if rng.random() < _ELSEWHERE else game.start(rng)
    for _ in range(_LONGEST):
        if position.is_over:
            break
        if position.turn is Side.CHANCE:
            position = position.play(position.roll(rng))
            continue
        request = _core.SampleRequest(
            playouts=job.playouts, seed=seed_from(rng), exploration=1.5, gumbel=job.considered
        )
        report = sampler.think(position.state, request, _core.Control(), None, None, network, encoder)
        moves = game.codec.moves(position, [each.move for each in report.moves])
        met.append((position, list(zip(moves, improved(report), strict=True))))
        position = position.play(moves[0])
    outcome = position.outcome
    won = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner is Side.FIRST else -1.0
    if outcome is not None and game.rules.span and game.rules.result(position.state):
        won = game.rules.points(position.state) / game.rules.span
    for decided, shares in met:
        out.add(decided, shares, won if decided.mover is Side.FIRST else -won)


def _somewhere(game: Game, rng: Random) -> Position:
    """A position of a game at random."""
    met = [game.start(rng)]
    while not met[-1].is_over and len(met) < _LONGEST:
        here = met[-1]
        met.append(here.play(here.roll(rng) if here.turn is Side.CHANCE else pick(rng, here.moves)))
    return pick(rng, [position for position in met if not position.is_over])


def improved(report: _core.SampleReport) -> list[float]:
    """How likely each move should be, after the search: what the network thought, moved by what was found.

    Moves that were not tried count as much as those that were, on average
    (Danihelka and others 2022).
    """
    tried = [each for each in report.moves if each.visits or each.value.exact]
    weight = sum(each.prior for each in tried)
    usual = sum(each.prior * each.mean for each in tried) / weight if weight else 0.0
    most = max((each.visits for each in report.moves), default=0.0)

    def logit(each: _core.SampledMove) -> float:
        value = each.mean if each.visits or each.value.exact else usual
        return math.log(max(each.prior, 1e-12)) + (_SCALE + most) * (value + 1) / 2

    logits = [logit(each) for each in report.moves]
    top = max(logits)
    shares = [math.exp(each - top) for each in logits]
    return [share / sum(shares) for share in shares]
