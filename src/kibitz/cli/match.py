"""`kibitz match`: two players, many games, and which of them is stronger."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kibitz.arena.match_result import MatchResult

#: Seconds between two lines of standing where the screen can't be written over.
_PAUSE = 5.0


@click.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--game", required=True, metavar="GAME", help="What they play.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many, in pairs.")
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="LIMIT",
    help="For a move: depth=5, nodes=10k, time=100ms. Twice: one for each player.",
)
@click.option("--clock", metavar="TIME", help="For a player's whole game: 10s, or 10s+100ms a move.")
@click.option(
    "--margin", default="250ms", show_default=True, metavar="TIME", help="How late an answer may be."
)
@click.option("--opening-plies", type=click.IntRange(0, 1000), help="Random moves at the start of each pair.")
@click.option("--openings", type=click.Path(path_type=Path), help="A file with a start in every line.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Where chance starts.")
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop once one of them is proved.")
@click.option("--alpha", default=0.05, show_default=True, help="Chance to accept ELO1 wrongly.")
@click.option("--beta", default=0.05, show_default=True, help="Chance to accept ELO0 wrongly.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Games at a time; one a core if not given.")
@click.option("--pgn", type=click.Path(path_type=Path), help="Write the records of all games to this file.")
@click.option("--quiet", is_flag=True, help="No standing while it goes on.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    one: str,
    other: str,
    game: str,
    games: int,
    limits: tuple[str, ...],
    clock: str | None,
    margin: str,
    opening_plies: int | None,
    openings: Path | None,
    seed: int,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    workers: int | None,
    pgn: Path | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Play A against B: pairs of games with the same start and dice and the sides swapped.

    A and B are players such as alphabeta:depth=5. Interrupted, it reports what
    was played so far.
    """
    from kibitz.arena.game_record import write_records
    from kibitz.arena.match import match
    from kibitz.arena.sprt import Sprt
    from kibitz.cli.outputs import check_outputs
    from kibitz.words.limit import parse_seconds

    if openings is not None and opening_plies is not None:
        raise click.UsageError("openings come from a file or from chance, not both")
    if len(limits) > 2:
        raise click.UsageError("--limit is for both players, or twice, one for each")
    check_outputs(pgn)
    watch = _Watch(quiet)
    code = 0
    try:
        match(
            one,
            other,
            game=game,
            games=games,
            limit=limits[0] if len(limits) == 1 else limits or None,
            clock=clock,
            margin=parse_seconds(margin),
            openings=opening_plies if openings is None else openings,
            seed=seed,
            sprt=None if sprt is None else Sprt(*sprt, alpha=alpha, beta=beta),
            workers=workers,
            on_game=watch.see,
        )
    except KeyboardInterrupt:
        if watch.last is None:
            raise
        code = 130
    watch.end()
    result = watch.last
    assert result is not None  # a match has a game at least
    if pgn is not None:
        write_records(pgn, result.records())
    click.echo(json.dumps(result.to_json(), indent=2, ensure_ascii=False) if as_json else str(result))
    if code:
        click.echo("kibitz: interrupted", err=True)
    return code


class _Watch:
    """Shows the standing on stderr: in one line that changes on a terminal, now and then elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self.last: MatchResult | None = None
        self._quiet = quiet
        self._over = sys.stderr.isatty()
        self._shown = -_PAUSE

    def see(self, match: MatchResult) -> None:
        """Take note of a game, and show it if it is time."""
        from kibitz.arena.match_report import standing

        self.last = match
        now = time.monotonic()
        if self._quiet or now - self._shown < (0.1 if self._over else _PAUSE):
            return
        self._shown = now
        click.echo(
            f"\r\033[K{standing(match)}" if self._over else standing(match), err=True, nl=not self._over
        )

    def end(self) -> None:
        """Wipe the line."""
        if self._over and not self._quiet:
            click.echo("\r\033[K", err=True, nl=False)
