"""Training by self-play, in the manner of AlphaZero: play, train, keep the better network, repeat.

A run lives in a folder (`run_folder.py`): `best.net`, the network that plays; `state.json`, the progress;
`examples-….bin`, the replay buffer; `curve.svg`, the learning curve. The same call resumes a run.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kibitz.arena.match import match
from kibitz.arena.plots import lines
from kibitz.base.errors import BadOption
from kibitz.executors.executor import AnyExecutor, make_executor, run_in_order
from kibitz.files.atomic_write import write_atomically
from kibitz.files.network_file import NetworkData, read_network, write_network
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.training.exact_accuracy import ExactPosition, exact_positions, network_accuracy
from kibitz.training.model import load_weights, network_data, new_model
from kibitz.training.run_folder import OnMessage, Plan, RunFolder, State, open_run_folder, refuse_other_plan
from kibitz.training.samples import Samples
from kibitz.training.self_play import SelfPlayJob, play_games
from kibitz.training.trainer import train


def train_by_self_play(
    plan: Plan,
    folder: Path,
    *,
    rounds: int | None = None,
    seconds: float | None = None,
    tests: int = 200,
    executor: AnyExecutor | None = None,
    on_message: OnMessage = lambda _: None,
) -> State:
    """Train for this many more rounds or seconds, whichever ends first."""
    if rounds is None and seconds is None:
        raise BadOption("give a training time (--time, `seconds`) or a number of rounds (--rounds, `rounds`)")
    game = load(plan.game)
    game.encoding.actions.check_complete()
    with open_run_folder(folder, on_message) as kept:
        return _run_rounds(plan, game, kept, rounds, seconds, tests, executor, on_message)


def _run_rounds(
    plan: Plan,
    game: Game,
    kept: RunFolder,
    rounds: int | None,
    seconds: float | None,
    tests: int,
    executor: AnyExecutor | None,
    on_message: OnMessage,
) -> State:
    folder = kept.path
    state, samples = _resume_or_start(plan, game, kept, on_message)
    asked = exact_positions(game, tests, seed=1) if tests else []
    if tests and not asked:
        on_message("there are no exact values of this game, so the learning curve is left out")
    if asked and not state.curve:
        _measure(kept.network, state, asked, on_message)  # the untrained network is the first point
    end = None if seconds is None else time.monotonic() + seconds
    last = None if rounds is None else state.rounds + rounds
    while (last is None or state.rounds < last) and (end is None or time.monotonic() < end):
        began = time.monotonic()
        fresh = _play(plan, kept.network, state, executor, on_message)
        samples.extend(fresh)
        samples = samples.last(plan.window)
        on_message(
            f"round {state.rounds + 1}: {fresh.games} games, {len(fresh):,} positions with symmetric images"
        )
        better = _train_and_gate(plan, game, kept, samples, state, on_message)
        state.rounds += 1
        state.games += fresh.games
        state.taken += better
        state.seconds += time.monotonic() - began
        if asked:
            _measure(kept.new_network if better else kept.network, state, asked, on_message)
        kept.commit(state, samples, better=better)
        _draw_curve(folder, state)
    return state


def _resume_or_start(plan: Plan, game: Game, kept: RunFolder, on_message: OnMessage) -> tuple[State, Samples]:
    """Return the state and replay buffer of an earlier call, or start with an untrained network."""
    found = kept.read(game, on_message)
    if found is not None:
        state, samples = found
        refuse_other_plan(kept.path, state, plan)
        on_message(f"resuming after {state.rounds} rounds and {state.games:,} games")
        if kept.network.exists():
            return state, samples
    else:
        if kept.network.exists():
            raise BadOption(f"{kept.network} was not trained here; choose another folder, or move it away")
        state, samples = State(asdict(plan)), Samples.of(game)
    model = new_model(game, plan.hidden, plan.blocks, plan.seed, plan.kind)
    write_network(kept.new_network, _data(plan, game, model, state))
    kept.commit(state, samples, better=True)
    return state, samples


def _data(plan: Plan, game: Game, model: Any, state: State) -> NetworkData:
    about = {
        "by": "kibitz train",
        "plan": asdict(plan),
        "games": state.games,
        "seconds": round(state.seconds),
    }
    return network_data(game, model, plan.hidden, plan.blocks, about, plan.kind)


def _play(
    plan: Plan, path: Path, state: State, executor: AnyExecutor | None, on_message: OnMessage
) -> Samples:
    each = 10
    network = str(path.resolve())
    first = plan.seed * 1_000_003 + state.rounds * 10_007
    jobs = [
        SelfPlayJob(
            plan.game, network, min(each, plan.games - at), plan.playouts, plan.considered, first + at
        )
        for at in range(0, plan.games, each)
    ]
    out: Samples | None = None
    # In the order of the jobs, so that the result depends on the seed only.
    with closing(run_in_order(make_executor(executor, len(jobs)), play_games, jobs)) as results:
        for found in results:
            if out is None:
                out = found
            else:
                out.extend(found)
            on_message(f"played {out.games} of {plan.games} games")
    assert out is not None
    return out


def _train_and_gate(
    plan: Plan, game: Game, kept: RunFolder, samples: Samples, state: State, on_message: OnMessage
) -> bool:
    """Train the best network on the samples; return whether the result passes the gating match."""
    old = read_network(kept.network)
    model = new_model(game, plan.hidden, plan.blocks, kind=plan.kind)
    load_weights(model, old)
    losses = train(
        model,
        samples,
        steps=plan.steps,
        batch=plan.batch,
        rate=plan.rate,
        seed=plan.seed + state.rounds,
        device=plan.device,
    )
    on_message(f"policy loss {losses[0]:.3f}, value loss {losses[1]:.3f}")
    write_network(kept.new_network, _data(plan, game, model, state))
    if plan.gate:
        how = f"playouts={plan.playouts},explore=150"
        result = match(
            f'mcts:net="{kept.new_network}",{how}',
            f'mcts:net="{kept.network}",{how}',
            game=plan.game,
            games=plan.gate,
            seed=state.rounds,
        )
        on_message(f"gating match: +{result.wins} ={result.draws} -{result.losses}")
        if result.score < 0.5:
            return False
    return True


def _measure(network: Path, state: State, asked: list[ExactPosition], on_message: OnMessage) -> None:
    """Add a point to the learning curve: the policy alone, and MCTS."""
    found = network_accuracy(network, asked)
    state.curve.append(
        {
            "rounds": state.rounds,
            "games": state.games,
            "seconds": round(state.seconds, 1),
            "alone": found.alone.best,
            "search": found.search.best,
            "blunders": found.search.blunders,
        }
    )
    on_message(f"{found} ({state.seconds:.0f} s)")


def _draw_curve(folder: Path, state: State) -> None:
    if len(state.curve) > 1:
        series = [
            (name, [(point["seconds"] / 60, 100 * point[key]) for point in state.curve])
            for name, key in (("the network alone", "alone"), ("with 200 playouts", "search"))
        ]
        write_atomically(folder / "curve.svg", lines(series, "minutes of learning", "best moves in percent"))
