"""Self-play by MCTS: games of a network against itself, as training samples."""

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
from kibitz.training.samples import Samples

_TREE_BYTES = 32 * 2**20
#: Plies after which a game is drawn, as it may repeat positions for ever.
_LONGEST = 400
#: Share of games that start from a position of a random game. A strong network soon meets few positions in
#: games from the start, and forgets how to punish mistakes.
_RANDOM_STARTS = 0.5
#: Weight of a value against the prior in the policy target, as in the search at the root.
_SCALE = 50.0


@dataclass(frozen=True)
class SelfPlayJob:
    """A batch of self-play games for one process."""

    game: str
    network: str
    games: int
    playouts: int
    considered: int
    seed: int


def play_games(job: SelfPlayJob) -> Samples:
    """Play the games of a job; every decision is a sample."""
    game, rng = load(job.game), Random(job.seed)
    network = network_of(Path(job.network), game)
    engine = _core.make_mcts_engine(game.rules, _TREE_BYTES)
    out = Samples.of(game)
    for _ in range(job.games):
        _play_game(game, network, engine, job, rng, out)
        out.games += 1
    return out


def _play_game(
    game: Game, network: _core.Network, engine: _core.MctsEngine, job: SelfPlayJob, rng: Random, out: Samples
) -> None:
    met: list[tuple[Position, list[tuple[Move, float]]]] = []
    encoder = encoder_of(game)
    position = _random_position(game, rng) if rng.random() < _RANDOM_STARTS else game.start(rng)
    for _ in range(_LONGEST):
        if position.is_over:
            break
        if position.turn is Side.CHANCE:
            position = position.play(position.roll(rng))
            continue
        request = _core.MctsRequest(
            playouts=job.playouts, seed=seed_from(rng), exploration=1.5, gumbel=job.considered
        )
        report = engine.search(position.state, request, _core.Control(), None, None, network, encoder)
        moves = game.codec.moves(position, [each.move for each in report.moves])
        met.append((position, list(zip(moves, improved_policy(report), strict=True))))
        position = position.play(moves[0])
    outcome = position.outcome
    won = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner is Side.FIRST else -1.0
    if outcome is not None and game.rules.span and game.rules.result(position.state):
        won = game.rules.points(position.state) / game.rules.span
    for decided, shares in met:
        out.add(decided, shares, won if decided.mover is Side.FIRST else -won)


def _random_position(game: Game, rng: Random) -> Position:
    """Return a position of a random game."""
    met = [game.start(rng)]
    while not met[-1].is_over and len(met) < _LONGEST:
        here = met[-1]
        met.append(here.play(here.roll(rng) if here.turn is Side.CHANCE else pick(rng, here.moves)))
    return pick(rng, [position for position in met if not position.is_over])


def improved_policy(report: _core.MctsReport) -> list[float]:
    """Return the policy target of a search: the completed-Q policy of Gumbel MuZero.

    The prior is shifted by the values that the search found. Moves without visits get the mean value of
    those with visits (Danihelka and others, 2022).
    """
    tried = [each for each in report.moves if each.visits or each.value.exact]
    weight = sum(each.prior for each in tried)
    usual = sum(each.prior * each.mean for each in tried) / weight if weight else 0.0
    most = max((each.visits for each in report.moves), default=0.0)

    def logit(each: _core.MctsMove) -> float:
        value = each.mean if each.visits or each.value.exact else usual
        return math.log(max(each.prior, 1e-12)) + (_SCALE + most) * (value + 1) / 2

    logits = [logit(each) for each in report.moves]
    top = max(logits)
    shares = [math.exp(each - top) for each in logits]
    return [share / sum(shares) for share in shares]
