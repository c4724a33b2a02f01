"""What a line may go on with, and what each of these means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from kibitz.base.errors import KibitzError
from kibitz.base.options import Option, format_value
from kibitz.games import registry as games
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players import registry as players


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that may stand where a person types, and what it means."""

    text: str
    meaning: str = ""


#: Gives the words that may follow what was typed, the word that is being typed last.
Completer = Callable[[str], Iterable[Choice]]


def nothing(typed: str) -> Iterable[Choice]:
    """Where anything may be typed."""
    return ()


def words(choices: Mapping[str, str]) -> Completer:
    """Some words, each with its meaning."""
    return lambda typed: _starting(typed, (Choice(*pair) for pair in choices.items()))


def moves_and_commands(position: Callable[[], Position], commands: Mapping[str, str]) -> Completer:
    """The moves of a position, and commands; `why` takes a move."""

    def complete(typed: str) -> Iterator[Choice]:
        head, blank, rest = typed.partition(" ")
        here = position()
        moves = [] if here.is_over else [Choice(here.write(move), "a move") for move in here.moves]
        if blank and head == "why":
            yield from _starting(rest, moves)
        else:
            named = [Choice(name.split()[0], meaning) for name, meaning in commands.items()]
            yield from _starting(typed, [*moves, *named])

    return complete


def game_specs(typed: str) -> Iterator[Choice]:
    """The games by name, then the options of the one that is named."""
    name, colon, _ = typed.partition(":")
    if not colon:
        yield from _starting(typed, (Choice(e.name, e.summary) for e in games.entries().values()))
        return
    try:
        options = games.entry(name).options()
    except KibitzError:
        return
    yield from _options(typed, options)


def player_specs(game: Game | None = None, more: Mapping[str, str] | None = None) -> Completer:
    """The players that can play a game, then the options of the one that is named; `more` words besides."""

    def complete(typed: str) -> Iterator[Choice]:
        name, colon, _ = typed.partition(":")
        if colon:
            try:
                yield from _options(typed, players.player_class(name).options)
            except KibitzError:
                return
            return
        known = [Choice(*pair) for pair in (more or {}).items()]
        known += [Choice(each, players.player_class(each).summary) for each in players.able(game)]
        yield from _starting(typed, known)

    return complete


def _options(typed: str, options: Iterable[Option]) -> Iterator[Choice]:
    """What may follow the last colon or comma: `name=`, then a value."""
    at = max(typed.rfind(":"), typed.rfind(",")) + 1
    head, item = typed[:at], typed[at:]
    name, equals, value = item.partition("=")
    for option in options:
        if not equals and option.name.startswith(name):
            meaning = f"{option.help} ({option.range}; default {option.text(option.default)})"
            yield Choice(f"{head}{option.name}=", meaning)
        elif equals and option.name == name:
            usual = option.choices or (("yes", "no") if isinstance(option.default, bool) else ())
            for choice in usual:
                if choice.startswith(value):
                    chosen = " (default)" if choice == format_value(option.default) else ""
                    yield Choice(f"{head}{name}={choice}", f"{option.help}{chosen}")


def _starting(typed: str, choices: Iterable[Choice]) -> Iterator[Choice]:
    start = typed.strip().lower()
    for choice in choices:
        if choice.text.lower().startswith(start):
            yield choice
