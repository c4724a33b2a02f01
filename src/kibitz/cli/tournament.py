"""`kibitz tournament`: many players, and how strong each of them is."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kibitz.arena.plan import Plan

_PAUSE = 5.0


@click.command()
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option(
    "--player", "named_players", nargs=2, multiple=True, metavar="NAME PLAYER", help="A player with a name."
)
@click.option("--game", metavar="GAME", help="What they play.")
@click.option(
    "--games", default=20, show_default=True, type=click.IntRange(2), help="Games of every two, in pairs."
)
@click.option("--gauntlet", is_flag=True, help="The first player against all others; else all against all.")
@click.option("--limit", metavar="LIMIT", help="For a move: depth=5, nodes=10k, time=100ms.")
@click.option("--clock", metavar="TIME", help="For a player's whole game: 10s, or 10s+100ms a move.")
@click.option(
    "--margin", default="250ms", show_default=True, metavar="TIME", help="How late an answer may be."
)
@click.option("--opening-plies", type=click.IntRange(0, 1000), help="Random moves at the start of each pair.")
@click.option("--openings", type=click.Path(path_type=Path), help="A file with a start in every line.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Where chance starts.")
@click.option("--anchor", nargs=2, type=(str, float), metavar="NAME ELO", help="Whose rating is given.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Games at a time; one a core if not given.")
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="Where every game is kept.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with this tournament.")
@click.option("--fresh", is_flag=True, help="Start over, forgetting what was played before.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots.")
@click.option(
    "--pgn", type=click.Path(path_type=Path), metavar="FILE", help="Write the records of all games."
)
@click.option("--quiet", is_flag=True, help="No news while it goes on.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    players: tuple[str, ...],
    named_players: tuple[tuple[str, str], ...],
    game: str | None,
    games: int,
    gauntlet: bool,
    limit: str | None,
    clock: str | None,
    margin: str,
    opening_plies: int | None,
    openings: Path | None,
    seed: int,
    anchor: tuple[str, float] | None,
    workers: int | None,
    save: Path | None,
    resume: Path | None,
    fresh: bool,
    html: Path | None,
    pgn: Path | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Let PLAYERs such as alphabeta:depth=5 meet each other, and rate them.

    Every game is kept as soon as it has ended. The same command goes on where it
    was stopped, and so does --resume FILE.
    """
    from dataclasses import replace

    from kibitz.arena.game_record import write_records
    from kibitz.arena.journal import read_journal
    from kibitz.arena.openings import read_openings
    from kibitz.arena.plan import Plan, named
    from kibitz.arena.time_control import TimeControl
    from kibitz.arena.tournament import TournamentResult, run_tournament
    from kibitz.arena.tournament_page import tournament_page
    from kibitz.arena.tournament_report import tournament_json, tournament_text
    from kibitz.cli.outputs import check_outputs
    from kibitz.files.whole_file import write_whole
    from kibitz.games.registry import load
    from kibitz.players.registry import make_player
    from kibitz.words.errors import BadOption, quoted
    from kibitz.words.limit import Limit, parse_seconds

    if resume is not None and (players or named_players or game or save or fresh):
        raise click.UsageError(
            "--resume FILE goes on with that tournament; it takes no players, game or file"
        )
    if openings is not None and opening_plies is not None:
        raise click.UsageError("openings come from a file or from chance, not both")
    check_outputs(html, pgn)
    plan: Plan | None = None
    if resume is None:
        if game is None:
            raise click.UsageError("say what they play: --game tictactoe")
        if games % 2:
            raise click.UsageError("games come in pairs; give an even number")
        rules = load(game)
        plan = Plan(
            rules.spec,
            (*((name, make_player(spec).spec) for name, spec in named_players), *named(players)),
            games // 2,
            "gauntlet" if gauntlet else "round-robin",
            seed,
            Limit.parse(limit or ""),
            TimeControl.parse(clock) if clock else None,
            parse_seconds(margin),
            opening_plies,
            () if openings is None else tuple(map(str, read_openings(openings, rules))),
        )
    path = resume or save or _default_path(plan)
    if anchor is not None:
        names = [name for name, _ in (plan or read_journal(path)[0]).players]
        if anchor[0] not in names:
            raise BadOption(f"the anchor {quoted(anchor[0])} is none of the players: {', '.join(names)}")
    if fresh:
        path.unlink(missing_ok=True)
    click.echo(f"keeping the games in {path}", err=True)
    code = 0
    try:
        result = run_tournament(plan, path, workers=workers, on_game=None if quiet else _Watch().see)
    except KeyboardInterrupt:
        result = TournamentResult(*read_journal(path))
        code = 130
    if anchor is not None:
        result = replace(result, anchor=anchor)
    if html is not None:
        write_whole(html, tournament_page(result))
    if pgn is not None:
        write_records(pgn, result.records())
    if as_json:
        click.echo(json.dumps(tournament_json(result), indent=2, ensure_ascii=False))
    else:
        click.echo(tournament_text(result))
    if code:
        click.echo("kibitz: interrupted; the same command goes on", err=True)
    return code


def _default_path(plan: Plan | None) -> Path:
    from kibitz.records.store import default_folder

    assert plan is not None  # only --resume has none, and it names a file
    return default_folder().parent / "tournaments" / f"{plan.name}.jsonl"


class _Watch:
    """Says now and then on stderr how far it is."""

    def __init__(self) -> None:
        self._over = sys.stderr.isatty()
        self._shown = -_PAUSE

    def see(self, plan: Plan, played: int) -> None:
        """Take note of a game, and show it if it is time."""
        now = time.monotonic()
        ended = played == plan.games
        if now - self._shown < (0.1 if self._over else _PAUSE) and not (ended and self._over):
            return
        self._shown = now
        text = f"game {played} of {plan.games}"
        click.echo(f"\r\033[K{text}" if self._over else text, err=True, nl=ended or not self._over)
