"""Walking through openings by typing moves."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.base.errors import BadNotation, KibitzError
from kibitz.base.move import Move
from kibitz.base.wrapping import wrapped
from kibitz.games.how_to_play import how_to_play
from kibitz.games.position import Position
from kibitz.puzzles.opening_explorer import Branch, Crossroads, Played, explore
from kibitz.terminal.commands import SHORT
from kibitz.terminal.completion import moves_and_commands
from kibitz.terminal.console_io import Talk
from kibitz.terminal.rules_text import rules_text

HELP = {
    "help": "this list",
    "back": "one move back",
    "start": "back to the beginning",
    "board": "show everything again",
    "rules": "how the game is played",
    "quit": "stop",
}
#: Moves that are shown; the others are counted.
_SHOWN = 20


def walk(talk: Talk, start: Position, moves: Sequence[Move], played: Played) -> None:
    """Show a position with its moves, and follow what is typed until a person leaves."""
    path = list(moves)
    show = True
    while True:
        position = start.play(*path)
        if show:
            _show(talk, position, path, played)
        line = talk.ask("Move, back or quit:", moves_and_commands(lambda: start.play(*path), HELP))
        word = SHORT.get(line.lower(), line.lower())
        if word == "quit":
            return
        show = True
        if word == "back":
            del path[-1:]
        elif word == "start":
            path.clear()
        elif word == "help":
            show = False
            talk.tell("Type a move to follow it, or one of these:")
            for name, meaning in HELP.items():
                talk.say_list(f"  {name:8}", meaning)
        elif word == "rules":
            show = False
            for text in rules_text(how_to_play(position.game), talk.width, unicode=talk.unicode):
                talk.say(text)
        elif word != "board":
            try:
                if not line:
                    raise BadNotation("nothing was typed")
                path.append(position.move(line))
            except KibitzError as error:
                show = False
                talk.tell(f"{str(error)[:1].upper()}{str(error)[1:]}. Type help for what you may type.")


def _show(talk: Talk, position: Position, path: list[Move], played: Played) -> None:
    game = position.game
    last = path[-1] if path else None
    talk.say(f"\n{game.view.draw(position, last=last, unicode=talk.unicode, paint=talk.paint)}\n")
    if position.is_over:
        talk.say(f"The game is over ({position.outcome}).")
        return
    for text in crossroads_text(explore(position, played), talk.width):
        talk.say(text)


def crossroads_text(here: Crossroads, width: int = 80) -> list[str]:
    """A position in the explorer as lines of text."""
    game = here.position.game
    name = game.side_name(here.position.mover)
    games = "1 game" if here.games == 1 else f"{here.games} games"
    lines = [
        wrapped(
            f"{name}: {game.scale.format_value(here.found.value)} ({here.found.source.words()}); "
            f"{games} came here.",
            width - 1,
        )
    ]
    if game.openings and (opening := game.openings.name(here.position)):
        lines.insert(0, wrapped(f"Opening: {opening}.", width - 1))
    shown = here.branches[:_SHOWN]
    first = max(len(branch.written) for branch in shown)
    second = max(len(game.scale.format_value(branch.value)) for branch in shown)
    for branch in shown:
        head = f"  {branch.written:>{first}}  {game.scale.format_value(branch.value):{second}}  "
        lines.append(wrapped(_played(branch, here), width - 1, indent=" " * 6, first=head).rstrip())
    if len(here.branches) > len(shown):
        lines.append(f"  and {len(here.branches) - len(shown)} more moves")
    return lines


def _played(branch: Branch, here: Crossroads) -> str:
    """How often a move was played, and how that went for who played it."""
    results, side = branch.results, here.position.mover
    if not results.games:
        return "-"
    share = f"{results.games} of {here.games}"
    score = results.score(side)
    return share if score is None else f"{share}, scored {score:.0%}"
