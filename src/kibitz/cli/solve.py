"""`kibitz solve`: solve a game and keep the values in a table on disk."""

from __future__ import annotations

import json
import time

import click

from kibitz.analysis.report import value_to_json
from kibitz.base.limit import parse_count
from kibitz.cli.formatting import format_duration, format_size
from kibitz.cli.shared_options import cluster_executor, cluster_option
from kibitz.cli.solve_plan import print_plan, print_worker_memory
from kibitz.cli.who_wins import print_who_wins
from kibitz.games.game import Game
from kibitz.games.registry import load
from kibitz.solving.checkpoints import parts_size
from kibitz.solving.solve import kept_for, solve
from kibitz.solving.solve_plan import SolvePlan, make_plan
from kibitz.solving.table_store import table_path

#: Shorter work is not announced.
_SHORT_SECONDS = 2


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("game")
@click.option("--again", is_flag=True, help="Solve even if there is a table already.")
@click.option(
    "--most",
    metavar="N",
    help="Give up beyond this many positions, such as 500k or 20M.",
)
@click.option(
    "--pieces",
    type=click.IntRange(2),
    help="With endgame tables: solve positions with up to N pieces (or --stones N, as the game calls them).",
)
@click.option(
    "--weak", is_flag=True, help="Prove only who wins from the start, not how soon; makes no table."
)
@cluster_option
@click.option(
    "--plan",
    "only_plan",
    is_flag=True,
    help="Only print the expected time and memory; with --cluster N, for N workers.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    again: bool,
    most: str | None,
    pieces: int | None,
    weak: bool,
    cluster: str | None,
    only_plan: bool,
    as_json: bool,
) -> None:
    """Solve GAME: tictactoe, mnk:width=4,height=4,length=3, or a Python file.

    Interrupted solving keeps finished parts; the same command resumes it.
    """
    rules = load(game)
    pieces = _named_pieces(context, rules) or pieces
    if weak:
        print_who_wins(rules.start(), None, as_json)
        return
    started = time.perf_counter()
    limit = None if most is None else parse_count(most, "--most")
    if only_plan:
        print_plan(rules, limit, pieces, cluster, as_json)
        return
    if again or kept_for(rules, pieces, limit) is None:
        _announce(make_plan(rules, limit, pieces), rules)
    try:
        with cluster_executor(cluster) as executor:
            if executor is not None:
                print_worker_memory(rules, limit, pieces)
            table = solve(
                rules,
                progress=True,
                most_positions=limit,
                pieces=pieces,
                again=again,
                keep=True,
                executor=executor,
            )
    except KeyboardInterrupt:
        if parts_size(table_path(rules)):
            click.echo("finished parts are kept; run the same command to resume", err=True)
        raise
    seconds = time.perf_counter() - started
    start = rules.start()
    value = table.value(start)
    if as_json:
        answer = {
            "game": rules.spec,
            # None if the table holds only positions with few pieces.
            "value": None if value is None else value_to_json(value, rules),
            "mover": str(start.mover),
            "positions": table.positions,
            "pieces": table.pieces,
            "precision": table.precision,
            "path": str(table.path),
            "bytes": table.size,
            "seconds": round(seconds, 3),
        }
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    if value is None:
        click.echo(f"{rules.title}: every position with up to {table.pieces} {_pieces_name(rules)}")
    else:
        click.echo(
            f"{rules.title}: {rules.side_name(start.mover)}, to begin, {rules.scale.format_value(value)}"
        )
    if table.precision:
        click.echo(f"probabilities are exact to within {table.precision:.1e}")
    symmetry = " up to symmetry" if rules.solving.has_symmetry else ""
    click.echo(f"{table.positions:,} positions{symmetry}, {format_size(table.size)} in {table.path}")


def _pieces_name(game: Game) -> str:
    return game.solving.endgame.word if game.solving.endgame else "pieces"


def _named_pieces(context: click.Context, game: Game) -> int | None:
    """Return the number given with the game's name for its pieces, such as `--stones 4`."""
    if not context.args:
        return None
    name, _, value = " ".join(context.args).replace("=", " ").partition(" ")
    if game.solving.endgame is None or name != f"--{game.solving.endgame.word}":
        raise click.NoSuchOption(name, ctx=context)
    if not (value.isascii() and value.isdecimal()) or int(value) < 2:
        raise click.BadParameter(f"{value!r} is not a number of at least 2", ctx=context, param_hint=name)
    return int(value)


def _announce(plan: SolvePlan, game: Game) -> None:
    """Print an estimate before long work."""
    if plan.layout == "keyed" or plan.seconds < _SHORT_SECONDS:
        return
    pieces = f" with up to {plan.pieces} {_pieces_name(game)}" if plan.pieces else ""
    click.echo(
        f"up to {plan.places:,} positions{pieces}: about {format_duration(plan.seconds)} on {plan.threads} "
        f"cores, {format_size(plan.memory)} of memory, at most {format_size(plan.disk)} on disk",
        err=True,
    )
