"""`kibitz solve`: the exact value of every position, kept on disk."""

from __future__ import annotations

import json
import time

import click

from kibitz.analysis.report import value_to_json
from kibitz.cli.sizes import size_words
from kibitz.games.registry import load
from kibitz.solving.solve import solve
from kibitz.words.limit import parse_count


@click.command()
@click.argument("game")
@click.option("--again", is_flag=True, help="Solve even if the table is there already.")
@click.option(
    "--most",
    metavar="N",
    help="Give up beyond this many positions, such as 500k or 20M.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(game: str, again: bool, most: str | None, as_json: bool) -> None:
    """Solve GAME: tictactoe, mnk:width=4,height=4,length=3, or a Python file."""
    rules = load(game)
    started = time.perf_counter()
    limit = None if most is None else parse_count(most, "--most")
    table = solve(rules, progress=True, most_positions=limit, again=again)
    seconds = time.perf_counter() - started
    start = rules.start()
    value = table.value(start)
    assert value is not None  # every table holds the start
    if as_json:
        answer = {
            "game": rules.spec,
            "value": value_to_json(value),
            "mover": str(start.mover),
            "positions": table.positions,
            "path": str(table.path),
            "bytes": table.size,
            "seconds": round(seconds, 3),
        }
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    click.echo(f"{rules.title}: {rules.side_name(start.mover)}, to begin, {value.words()}")
    click.echo(f"{table.positions:,} positions stored, {size_words(table.size)} in {table.path}")
