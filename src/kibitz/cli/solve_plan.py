"""`kibitz solve --plan`: what it takes, on this machine or on many."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from kibitz.base.errors import BadOption
from kibitz.cli.size_type import size_words
from kibitz.games.game import Game
from kibitz.solving.layouts import Keyed
from kibitz.solving.solve_plan import make_plan


def say_plan(game: Game, most: int | None, pieces: int | None, cluster: str | None, as_json: bool) -> None:
    """Print positions, bytes and time; with a number of workers, for so many."""
    plan = make_plan(game, most, pieces)
    if cluster is None:
        if as_json:
            click.echo(json.dumps({**asdict(plan), "seconds": plan.seconds}, indent=2))
            return
        click.echo(
            f"{game.spec}: up to {plan.places:,} positions, about {duration(plan.seconds)} on {plan.threads} "
            f"cores, {size_words(plan.memory)} of memory, at most {size_words(plan.disk)} on disk"
        )
        return
    from kibitz.solving.cluster_plan import cluster_plan

    if not cluster.isdecimal() or not 1 <= int(cluster) <= 1_000_000:
        raise BadOption(f"a plan is for a number of workers, such as --cluster 16, not {cluster}")
    found = cluster_plan(game, plan, int(cluster))
    if as_json:
        said = {**asdict(found), "seconds": found.seconds, "bottleneck": found.bottleneck}
        click.echo(json.dumps(said, indent=2))
        return
    for name, what in (
        ("positions", f"up to {found.positions:,}"),
        ("tasks", f"{found.tasks:,}"),
        ("table", f"at most {size_words(found.table)}"),
        ("shared", f"about {size_words(found.shared)} in the shared folder until it is done"),
        ("read", f"about {size_words(found.traffic)} from there by all workers together"),
        ("memory", f"at most {size_words(found.memory)} for each worker"),
        (
            "time",
            f"about {duration(found.seconds)} for {found.workers:,} workers: {duration(found.working)} of "
            f"work, {duration(found.reading)} of reading, {duration(found.waiting)} of waiting for the last, "
            f"{duration(found.joining)} to put it together",
        ),
        ("bottleneck", found.bottleneck),
    ):
        click.echo(f"{name:11} {what}")


def say_needs(game: Game, most: int | None, pieces: int | None) -> None:
    """Say before the start how much memory each worker needs, or that it is not spread."""
    from kibitz.solving.cluster_plan import cluster_plan
    from kibitz.solving.distributed import can_spread

    plan = make_plan(game, most, pieces)
    if plan.layout == Keyed.name:
        said = (
            f"tiers are listed block by block, each with at most {size_words(plan.memory)} of memory"
            if can_spread(game, plan)
            else f"{game.spec} is listed position by position, which one process does; so it is done here"
        )
        click.echo(f"kibitz: {said}", err=True)
        return
    found = cluster_plan(game, plan, 1)
    click.echo(
        f"kibitz: {found.tasks:,} tasks, each with at most {size_words(found.memory)} of memory; "
        f"about {size_words(found.shared)} in the shared folder until it is done",
        err=True,
    )


def duration(seconds: float) -> str:
    """About how long, in words."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:,.0f} hours" if seconds < 72 * 3600 else f"{seconds / 86400:,.0f} days"
