"""Every parser of external texts, as a function of one text.

Shared by the Hypothesis tests and the coverage-guided fuzzer. Each reader may
raise a KibitzError with a message of reasonable length, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

import kibitz
from kibitz.base.options import split_spec
from kibitz.base.random import Random, pick
from kibitz.games.registry import entry, names
from tests.conformance.specs import EXAMPLES

#: A message is for people: one that repeats pages of input is no help.
LONGEST_MESSAGE = 1_000

#: Games whose positions and moves are read; small and large boards.
GAMES = [kibitz.load(name) for name in names()] + [
    kibitz.load("mnk:width=19,height=19,length=5"),
    kibitz.load("tictactoe:numbering=keypad,misere=yes"),
    kibitz.load("numerical:size=4,numbering=letters"),
    kibitz.load("connect:width=32,height=32,length=32,mark1=9,mark2=8"),
    kibitz.load("connect:width=1,height=32,length=2"),
    kibitz.load("ewn:size=8,stones=9,faces=20"),
    kibitz.load("ewn:size=3,stones=1"),
    *(kibitz.load(str(path)) for path in EXAMPLES),
]


def _mid_game(game: kibitz.Game) -> kibitz.Position:
    position, rng = game.start(), Random(0)
    for _ in range(3):
        after = position.play(pick(rng, position.moves))
        if after.is_over:
            break
        position = after
    return position


MIDDLES = {game: _mid_game(game) for game in GAMES}


def read_game(text: str) -> None:
    """A spec of a game; files are another matter."""
    if ".py" not in text:
        game = kibitz.load(text)
        assert kibitz.load(game.spec) == game


def read_player(text: str) -> None:
    """A spec of a player."""
    player = kibitz.player(text)
    assert kibitz.player(player.spec).spec == player.spec


def read_limit(text: str) -> None:
    """A limit."""
    kibitz.Limit.parse(text)


def read_value(text: str) -> None:
    """A value."""
    value = kibitz.Value.parse(text)
    assert kibitz.Value.parse(str(value)) == value


def read_spec(text: str) -> None:
    """A spec before anything is known of what it names."""
    split_spec(text)


def position_reader(game: kibitz.Game) -> Callable[[str], None]:
    """Parse positions of a game; every result must be a valid position."""

    def read(text: str) -> None:
        position = game.position(text)
        assert game.position(str(position)) == position
        assert position.is_over == (not position.moves)
        for move in position.moves[:3]:
            assert game.position(str(position.play(move))) == position.play(move)
        position.draw()
        position.svg()

    return read


def move_reader(game: kibitz.Game) -> Callable[[str], None]:
    """Reads one move, and a line of moves, in the middle of a game."""
    middle = MIDDLES[game]

    def read(text: str) -> None:
        try:
            assert middle.move(text) in middle.moves
        except kibitz.KibitzError as error:
            _check(error)
        middle.play(text)

    return read


def option_reader(name: str, option: str) -> Callable[[str], None]:
    """Reads the value of one option of a game."""

    def read(text: str) -> None:
        kibitz.load(name, **{option: text})

    return read


READERS: dict[str, Callable[[str], None]] = {
    "game": read_game,
    "player": read_player,
    "limit": read_limit,
    "value": read_value,
    "spec": read_spec,
    **{f"position of {game}": position_reader(game) for game in GAMES},
    **{f"move of {game}": move_reader(game) for game in GAMES},
    **{
        f"{option.name} of {name}": option_reader(name, option.name)
        for name in names()
        for option in entry(name).options()
    },
}


def _check(error: kibitz.KibitzError) -> None:
    assert 0 < len(str(error)) <= LONGEST_MESSAGE, f"a message of {len(str(error))} characters"


def try_text(reader: str, text: str) -> None:
    """Read a text; a documented refusal is as good as an answer."""
    try:
        READERS[reader](text)
    except kibitz.KibitzError as error:
        _check(error)


def seeds(reader: str) -> list[str]:
    """Texts that mean something to a reader, for others to be made from."""
    kind, _, name = reader.partition(" of ")
    if kind == "position":
        middle = next(middle for game, middle in MIDDLES.items() if str(game) == name)
        return [str(middle), str(middle.game.start()), str(middle.play(middle.moves[0]))]
    if kind == "move":
        middle = next(middle for game, middle in MIDDLES.items() if str(game) == name)
        return [str(move) for move in (*middle.game.start().moves[:5], *middle.moves[:5])]
    return {
        "game": [
            "mnk:width=5,height=4,length=3",
            "tictactoe:misere=yes",
            "connect:width=32,height=32,length=5,mark1=#",
            "numerical:size=4,target=34,first_odd=no",
            "ewn:size=4,stones=3,faces=6,setup=213v312,begins=blue",
        ],
        "player": ["alphabeta:depth=7", "random", "minimax:depth=3"],
        "limit": ["depth=5,nodes=10k,time=2s", "time=300ms", "nodes=3m"],
        "value": ["Win(5)", "Draw()", "Loss(4)", "Expect(0.5, exact=False)", "Estimate(-10)"],
        "spec": ["connect:width=10,height=12"],
    }.get(kind, ["3", "yes", "rows", "-1", "19", "mirrored", "123456v654321"])
