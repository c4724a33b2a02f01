"""The program: finds the command, runs it, and turns errors into messages and exit codes.

Exit codes: 0 done, 1 it did not work, 2 it was asked wrongly, 130 interrupted.
"""

from __future__ import annotations

import difflib
import importlib
import shutil
import sys
from typing import NoReturn

import click

import kibitz

#: Each command and what it does, in a line; its module has a click command called `command`.
COMMANDS = {
    "play": "Play a game in the terminal.",
    "web": "Play, see values and solve in a browser.",
    "puzzles": "Solve puzzles, from your own mistakes too.",
    "rules": "See how a game is played.",
    "games": "List the games and their options.",
    "saved": "List or delete the saved games.",
    "review": "See what a game that was played teaches.",
    "explore": "Walk through openings: values, and what was played.",
    "analyse": "See what each move in a position is worth.",
    "solve": "Find the value of every position, kept in a table.",
    "tables": "List, verify or remove tables.",
    "book": "Build or check an opening book of Connect Four.",
    "players": "List the players and their options.",
    "compare": "See how much work searches do on the same positions.",
    "tree": "Write the tree that a search visits as a page.",
    "match": "Let two players play a match.",
    "tournament": "Let players meet each other, and rate them.",
    "learn": "Let a network learn a game.",
    "cluster": "Let many machines work for one command.",
    "engine": "Play for another program, by a protocol.",
    "check": "Test the rules of a game written in Python.",
    "examples": "Copy games written in Python, to begin from.",
    "bench": "Measure how fast this machine is.",
    "version": "Print the version.",
}

#: Deprecated names of commands. In the next version `train` will do what `learn` does.
DEPRECATED = {"train": "puzzles"}


class LazyGroup(click.Group):
    """Loads a command's module only when that command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order they are listed above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name in DEPRECATED:
            click.echo(f"kibitz {cmd_name} is now kibitz {DEPRECATED[cmd_name]}", err=True)
            cmd_name = DEPRECATED[cmd_name]
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"kibitz.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List them without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; who mistyped is told the nearest."""
        near = difflib.get_close_matches(args[0], COMMANDS, n=1)
        if near and args[0] not in COMMANDS and args[0] not in DEPRECATED:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]}?")
        return super().resolve_command(ctx, args)


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
    from kibitz.cli.streams import close_stdout, mend_streams

    mend_streams()
    code = _run()
    if (trouble := close_stdout()) and code == 0:  # else it was said already
        click.echo(f"kibitz: {trouble}", err=True)
        code = 1
    sys.exit(code)


def _run() -> int:
    from kibitz.base.errors import BadNotation, BadOption, ChangedRecord, KibitzError, format_with_location
    from kibitz.cli.streams import drop_stdout, unwritable

    try:
        result = main.main(prog_name="kibitz", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (BadOption, BadNotation) as error:
        _complain(str(error))
        return 2
    except ChangedRecord as error:
        _complain(f"{error}; --accept-changed takes it as it is")
        return 1
    except KibitzError as error:
        _complain(str(error))
        return 1
    except (click.Abort, KeyboardInterrupt):
        click.echo("kibitz: interrupted", err=True)
        return 130
    except BrokenPipeError:
        drop_stdout()  # whoever read our output has enough of it
        return 1
    except OSError as error:
        _complain(unwritable(error))
        return 1
    except ImportError as error:
        if "the core of Kibitz" not in str(error):
            raise
        _complain(str(error))
        return 1
    except MemoryError:
        click.echo("kibitz: there is not enough memory for this", err=True)
        return 1
    except (Exception, SystemExit):  # a mistake of Kibitz: where it was made is of use; or click is done
        raise
    except BaseException as error:  # a game or a player of one's own raised what only Python itself should
        _complain(format_with_location(error))
        return 1


def _complain(text: str) -> None:
    """Say what went wrong, in lines that fit where there is a terminal."""
    from kibitz.base.wrapping import wrapped

    said = f"kibitz: {text}"
    if sys.stderr.isatty():
        said = "\n".join(wrapped(line, shutil.get_terminal_size().columns - 1) for line in said.split("\n"))
    click.echo(said, err=True)
