"""`kibitz compare`: what searches take on the same positions."""

from __future__ import annotations

import importlib
import json
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import click

from kibitz.games.registry import load
from kibitz.players.comparison import Measured, compare, sample_positions
from kibitz.players.registry import make_player
from kibitz.words.errors import BadFile, BadOption

_PLAIN = ("minimax", "alphabeta", "negascout:tt=0", "negascout")
_DICE = ("minimax", *(f"alphabeta:star={star},killers=yes,history=yes" for star in (0, 1, 2)), "negascout")


@click.command()
@click.argument("game")
@click.option("--players", "specs", multiple=True, help="Players that search, separated by blanks.")
@click.option("--depth", "depths", default="1-4", show_default=True, help="A depth or a range of depths.")
@click.option("--position", "positions", multiple=True, help="Compare on this position (several times: all).")
@click.option(
    "--positions", "count", default=5, show_default=True, help="Otherwise, on this many of its own."
)
@click.option("--seed", default=0, show_default=True, help="Chooses those.")
@click.option("--patience", default=10.0, show_default=True, help="Seconds for one player and depth.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a chart here (.svg; .png with cairosvg).",
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
    plot: Path | None,
    as_json: bool,
) -> None:
    """Search the same positions of GAME with several players and show what each takes.

    Nodes and time are sums over all positions. The values agree, so the work is
    all that differs.
    """
    chosen = load(game)
    if plot:
        _check_plot(plot)
    named = " ".join(specs).split() or list(_DICE if chosen.has_chance else _PLAIN)
    players = [make_player(spec) for spec in named]
    places = [chosen.position(text) for text in positions] or sample_positions(chosen, max(1, count), seed)
    rows = list(compare(places, players, _range(depths), patience, lambda text: click.echo(text, err=True)))
    if as_json:
        click.echo(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        click.echo(_table(rows))
    if plot and rows:
        from kibitz.players.chart import chart

        noun = "position" if len(places) == 1 else "positions"
        drawn = chart(rows, f"{chosen.spec}, {len(places)} {noun}").encode()
        if plot.suffix.lower() == ".png":
            drawn = _cairosvg(plot).svg2png(bytestring=drawn, scale=2)
        try:
            plot.write_bytes(drawn)
        except OSError as error:
            raise BadFile(f"can't write {plot}: {error.strerror}") from None


def _check_plot(plot: Path) -> None:
    """Refuse a chart that can't be written before the long work, not after it."""
    kind = plot.suffix.lower()
    if kind not in (".svg", ".png"):
        raise BadOption(f"a chart is written as SVG or PNG: give a name such as {plot.stem}.svg")
    if kind == ".png":
        _cairosvg(plot)


def _cairosvg(plot: Path) -> ModuleType:
    """What turns SVG into PNG, where it is installed."""
    try:
        return importlib.import_module("cairosvg")
    except ImportError:
        trouble = "PNG needs the package cairosvg (pip install cairosvg)"
    except OSError:  # the package is there, the library that it needs is not
        trouble = "PNG needs the library cairo, which cairosvg can't find"
    raise BadOption(f"{trouble}; {plot.stem}.svg needs nothing")


def _range(text: str) -> range:
    low, dash, high = text.partition("-")
    if low.strip().isdecimal() and (high.strip().isdecimal() or not dash):
        found = range(int(low), int(high if dash else low) + 1)
        if len(found) and found[0] >= 1 and found[-1] <= 99:
            return found
    raise BadOption(f"a depth is a number from 1 to 99 or a range such as 1-7, not {text!r}")


def _table(rows: list[Measured]) -> str:
    titles = ("player", "depth", "nodes", "cut-offs", "table hits", "re-searches", "ms")
    cells = [
        (
            row.player,
            str(row.depth),
            f"{row.nodes:,}",
            f"{row.cutoffs:,}",
            f"{row.table_hits:,}",
            f"{row.researches:,}",
            f"{1000 * row.seconds:,.1f}",
        )
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(titles, *cells, strict=True)]
    lines = []
    for line in (titles, *cells):
        shown = [line[0].ljust(widths[0])] + [
            cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True)
        ]
        lines.append("  ".join(shown).rstrip())
    return "\n".join(lines)
