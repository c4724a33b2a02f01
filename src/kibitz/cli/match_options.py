"""The options that `kibitz match` and `kibitz tournament` share, and how both run."""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.shared_options import check_outputs, cluster_executor, cluster_option

if TYPE_CHECKING:
    from kibitz.arena.games_played import GamesPlayed
    from kibitz.arena.schedule import Plan

_FILE = click.Path(path_type=Path)
_OPTIONS = (
    click.option("--game", metavar="GAME", help="The game to play."),
    click.option("--clock", metavar="TIME", help="Clock for each player: 10s, or 10s+100ms per move."),
    click.option(
        "--margin",
        default="250ms",
        show_default=True,
        metavar="TIME",
        help="Tolerated overrun of time limits and clocks.",
    ),
    click.option(
        "--opening-plies",
        type=click.IntRange(0, 1000),
        help="Random moves at the start of each pair of games.",
    ),
    click.option(
        "--openings", type=_FILE, metavar="FILE", help="A file with one starting position per line."
    ),
    click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Random seed."),
    click.option(
        "--workers", type=click.IntRange(1, 1024), help="Games played in parallel; one per core by default."
    ),
    cluster_option,
    click.option("--save", type=_FILE, metavar="FILE", help="The journal in which games are saved."),
    click.option("--resume", type=_FILE, metavar="FILE", help="Continue the games in this journal."),
    click.option("--fresh", is_flag=True, help="Start over; discard the games in the journal."),
    click.option("--pgn", type=_FILE, metavar="FILE", help="Write the records of all games to this file."),
    click.option("--quiet", is_flag=True, help="Show no progress."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON for machines."),
)
#: The options allowed with --resume; the journal determines all others.
_WITH_RESUME = {"workers", "cluster", "resume", "pgn", "html", "anchor", "quiet", "as_json"}
#: Seconds between two progress lines: elsewhere, and on a terminal, where one overwrites the other.
_PAUSES = (5.0, 0.1)


def match_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the shared options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass
class MatchOptions:
    """The values of the shared options."""

    game: str | None
    clock: str | None
    margin: str
    opening_plies: int | None
    openings: Path | None
    seed: int
    workers: int | None
    cluster: str | None
    save: Path | None
    resume: Path | None
    fresh: bool
    pgn: Path | None
    quiet: bool
    as_json: bool

    def plan(self, players: Sequence[tuple[str, str]], games: int, kind: str, **more: Any) -> Plan | None:
        """Return the plan, or None with --resume, which allows no option that contradicts the journal."""
        from kibitz.arena.schedule import Plan
        from kibitz.arena.start_positions import read_openings
        from kibitz.base.limit import parse_seconds
        from kibitz.base.time_control import TimeControl
        from kibitz.games.registry import load

        if self.resume is not None:
            context = click.get_current_context()
            given = click.core.ParameterSource.COMMANDLINE
            given_names = {
                name for name in context.params if context.get_parameter_source(name) is given
            } - _WITH_RESUME
            given_names.discard("players")  # before Click 8.3 an empty argument counts as given
            if given_names or players:
                names = ", ".join(sorted(f"--{name.replace('_', '-')}" for name in given_names)) or "players"
                raise click.UsageError(
                    f"--resume FILE keeps the settings of the journal, so it can't be combined with {names}"
                )
            return None
        if self.game is None:
            raise click.UsageError("name a game, such as --game tictactoe")
        if self.openings is not None and self.opening_plies is not None:
            raise click.UsageError("give either --openings or --opening-plies, not both")
        rules = load(self.game)
        listed = () if self.openings is None else read_openings(self.openings, rules)
        return Plan(
            rules.spec,
            tuple(players),
            games,
            kind,
            self.seed,
            clock=TimeControl.parse(self.clock) if self.clock else None,
            margin=parse_seconds(self.margin),
            plies=self.opening_plies,
            starts=tuple(map(str, listed)),
            **more,
        )

    def run(
        self,
        plan: Plan | None,
        play: Callable[..., GamesPlayed],
        write: Callable[[Any], None] | None = None,
        html: Path | None = None,
    ) -> int:
        """Play, print the report, and only then write the other files; return the exit code.

        `play` is called with the path of the journal and keyword arguments; `write` writes `html`.
        """
        from kibitz.arena.game_record import write_records
        from kibitz.base.errors import KibitzError
        from kibitz.cli.status_line import status_line
        from kibitz.terminal.signals import Terminated, termination_raises

        if self.cluster is not None and self.workers is not None:
            raise click.UsageError(
                "the cluster determines the number of workers, so --workers can't be given with --cluster"
            )
        path = self.resume or self.save or self._default_path(plan)
        check_outputs(html, self.pgn, needed=(self.openings, path))
        if path is not None:
            does = "continuing the games in" if path.exists() and not self.fresh else "saving the games in"
            click.echo(f"{does} {path}", err=True)
        code, note = 0, ""
        with status_line() as (show, _):
            progress = _Progress(show, self.quiet)
            try:
                with termination_raises(), cluster_executor(self.cluster) as executor:
                    how = {"fresh": self.fresh, "workers": self.workers, "executor": executor}
                    progress.last = play(path, on_game=progress.update, **how)
            except KeyboardInterrupt:
                code, note = 130, "interrupted; run the same command to continue" if path else "interrupted"
            except KibitzError as error:
                if progress.last is None:
                    raise
                code, note = 1, str(error)
            except Terminated as stop:
                return 128 + stop.number
        if (played := progress.last) is not None:
            click.echo(
                json.dumps(played.to_json(), indent=2, ensure_ascii=False) if self.as_json else str(played)
            )
            if self.pgn is not None:
                write_records(self.pgn, played.records())
            if write is not None:
                write(played)
        if note:
            click.echo(f"kibitz: {note}", err=True)
        elif plan is not None and plan.kind == "match" and path is not None and path != self.save:
            path.unlink(missing_ok=True)  # the full report follows, and the next match starts afresh
        return code

    def _default_path(self, plan: Plan | None) -> Path | None:
        """Return the default journal of a plan; None if its folder is not writable."""
        from kibitz.records.record_store import default_folder

        assert plan is not None  # only --resume has no plan, and it names a file
        folder = default_folder().parent / ("matches" if plan.kind == "match" else "tournaments")
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        if plan.kind == "match" and not os.access(folder, os.W_OK):
            click.echo(f"kibitz: the games are not being saved, because {folder} is not writable", err=True)
            return None
        return folder / f"{plan.name}.jsonl"


class _Progress:
    """Shows the score on stderr: in a status line on a terminal, every few seconds elsewhere."""

    def __init__(self, show: Callable[[str], None], quiet: bool) -> None:
        self.last: GamesPlayed | None = None
        self._show = show
        self._pause = _PAUSES[sys.stderr.isatty()]
        self._next = math.inf if quiet else 0.0

    def update(self, played: GamesPlayed) -> None:
        """Show the score after a game, if enough time has passed."""
        self.last = played
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._pause
            self._show(played.standing())
