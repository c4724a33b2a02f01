"""`kibitz tables`: list, verify, export, share and remove tables."""

from __future__ import annotations

import importlib.util
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import click

from kibitz.base.errors import BadOption, KibitzError
from kibitz.cli.formatting import format_size
from kibitz.cli.status_line import Show, status_line
from kibitz.files.atomic_write import check_output
from kibitz.files.range_server import make_server
from kibitz.files.table_file import TableFile
from kibitz.files.table_pack import COMPRESSIONS, SUFFIX, FileSource, Manifest, pack_table, read_manifest
from kibitz.solving.checkpoints import parts_size
from kibitz.solving.remote_table import game_of, is_url, open_source, remote_table, unpack, verify_pack
from kibitz.solving.table import open_table
from kibitz.solving.table_store import (
    Kept,
    find_table,
    kept_table,
    kept_tables,
    open_kept,
    remove_table,
    table_path,
    tables_folder,
    unfinished,
)
from kibitz.solving.verify import verify_table


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List the tables of solved games, or verify, export, share or remove them."""
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
                "trouble": kept.problem,
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
                "trouble": _unfinished(folder),
            }
            for folder in unfinished()
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for folder in unfinished():
        click.echo(f"unfinished: {folder.name}, {_unfinished(folder)}", err=True)
    if not tables:
        click.echo(f"no tables in {tables_folder()}; `kibitz solve tictactoe` makes one", err=True)
        return
    width = max(len(kept.name) for kept in tables)
    for kept in tables:
        what = kept.problem or f"{kept.positions:,} positions, {kept.path.name}"
        click.echo(f"{kept.name:{width}}  {format_size(kept.size):>9}  {what}")
    click.echo(f"{len(tables)} in {tables_folder()}, {format_size(sum(kept.size for kept in tables))}")


def _unfinished(folder: Path) -> str:
    """Return the description of an unfinished table."""
    return f"{len(list(folder.glob('*.kbp')))} parts; solve that game again to resume"


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
    """Verify the table NAME, or all tables: checksums, and a random sample recomputed from its children.

    NAME may also be a packed table, as a file or at an address.
    """
    if name and is_packed(name):
        with status_line() as (show, _):
            manifest = verify_pack(name, _progress(show, "blocks verified"))
        if as_json:
            click.echo(json.dumps(_describe(name, manifest), indent=2, ensure_ascii=False))
        else:
            click.echo(f"{name}: good: all {manifest.blocks:,} blocks of {manifest.facts['game']}")
        return 0
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


def is_packed(name: str) -> bool:
    """Return whether a name is that of a packed table."""
    return is_url(name) or name.endswith(SUFFIX)


def _describe(name: str, manifest: Manifest) -> dict[str, object]:
    facts = manifest.facts
    size = sum(manifest.lengths)
    return {
        "name": name,
        "game": facts["game"],
        "positions": facts["positions"],
        "layout": facts["layout"],
        "compression": manifest.compression,
        "blocks": manifest.blocks,
        "bytes": size,
        "bytes_a_position": round(size / max(1, facts["positions"]), 4),
    }


@command.command()
@click.argument("name")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.kbz")
@click.option(
    "--compression",
    type=click.Choice(COMPRESSIONS),
    help="zstd if the package zstandard is installed, else zlib.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def pack(name: str, output: Path | None, compression: str | None, as_json: bool) -> None:
    """Pack the table NAME into one file of compressed blocks, for any static web server."""
    kept = kept_table(name)
    if kept.spec is not None and ".py" in kept.spec:
        raise BadOption("tables of games in Python files can't be shared: others don't have the file")
    path = output or Path(f"{kept.path.stem}{SUFFIX}")
    if path.suffix != SUFFIX:
        raise BadOption(f"the name of a packed table ends in {SUFFIX}, not {path.suffix!r}")
    check_output(path)
    open_kept(kept)  # checks that it belongs to these rules
    chosen = compression or ("zstd" if importlib.util.find_spec("zstandard") else "zlib")
    with status_line() as (show, _):
        size = pack_table(TableFile(kept.path), path, chosen, _progress(show, "blocks packed"))
    if as_json:
        click.echo(json.dumps(_describe(str(path), read_manifest(FileSource(path))), indent=2))
        return
    positions = kept.positions or 1
    click.echo(
        f"{path}: {format_size(size)} by {chosen}, {size / positions:.3f} bytes a position; "
        f"the table has {format_size(kept.size)}, {kept.size / positions:.3f} bytes a position"
    )


@command.command()
@click.argument("address")
@click.argument("position", required=False, default="")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def probe(address: str, position: str, as_json: bool) -> None:
    """Show the value of POSITION and its moves by a packed table, fetching only the blocks that it needs.

    ADDRESS is a URL or a file. Without POSITION, the first position is shown.
    """
    table = remote_table(address)
    probed = table.game.position(position)
    found = {"position": probed, **{probed.write(move): probed.after(move) for move in probed.moves}}
    values = {name: table.value(each) for name, each in found.items()}
    scale = table.game.scale
    mover = table.game.side_name(probed.mover)
    if as_json:
        texts = {name: None if value is None else str(value) for name, value in values.items()}
        value_text = texts.pop("position")
        fields = {"game": table.game.spec, "position": str(probed), "value": value_text, "after": texts}
        click.echo(json.dumps({**fields, "requests": table.requests}, indent=2, ensure_ascii=False))
        return
    own = values.pop("position")
    click.echo(f"{mover} {scale.format_value(own)}" if own is not None else "not in the table")
    for name, value in values.items():
        after = found[name]
        seen = None if value is None else (value if after.mover is probed.mover else -value).before()
        click.echo(f"{name:8} " + ("not in the table" if seen is None else scale.format_value(seen)))


@command.command()
@click.argument("address")
def get(address: str) -> None:
    """Fetch the packed table at ADDRESS, a URL or a file, and keep it as if it had been solved here."""
    game = game_of(read_manifest(open_source(address)), address)
    path = table_path(game)
    kept = find_table(game)
    if kept is not None:
        raise BadOption(
            f"there is a table of {game.spec} already; `kibitz tables remove {game.spec}` removes it"
        )
    with status_line() as (show, _):
        manifest = unpack(address, path, _progress(show, "blocks fetched"))
    verify_table(open_table(game, path), 20)
    click.echo(f"{manifest.facts['positions']:,} positions of {game.spec} in {path}")


@command.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8091, show_default=True, type=click.IntRange(0, 65535))
def serve(folder: Path, host: str, port: int) -> None:
    """Serve the packed tables in FOLDER over HTTP, for a class or a try; any static host does as well."""
    with make_server(folder, host, port) as server:
        names = sorted(path.name for path in folder.glob(f"*{SUFFIX}"))
        shown = f"[{host}]" if ":" in host else host
        for name in names or [""]:
            click.echo(f"http://{shown}:{server.server_address[1]}/{quote(name)}")
        if not names:
            click.echo(f"no packed tables in {folder}; `kibitz tables pack NAME` makes one", err=True)
        server.serve_forever()


def _progress(show: Show, what: str) -> Callable[[int, int], None]:
    """Return a callback that shows the progress of long work."""
    last = time.monotonic()

    def on_progress(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > 0.5:
            last = time.monotonic()
            show(f"{done:,} of {total:,} {what}")

    return on_progress


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
