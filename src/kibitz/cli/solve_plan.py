"""`kibitz solve --plan`: the expected cost, on this machine or on a cluster."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from kibitz.base.errors import BadOption
from kibitz.cli.formatting import format_duration, format_size
from kibitz.games.game import Game
from kibitz.solving.layouts import Keyed
from kibitz.solving.solve_plan import make_plan


def print_plan(game: Game, most: int | None, pieces: int | None, cluster: str | None, as_json: bool) -> None:
    """Print positions, bytes and time, for this machine or for a number of workers."""
    plan = make_plan(game, most, pieces)
    if cluster is None:
        if as_json:
            click.echo(json.dumps({**asdict(plan), "seconds": plan.seconds}, indent=2))
            return
        click.echo(
            f"{game.spec}: up to {plan.places:,} positions, about {format_duration(plan.seconds)} on "
            f"{plan.threads} cores, {format_size(plan.memory)} of memory, "
            f"at most {format_size(plan.disk)} on disk"
        )
        return
    from kibitz.solving.cluster_plan import cluster_plan

    if not cluster.isdecimal() or not 1 <= int(cluster) <= 1_000_000:
        raise BadOption(f"--plan takes a number of workers, such as --cluster 16, not {cluster}")
    found = cluster_plan(game, plan, int(cluster))
    if as_json:
        text = {**asdict(found), "seconds": found.seconds, "bottleneck": found.bottleneck}
        click.echo(json.dumps(text, indent=2))
        return
    for name, what in (
        ("positions", f"up to {found.positions:,}"),
        ("tasks", f"{found.tasks:,}"),
        ("table", f"at most {format_size(found.table)}"),
        ("shared", f"about {format_size(found.shared)} in the shared folder while solving"),
        ("read", f"about {format_size(found.traffic)} from there by all workers"),
        ("memory", f"at most {format_size(found.memory)} per worker"),
        (
            "time",
            f"about {format_duration(found.seconds)} for {found.workers:,} workers: "
            f"{format_duration(found.working)} of work, {format_duration(found.reading)} of reading, "
            f"{format_duration(found.waiting)} of waiting for the last, "
            f"{format_duration(found.joining)} of merging",
        ),
        ("bottleneck", found.bottleneck),
    ):
        click.echo(f"{name:11} {what}")


def print_worker_memory(game: Game, most: int | None, pieces: int | None) -> None:
    """Print before the start how much memory each worker needs, or that solving runs in one process."""
    from kibitz.solving.cluster_plan import cluster_plan
    from kibitz.solving.distributed import can_spread

    plan = make_plan(game, most, pieces)
    if plan.layout == Keyed.name:
        text = (
            f"tiers are enumerated block by block, each with at most {format_size(plan.memory)} of memory"
            if can_spread(game, plan)
            else f"{game.spec} is enumerated position by position, in one process on this machine"
        )
        click.echo(f"kibitz: {text}", err=True)
        return
    found = cluster_plan(game, plan, 1)
    click.echo(
        f"kibitz: {found.tasks:,} tasks, each with at most {format_size(found.memory)} of memory; "
        f"about {format_size(found.shared)} in the shared folder while solving",
        err=True,
    )
