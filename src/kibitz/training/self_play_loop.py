"""Learning from nothing: play against oneself, learn from it, keep what is better, and again.

Everything lies in a folder (`folder.py`): `best.net`, the network that plays;
`state.json`, what happened so far; `examples-….bin`, the latest games; `curve.svg`.
The same call goes on where an earlier one stopped.
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
from kibitz.training.exact_accuracy import Truth, judge_network, truths
from kibitz.training.model import data_of, fill, new_model
from kibitz.training.run_folder import Folder, Plan, State, Tell, open_folder, refuse_other_plan
from kibitz.training.samples import Examples
from kibitz.training.self_play import SelfPlay, play_games
from kibitz.training.trainer import train


def learn(
    plan: Plan,
    folder: Path,
    *,
    rounds: int | None = None,
    seconds: float | None = None,
    tests: int = 200,
    executor: AnyExecutor | None = None,
    tell: Tell = lambda _: None,
) -> State:
    """Learn for so many rounds or seconds more, whichever comes first."""
    if rounds is None and seconds is None:
        raise BadOption("say how long to learn: a number of rounds or a time")
    game = load(plan.game)
    game.encoding.actions.check_complete()
    with open_folder(folder, tell) as kept:
        return _learn(plan, game, kept, rounds, seconds, tests, executor, tell)


def _learn(
    plan: Plan,
    game: Game,
    kept: Folder,
    rounds: int | None,
    seconds: float | None,
    tests: int,
    executor: AnyExecutor | None,
    tell: Tell,
) -> State:
    folder = kept.path
    state, examples = _begun(plan, game, kept, tell)
    asked = truths(game, tests, seed=1) if tests else []
    if tests and not asked:
        tell("nothing knows exact values of this game, so there is no curve of best moves")
    if asked and not state.curve:
        _measure(kept.network, state, asked, tell)  # what it is like before it has learnt
    end = None if seconds is None else time.monotonic() + seconds
    last = None if rounds is None else state.rounds + rounds
    while (last is None or state.rounds < last) and (end is None or time.monotonic() < end):
        began = time.monotonic()
        fresh = _play(plan, kept.network, state, executor, tell)
        examples.extend(fresh)
        examples = examples.last(plan.window)
        tell(f"round {state.rounds + 1}: {fresh.games} games, {len(fresh):,} positions with mirror images")
        better = _trained(plan, game, kept, examples, state, tell)
        state.rounds += 1
        state.games += fresh.games
        state.taken += better
        state.seconds += time.monotonic() - began
        if asked:
            _measure(kept.new_network if better else kept.network, state, asked, tell)
        kept.commit(state, examples, better=better)
        _draw_curve(folder, state)
    return state


def _begun(plan: Plan, game: Game, kept: Folder, tell: Tell) -> tuple[State, Examples]:
    """What an earlier call left, or a network that knows nothing."""
    found = kept.read(game, tell)
    if found is not None:
        state, examples = found
        refuse_other_plan(kept.path, state, plan)
        tell(f"going on after {state.rounds} rounds and {state.games:,} games")
        if kept.network.exists():
            return state, examples
    else:
        if kept.network.exists():
            raise BadOption(f"{kept.network} was not learnt here; choose another folder, or move it away")
        state, examples = State(asdict(plan)), Examples.of(game)
    model = new_model(game, plan.hidden, plan.blocks, plan.seed, plan.kind)
    write_network(kept.new_network, _data(plan, game, model, state))
    kept.commit(state, examples, better=True)
    return state, examples


def _data(plan: Plan, game: Game, model: Any, state: State) -> NetworkData:
    about = {
        "by": "kibitz learn",
        "plan": asdict(plan),
        "games": state.games,
        "seconds": round(state.seconds),
    }
    return data_of(game, model, plan.hidden, plan.blocks, about, plan.kind)


def _play(plan: Plan, path: Path, state: State, executor: AnyExecutor | None, tell: Tell) -> Examples:
    each = 10
    network = str(path.resolve())
    first = plan.seed * 1_000_003 + state.rounds * 10_007
    jobs = [
        SelfPlay(plan.game, network, min(each, plan.games - at), plan.playouts, plan.considered, first + at)
        for at in range(0, plan.games, each)
    ]
    out: Examples | None = None
    # In their order, so that the same seed learns the same whoever is quicker.
    with closing(run_in_order(make_executor(executor, len(jobs)), play_games, jobs)) as results:
        for found in results:
            if out is None:
                out = found
            else:
                out.extend(found)
            tell(f"played {out.games} of {plan.games} games")
    assert out is not None
    return out


def _trained(plan: Plan, game: Game, kept: Folder, examples: Examples, state: State, tell: Tell) -> bool:
    """Train what is there on the examples; whether the result does as well against it."""
    old = read_network(kept.network)
    model = new_model(game, plan.hidden, plan.blocks, kind=plan.kind)
    fill(model, old)
    off = train(
        model,
        examples,
        steps=plan.steps,
        batch=plan.batch,
        rate=plan.rate,
        seed=plan.seed + state.rounds,
        device=plan.device,
    )
    tell(f"off by {off[0]:.3f} in moves and {off[1]:.3f} in values")
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
        tell(f"against the one before: {result.wins} won, {result.draws} drawn, {result.losses} lost")
        if result.score < 0.5:
            return False
    return True


def _measure(network: Path, state: State, asked: list[Truth], tell: Tell) -> None:
    """One point more of the curve: the network alone, and with search."""
    found = judge_network(network, asked)
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
    tell(f"{found} ({state.seconds:.0f} s)")


def _draw_curve(folder: Path, state: State) -> None:
    if len(state.curve) > 1:
        series = [
            (name, [(point["seconds"] / 60, 100 * point[key]) for point in state.curve])
            for name, key in (("the network alone", "alone"), ("with 200 playouts", "search"))
        ]
        write_atomically(folder / "curve.svg", lines(series, "minutes of learning", "best moves in percent"))
