"""`kibitz play`: play a game in the terminal."""

from __future__ import annotations

import secrets
import sys

import click

from kibitz.cli.shared_options import RealRange, accept_changed


@click.command()
@click.argument("game", required=False)
@click.option("--game", "game_option", metavar="GAME", help="The game, instead of the argument.")
@click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the game (repeatable).",
)
@click.option("--numbering", metavar="HOW", help="Numbering of the cells: rows, keypad or letters.")
@click.option(
    "--columns-from",
    type=click.IntRange(0, 1),
    help="Number of the first column in Connect games: 1, or 0 as in some older programs.",
)
@click.option(
    "--players",
    nargs=2,
    metavar="FIRST SECOND",
    help="Both players: person, or a player such as alphabeta:depth=5.",
)
@click.option(
    "--people", type=click.IntRange(0, 2), help="Number of people; with 0 the computer plays itself."
)
@click.option("--opponent", metavar="PLAYER", help="The player to play against.")
@click.option(
    "--difficulty",
    type=click.IntRange(0, 100),
    help="Strength of the opponent, from 0 (beginner) to 100 (strongest).",
)
@click.option(
    "--elo", type=click.IntRange(0), help="Strength of the opponent as an Elo rating; see docs/levels.md."
)
@click.option("--side", metavar="first|second", help="The side that you play.")
@click.option("--seed", type=click.IntRange(0, 10**18), help="Random seed, for reproducible games.")
@click.option("--position", metavar="TEXT", help="Start from this position.")
@click.option(
    "--limit",
    metavar="LIMIT",
    default="time=5s",
    show_default=True,
    help="Limit per move of the computer, such as depth=5 or time=2s.",
)
@click.option("--clock", metavar="TIME", help="Clock for each player: 5m, or 5m+3s per move.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NAME|FILE]",
    help="Resume a saved game; without a name, the latest one.",
)
@accept_changed
@click.option(
    "--in-use",
    type=click.Choice(["watch", "copy", "take-over"]),
    help="What to do if the saved game is open in another program; asks by default.",
)
@click.option(
    "--delay", type=RealRange(0, 60), default=0, help="Seconds between moves when the computer plays itself."
)
@click.option(
    "--pace",
    type=click.Choice(["instant", "human"]),
    default="instant",
    show_default=True,
    help="Whether the computer answers at once, or after a time that a person would take.",
)
@click.option("--values", is_flag=True, help="Show the value of the position after every move.")
@click.option("--teach", is_flag=True, help="Warn you before clear mistakes and explain them.")
@click.option("-y", "--yes", is_flag=True, help="Start without questions; use the defaults.")
@click.option("--plain", is_flag=True, help="No colours, no box drawing, no line editing.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON events for machines on stdout, text on stderr."
)
def command(
    game: str | None,
    game_option: str | None,
    options: tuple[str, ...],
    numbering: str | None,
    columns_from: int | None,
    players: tuple[str, str] | None,
    people: int | None,
    opponent: str | None,
    difficulty: int | None,
    elo: int | None,
    side: str | None,
    seed: int | None,
    position: str | None,
    limit: str,
    clock: str | None,
    resume: str | None,
    accept_changed: bool,
    in_use: str | None,
    delay: float,
    pace: str,
    values: bool,
    teach: bool,
    yes: bool,
    plain: bool,
    as_json: bool,
) -> int:
    """Play GAME, such as tictactoe, mnk:width=5,height=5,length=4 or a file nim.py.

    Kibitz asks for what the options don't set, and saves the game after every move.
    """
    from kibitz.base.limit import Limit
    from kibitz.base.time_control import TimeControl
    from kibitz.records.record_store import Store
    from kibitz.session.seats import is_person
    from kibitz.terminal.console_io import open_console
    from kibitz.terminal.game_setup import GameSetup
    from kibitz.terminal.json_renderer import JsonRenderer
    from kibitz.terminal.play import play
    from kibitz.terminal.text_renderer import TextRenderer

    if game and game_option:
        raise click.UsageError("the game is given twice")
    strengths = [opponent, difficulty, elo]
    if players and (side or strengths != [None] * 3):
        raise click.UsageError(
            "--players sets both players, so it can't be combined with --opponent, --difficulty, --elo or "
            "--side"
        )
    if players and people is not None:
        named = sum(map(is_person, players))
        if people != named:
            raise click.UsageError(
                f"--players names {named or 'no'} people, and --people says {people or 'none'}"
            )
    if sum(given is not None for given in strengths) > 1:
        raise click.UsageError("give only one of --opponent, --difficulty and --elo")
    if people == 2 and (side or strengths != [None] * 3):
        raise click.UsageError(
            "with --people 2 nobody plays against the computer, so --opponent, --difficulty, --elo and "
            "--side can't be given"
        )
    if people == 0 and side:
        raise click.UsageError("with --people 0 the computer plays itself, so --side can't be given")
    if resume is not None and (position is not None or clock is not None):
        raise click.UsageError(
            "a saved game keeps its position and clock, so --resume allows no --position or --clock"
        )
    if elo is not None:
        opponent = f"level:elo={elo}"
    setup = GameSetup(
        game=game or game_option,
        options=_options(options, numbering, columns_from),
        players=players,
        people=people,
        opponent=opponent,
        difficulty=difficulty,
        side=side,
        position=position,
        seed=secrets.randbelow(10**9) if seed is None else seed,
        limit=Limit.parse(limit),
        clock=None if clock is None else TimeControl.parse(clock),
        ask=not yes and not as_json,
        accept_changed=accept_changed,
        in_use=in_use,
    )
    # A person wants the board and the messages on stdout, a machine only the events.
    console = open_console(sys.stdin, sys.stderr if as_json else sys.stdout, plain=plain)
    renderer = JsonRenderer(sys.stdout) if as_json else TextRenderer(console)
    return play(
        setup,
        console,
        renderer,
        Store(),
        resume=resume,
        delay=delay,
        human_pace=pace == "human",
        values=values,
        teach=teach,
    )


def _options(given: tuple[str, ...], numbering: str | None, columns_from: int | None) -> dict[str, str]:
    from kibitz.base.options import split_spec

    items = [*given]
    if numbering:
        items.append(f"numbering={numbering}")
    if columns_from is not None:
        items.append(f"columns_from={columns_from}")
    return split_spec("x:" + ",".join(items))[1]
