"""Learning curves by self-play and by supervised training on exact values, measured on exact values.

    PYTHONPATH=src python benchmarks/learning_curves.py [--minutes 15] [--truth-minutes 4] [--seeds 1,2]
    PYTHONPATH=src python benchmarks/learning_curves.py connect4 --device cuda --hidden 256 --blocks 3 ...

Each game is learnt both ways with each seed, one after the other, on all cores. From nothing is
`kibitz train GAME`, with a point of the curve after each round. From exact values a network is trained anew
with twice as many steps each time, each a point, while that takes no longer; finding the positions counts
every time. Test positions are not among them. Time spent on exact values for the curve does not count.

Everything is kept in `--folder`, and the same command resumes. At the end it writes
benchmarks/results/learning.json (or `--out`), from which `benchmarks/tables.py` makes the table and the plots
of docs/training-networks.md. With `--way` it does one of the two and writes nothing, so that several can run
at once in the same folder, each on its own cores, before the one that writes.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import results_file

import kibitz
from kibitz.cli.bench import conditions
from kibitz.files.atomic_write import write_atomically
from kibitz.files.network_file import write_network
from kibitz.players.registry import make_player
from kibitz.training.exact_accuracy import ExactPosition, exact_positions, network_accuracy, player_accuracy
from kibitz.training.model import import_torch, network_data, new_model
from kibitz.training.run_folder import Plan
from kibitz.training.self_play_loop import train_by_self_play
from kibitz.training.supervised import samples_from, training_positions
from kibitz.training.trainer import train

RESULTS = Path(__file__).parent / "results" / "learning.json"
GAMES = ("tictactoe", "connect:width=5,height=4")
POSITIONS = 20_000
#: Without any learning, on the same positions; they must not look the truth up.
OTHERS = (
    "mcts:playouts=200,endgames=no",
    "mcts:playouts=5000,endgames=no",
    "negascout:depth=4,endgames=no",
    "negascout:depth=8,endgames=no",
)
NOTHING, TRUTH = "from nothing", "from exact values"
#: What of the plan to learn by can be said.
_NUMBERS = ("games", "playouts", "hidden", "blocks", "steps", "batch", "window")


def planned(spec: str, seed: int, wishes: argparse.Namespace) -> Plan:
    """How to learn it, as was said."""
    said = {name: getattr(wishes, f"plan_{name}") for name in _NUMBERS}
    return Plan(spec, seed=seed, device=wishes.device, **{k: v for k, v in said.items() if v is not None})


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def named(text: str) -> str:
    """A text as a name of files."""
    return re.sub(r"\W+", "-", text)


def from_nothing(spec: str, seed: int, folder: Path, wishes: argparse.Namespace) -> dict[str, Any]:
    """Self-play until it has learnt for so long."""
    plan = planned(spec, seed, wishes)
    path = folder / "state.json"
    done = json.loads(path.read_text(encoding="utf-8"))["seconds"] if path.exists() else 0.0
    while done < 60 * wishes.minutes:
        # Measuring takes some of the time that is asked for, so it may take more than one call.
        done = train_by_self_play(
            plan, folder, seconds=60 * wishes.minutes - done, tests=wishes.tests, on_message=say
        ).seconds
    state = json.loads(path.read_text(encoding="utf-8"))
    points = [[each["seconds"], each["alone"], each["search"], each["blunders"]] for each in state["curve"]]
    return {"learnt": f"{state['games']:,} games", "points": points}


def from_truth(
    spec: str, seed: int, folder: Path, asked: list[ExactPosition], wishes: argparse.Namespace
) -> dict[str, Any]:
    """Train with twice the steps each time, while the time lasts; finished runs are kept."""
    path, network = folder / "points.json", folder / "best.net"
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if found.get("next", 0) > 60 * wishes.truth_minutes:
        return dict(found)
    game, plan = kibitz.load(spec), planned(spec, seed, wishes)
    began = time.monotonic()
    apart = [truth.position for truth in asked]
    known = training_positions(game, wishes.positions, seed, apart)
    samples = samples_from(game, known)
    finding = time.monotonic() - began
    found = {"learnt": f"{len(known):,} positions", "steps": 100, "points": [], "next": 0.0, **found}
    say(f"{spec}: {found['learnt']} in {finding:.0f} s")
    # What PyTorch takes to begin does not count.
    train(new_model(game, plan.hidden, plan.blocks), samples, steps=1, device=wishes.device)
    while found["next"] <= 60 * wishes.truth_minutes:
        began = time.monotonic()
        steps = 2 * found["steps"]
        model = new_model(game, plan.hidden, plan.blocks, seed)
        train(model, samples, steps=steps, batch=plan.batch, rate=plan.rate, seed=seed, device=wishes.device)
        training = time.monotonic() - began
        write_network(
            network, network_data(game, model, plan.hidden, plan.blocks, {"by": Path(__file__).name})
        )
        now = network_accuracy(network, asked)
        point = [round(finding + training, 1), now.alone.best, now.search.best, now.search.blunders]
        found |= {"steps": steps, "points": [*found["points"], point], "next": finding + 2 * training}
        write_atomically(path, json.dumps(found))
        say(f"{spec}, {TRUTH}, seed {seed}: {steps} steps, {point[0]:.0f} s, {now}")
    return found


def runs(wishes: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Every run, with what it learnt."""
    for spec in wishes.games:
        game = kibitz.load(spec)
        asked = exact_positions(game, wishes.tests, seed=1)
        if not asked:
            raise SystemExit(f"nothing knows exact values of {spec}; solve it first")
        for seed in wishes.seeds:
            for way in wishes.ways:
                folder = wishes.folder / named(f"{spec} {way} {seed}")
                folder.mkdir(parents=True, exist_ok=True)
                say(f"{spec}, {way}, seed {seed}")
                if way == NOTHING:
                    learnt = from_nothing(spec, seed, folder, wishes)
                else:
                    learnt = from_truth(spec, seed, folder, asked, wishes)
                yield {"game": spec, "title": game.title, "way": way, "seed": seed, **learnt}
        for other in OTHERS if len(wishes.ways) > 1 else ():
            judged = player_accuracy(make_player(other), asked)
            yield {
                "game": spec,
                "title": game.title,
                "way": other.removesuffix(",endgames=no"),
                "judged": [judged.best, judged.blunders],
            }


