"""`kibitz compare`: compare the work of searches on the same positions."""

from __future__ import annotations

import importlib
import json
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType

import click

from kibitz.base.errors import BadOption
from kibitz.base.options import split_specs
from kibitz.base.random import Random
from kibitz.cli.compare_table import fitted_table
from kibitz.cli.shared_options import RealRange, check_outputs, cluster_executor, cluster_option
from kibitz.cli.status_line import status_line
from kibitz.files.atomic_write import write_atomically
from kibitz.games.registry import load
from kibitz.players.comparison import after_rolls, compare, sample_positions
from kibitz.players.registry import make_player

_PLAIN = ("minimax", "alphabeta", "negascout:tt=0", "negascout")
_DICE = ("minimax", *(f"alphabeta:star={star},killers=yes,history=yes" for star in (0, 1, 2)), "negascout")


@click.command()
@click.argument("game")
@click.option("--players", "specs", multiple=True, help="Search players, separated by spaces or commas.")
@click.option("--depth", "depths", default="1-4", show_default=True, help="A depth, or a range of depths.")
@click.option("--position", "positions", multiple=True, help="Compare on this position (repeatable).")
@click.option(
    "--positions",
    "count",
    type=click.IntRange(1, 1000),
    default=5,
    show_default=True,
    help="Without --position: the number of random positions.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 10**18),
    default=0,
    show_default=True,
    help="Random seed for positions and dice.",
)
@click.option(
    "--patience",
    type=RealRange(0, 86_400, min_open=True),
    default=10.0,
    show_default=True,
    help="Maximum seconds for one player and depth.",
)
@cluster_option
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a chart to this file (.svg, or .png with cairosvg).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    game: str,
    specs: tuple[str, ...],
    depths: str,
    positions: tuple[str, ...],
    count: int,
    seed: int,
    patience: float,
    cluster: str | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Search the same positions of GAME with several players and compare their work.

    Nodes and times are sums over all positions. Players with the same evaluation
    must find the same values; a note says which players evaluate differently.
    """
    chosen = load(game)
    if plot:
        _check_plot(plot)
    named = split_specs(" ".join(specs)) or list(_DICE if chosen.has_chance else _PLAIN)
    players = [make_player(spec) for spec in named]
    rng = Random(seed)
    places = [after_rolls(chosen.position(text), rng) for text in positions]
    places = places or sample_positions(chosen, count, seed)
    with cluster_executor(cluster) as executor, status_line() as (show, log):
        found = list(compare(places, players, _range(depths), patience, log, show, executor))
    # Show the specs as they were given: beside `star=0`, the default `star=1` matters.
    given_specs = {player.spec: spec for player, spec in zip(players, named, strict=True)}
    rows = [replace(row, player=given_specs[row.player]) for row in found]
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        click.echo(fitted_table(rows))
    if plot and rows:
        from kibitz.players.comparison_chart import chart

        noun = "position" if len(places) == 1 else "positions"
        drawn = chart(rows, f"{chosen.spec}, {len(places)} {noun}").encode()
        if plot.suffix.lower() == ".png":
            drawn = _cairosvg(plot).svg2png(bytestring=drawn, scale=2)
        write_atomically(plot, drawn)


def _check_plot(plot: Path) -> None:
    """Refuse a chart that can't be written before the work starts, not after it."""
    kind = plot.suffix.lower()
    if kind not in (".svg", ".png"):
        raise BadOption(f"a chart is SVG or PNG; give a name such as {plot.stem}.svg")
    if kind == ".png":
        _cairosvg(plot)
    check_outputs(plot)


def _cairosvg(plot: Path) -> ModuleType:
    """Return the module that converts SVG to PNG, if it is installed."""
    try:
        return importlib.import_module("cairosvg")
    except ImportError:
        trouble = "PNG needs the package cairosvg (pip install '.[png]' in Kibitz's source folder)"
    except OSError:  # the package is installed, the library that it needs is not
        trouble = "PNG needs the library cairo, which cairosvg can't find"
    raise BadOption(f"{trouble}; {plot.stem}.svg needs neither")


def _range(text: str) -> range:
    low, dash, high = text.partition("-")
    if low.strip().isdecimal() and (high.strip().isdecimal() or not dash):
        found = range(int(low), int(high if dash else low) + 1)
        if len(found) and found[0] >= 1 and found[-1] <= 99:
            return found
    raise BadOption(f"a depth is a number from 1 to 99 or a range such as 1-7, not {text!r}")
