"""`kibitz play`: a game in the terminal."""

from __future__ import annotations

import secrets
import sys

import click

from kibitz.cli.number_types import RealRange
from kibitz.cli.record_options import accept_changed


@click.command()
@click.argument("game", required=False)
@click.option("--game", "game_option", metavar="GAME", help="The same as the argument.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--numbering", metavar="HOW", help="How cells are written: rows, keypad or letters.")
@click.option(
    "--players",
    nargs=2,
    metavar="FIRST SECOND",
    help="Who plays: person, or a player such as alphabeta:depth=5.",
)
@click.option("--people", type=click.IntRange(0, 2), help="How many people play; 0 is to watch.")
@click.option("--opponent", metavar="PLAYER", help="Who plays against you.")
@click.option(
    "--difficulty", type=click.IntRange(0, 100), help="How strong it is: 0 a beginner, 100 perfect."
)
@click.option("--elo", type=click.IntRange(0), help="How strong it is, as a rating: see docs/levels.md.")
@click.option("--side", metavar="first|second", help="Which side you play.")
@click.option("--seed", type=click.IntRange(0, 10**18), help="Makes chance repeatable.")
@click.option("--position", metavar="TEXT", help="Start from this position.")
@click.option(
    "--limit",
    metavar="LIMIT",
    default="time=5s",
    show_default=True,
    help="How long a computer may think, such as depth=5 or time=2s.",
)
@click.option("--clock", metavar="TIME", help="Time for each player for the whole game: 5m, or 5m+3s a move.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[NAME|FILE]",
    help="Go on with a saved game; without a name, with the last one.",
)
@accept_changed
@click.option(
    "--in-use",
    type=click.Choice(["watch", "copy", "take-over"]),
    help="What to do with a saved game that is open elsewhere; it is asked otherwise.",
)
@click.option(
    "--delay", type=RealRange(0, 60), default=0, help="Seconds between moves when two computers play."
)
@click.option("--values", is_flag=True, help="Say after every move what the position is worth.")
@click.option("--teach", is_flag=True, help="Stop you before clear mistakes, and say why.")
@click.option("-y", "--yes", is_flag=True, help="Ask nothing before the game; take the defaults.")
@click.option("--plain", is_flag=True, help="No colours and no line drawing.")
@click.option("--json", "as_json", is_flag=True, help="For machines: JSON events on stdout, talk on stderr.")
def command(
    game: str | None,
    game_option: str | None,
    options: tuple[str, ...],
    numbering: str | None,
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
    values: bool,
    teach: bool,
    yes: bool,
    plain: bool,
    as_json: bool,
) -> int:
    """Play GAME, such as tictactoe, mnk:width=5,height=5,length=4 or a file nim.py.

    What the options don't say is asked. The game is saved after every move.
    """
    from kibitz.base.limit import Limit
    from kibitz.base.time_control import TimeControl
    from kibitz.records.record_store import Store
    from kibitz.terminal.console_io import talk_over
    from kibitz.terminal.game_setup import Wishes
    from kibitz.terminal.json_renderer import JsonFace
    from kibitz.terminal.play import play
    from kibitz.terminal.text_renderer import TextFace

    if game and game_option:
        raise click.UsageError("the game is given twice")
    strengths = [opponent, difficulty, elo]
    if players and (people is not None or side or strengths != [None] * 3):
        raise click.UsageError(
            "--players says who plays, so --people, --opponent, --difficulty, --elo and --side "
            "can't be given too"
        )
    if sum(given is not None for given in strengths) > 1:
        raise click.UsageError("--opponent, --difficulty and --elo all say who plays against you; give one")
    if people == 2 and (side or strengths != [None] * 3):
        raise click.UsageError(
            "with two people there is no computer, so --opponent, --difficulty, --elo and --side "
            "can't be given"
        )
    if people == 0 and side:
        raise click.UsageError("with --people 0 you only watch, so --side can't be given")
    if resume is not None and (position is not None or clock is not None):
        raise click.UsageError(
            "a saved game goes on where it was, so --position and --clock can't be given with --resume"
        )
    if elo is not None:
        opponent = f"level:elo={elo}"
    wishes = Wishes(
        game=game or game_option,
        options=_options(options, numbering),
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
    # The board and the talk are what a person asked for; a machine wants its events alone on stdout.
    talk = talk_over(sys.stdin, sys.stderr if as_json else sys.stdout, plain=plain)
    face = JsonFace(sys.stdout) if as_json else TextFace(talk)
    return play(wishes, talk, face, Store(), resume=resume, delay=delay, values=values, teach=teach)


def _options(given: tuple[str, ...], numbering: str | None) -> dict[str, str]:
    from kibitz.base.options import split_spec

    return split_spec("x:" + ",".join([*given, *([f"numbering={numbering}"] if numbering else [])]))[1]
