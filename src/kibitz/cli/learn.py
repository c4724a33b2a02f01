"""`kibitz learn`: a network learns a game, from nothing or from exact values."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from kibitz.base.errors import BadOption
from kibitz.base.limit import parse_seconds
from kibitz.cli.cluster_option import cluster_option, work_at
from kibitz.games.registry import load


@click.command()
@click.argument("game")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where it is kept.")
@click.option("--time", "seconds", help="How long to learn, such as 15m; or...")
@click.option("--rounds", type=click.IntRange(1, 100_000), help="...how many rounds.")
@click.option("--games", type=click.IntRange(1, 10**6), default=200, show_default=True, help="In a round.")
@click.option("--playouts", type=click.IntRange(2, 10**5), default=32, show_default=True, help="For a move.")
@click.option(
    "--hidden", type=click.IntRange(8, 4096), default=128, show_default=True, help="Units of a layer."
)
@click.option(
    "--blocks", type=click.IntRange(0, 50), default=2, show_default=True, help="Blocks of two layers."
)
@click.option("--steps", type=click.IntRange(1, 10**7), default=600, show_default=True, help="Of training.")
@click.option(
    "--batch", type=click.IntRange(1, 10**6), default=256, show_default=True, help="Positions in a step."
)
@click.option(
    "--window",
    type=click.IntRange(1, 10**8),
    default=100_000,
    show_default=True,
    help="Positions that are remembered, mirror images among them.",
)
@click.option(
    "--gate", type=click.IntRange(0, 10**5), default=20, show_default=True, help="Games to prove itself."
)
@click.option("--tests", type=click.IntRange(0, 10**5), default=200, show_default=True, help="For the curve.")
@click.option(
    "--from-truth", type=click.IntRange(1, 10**8), help="Learn from so many exact positions instead."
)
@click.option("--device", default="auto", show_default=True, help="Where to train: cpu, cuda.")
@click.option("--seed", type=click.IntRange(0, 10**9), default=0, show_default=True)
@cluster_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    game: str,
    folder: Path | None,
    seconds: str | None,
    rounds: int | None,
    games: int,
    playouts: int,
    hidden: int,
    blocks: int,
    steps: int,
    batch: int,
    window: int,
    gate: int,
    tests: int,
    from_truth: int | None,
    device: str,
    seed: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Let a network learn GAME: it plays against itself, learns from that, and keeps what is better.

    Everything is kept in a folder, and the same command goes on there. Play it with
    mcts:net=FOLDER/best.net. With --from-truth it learns from exact values instead.
    """
    chosen = load(game)
    where = folder or Path(f"{chosen.name}-net")

    def tell(text: str) -> None:
        click.echo(text, err=True)

    from kibitz.training.run_folder import Plan
    from kibitz.training.self_play_loop import learn

    plan = Plan(
        chosen.spec,
        games=games,
        playouts=playouts,
        hidden=hidden,
        blocks=blocks,
        steps=steps,
        batch=batch,
        window=window,
        gate=gate,
        seed=seed,
        device=device,
    )
    if from_truth is not None:
        from kibitz.training.exact_accuracy import judge_network, truths
        from kibitz.training.run_folder import open_folder
        from kibitz.training.supervised import learn_from_truth

        if rounds is not None or seconds is not None:
            raise BadOption("--from-truth learns once; --rounds and --time don't go with it")
        if (where / "state.json").exists():
            raise BadOption(f"{where} holds what was learnt from games; choose another folder")
        chosen.actions.check_complete()  # before anything that takes long
        path = where / "best.net"
        asked = truths(chosen, tests, seed=1)
        with open_folder(where, tell), work_at(cluster) as executor:
            learn_from_truth(
                plan,
                path,
                positions=from_truth,
                apart_from=[truth.position for truth in asked],
                executor=executor,
                tell=tell,
            )
        found = judge_network(path, asked)
        click.echo(json.dumps(asdict(found), indent=2) if as_json else str(found))
        return
    with work_at(cluster) as executor:
        state = learn(
            plan,
            where,
            rounds=rounds,
            seconds=None if seconds is None else parse_seconds(seconds),
            tests=tests,
            executor=executor,
            tell=tell,
        )
    if as_json:
        click.echo(json.dumps(asdict(state), indent=2))
    else:
        click.echo(
            f"{state.rounds} rounds, {state.games:,} games, {state.seconds:.0f} s; {where / 'best.net'} plays"
        )
