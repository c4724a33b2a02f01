"""`kibitz tables`: list, verify, export and remove tables."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click

from kibitz.base.errors import BadOption, KibitzError
from kibitz.cli.formatting import format_size
from kibitz.files.atomic_write import check_output
from kibitz.solving.checkpoints import parts_size
from kibitz.solving.table_store import (
    Kept,
    kept_table,
    kept_tables,
    open_kept,
    remove_table,
    tables_folder,
    unfinished,
)
from kibitz.solving.verify import verify_table


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List the tables of solved games, or verify, export or remove them."""
    if ctx.invoked_subcommand is None:
        _list(as_json)


def _list(as_json: bool) -> None:
    tables = kept_tables()
    if as_json:
        rows = [
            {
                "name": kept.name,
                "positions": kept.positions,
                "layout": kept.layout,
                "bytes": kept.size,
                "path": str(kept.path),
                "trouble": kept.trouble,
            }
            for kept in tables
        ]
        rows += [
            {
                "name": folder.name,
                "positions": None,
                "layout": None,
                "bytes": parts_size(folder),
                "path": str(folder),
                "trouble": _going_on(folder),
            }
            for folder in unfinished()
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for folder in unfinished():
        click.echo(f"unfinished: {folder.name}, {_going_on(folder)}", err=True)
    if not tables:
        click.echo(f"no tables in {tables_folder()}; `kibitz solve tictactoe` makes one", err=True)
        return
    width = max(len(kept.name) for kept in tables)
    for kept in tables:
        what = kept.trouble or f"{kept.positions:,} positions, {kept.path.name}"
        click.echo(f"{kept.name:{width}}  {format_size(kept.size):>9}  {what}")
    click.echo(f"{len(tables)} in {tables_folder()}, {format_size(sum(kept.size for kept in tables))}")


def _going_on(folder: Path) -> str:
    """What is there of a table that is not whole yet."""
    return f"{len(list(folder.glob('*.kbp')))} parts; solve that game again to go on"


@command.command()
@click.argument("name", required=False)
@click.option(
    "--samples",
    default=1000,
    type=click.IntRange(0),
    help="Number of positions to recompute from their children.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def verify(name: str | None, samples: int, as_json: bool) -> int:
    """Verify the table NAME, or all tables: checksums, and a random sample recomputed from its children."""
    tables = [kept_table(name)] if name else kept_tables()
    if not tables and not as_json:
        click.echo("no tables to verify", err=True)
    rows = []
    for kept in tables:
        compared, trouble = _verify(kept, samples)
        rows.append({"name": kept.name, "path": str(kept.path), "compared": compared, "trouble": trouble})
        if not as_json:
            good = f"good: all checksums, {compared:,} positions recomputed"
            click.echo(f"{kept.name}: " + (f"bad: {trouble}" if trouble else good))
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    return 1 if any(row["trouble"] for row in rows) else 0


def _verify(kept: Kept, samples: int) -> tuple[int, str | None]:
    """Return how many positions were compared, and the error if there is one."""
    try:
        return verify_table(open_kept(kept), samples), None
    except KibitzError as refusal:
        return 0, str(refusal)


@command.command()
@click.argument("name")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--texts", is_flag=True, help="Include positions and best moves as text; takes longer.")
def export(name: str, file: Path, texts: bool) -> None:
    """Write the table NAME to FILE.csv, .npz (NumPy), .parquet or .arrow."""
    check_output(file)
    table = open_kept(kept_table(name))
    click.echo(f"{table.export(file, texts=texts):,} positions in {file}")


@command.command()
@click.argument("name", required=False)
@click.option("--unfinished", "parts", is_flag=True, help="Remove what interrupted solving has left behind.")
def remove(name: str | None, parts: bool) -> None:
    """Remove the table NAME: a game such as tictactoe, or the name of a file."""
    if parts:
        for folder in unfinished():
            shutil.rmtree(folder, ignore_errors=True)
            click.echo(f"removed {folder}")
        return
    if name is None:
        raise BadOption("name the table to remove, or give --unfinished")
    kept = kept_table(name)
    remove_table(kept)
    click.echo(f"removed {kept.path}")
