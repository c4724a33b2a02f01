"""The program: finds the command, runs it, and turns errors into messages and exit codes.

Exit codes: 0 done, 1 it did not work, 2 it was asked wrongly, 130 interrupted.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import NoReturn

import click

import kibitz

#: Command to module; each module has a click command called `command`.
COMMANDS = {
    "play": "kibitz.cli.play",
    "web": "kibitz.cli.web",
    "games": "kibitz.cli.games",
    "saved": "kibitz.cli.saved",
    "review": "kibitz.cli.review",
    "analyse": "kibitz.cli.analyse",
    "solve": "kibitz.cli.solve",
    "tables": "kibitz.cli.tables",
    "book": "kibitz.cli.book",
    "players": "kibitz.cli.players",
    "match": "kibitz.cli.match",
    "tournament": "kibitz.cli.tournament",
    "engine": "kibitz.cli.engine",
    "check": "kibitz.cli.check",
    "version": "kibitz.cli.version",
    "compare": "kibitz.cli.compare",
    "tree": "kibitz.cli.tree",
}


class LazyGroup(click.Group):
    """Loads a command's module only when that command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order they are listed above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(kibitz.__version__, prog_name="kibitz")
@click.pass_context
def main(ctx: click.Context) -> int | None:
    """Play, understand and solve two-player board games.

    Without a command, on a terminal, it asks what to play.
    """
    if ctx.invoked_subcommand is not None:
        return None
    if sys.stdin.isatty() and sys.stdout.isatty():
        play = main.get_command(ctx, "play")
        assert play is not None
        with play.make_context("play", [], parent=ctx) as asked:
            return play.invoke(asked)  # type: ignore[no-any-return]  # a command gives its exit code
    click.echo(ctx.get_help(), err=True)
    return 2


def run() -> NoReturn:
    """Run the program and exit with its code."""
    sys.exit(_run())


def _run() -> int:
    from kibitz.words.errors import BadNotation, BadOption, KibitzError

    try:
        result = main.main(prog_name="kibitz", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (BadOption, BadNotation) as error:
        click.echo(f"kibitz: {error}", err=True)
        return 2
    except KibitzError as error:
        click.echo(f"kibitz: {error}", err=True)
        return 1
    except (click.Abort, KeyboardInterrupt):
        click.echo("kibitz: interrupted", err=True)
        return 130
    except BrokenPipeError:
        # Whoever read our output has enough of it. Python would complain again when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
