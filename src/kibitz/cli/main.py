"""The program: find the command, run it, and turn errors into messages and exit codes.

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import difflib
import importlib
import shutil
import sys
from typing import NoReturn

import click

import kibitz

#: Each command with its summary; the module of that name has a click command called `command`.
COMMANDS = {
    "play": "Play a game in the terminal.",
    "web": "Play, analyse and solve in a browser.",
    "mcp": "Serve assistants by the Model Context Protocol.",
    "puzzles": "Solve puzzles, including some from your own mistakes.",
    "rules": "Explain how a game is played.",
    "games": "List the games and their options.",
    "saved": "List or delete saved games.",
    "review": "Review a game: mistakes, turning points, better moves.",
    "explore": "Explore openings: move values and statistics.",
    "analyse": "Show the value of each move in a position.",
    "solve": "Solve a game: the value of every position, in a table.",
    "tables": "List, verify, export, share or remove tables.",
    "book": "Build, check or describe an opening book.",
    "players": "List the players and their options.",
    "truth": "Score anything that names moves on positions with exact values.",
    "compare": "Compare the work of searches on the same positions.",
    "tree": "Write the tree that a search visits to an HTML page.",
    "match": "Play a match between two players.",
    "tournament": "Play a tournament and rate the players.",
    "train": "Train a network to play a game.",
    "cluster": "Run a cluster of machines, or join one.",
    "engine": "Serve as an engine for another program.",
    "check": "Test the rules of a game written in Python.",
    "examples": "Copy the example games written in Python.",
    "bench": "Measure how fast this machine is.",
    "version": "Print the version.",
}

#: Deprecated names of commands, with the new name.
DEPRECATED = {"learn": "train"}


class LazyGroup(click.Group):
    """A group that imports the module of a command only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name; warn if the name is deprecated."""
        if cmd_name in DEPRECATED:
            new_name = DEPRECATED[cmd_name]
            click.echo(f"kibitz {cmd_name} is deprecated; use kibitz {new_name} instead", err=True)
            cmd_name = new_name
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"kibitz.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is meant; suggest the nearest name for a mistyped one."""
        near = difflib.get_close_matches(args[0], COMMANDS, n=1)
        if near and args[0] not in COMMANDS and args[0] not in DEPRECATED:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]}?")
        if args[0] == "train" and _asks_for_puzzles(args[1:]):
            click.echo(
                "kibitz train now trains networks, given --time, --rounds or --from-truth; "
                "running kibitz puzzles instead, in this version only",
                err=True,
            )
            args = ["puzzles", *args[1:]]
        return super().resolve_command(ctx, args)


def _asks_for_puzzles(args: list[str]) -> bool:
    """Whether these arguments of `kibitz train` mean puzzles, as they did in version 0.1.

    Training a network needs an option that puzzles never had, so arguments valid for puzzles mean puzzles.
    """
    if {"-h", "--help"} & set(args):
        return False
    puzzles = importlib.import_module("kibitz.cli.puzzles").command
    try:
        puzzles.make_context("puzzles", list(args))
    except click.UsageError:
        return False
    return True


@click.group(
    cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(kibitz.__version__, prog_name="kibitz")
@click.pass_context
def main(ctx: click.Context) -> int | None:
    """Play, understand and solve two-player board games.

    Without a command, kibitz asks what to play.
    """
    if ctx.invoked_subcommand is not None:
        return None
    if sys.stdin.isatty() and sys.stdout.isatty():
        play = main.get_command(ctx, "play")
        assert play is not None
        with play.make_context("play", [], parent=ctx) as context:
            return play.invoke(context)  # type: ignore[no-any-return]  # a command returns its exit code
    click.echo(ctx.get_help(), err=True)
    return 2


def run() -> NoReturn:
    """Run the program and exit with its code."""
    from kibitz.cli.streams import close_stdout, repair_streams

    repair_streams()
    code = _run()
    if (trouble := close_stdout()) and code == 0:  # otherwise an error was printed already
        click.echo(f"kibitz: {trouble}", err=True)
        code = 1
    sys.exit(code)


def _run() -> int:
    from kibitz.base.errors import BadNotation, BadOption, ChangedRecord, KibitzError, format_with_location
    from kibitz.cli.streams import describe_os_error, drop_stdout

    try:
        result = main.main(prog_name="kibitz", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (BadOption, BadNotation) as error:
        _print_error(str(error))
        return 2
    except ChangedRecord as error:
        _print_error(f"{error}; use --accept-changed to read it anyway")
        return 1
    except KibitzError as error:
        _print_error(str(error))
        return 1
    except (click.Abort, KeyboardInterrupt):
        click.echo("kibitz: interrupted", err=True)
        return 130
    except BrokenPipeError:
        drop_stdout()  # the reader of our output closed it
        return 1
    except OSError as error:
        _print_error(describe_os_error(error))
        return 1
    except ImportError as error:
        if "the core of Kibitz" not in str(error):
            raise
        _print_error(str(error))
        return 1
    except MemoryError:
        click.echo("kibitz: not enough memory", err=True)
        return 1
    except (Exception, SystemExit):  # a bug in Kibitz needs its traceback; click uses SystemExit
        raise
    except BaseException as error:  # code of the user raised what only Python itself should
        _print_error(format_with_location(error))
        return 1


def _print_error(text: str) -> None:
    """Print an error, wrapped to the width of the terminal if there is one."""
    from kibitz.base.wrapping import wrapped

    message = f"kibitz: {text}"
    if sys.stderr.isatty():
        message = "\n".join(
            wrapped(line, shutil.get_terminal_size().columns - 1) for line in message.split("\n")
        )
    click.echo(message, err=True)
