"""`kibitz version`: print the version, for bug reports."""

from __future__ import annotations

import json
import platform

import click

import kibitz


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(as_json: bool) -> None:
    """Print the versions of Kibitz and Python, and the platform."""
    facts = {
        "kibitz": kibitz.__version__,
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
    }
    if as_json:
        click.echo(json.dumps(facts))
    else:
        click.echo(
            f"kibitz {facts['kibitz']} (Python {facts['python']}, {facts['system']} {facts['machine']})"
        )
