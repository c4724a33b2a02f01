"""Learning from nothing: play against oneself, learn from it, keep what is better, and again.

Everything lies in a folder: `best.net`, the network that plays; `state.json`, what
happened so far; `examples.bin`, the latest games; `curve.svg`. The same call goes
on where an earlier one stopped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz.arena.match import match
from kibitz.arena.plots import lines
from kibitz.files.folders import make_folder
from kibitz.files.network_file import NetworkData, read_network, write_network
from kibitz.files.whole_file import write_whole
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.learning.examples import Examples
from kibitz.learning.model import data_of, fill, new_model
from kibitz.learning.self_play import SelfPlay, play_games
from kibitz.learning.training import train
from kibitz.learning.truth import Truth, judge_network, truths
from kibitz.spread.executor import AnyExecutor, in_order, settled
from kibitz.words.errors import BadFile, BadOption

Tell = Callable[[str], object]

#: What of a plan the network in a folder was made for.
_SHAPE = ("game", "hidden", "blocks")


@dataclass(frozen=True)
class Plan:
    """How to learn. What it learns depends on all of it and on the seed, but for how long it lasts."""

    game: str
    #: Games of each round, playouts for each of their moves, and moves to try at the root.
    games: int = 200
    playouts: int = 32
    considered: int = 8
    hidden: int = 128
    blocks: int = 2
    #: Steps of training in a round, positions in a step, and those that are remembered, mirror images too.
    steps: int = 600
    batch: int = 256
    window: int = 100_000
    rate: float = 2e-3
    #: Games in which a new network must do as well as the old one; 0 to take every one.
    gate: int = 20
    seed: int = 0
    device: str = "auto"


@dataclass
class State:
    """What happened so far."""

    plan: dict[str, Any]
    rounds: int = 0
    games: int = 0
    seconds: float = 0.0
    taken: int = 0
    #: At first and after each round: rounds, games, seconds, best moves without and with search, blunders.
    curve: list[dict[str, float]] = field(default_factory=list)


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
    game.actions.check_complete()
    make_folder(folder)
    state, examples = _begun(plan, game, folder, tell)
    asked = truths(game, tests, seed=1) if tests else []
    if tests and not asked:
        tell("nothing knows exact values of this game, so there is no curve of best moves")
    if asked and not state.curve:
        _measure(folder, state, asked, tell)  # what it is like before it has learnt
    end = None if seconds is None else time.monotonic() + seconds
    last = None if rounds is None else state.rounds + rounds
    while (last is None or state.rounds < last) and (end is None or time.monotonic() < end):
        began = time.monotonic()
        fresh = _play(plan, folder, state, executor, tell)
        examples.extend(fresh)
        examples = examples.last(plan.window)
        tell(f"round {state.rounds + 1}: {fresh.games} games, {len(fresh):,} positions with mirror images")
        better = _trained(plan, game, folder, examples, state, tell)
        state.rounds += 1
        state.games += fresh.games
        state.taken += better
        state.seconds += time.monotonic() - began
        if asked:
            _measure(folder, state, asked, tell)
        _keep(folder, state, examples)
    return state


def _begun(plan: Plan, game: Game, folder: Path, tell: Tell) -> tuple[State, Examples]:
    """What an earlier call left, or a network that knows nothing."""
    network = folder / "best.net"
    if (folder / "state.json").exists():
        state = _read_state(folder / "state.json")
        if any(state.plan[name] != getattr(plan, name) for name in _SHAPE):
            raise BadOption(f"{folder} holds what was learnt with another plan: {state.plan}")
        tell(f"going on after {state.rounds} rounds and {state.games:,} games")
    else:
        if network.exists():
            raise BadOption(f"{network} was not learnt here; choose another folder, or move it away")
        state = State(asdict(plan))
    if not state.rounds and not network.exists():
        model = new_model(game, plan.hidden, plan.blocks, plan.seed)
        _keep_state(folder, state)  # first, so that the network is known to be ours
        write_network(network, _data(plan, game, model, state))
    return state, _read_examples(folder / "examples.bin", Examples.of(game))


def _read_state(path: Path) -> State:
    try:
        state = State(**json.loads(path.read_text(encoding="utf-8")))
        if not set(_SHAPE) <= set(state.plan):
            raise ValueError
    except (ValueError, TypeError):
        raise BadFile(f"{path}: can't be read; remove the folder to begin again") from None
    return state


def _data(plan: Plan, game: Game, model: Any, state: State) -> NetworkData:
    about = {
        "by": "kibitz learn",
        "plan": asdict(plan),
        "games": state.games,
        "seconds": round(state.seconds),
    }
    return data_of(game, model, plan.hidden, plan.blocks, about)


def _play(plan: Plan, folder: Path, state: State, executor: AnyExecutor | None, tell: Tell) -> Examples:
    each = 10
    network = str((folder / "best.net").resolve())
    first = plan.seed * 1_000_003 + state.rounds * 10_007
    jobs = [
        SelfPlay(plan.game, network, min(each, plan.games - at), plan.playouts, plan.considered, first + at)
        for at in range(0, plan.games, each)
    ]
    out: Examples | None = None
    # In their order, so that the same seed learns the same whoever is quicker.
    with closing(in_order(settled(executor, len(jobs)), play_games, jobs)) as results:
        for found in results:
            if out is None:
                out = found
            else:
                out.extend(found)
            tell(f"played {out.games} of {plan.games} games")
    assert out is not None
    return out


def _trained(plan: Plan, game: Game, folder: Path, examples: Examples, state: State, tell: Tell) -> bool:
    """Train what is there on the examples; whether the result does as well against it, and stays."""
    old = read_network(folder / "best.net")
    model = new_model(game, plan.hidden, plan.blocks)
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
    path = folder / "new.net"
    write_network(path, _data(plan, game, model, state))
    if plan.gate:
        how = f"playouts={plan.playouts},explore=150"
        result = match(
            f'mcts:net="{path}",{how}',
            f'mcts:net="{folder / "best.net"}",{how}',
            game=plan.game,
            games=plan.gate,
            seed=state.rounds,
        )
        tell(f"against the one before: {result.wins} won, {result.draws} drawn, {result.losses} lost")
        if result.score < 0.5:
            return False
    write_network(folder / "best.net", read_network(path))
    return True


def _measure(folder: Path, state: State, asked: list[Truth], tell: Tell) -> None:
    """One point more of the curve: the network alone, and with search."""
    found = judge_network(folder / "best.net", asked)
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


def _keep(folder: Path, state: State, examples: Examples) -> None:
    write_whole(
        folder / "examples.bin",
        examples.planes.tobytes() + examples.moves.tobytes() + examples.values.tobytes(),
    )
    if len(state.curve) > 1:
        series = [
            (name, [(point["seconds"] / 60, 100 * point[key]) for point in state.curve])
            for name, key in (("the network alone", "alone"), ("with 200 playouts", "search"))
        ]
        write_whole(folder / "curve.svg", lines(series, "minutes of learning", "best moves in percent"))
    _keep_state(folder, state)  # last: what it says is there by then


def _keep_state(folder: Path, state: State) -> None:
    write_whole(folder / "state.json", json.dumps(asdict(state), indent=1))


def _read_examples(path: Path, empty: Examples) -> Examples:
    data = path.read_bytes() if path.exists() else b""
    each = 4 * (empty.inputs + empty.actions + 1)
    if len(data) % each:
        raise BadFile(f"{path}: is damaged; remove it to go on without the games so far")
    count = len(data) // each
    at, end = 4 * count * empty.inputs, 4 * count * (empty.inputs + empty.actions)
    empty.planes.frombytes(data[:at])
    empty.moves.frombytes(data[at:end])
    empty.values.frombytes(data[end:])
    return empty
