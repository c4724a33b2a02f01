"""The questions before a game, each asked until it has an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kibitz.games import registry as games
from kibitz.games.game import Game
from kibitz.players import registry as players
from kibitz.players.player import Player
from kibitz.session.seats import fit_player
from kibitz.terminal.commands import means_quit
from kibitz.terminal.talk import Talk
from kibitz.words.errors import BadOption, KibitzError
from kibitz.words.options import split_spec
from kibitz.words.side import Side

T = TypeVar("T")

DEFAULT_DIFFICULTY = "50"
_FIRST = {"1", "first", "1st", "player 1"}
_SECOND = {"2", "second", "2nd", "player 2"}
_YES = {"y", "yes"}
_NO = {"n", "no"}


class Quit(Exception):
    """A person would rather not play."""


def ask_until(talk: Talk, question: str, default: str, read: Callable[[str], T]) -> T:
    """What `read` makes of the answer; an empty one is the default, a wrong one is asked again.

    The words that end a game raise `Quit` here.
    """
    while True:
        answer = talk.ask(f"{question} [{default}]") or default
        if means_quit(answer):
            raise Quit
        try:
            return read(answer)
        except KibitzError as error:
            talk.say(_sentence(str(error)))


def default_game() -> str:
    """What is played where nobody says."""
    return games.names()[0]


def ask_game(talk: Talk, read: Callable[[str], Game]) -> Game:
    """Which game: its number in the list, its name, or a spec with options."""
    names = games.names()
    talk.say("Games:")
    for number, name in enumerate(names, start=1):
        talk.say_list(f"  {number}  {name}:", games.entry(name).summary)

    def read_game(answer: str) -> Game:
        if answer.isascii() and answer.isdecimal():
            if len(answer) > 3 or not 1 <= int(answer) <= len(names):
                raise BadOption(f"the list has the numbers 1 to {len(names)}, not {answer[:40]}")
            answer = names[int(answer) - 1]
        return read(answer)

    return ask_until(talk, "Which game, by number or name?", default_game(), read_game)


def ask_people(talk: Talk) -> int:
    """How many people play; the computer takes the other side."""

    def read(answer: str) -> int:
        if answer not in ("1", "2"):
            raise BadOption(f"the number of people must be 1 or 2, not {answer[:40]!r}")
        return int(answer)

    return ask_until(talk, "How many people play, 1 or 2?", "1", read)


def ask_difficulty(talk: Talk, game: Game) -> Player:
    """How strong the opponent is; a player's name is an answer too."""
    question = "Which difficulty, 0 (a beginner) to 100 (the strongest)?"
    return ask_until(talk, question, DEFAULT_DIFFICULTY, lambda answer: read_difficulty(answer, game))


def read_difficulty(text: str, game: Game) -> Player:
    """The player that a difficulty, or a player's name, means."""
    word = text.strip()
    if word.isascii() and word.isdecimal() and len(word) <= 3 and int(word) <= 100:
        return fit_player(f"level:strength={int(word)}", game)
    if split_spec(word)[0] in players.names():
        return fit_player(word, game)
    raise BadOption(
        f"the difficulty must be a whole number from 0 to 100, not {word[:40]!r};"
        f" the name of a player is understood too: {_either(players.names())}"
    )


def ask_side(talk: Talk, game: Game) -> Side:
    """Which side a person plays."""
    question = (
        f"Which player will you be, 1 ({game.side_name(Side.FIRST)}) or 2 ({game.side_name(Side.SECOND)})?"
    )
    return ask_until(talk, question, "1", lambda answer: read_side(answer, game))


def ask_yes(talk: Talk, question: str, default: bool) -> bool:
    """A yes or a no."""

    def read(answer: str) -> bool:
        if answer.lower() not in _YES | _NO:
            raise BadOption(f"the answer must be y or n, not {answer[:40]!r}")
        return answer.lower() in _YES

    return ask_until(talk, question, "y" if default else "n", read)


def read_side(text: str, game: Game) -> Side:
    """The side that a text means: a number, a word, or its name in the game."""
    word = text.strip().lower()
    if word in _FIRST or word == game.side_name(Side.FIRST).lower():
        return Side.FIRST
    if word in _SECOND or word == game.side_name(Side.SECOND).lower():
        return Side.SECOND
    raise BadOption(f"the side must be 1 (first) or 2 (second), not {text[:40]!r}")


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
