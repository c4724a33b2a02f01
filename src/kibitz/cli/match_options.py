"""What `kibitz match` and `kibitz tournament` share: the conditions, keeping every game, and the report."""

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

from kibitz.cli.cluster_option import cluster_option, work_at

if TYPE_CHECKING:
    from kibitz.arena.games_played import GamesPlayed
    from kibitz.arena.schedule import Plan

_FILE = click.Path(path_type=Path)
_OPTIONS = (
    click.option("--game", metavar="GAME", help="What they play."),
    click.option("--clock", metavar="TIME", help="For a player's whole game: 10s, or 10s+100ms a move."),
    click.option(
        "--margin", default="250ms", show_default=True, metavar="TIME", help="How late an answer may be."
    ),
    click.option(
        "--opening-plies", type=click.IntRange(0, 1000), help="Random moves at the start of each pair."
    ),
    click.option("--openings", type=_FILE, metavar="FILE", help="A file with a start in every line."),
    click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Where chance starts."),
    click.option("--workers", type=click.IntRange(1, 1024), help="Games at a time; one a core if not given."),
    cluster_option,
    click.option("--save", type=_FILE, metavar="FILE", help="Where every game is kept."),
    click.option("--resume", type=_FILE, metavar="FILE", help="Go on with the games in this file."),
    click.option("--fresh", is_flag=True, help="Start over, forgetting what was played before."),
    click.option("--pgn", type=_FILE, metavar="FILE", help="Write the records of all games."),
    click.option("--quiet", is_flag=True, help="No news while it goes on."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON for machines."),
)
#: What may be asked of games that go on; everything else is settled.
_OF_ANY = {"workers", "cluster", "resume", "pgn", "html", "anchor", "quiet", "as_json"}
#: Seconds between two lines of news: elsewhere, and where one is written over the other.
_PAUSES = (5.0, 0.1)


def shared_options(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options that both have."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass
class ManyGames:
    """What the shared options say."""

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
        """The plan; None if games go on, which then nothing may contradict."""
        from kibitz.arena.schedule import Plan
        from kibitz.arena.start_positions import read_openings
        from kibitz.base.limit import parse_seconds
        from kibitz.base.time_control import TimeControl
        from kibitz.games.registry import load

        if self.resume is not None:
            context = click.get_current_context()
            given = click.core.ParameterSource.COMMANDLINE
            told = {name for name in context.params if context.get_parameter_source(name) is given} - _OF_ANY
            told.discard("players")  # before Click 8.3 they count as given where there are none
            if told or players:
                said = ", ".join(sorted(f"--{name.replace('_', '-')}" for name in told)) or "players"
                raise click.UsageError(f"--resume FILE goes on as it was begun, so it takes no {said}")
            return None
        if self.game is None:
            raise click.UsageError("say what they play: --game tictactoe")
        if self.openings is not None and self.opening_plies is not None:
            raise click.UsageError("openings come from a file or from chance, not both")
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
        """Play in a file, print the report, and only then write other files; the exit code.

        `play` is called with the file, and with how it is to be done; `write` writes `html`.
        """
        from kibitz.arena.game_record import write_records
        from kibitz.base.errors import KibitzError
        from kibitz.cli.output_files import check_outputs
        from kibitz.cli.status_line import passing
        from kibitz.terminal.signals import Stop, endings_raise

        if self.cluster is not None and self.workers is not None:
            raise click.UsageError("how many work is up to the cluster, so --cluster takes no --workers")
        path = self.resume or self.save or self._usual_path(plan)
        check_outputs(html, self.pgn, needed=(self.openings, path))
        if path is not None:
            does = "going on with" if path.exists() and not self.fresh else "keeping"
            click.echo(f"{does} the games in {path}", err=True)
        code, said = 0, ""
        with passing() as (say, _):
            watch = _Watch(say, self.quiet)
            try:
                with endings_raise(), work_at(self.cluster) as executor:
                    how = {"fresh": self.fresh, "workers": self.workers, "executor": executor}
                    watch.last = play(path, on_game=watch.see, **how)
            except KeyboardInterrupt:
                code, said = 130, "interrupted; the same command goes on" if path else "interrupted"
            except KibitzError as error:
                if watch.last is None:
                    raise
                code, said = 1, str(error)
            except Stop as stop:
                return 128 + stop.number
        if (played := watch.last) is not None:
            click.echo(
                json.dumps(played.to_json(), indent=2, ensure_ascii=False) if self.as_json else str(played)
            )
            if self.pgn is not None:
                write_records(self.pgn, played.records())
            if write is not None:
                write(played)
        if said:
            click.echo(f"kibitz: {said}", err=True)
        elif plan is not None and plan.kind == "match" and path is not None and path != self.save:
            path.unlink(missing_ok=True)  # all of it was reported, and the next match is to be played anew
        return code

    def _usual_path(self, plan: Plan | None) -> Path | None:
        """Where games are kept that nobody named a file for; None where nothing can be kept there."""
        from kibitz.records.record_store import default_folder

        assert plan is not None  # only --resume has none, and it names a file
        folder = default_folder().parent / ("matches" if plan.kind == "match" else "tournaments")
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        if plan.kind == "match" and not os.access(folder, os.W_OK):
            click.echo(f"kibitz: the games are not being kept, as {folder} can't be written", err=True)
            return None
        return folder / f"{plan.name}.jsonl"


class _Watch:
    """Shows on stderr how it stands: in one line that changes on a terminal, now and then elsewhere."""

    def __init__(self, say: Callable[[str], None], quiet: bool) -> None:
        self.last: GamesPlayed | None = None
        self._say = say
        self._pause = _PAUSES[sys.stderr.isatty()]
        self._next = math.inf if quiet else 0.0

    def see(self, played: GamesPlayed) -> None:
        """Take note of a game, and show it if it is time."""
        self.last = played
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._pause
            self._say(played.standing())
