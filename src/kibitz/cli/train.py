"""`kibitz train`: train a network by self-play or on exact values."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from kibitz.base.errors import BadOption
from kibitz.base.limit import parse_seconds
from kibitz.cli.shared_options import cluster_executor, cluster_option
from kibitz.games.registry import load


@click.command()
@click.argument("game")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the run; NAME-net by default.",
)
@click.option("--time", "seconds", help="Training time, such as 15m; or use --rounds.")
@click.option("--rounds", type=click.IntRange(1, 100_000), help="Number of training rounds; or use --time.")
@click.option(
    "--games",
    type=click.IntRange(1, 10**6),
    default=200,
    show_default=True,
    help="Self-play games per round.",
)
@click.option(
    "--playouts", type=click.IntRange(2, 10**5), default=32, show_default=True, help="MCTS playouts per move."
)
@click.option(
    "--network",
    type=click.Choice(["dense", "convolutional"]),
    default="dense",
    show_default=True,
    help="The kind of hidden layers: fully connected, or 3×3 convolutions over the board.",
)
@click.option(
    "--hidden",
    type=click.IntRange(8, 4096),
    help="Units per hidden layer, 128 by default; filters of a convolutional network, 32 by default.",
)
@click.option(
    "--blocks",
    type=click.IntRange(0, 50),
    default=2,
    show_default=True,
    help="Residual blocks of two layers.",
)
@click.option(
    "--steps",
    type=click.IntRange(1, 10**7),
    default=600,
    show_default=True,
    help="Optimizer steps per round.",
)
@click.option("--batch", type=click.IntRange(1, 10**6), default=256, show_default=True, help="Batch size.")
@click.option(
    "--window",
    type=click.IntRange(1, 10**8),
    default=100_000,
    show_default=True,
    help="Size of the replay buffer in positions, including symmetric copies.",
)
@click.option(
    "--gate",
    type=click.IntRange(0, 10**5),
    default=20,
    show_default=True,
    help="Games of the gating match between the new and the best network; 0 to skip it.",
)
@click.option(
    "--tests",
    type=click.IntRange(0, 10**5),
    default=200,
    show_default=True,
    help="Test positions for the learning curve.",
)
@click.option(
    "--from-truth",
    type=click.IntRange(1, 10**8),
    help="Instead of self-play: supervised training on this many exactly solved positions.",
)
@click.option("--device", default="auto", show_default=True, help="Device to train on: auto, cpu or cuda.")
@click.option("--seed", type=click.IntRange(0, 10**9), default=0, show_default=True, help="Random seed.")
@cluster_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    game: str,
    folder: Path | None,
    seconds: str | None,
    rounds: int | None,
    games: int,
    playouts: int,
    network: str,
    hidden: int | None,
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
    """Train a network to play GAME by self-play, for a --time or a number of --rounds.

    Each round plays games with the best network, trains on the replay buffer and keeps the new network
    if it wins a match. The run is saved in a folder, and the same command resumes it. To play against the
    network, use the player mcts:net=FOLDER/best.net. With --from-truth, train on exact values instead.
    """
    chosen = load(game)
    where = folder or Path(f"{chosen.name}-net")

    def on_progress(text: str) -> None:
        click.echo(text, err=True)

    from kibitz.training.run_folder import Plan
    from kibitz.training.self_play_loop import train_by_self_play

    plan = Plan(
        chosen.spec,
        games=games,
        playouts=playouts,
        hidden=hidden or (32 if network == "convolutional" else 128),
        blocks=blocks,
        kind=network,
        steps=steps,
        batch=batch,
        window=window,
        gate=gate,
        seed=seed,
        device=device,
    )
    if from_truth is not None:
        from kibitz.training.exact_accuracy import exact_positions, network_accuracy
        from kibitz.training.run_folder import open_run_folder
        from kibitz.training.supervised import train_on_exact_values

        if rounds is not None or seconds is not None:
            raise BadOption("--from-truth trains once, so it can't be combined with --rounds or --time")
        if (where / "state.json").exists():
            raise BadOption(f"{where} holds a self-play run; choose another folder")
        chosen.encoding.actions.check_complete()  # before any long work
        path = where / "best.net"
        test_positions = exact_positions(chosen, tests, seed=1)
        with open_run_folder(where, on_progress), cluster_executor(cluster) as executor:
            train_on_exact_values(
                plan,
                path,
                positions=from_truth,
                held_out=[exact.position for exact in test_positions],
                executor=executor,
                on_message=on_progress,
            )
        found = network_accuracy(path, test_positions)
        click.echo(json.dumps(asdict(found), indent=2) if as_json else str(found))
        return
    with cluster_executor(cluster) as executor:
        state = train_by_self_play(
            plan,
            where,
            rounds=rounds,
            seconds=None if seconds is None else parse_seconds(seconds),
            tests=tests,
            executor=executor,
            on_message=on_progress,
        )
    if as_json:
        click.echo(json.dumps(asdict(state), indent=2))
    else:
        click.echo(
            f"{state.rounds} rounds, {state.games:,} games, {state.seconds:.0f} s; {where / 'best.net'} plays"
        )
