"""The questions before a game; each is repeated until the answer is valid."""

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
from kibitz.players.level_data import levels_of
from kibitz.players.player import Player
from kibitz.session.seats import fit_player
from kibitz.terminal.commands import is_quit
from kibitz.terminal.completion import Completer, fixed_words, game_specs, no_completion, player_specs
from kibitz.terminal.console_io import Console
from kibitz.terminal.rules_text import rules_text

T = TypeVar("T")

DEFAULT_DIFFICULTY = "50"
_FIRST = {"1", "first", "1st", "player 1"}
_SECOND = {"2", "second", "2nd", "player 2"}
_PLAYER = "player "
_YES = {"y", "yes"}
_NO = {"n", "no"}

#: Answers to the question about the opponent, besides the name of a player.
_OPPONENTS = {
    "0 to 100": "the computer, from 0 (beginner) to 100 (strongest)",
    "friendly": "the computer, keeping the game close",
    "two": "another person at this keyboard",
    "players": "list all other players",
    "options": "choose the board and your side first",
    "rules": "how the game is played",
}


class Quit(Exception):
    """The person quit before the game."""


class OpponentAnswer(enum.Enum):
    """An answer to the question about the opponent that is not a player."""

    TWO_PEOPLE = "two"
    OPTIONS = "options"


def ask_until(
    console: Console,
    question: str,
    default: str,
    read: Callable[[str], T],
    complete: Completer = no_completion,
    commands: Mapping[str, Callable[[str], None]] | None = None,
) -> T:
    """Ask until `read` accepts the answer, and return its result; an empty answer is the default.

    `quit` and its aliases raise `Quit`. `commands` maps words to functions of the text after
    them; after one of these, the question is asked again.
    """
    while True:
        answer = console.ask(f"{question} [{default}]", complete) or default
        if is_quit(answer):
            raise Quit
        word, _, rest = answer.partition(" ")
        try:
            if commands and word.lower() in commands:
                commands[word.lower()](rest.strip())
                continue
            return read(answer)
        except KibitzError as error:
            console.print_wrapped(sentence(str(error)))


def default_game() -> str:
    """Return the game that is played by default."""
    return games.names()[0]


def ask_game(console: Console, read: Callable[[str], Game]) -> Game:
    """Ask for a game: its number in the list, its name, or a spec with options."""
    names = games.names()
    console.print("Games:")
    for number, name in enumerate(names, start=1):
        console.print_item(f"  {number}  {name}:", games.entry(name).summary)

    def named(answer: str) -> str:
        if answer.isascii() and answer.isdecimal():
            if len(answer) > 3 or not 1 <= int(answer) <= len(names):
                raise BadOption(f"the games have the numbers 1 to {len(names)}; there is no {answer[:40]}")
            return names[int(answer) - 1]
        return answer

    def rules(rest: str) -> None:
        if not rest:
            raise BadOption("name a game, such as: rules " + names[0])
        print_rules(console, read(named(rest)))

    question = "Which game, by number or name?"
    return ask_until(
        console, question, default_game(), lambda answer: read(named(answer)), game_specs, {"rules": rules}
    )


def ask_opponent(console: Console, game: Game, begun: bool) -> Player | OpponentAnswer:
    """Ask for the opponent: a difficulty, a player, a second person, or options first."""
    opponents = {**_OPPONENTS, "options": "choose your side first"} if begun else dict(_OPPONENTS)
    opponents = _with_elo(opponents, game)
    console.print()
    console.print_wrapped(f"{_capital(game.title)}. Who is your opponent?")
    for answer, meaning in opponents.items():
        console.print_item(f"  {answer:10}", meaning)

    def read(answer: str) -> Player | OpponentAnswer:
        word = answer.strip().lower()
        return OpponentAnswer(word) if word in ("two", "options") else read_difficulty(answer, game)

    more = {name: meaning for name, meaning in opponents.items() if name.isalpha() and name != "friendly"}
    commands = {
        "rules": lambda rest: print_rules(console, game),
        "players": lambda rest: print_players(console, game),
    }
    question = "Opponent?"
    return ask_until(console, question, DEFAULT_DIFFICULTY, read, player_specs(game, more), commands)


def _with_elo(opponents: dict[str, str], game: Game) -> dict[str, str]:
    """Offer ratings after the difficulties."""
    levels = levels_of(game)
    low, high = levels.elo_range()
    example = f"elo {(low + high) // 200 * 100 or (low + high) // 2}"
    (first, meaning), *others = opponents.items()
    offered = f"the computer, by its Elo rating from {low} to {high}"
    return {first: meaning, example: offered, **dict(others)}


