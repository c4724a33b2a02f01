"""`kibitz examples`: copy the example games written in Python."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.base.errors import BadFile, BadOption
from kibitz.files.atomic_write import write_atomically
from kibitz.files.folders import make_folder
from kibitz.games.bundled import examples


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("names", nargs=-1)
def command(folder: Path, names: tuple[str, ...]) -> None:
    """Copy all example games, or only NAMES, into FOLDER."""
    known = examples()
    if unknown := [name for name in names if name not in known]:
        raise BadOption(f"there is no example named {unknown[0]}; there are {', '.join(known)}")
    chosen = [known[name] for name in names or known]
    if taken := [folder / entry.path.name for entry in chosen if (folder / entry.path.name).exists()]:
        raise BadFile(f"{taken[0]} exists already; nothing was copied")
    make_folder(folder)
    for entry in chosen:
        write_atomically(folder / entry.path.name, entry.path.read_bytes())
        click.echo(folder / entry.path.name)