def command(wishes: argparse.Namespace) -> str:
    """What was said that made a difference."""
    games = [] if wishes.games == list(GAMES) else wishes.games
    numbers = {name: getattr(wishes, f"plan_{name}") for name in _NUMBERS}
    said = {
        "minutes": f"{wishes.minutes:g}",
        "truth-minutes": f"{wishes.truth_minutes:g}",
        "seeds": ",".join(map(str, wishes.seeds)),
        "positions": None if wishes.positions == POSITIONS else wishes.positions,
        "device": None if wishes.device == "cpu" else wishes.device,
        **numbers,
    }
    return " ".join([*games, *(f"--{name} {value}" for name, value in said.items() if value is not None)])


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def row(run: dict[str, Any]) -> list[Any]:
    """A line of the table."""
    if "judged" in run:
        best, blunders = run["judged"]
        return [
            run["game"],
            f"`{run['way']}`, nothing learnt",
            None,
            None,
            None,
            percent(best),
            percent(blunders),
        ]
    seconds, alone, search, blunders = run["points"][-1]
    how = f"{run['way']}, seed {run['seed']}"
    minutes = f"{seconds / 60:.1f}"
    return [run["game"], how, run["learnt"], minutes, percent(alone), percent(search), percent(blunders)]


def plots(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The curves of each game: best moves of the network alone by the minutes of learning."""
    for spec in dict.fromkeys(run["game"] for run in found):
        series = [
            [
                f"{run['way']}, seed {run['seed']}",
                [[point[0] / 60, 100 * point[1]] for point in run["points"]],
            ]
            for run in found
            if run["game"] == spec and "points" in run
        ]
        yield {
            "file": f"docs/training-networks/{named(spec)}.svg",
            "x": "minutes of learning",
            "y": "best moves in percent, the network alone",
            "series": series,
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--minutes", type=float, default=15, help="of learning from nothing")
    parser.add_argument("--truth-minutes", type=float, default=4, help="of learning from exact values")
    parser.add_argument("--way", choices=("nothing", "truth"), help="only one of the two")
    parser.add_argument("--seeds", default="1,2", help="numbers with commas between them")
    parser.add_argument("--tests", type=int, default=200, help="number of test positions")
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, help="with exact values to learn from, at most"
    )
    parser.add_argument("--device", default="cpu", help="where to train: cpu, cuda")
    parser.add_argument("--folder", type=Path, default=Path("learning-curves"), help="where all is kept")
    parser.add_argument("--machine", default="two cores", help="what to say of the machine")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the file to write")
    for name in _NUMBERS:
        parser.add_argument(f"--{name}", dest=f"plan_{name}", type=int, help="as of `kibitz train`")
    wishes = parser.parse_args()
    wishes.ways = {None: (NOTHING, TRUTH), "nothing": (NOTHING,), "truth": (TRUTH,)}[wishes.way]
    wishes.seeds = [int(seed) for seed in wishes.seeds.split(",")]
    found = list(runs(wishes))
    if wishes.way:
        return
    results_file.write(
        wishes.out,
        f"Best moves on {wishes.tests} fixed positions whose values are known, by "
        f"`benchmarks/learning_curves.py {command(wishes)}`.",
        "positions to judge by were not among the exact ones learnt from",
        ["game", "how", "learnt from", "minutes", "alone", "with 200 playouts", "blunders with them"],
        [row(run) for run in found],
        machine=wishes.machine,
        versions=f"{conditions()['versions']}, PyTorch {import_torch().__version__}",
        plots=list(plots(found)),
    )
    say(f"{wishes.out} written; benchmarks/tables.py brings it to the pages")


if __name__ == "__main__":
    main()
