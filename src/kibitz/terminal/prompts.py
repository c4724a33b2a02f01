"""The questions before a game, each asked until it has an answer."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import TypeVar

from kibitz.base.errors import BadOption, KibitzError, quoted
from kibitz.base.options import Option, split_spec
from kibitz.base.side import Side
from kibitz.games import registry as games
from kibitz.games.game import Game
from kibitz.games.how_to_play import how_to_play
from kibitz.players import registry as players
from kibitz.players.player import Player
from kibitz.session.seats import fit_player
from kibitz.terminal.commands import means_quit
from kibitz.terminal.completion import Completer, game_specs, nothing, player_specs, words
from kibitz.terminal.console_io import Talk
from kibitz.terminal.rules_text import rules_text

T = TypeVar("T")

DEFAULT_DIFFICULTY = "50"
_FIRST = {"1", "first", "1st", "player 1"}
_SECOND = {"2", "second", "2nd", "player 2"}
_PLAYER = "player "
_YES = {"y", "yes"}
_NO = {"n", "no"}

#: What may be answered to the question about the opponent besides a player's name.
_OPPONENTS = {
    "0 to 100": "the computer; 0 is a beginner, 100 the strongest",
    "friendly": "the computer, which keeps the game close",
    "two": "another person at this keyboard",
    "players": "see all the other players",
    "options": "choose the board and your side first",
    "rules": "how the game is played",
}


class Quit(Exception):
    """A person would rather not play."""


class Wish(enum.Enum):
    """An answer to the question about the opponent that is no player."""

    TWO_PEOPLE = "two"
    OPTIONS = "options"


def ask_until(
    talk: Talk,
    question: str,
    default: str,
    read: Callable[[str], T],
    complete: Completer = nothing,
    besides: Mapping[str, Callable[[str], None]] | None = None,
) -> T:
    """What `read` makes of the answer; an empty one is the default, a wrong one is asked again.

    The words that end a game raise `Quit` here. `besides` are words that do
    something, given what stands behind them, after which the question is asked again.
    """
    while True:
        answer = talk.ask(f"{question} [{default}]", complete) or default
        if means_quit(answer):
            raise Quit
        word, _, rest = answer.partition(" ")
        try:
            if besides and word.lower() in besides:
                besides[word.lower()](rest.strip())
                continue
            return read(answer)
        except KibitzError as error:
            talk.tell(sentence(str(error)))


def default_game() -> str:
    """What is played where nobody says."""
    return games.names()[0]


def ask_game(talk: Talk, read: Callable[[str], Game]) -> Game:
    """Which game: its number in the list, its name, or a spec with options."""
    names = games.names()
    talk.say("Games:")
    for number, name in enumerate(names, start=1):
        talk.say_list(f"  {number}  {name}:", games.entry(name).summary)

    def named(answer: str) -> str:
        if answer.isascii() and answer.isdecimal():
            if len(answer) > 3 or not 1 <= int(answer) <= len(names):
                raise BadOption(f"the list has the numbers 1 to {len(names)}, not {answer[:40]}")
            return names[int(answer) - 1]
        return answer

    def rules(rest: str) -> None:
        if not rest:
            raise BadOption("rules of which game? Type rules and its name, such as: rules " + names[0])
        say_rules(talk, read(named(rest)))

    question = "Which game, by number or name?"
    return ask_until(
        talk, question, default_game(), lambda answer: read(named(answer)), game_specs, {"rules": rules}
    )


def ask_opponent(talk: Talk, game: Game, begun: bool) -> Player | Wish:
    """Who plays against a person: a difficulty, a player by name, a second person; or options first."""
    opponents = {**_OPPONENTS, "options": "choose your side first"} if begun else _OPPONENTS
    talk.say()
    talk.tell(f"{_capital(game.title)}. Who plays against you?")
    for answer, meaning in opponents.items():
        talk.say_list(f"  {answer:10}", meaning)

    def read(answer: str) -> Player | Wish:
        word = answer.strip().lower()
        return Wish(word) if word in ("two", "options") else read_difficulty(answer, game)

    more = {name: meaning for name, meaning in opponents.items() if name[0].isalpha() and name != "friendly"}
    besides = {"rules": lambda rest: say_rules(talk, game), "players": lambda rest: say_players(talk, game)}
    question = "Opponent?"
    return ask_until(talk, question, DEFAULT_DIFFICULTY, read, player_specs(game, more), besides)


def read_difficulty(text: str, game: Game) -> Player:
    """The player that a difficulty, or a player's name, means."""
    word = text.strip().removeprefix(_PLAYER)
    if word.isascii() and word.isdecimal() and len(word) <= 3 and int(word) <= 100:
        return fit_player(f"level:strength={int(word)}", game)
    name = split_spec(word)[0]
    if name in players.names() or ".py" in word:
        return fit_player(word, game)
    if name and name[0].isalpha():
        players.player_class(name)  # which says what there is
    raise BadOption(f"the difficulty must be a whole number from 0 to 100, not {quoted(word[:40])}")


