"""The opening explorer in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.base.errors import BadNotation, KibitzError
from kibitz.base.move import Move
from kibitz.base.wrapping import wrapped
from kibitz.games.how_to_play import how_to_play
from kibitz.games.position import Position
from kibitz.puzzles.opening_explorer import Branch, Crossroads, Played, explore
from kibitz.terminal.commands import ALIASES
from kibitz.terminal.completion import moves_and_commands
from kibitz.terminal.console_io import Console
from kibitz.terminal.rules_text import rules_text

HELP = {
    "help": "this list",
    "back": "take one move back",
    "start": "return to the starting position",
    "board": "show the position again",
    "rules": "how the game is played",
    "quit": "leave the explorer",
}
#: Maximum number of moves listed; the rest are counted.
_MAX_MOVES = 20


def explore_openings(console: Console, start: Position, moves: Sequence[Move], played: Played) -> None:
    """Show a position with its moves and follow the typed moves until the person quits."""
    path = list(moves)
    show = True
    while True:
        position = start.play(*path)
        if show:
            _show(console, position, path, played)
        line = console.ask("Move, back or quit:", moves_and_commands(lambda: start.play(*path), HELP))
        word = ALIASES.get(line.lower(), line.lower())
        if word == "quit":
            return
        show = True
        if word == "back":
            del path[-1:]
        elif word == "start":
            path.clear()
        elif word == "help":
            show = False
            console.print_wrapped("Type a move to follow it, or one of these commands:")
            for name, meaning in HELP.items():
                console.print_item(f"  {name:8}", meaning)
        elif word == "rules":
            show = False
            for text in rules_text(how_to_play(position.game), console.width, unicode=console.unicode):
                console.print(text)
        elif word != "board":
            try:
                if not line:
                    raise BadNotation("nothing was typed")
                path.append(position.move(line))
            except KibitzError as error:
                show = False
                console.print_wrapped(
                    f"{str(error)[:1].upper()}{str(error)[1:]}. Type help for a list of commands."
                )


def _show(console: Console, position: Position, path: list[Move], played: Played) -> None:
    game = position.game
    last = path[-1] if path else None
    console.print(f"\n{game.view.draw(position, last=last, unicode=console.unicode, paint=console.paint)}\n")
    if position.is_over:
        console.print(f"The game is over ({position.outcome}).")
        return
    for text in crossroads_text(explore(position, played), console.width):
        console.print(text)


def crossroads_text(here: Crossroads, width: int = 80) -> list[str]:
    """Return a position of the explorer as lines of text."""
    game = here.position.game
    name = game.side_name(here.position.mover)
    games = "1 game" if here.games == 1 else f"{here.games} games"
    value = f"{game.scale.format_value(here.found.value)} ({here.found.source.words()})"
    lines = [wrapped(f"{name}: {value}; reached in {games}.", width - 1)]
    if game.openings and (opening := game.openings.name(here.position)):
        lines.insert(0, wrapped(f"Opening: {opening}.", width - 1))
    shown = here.branches[:_MAX_MOVES]
    first = max(len(branch.written) for branch in shown)
    second = max(len(game.scale.format_value(branch.value)) for branch in shown)
    for branch in shown:
        head = f"  {branch.written:>{first}}  {game.scale.format_value(branch.value):{second}}  "
        lines.append(wrapped(_played(branch, here), width - 1, indent=" " * 6, first=head).rstrip())
    if len(here.branches) > len(shown):
        lines.append(f"  and {len(here.branches) - len(shown)} more moves")
    return lines


def _played(branch: Branch, here: Crossroads) -> str:
    """Return how often a move was played and how well it scored for its player."""
    results, side = branch.results, here.position.mover
    if not results.games:
        return "-"
    share = f"{results.games} of {here.games}"
    score = results.score(side)
    return share if score is None else f"{share}, scored {score:.0%}"
