"""`kibitz analyse`: the value of a position and of each legal move."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click
from rich.text import Text

from kibitz.analysis.analyse import analyse
from kibitz.analysis.report import Analysis
from kibitz.base.errors import BadNotation, IllegalMove, KibitzError, quoted
from kibitz.base.limit import Limit, parse_count, parse_seconds
from kibitz.cli.console import make_console, print_text, value_style
from kibitz.cli.who_wins import print_who_wins
from kibitz.games.position import Position
from kibitz.games.registry import load
from kibitz.terminal.table_preparation import prepare_tables


@click.command()
@click.argument("game")
@click.argument("moves", nargs=-1)
@click.option("--position", help="Start from this position instead of the initial one.")
@click.option("--depth", help="Maximum search depth, where no table has the answer.")
@click.option("--time", "seconds", help="Maximum time to search, such as 2s or 300ms.")
@click.option("--nodes", help="Maximum number of nodes to search, such as 100k.")
@click.option("--search", "search_only", is_flag=True, help="Search even if a table has the answer.")
@click.option("--weak", is_flag=True, help="Prove only who wins, not how soon; for large games.")
@click.option("--plain", is_flag=True, help="No colours.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
def command(
    game: str,
    moves: tuple[str, ...],
    position: str | None,
    depth: str | None,
    seconds: str | None,
    nodes: str | None,
    search_only: bool,
    weak: bool,
    plain: bool,
    as_json: bool,
) -> None:
    """List the legal moves in GAME after MOVES, best first, each with its value and principal variation."""
    rules = load(game)
    start = rules.position(position) if position is not None else rules.start()
    limit = _limit(depth, seconds, nodes)
    position_asked = _after(start, moves)
    if weak:
        print_who_wins(position_asked, limit, as_json)
        return
    if not search_only:
        prepare_tables(position_asked, animated=sys.stderr.isatty() and not plain)
    found = analyse(position_asked, limit, tables=not search_only)
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
        return
    for note in found.notes:
        click.echo(f"note: {note}", err=True)
    _show(found, plain)


def _after(start: Position, moves: Sequence[str]) -> Position:
    """Return the position after these moves; if they are the text of a position, say how to pass one."""
    try:
        return start.play(*moves)
    except (BadNotation, IllegalMove):
        try:
            start.game.position(" ".join(moves))
        except KibitzError:
            pass
        else:
            raise BadNotation(
                f"{quoted(' '.join(moves))} is a position, not a move; give it with --position, in quotes"
            ) from None
        raise


def _limit(depth: str | None, seconds: str | None, nodes: str | None) -> Limit | None:
    if depth is None and seconds is None and nodes is None:
        return None
    return Limit(
        depth=None if depth is None else parse_count(depth, "--depth"),
        nodes=None if nodes is None else parse_count(nodes, "--nodes"),
        seconds=None if seconds is None else parse_seconds(seconds),
    )


def _show(found: Analysis, plain: bool) -> None:
    console = make_console(plain)
    position = found.position
    print_text(console, position.draw())
    if position.outcome is not None:
        print_text(console, f"the game is over: {position.outcome}")
        return
    game = position.game
    mover = game.side_name(position.mover)
    doing = "to move" if found.moves else "to roll"
    head = Text(f"{mover}, {doing}, ")
    head.append(game.scale.format_value(found.value), value_style(found.value))
    head.append(f" ({found.source.words()})")
    print_text(console, head)
    if any(m.odds for m in found.moves):
        print_text(console, "and against an opponent who moves at random:")
    rows = [
        (
            position.write(m.move),
            m.value,
            (f"  {m.odds.words()}" if m.odds else "") + f"  {position.write_line(m.line)}",
        )
        for m in found.moves
    ]
    rows += [(str(r.roll), r.value, f"  likely {r.probability:.1%}") for r in found.rolls]
    first = max(len(name) for name, _, _ in rows)
    second = max(len(game.scale.format_value(value)) for _, value, _ in rows)
    for name, value, rest in rows:
        row = Text(f"{name:>{first}}  ")
        row.append(f"{game.scale.format_value(value):{second}}", value_style(value))
        row.append(rest)
        print_text(console, row)
