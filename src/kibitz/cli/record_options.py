"""The option of the commands that read records: to take one that was changed since it was written."""

from __future__ import annotations

import click

accept_changed = click.option(
    "--accept-changed", is_flag=True, help="Take a record that was changed by hand or damaged as it is."
)
