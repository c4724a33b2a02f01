"""Playing the game of one job."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from contextlib import ExitStack, closing

from kibitz.arena.game_result import Effort, GameResult
from kibitz.arena.schedule import GameJob
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.players.registry import make_player
from kibitz.session.clock import Clock
from kibitz.session.live_game import LiveGame


def play_game(
    job: GameJob, game: Game | None = None, players: Mapping[str, Player] | None = None
) -> GameResult:
    """Play a game to its end; a player that fails loses, with the reason in the result.

    `game` and `players` replace those of the job if their specs can't be loaded.
    """
    plan = job.plan
    game, players = game or plan.rules, players or {}
    with ExitStack() as stack:
        first, second = (
            players[spec] if spec in players else stack.enter_context(closing(make_player(spec)))
            for spec in job.specs
        )
        live = LiveGame(
            game,
            first,
            second,
            start=None if job.start is None else game.position(job.start),
            seed=plan.seed_of(job.number),
            limits=job.limits,
            clock=None if plan.clock is None else Clock(plan.clock),
            margin=plan.margin,
            # Games with the same dice have different random numbers for the players.
            purposes=(f"player {job.number} first", f"player {job.number} second"),
        )
        made, seconds = [0, 0], [0.0, 0.0]
        nodes: list[int | None] = [None, None]
        for event in live.play_out():
            side, choice = event.side, event.choice
            if choice is not None:
                made[side] += 1
                seconds[side] = round(seconds[side] + event.seconds, 6)
                if choice.nodes is not None:
                    nodes[side] = (nodes[side] or 0) + choice.nodes
    ending = live.ending
    assert ending is not None
    moves = tuple([move.text for move in live.moves])
    first_effort, second_effort = map(Effort, made, seconds, nodes)
    return GameResult(
        job.number, ending, moves, str(live.start), (first_effort, second_effort), platform.node()
    )
