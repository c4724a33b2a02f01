"""Completions of an input line, each with its meaning."""

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
class Candidate:
    """A completion and its meaning."""

    text: str
    meaning: str = ""


#: Returns the candidates for the typed text, whose last word is incomplete.
Completer = Callable[[str], Iterable[Candidate]]


def no_completion(typed: str) -> Iterable[Candidate]:
    """Return no candidates: for free text."""
    return ()


def fixed_words(choices: Mapping[str, str]) -> Completer:
    """Return a completer for some words, given with their meanings."""
    return lambda typed: _filter_by_prefix(typed, (Candidate(*pair) for pair in choices.items()))


def moves_and_commands(position: Callable[[], Position], commands: Mapping[str, str]) -> Completer:
    """Return a completer for the moves of a position and commands; `why` takes a move."""

    def complete(typed: str) -> Iterator[Candidate]:
        head, blank, rest = typed.partition(" ")
        here = position()
        moves = [] if here.is_over else [Candidate(here.write(move), "a move") for move in here.moves]
        if blank and head == "why":
            yield from _filter_by_prefix(rest, moves)
        else:
            named = [Candidate(name.split()[0], meaning) for name, meaning in commands.items()]
            yield from _filter_by_prefix(typed, [*moves, *named])

    return complete


def game_specs(typed: str) -> Iterator[Candidate]:
    """Yield the names of games, or the options after `name:`."""
    name, colon, _ = typed.partition(":")
    if not colon:
        yield from _filter_by_prefix(typed, (Candidate(e.name, e.summary) for e in games.entries().values()))
        return
    try:
        options = games.entry(name).options()
    except KibitzError:
        return
    yield from _options(typed, options)


def player_specs(game: Game | None = None, more: Mapping[str, str] | None = None) -> Completer:
    """Return a completer for the players of a game and `more` words, then for the player's options."""

    def complete(typed: str) -> Iterator[Candidate]:
        name, colon, _ = typed.partition(":")
        if colon:
            try:
                yield from _options(typed, players.player_class(name).options)
            except KibitzError:
                return
            return
        known = [Candidate(*pair) for pair in (more or {}).items()]
        known += [Candidate(each, players.player_class(each).summary) for each in players.able(game)]
        yield from _filter_by_prefix(typed, known)

    return complete


def _options(typed: str, options: Iterable[Option]) -> Iterator[Candidate]:
    """Yield what may follow the last colon or comma: `name=`, then a value."""
    at = max(typed.rfind(":"), typed.rfind(",")) + 1
    head, item = typed[:at], typed[at:]
    name, equals, value = item.partition("=")
    for option in options:
        if not equals and option.name.startswith(name):
            meaning = f"{option.help} ({option.range}; default {option.text(option.default)})"
            yield Candidate(f"{head}{option.name}=", meaning)
        elif equals and option.name == name:
            usual = option.choices or (("yes", "no") if isinstance(option.default, bool) else ())
            for choice in usual:
                if choice.startswith(value):
                    chosen = " (default)" if choice == format_value(option.default) else ""
                    yield Candidate(f"{head}{name}={choice}", f"{option.help}{chosen}")


def _filter_by_prefix(typed: str, choices: Iterable[Candidate]) -> Iterator[Candidate]:
    start = typed.strip().lower()
    for choice in choices:
        if choice.text.lower().startswith(start):
            yield choice
