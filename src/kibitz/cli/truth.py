"""`kibitz truth`: positions with exact values, and how well somebody answers them."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from kibitz.base.limit import Limit
from kibitz.cli.shared_options import check_outputs
from kibitz.cli.status_line import Show, status_line
from kibitz.files.atomic_write import write_atomically
from kibitz.truth.answers import Respondent, question_texts
from kibitz.truth.catalogue import SEED, SETS, SetSpec, truth_set
from kibitz.truth.run import Result, score_file, score_player
from kibitz.truth.sampling import LEVELS, check_set, draw_set
from kibitz.truth.scoring import Figure, Score

_FILE = click.Path(path_type=Path, dir_okay=False)
_sets = click.option(
    "--set", "sets", multiple=True, metavar="SET", help="A frozen set or a file; may be given several times."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


@click.group(invoke_without_command=True)
@_json
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Score anything that names moves on positions with exact values, or list these sets."""
    if ctx.invoked_subcommand is None:
        _list(as_json)


def _list(as_json: bool) -> None:
    sets = {name: truth_set(name) for name in SETS}
    levels = {
        name: [sum(each.level == level for each in truth) for level in range(1, LEVELS + 1)]
        for name, truth in sets.items()
    }
    if as_json:
        rows = [
            {"set": name, "game": truth.game.spec, "questions": len(truth), "levels": levels[name]}
            for name, truth in sets.items()
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    width = max(map(len, sets))
    lines = [[f"{'set':{width}}  questions", "  level 1   2   3   4", "  game"]]
    for name, truth in sets.items():
        counts = " ".join(f"{count:3}" for count in levels[name])
        lines.append([f"{name:{width}}  {len(truth):9}", f"      {counts}", f"  {truth.game.spec}"])
    _print_fitted(lines)


def _print_fitted(lines: Sequence[Sequence[str]]) -> None:
    """Print lines of which the last parts are left out, in all of them, if a terminal is too narrow."""
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    parts = max(map(len, lines))
    while room is not None and parts > 1 and max(sum(map(len, line[:parts])) for line in lines) > room:
        parts -= 1
    for line in lines:
        click.echo("".join(line[:parts]))


@command.command()
@click.argument("player", required=False)
@click.option("--answers", type=_FILE, metavar="FILE", help="Score the answers in a file of JSON lines.")
@_sets
@click.option("--limit", default="", metavar="LIMIT", help="Limit per move: depth=5, nodes=10k, time=100ms.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Random seed.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes; one per core by default.")
@_json
def score(
    player: str | None,
    answers: Path | None,
    sets: tuple[str, ...],
    limit: str,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Score PLAYER, such as alphabeta:depth=3, or a file of answers.

    Best is the share of moves that give nothing away; loss is what a move gives away on
    average, a whole game being 100 %; a blunder worsens the result, or costs a tenth of the
    chance. Every set counts the same; intervals are of 95 %.
    """
    if (player is None) == (answers is None):
        raise click.UsageError("name either a player or a file with --answers FILE")
    if answers is not None:
        result = score_file(answers, sets)
    else:
        assert player is not None
        respondent = Respondent(player, Limit.parse(limit) if limit else Limit(), seed)
        with status_line() as (show, _):
            result = score_player(respondent, sets, workers=workers, on_progress=_progress(show, "answered"))
    if as_json:
        click.echo(json.dumps(result.to_json(), indent=2, ensure_ascii=False))
    else:
        _print_result(result)


def _print_result(result: Result) -> None:
    scores = [*result.sets, result.overall] if len(result.sets) > 1 else result.sets
    width = max(len(each.name) for each in scores)
    lines = [[f"{'set':{width}}  {'best':>6} {'95 %':>9}", "    loss", "  blunders", "  questions"]]
    for each in scores:
        lines.append(
            [
                f"{each.name:{width}}  {_interval(each.best)}",
                f"  {each.loss.value:6.1%}",
                f"  {each.blunders.value:8.1%}",
                f"  {each.questions:9,}{_remark(each)}",
            ]
        )
    _print_fitted(lines)
    total = scores[-1]
    levels = ", ".join(f"{level}: {figure.value:.0%}" for level, figure in total.by_level.items())
    click.echo(f"best by level: {levels}")
    if (found := total.calibration) is not None:
        click.echo(
            f"stated chances ({found.count:,}): mean squared error {found.squared_error.value:.3f}, "
            f"off by {found.bin_error:.3f} on average over bins"
        )
    for name, reason in result.left_out.items():
        click.echo(f"left out: {name} ({reason})", err=True)


def _interval(figure: Figure) -> str:
    return f"{figure.value:6.1%} {figure.low:4.0%}–{figure.high:4.0%}"


def _remark(score: Score) -> str:
    return f" ({score.unanswered:,} without a legal move)" if score.unanswered else ""


@command.command()
@_sets
@click.option("--output", "-o", type=_FILE, metavar="FILE", help="Write to this file, not to stdout.")
def questions(sets: tuple[str, ...], output: Path | None) -> None:
    """Write the questions without answers, as JSON lines, for other programs and language models.

    Each has an id, the rules in words, the board, and the legal moves. Answers are lines such
    as {"id": "tictactoe/001", "move": "5", "chance": 0.5}; the chance of the side to move may
    be left out. `kibitz truth score --answers FILE` scores them.
    """
    check_outputs(output)
    lines = (
        json.dumps(each, ensure_ascii=False) + "\n"
        for name in sets or SETS
        for each in question_texts(truth_set(name))
    )
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
    else:
        write_atomically(output, "".join(lines))


@command.command()
@click.argument("game")
@click.option("--pieces", type=click.IntRange(2), help="Only positions with N pieces, from endgame tables.")
@click.option("--min-plies", default=0, type=click.IntRange(0, 400), help="Random moves at least.")
@click.option("--count", default=240, show_default=True, type=click.IntRange(1, 100_000))
@click.option("--seed", default=SEED, show_default=True, type=click.IntRange(0), help="Random seed.")
@click.option("--output", "-o", type=_FILE, required=True, metavar="FILE", help="A .jsonl or .jsonl.gz file.")
def draw(game: str, pieces: int | None, min_plies: int, count: int, seed: int, output: Path) -> None:
    """Draw a fresh set from GAME, which may also be the name of a frozen set.

    The same arguments and seed give the same set everywhere.
    """
    if output.suffix not in (".jsonl", ".gz"):
        raise click.UsageError("the name of the file must end in .jsonl or .jsonl.gz")
    check_outputs(output)
    spec = SETS.get(game) or SetSpec(game, pieces, min_plies, count)
    name = game if game in SETS else output.name.removesuffix(".gz").removesuffix(".jsonl")
    with status_line() as (show, _):
        truth = draw_set(name, spec, seed, _progress(show, "drawn"))
    truth.write(output)
    if len(truth) < spec.count:
        click.echo(f"only {len(truth)} positions were found in which the choice of a move matters", err=True)
    click.echo(f"{len(truth)} questions about {truth.game.spec} in {output}")


@command.command()
@_sets
def check(sets: tuple[str, ...]) -> None:
    """Compute every value of the sets again and compare."""
    for name in sets or SETS:
        truth = truth_set(name)
        spec = SETS.get(name)
        moves = check_set(truth, spec.pieces if spec else None)
        click.echo(f"{name}: good, {moves:,} moves of {len(truth):,} positions")


def _progress(show: Show, what: str) -> Callable[[int, int], None]:
    """Return a callback that shows the progress: often on a terminal, every ten seconds elsewhere."""
    last = time.monotonic()
    every = 0.2 if sys.stderr.isatty() else 10.0

    def on_progress(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= every:
            last = now
            show(f"{done:,} of {total:,} {what}")

    return on_progress