def ask_options(talk: Talk, game: Game) -> Game:
    """The same game with what it lets one choose, asked for one by one."""
    options = games.entry(game.name).options() if game.name in games.entries() else game.options
    chosen: dict[str, str] = {}
    for option in options:
        chosen[option.name] = ask_until(
            talk,
            f"{_capital(option.help)} ({option.name}: {option.range})?",
            option.text(game.values[option.name]),
            lambda answer, option=option: _checked(option, answer),  # type: ignore[misc]
            words(dict.fromkeys(option.choices, option.help)),
            {"rules": lambda rest: say_rules(talk, game)},
        )
    try:
        return games.load(game.spec.partition(":")[0], **chosen)
    except BadOption as error:  # each is allowed, but not all together
        talk.tell(sentence(str(error)))
        return ask_options(talk, game)


def _checked(option: Option, answer: str) -> str:
    option.check(answer)
    return answer


def ask_side(talk: Talk, game: Game) -> Side:
    """Which side a person plays."""
    question = (
        f"Which player will you be, 1 ({game.side_name(Side.FIRST)}) or 2 ({game.side_name(Side.SECOND)})?"
    )
    besides = {"rules": lambda rest: say_rules(talk, game)}
    return ask_until(talk, question, "1", lambda answer: read_side(answer, game), besides=besides)


def ask_yes(talk: Talk, question: str, default: bool) -> bool:
    """A yes or a no."""

    def read(answer: str) -> bool:
        if answer.lower() not in _YES | _NO:
            raise BadOption(f"the answer must be y or n, not {answer[:40]!r}")
        return answer.lower() in _YES

    return ask_until(talk, question, "y" if default else "n", read, words({"y": "yes", "n": "no"}))


def ask_in_use(talk: Talk) -> str:
    """What to do with a saved game that is open elsewhere."""
    meanings = {
        "watch": "see how it stands, and leave it",
        "copy": "go on with a copy under a new name",
        "take-over": "go on with it here; there it is no longer saved",
    }
    for answer, meaning in meanings.items():
        talk.say_list(f"  {answer:10}", meaning)

    def read(answer: str) -> str:
        word = answer.lower().replace(" ", "-")
        if word not in meanings:
            raise BadOption(f"the answer must be watch, copy or take-over, not {answer[:40]!r}")
        return word

    return ask_until(talk, "Watch, copy or take over?", "watch", read, words(meanings))


def read_side(text: str, game: Game) -> Side:
    """The side that a text means: a number, a word, or its name in the game."""
    word = text.strip().lower()
    if word in _FIRST or word == game.side_name(Side.FIRST).lower():
        return Side.FIRST
    if word in _SECOND or word == game.side_name(Side.SECOND).lower():
        return Side.SECOND
    raise BadOption(f"the side must be 1 (first) or 2 (second), not {text[:40]!r}")


def say_rules(talk: Talk, game: Game) -> None:
    """How a game is played."""
    for text in rules_text(how_to_play(game), talk.width, unicode=talk.unicode):
        talk.say(text)
    talk.say()


def say_players(talk: Talk, game: Game) -> None:
    """The players that can play a game."""
    for name in players.able(game):
        # A name that means something else here is told apart by a word before it.
        typed = f"{_PLAYER}{name}" if name in ("rules", "players", "options", "two") else name
        talk.say_list(f"  {typed:10}", players.player_class(name).summary)
    talk.tell("Options stand behind a colon, such as level:strength=40,style=tricky.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A message as people end a sentence."""
    return _capital(text) + ("" if text.endswith((".", "!", "?")) else ".")