def read_difficulty(text: str, game: Game) -> Player:
    """Return the player for a difficulty, a rating (`elo 800`, `800 elo`), or the name of a player."""
    word = text.strip().removeprefix(_PLAYER)
    parts = word.lower().split()
    if len(parts) < 3 and "elo" in parts:
        rating = "".join(part for part in parts if part != "elo")
        if not (rating.isascii() and rating.isdecimal() and len(rating) <= 4):
            raise BadOption(f"a rating is a whole number, such as elo 800, not {quoted(rating[:40])}")
        return fit_player(f"level:elo={int(rating)}", game)
    if word.isascii() and word.isdecimal() and len(word) <= 3 and int(word) <= 100:
        return fit_player(f"level:strength={int(word)}", game)
    name = split_spec(word)[0]
    if name in players.names() or ".py" in word:
        return fit_player(word, game)
    if name and name[0].isalpha():
        players.player_class(name)  # raises an error that lists the players
    raise BadOption(
        f"the difficulty must be a whole number from 0 to 100, or a rating such as elo 800, "
        f"not {quoted(word[:40])}"
    )


def ask_options(console: Console, game: Game) -> Game:
    """Ask for every option of a game and return the game with these options."""
    options = games.entry(game.name).options() if game.name in games.entries() else game.options
    chosen: dict[str, str] = {}
    for option in options:
        chosen[option.name] = ask_until(
            console,
            f"{_capital(option.help)} ({option.name}: {option.range})?",
            option.text(game.values[option.name]),
            lambda answer, option=option: _checked(option, answer),  # type: ignore[misc]
            fixed_words(dict.fromkeys(option.choices, option.help)),
            {"rules": lambda rest: print_rules(console, game)},
        )
    try:
        return games.load(game.spec.partition(":")[0], **chosen)
    except BadOption as error:  # each value is valid, but not the combination
        console.print_wrapped(sentence(str(error)))
        return ask_options(console, game)


def _checked(option: Option, answer: str) -> str:
    option.check(answer)
    return answer


def ask_side(console: Console, game: Game) -> Side:
    """Ask which side the person plays."""
    question = (
        f"Which side do you play, 1 ({game.side_name(Side.FIRST)}) or 2 ({game.side_name(Side.SECOND)})?"
    )
    commands = {"rules": lambda rest: print_rules(console, game)}
    return ask_until(console, question, "1", lambda answer: read_side(answer, game), commands=commands)


def ask_yes(console: Console, question: str, default: bool) -> bool:
    """Ask a yes-or-no question."""

    def read(answer: str) -> bool:
        if answer.lower() not in _YES | _NO:
            raise BadOption(f"the answer must be y or n, not {answer[:40]!r}")
        return answer.lower() in _YES

    return ask_until(console, question, "y" if default else "n", read, fixed_words({"y": "yes", "n": "no"}))


def ask_in_use(console: Console) -> str:
    """Ask what to do with a saved game that is open in another program."""
    meanings = {
        "watch": "show its current state and leave",
        "copy": "continue with a copy under a new name",
        "take-over": "continue it here; the other program no longer saves it",
    }
    for answer, meaning in meanings.items():
        console.print_item(f"  {answer:10}", meaning)

    def read(answer: str) -> str:
        word = answer.lower().replace(" ", "-")
        if word not in meanings:
            raise BadOption(f"the answer must be watch, copy or take-over, not {answer[:40]!r}")
        return word

    return ask_until(console, "Watch, copy or take over?", "watch", read, fixed_words(meanings))


def read_side(text: str, game: Game) -> Side:
    """Return the side for a number, a word, or its name in the game."""
    word = text.strip().lower()
    if word in _FIRST or word == game.side_name(Side.FIRST).lower():
        return Side.FIRST
    if word in _SECOND or word == game.side_name(Side.SECOND).lower():
        return Side.SECOND
    raise BadOption(f"the side must be 1 (first) or 2 (second), not {text[:40]!r}")


def print_rules(console: Console, game: Game) -> None:
    """Print the rules of a game."""
    for text in rules_text(how_to_play(game), console.width, unicode=console.unicode):
        console.print(text)
    console.print()


def print_players(console: Console, game: Game) -> None:
    """Print the players that can play a game."""
    for name in players.able(game):
        # A player whose name is a command here is typed as `player NAME`.
        typed = f"{_PLAYER}{name}" if name in ("rules", "players", "options", "two") else name
        console.print_item(f"  {typed:10}", players.player_class(name).summary)
    console.print_wrapped("Options follow a colon: level:strength=40,style=tricky.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a message as a sentence: with a full stop and a capital letter, unless it begins with a move."""
    is_word = text.partition(" ")[0].rstrip(":,;").isalpha()
    return (_capital(text) if is_word else text) + ("" if text.endswith((".", "!", "?")) else ".")
