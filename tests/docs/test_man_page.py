"""The man page names every command and option; `dev/man` writes it."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

import kibitz
from kibitz.cli.main import COMMANDS, main

PAGE = (Path(__file__).parents[2] / "docs" / "kibitz.1").read_text(encoding="utf-8").replace("\\-", "-")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_man_page_has_every_option(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    part = PAGE.partition(f"\n.SS {name}\n")[2]
    assert part, "run dev/man"
    inner = list(command.commands.values()) if isinstance(command, click.Group) else []
    for each in (command, *inner):
        for option in each.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.opts[-1] in part, "run dev/man"


def test_the_man_page_is_of_this_version() -> None:
    assert f"Kibitz {kibitz.__version__}" in PAGE, "run dev/man"
