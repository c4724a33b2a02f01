"""Every public function and method, with objects of other games and invalid values."""

from __future__ import annotations

import contextlib
import inspect
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import kibitz
from kibitz.base.random import Random, pick
from kibitz.solving.table_store import find_table
from tests.attack.field import OWN_FAULT, PATIENCE, Field, attack
from tests.conformance.specs import EXAMPLES

SPECS = [
    "tictactoe",
    "tictactoe:numbering=keypad,misere=yes",
    "mnk:width=4,height=3,length=3",
    "mnk:width=8,height=8,length=5",
    "numerical",
    "connect4",
    "connect:width=3,height=4,length=3",
    "connect:width=12,height=9",
    "ewn",
    "ewn:size=3,stones=2",
    "chess",
    *map(str, EXAMPLES),
]
#: Small enough to be solved and counted in no time.
SMALL = [
    "tictactoe",
    "mnk:width=4,height=3,length=3",
    "connect:width=3,height=4,length=3",
    "ewn:size=3,stones=2",
]
PLAYERS = ["random", "rules", "lines", "minimax:depth=1", "alphabeta:depth=2", "level:strength=10", "table"]
TEXTS = [
    "",
    "5",
    "b2",
    "4-c3",
    "d1",
    "1=3",
    "44",
    "xo./.x./...",
    "depth=3",
    "tictactoe",
    "random",
    "Win(3)",
    "time=1s",
]

#: Public names that are only made by others, or are to be subclassed.
MADE_BY_OTHERS = {
    "State",
    "Bitboard",  # a number for the rules of games, which raises what int does
    *("bitboard", "int8", "int16", "int32", "int64"),
    "Position",
    "Analysis",
    "Choice",
    "Explanation",
    "MatchResult",
    "TournamentResult",
    "PythonGame",
    "Player",
    "Game",
    "Value",
    "Table",
}
#: A round of these takes long; they come up less often.
SLOW = {
    "match",
    "solve",
    "analyse",
    "analyse_many",
    "explain",
    "count_positions",
    "count_games",
    "hint",
    "why",
    "analysis",
}
#: Some valid arguments of these would run for ever.
ENDLESS = {"perft": "depth", "count_positions": "plies", "match": "games"}

#: What authors of players and games write for the library to call, and helpers of the command line.
HOOKS = {
    "think",
    "think_after",
    "contradiction",
    "prepare",
    "set_clock",
    "set_limit",
    "cannot_play",
    "may_take",
    "run",
    "plan",
    "plan_to",
    "probabilities",
}
HOOKS |= {"register_player"}
#: What people call on a game; its other methods are hooks, called with checked values.
GAME_METHODS = {"start", "position", "side_name"}


class Rude:
    """Fails whatever is asked of it."""

    def _fail(self, *args: object) -> Any:
        raise ZeroDivisionError(OWN_FAULT)

    __str__ = __repr__ = __hash__ = __bool__ = __len__ = __iter__ = __eq__ = __lt__ = _fail  # type: ignore[assignment]
    __int__ = __float__ = __index__ = __call__ = __getitem__ = __contains__ = __neg__ = _fail


class Text(str):
    """A text that is not quite one."""


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def odd_things() -> list[Any]:
    """Values that no entrance asked for."""
    return [
        *(None, True, False, 0, 1, -1, 3, 2**31, 2**63, 2**64, -(2**63), 10**400),
        *(0.0, -0.0, 0.5, 1e308, float("nan"), float("inf"), 3j),
        *("\0", "\ud800", "٣", "İ", "9" * 5000, "x" * 100_000, "(" * 3000, "-1", "nan", "1e999", "=,=", ":"),
        *("\0.py", "a/\0/b.py", "\ud800.py", ".py", "nosuch.py", Path("x"), Text("5")),
        *(b"", b"5", bytearray(b"x"), memoryview(b"ab"), slice(1), Ellipsis, NotImplemented, Exception("x")),
        *((), (0, 1), [], [1, [2]], {}, {"a": 1}, set(), frozenset([1]), range(3), nested(2000)),
        *(object(), object, type, int, str, Rude(), Rude, kibitz, inspect.signature),
        *(print, len, lambda: 1, lambda *a: False, iter([1]), (i for i in "ab")),
    ]


@dataclass
class Things:
    """What there is to pass, by the word in an annotation that asks for it."""

    by_kind: dict[str, list[Any]] = field(default_factory=dict)
    odd: list[Any] = field(default_factory=odd_things)

    def add(self, kind: str, *things: Any) -> None:
        """More of a kind."""
        self.by_kind.setdefault(kind, []).extend(things)

    def any(self, field: Field, annotation: str) -> Any:
        """Something right, something right elsewhere, or something odd."""
        chance = field.rng.random()
        if chance < 0.6:
            wanted = [kind for kind in self.by_kind if kind in annotation]
            if wanted:
                return field.rng.choice(self.by_kind[field.rng.choice(wanted)])
        if chance < 0.75:
            return field.rng.choice(self.by_kind[field.rng.choice(list(self.by_kind))])
        return field.rng.choice(self.odd)


def make_things() -> Things:
    """Games, and what there is of each."""
    things = Things()
    rng = Random(1)
    for spec in SPECS:
        game = kibitz.load(spec)
        position, moves = game.start(), []
        things.add("Position", position)
        while not position.is_over and len(moves) < 30:
            moves.append(pick(rng, position.moves))
            position = position.play(moves[-1])
            if len(moves) in (1, 2, 5):
                things.add("Position", position)
                things.add("str", str(position), str(moves[-1]))
        things.add("Game", game)
        things.add(
            "Move", *moves[:4], kibitz.Move("x", 0), kibitz.Move("5", 2**31), kibitz.Move("", -1, (9, 9, 9))
        )
        things.add("Position", position)
        things.add("Record", kibitz.Record(game, tuple(moves), outcome=position.outcome))
        things.add("Line", kibitz.Line(moves))
    for spec in SMALL:
        things.add("Table", kibitz.solve(spec))
    things.add("Player", *map(kibitz.player, PLAYERS))
    things.add("Limit", kibitz.Limit(nodes=100), kibitz.Limit(depth=1), kibitz.Limit(seconds=0.01))
    things.add("str", *TEXTS, *SPECS[:8], *PLAYERS)
    things.add("int", 0, 1, 2, 3, 7, 100)
    things.add("float", 0.5, 1.0, 0.001)
    things.add("bool", True, False)
    things.add("Random", Random(3))
    things.add("Side", *kibitz.Side)
    things.add("Outcome", kibitz.Outcome(None), kibitz.Outcome(kibitz.Side.FIRST))
    things.add("Value", kibitz.Win(3), kibitz.Draw(), kibitz.Loss(2), kibitz.Expect(0.5), kibitz.Estimate(3))
    things.add("Option", kibitz.Option("a", 1, "b", high=3), kibitz.Option("c", "x", "d"))
    things.add("Iterable", [kibitz.load("tictactoe").start()])
    things.add("Mapping", {}, {"Event": "x"}, {1: "y"})
    return things


def entrances(things: Things, rng: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Public functions, constructors, and the methods of something of each kind."""
    for name in kibitz.__all__:
        thing = getattr(kibitz, name)
        if name.startswith("__") or (isinstance(thing, type) and issubclass(thing, Exception)):
            continue
        if name not in MADE_BY_OTHERS:
            yield name, thing
        if isinstance(thing, type):
            for static in ("parse", "resumed"):
                if hasattr(thing, static):
                    yield f"{name}.{static}", getattr(thing, static)
    for kind in (
        "Game",
        "Position",
        "Record",
        "Table",
        "Player",
        "Limit",
        "Side",
        "Outcome",
        "Value",
        "Option",
        "Move",
    ):
        thing = rng.choice(things.by_kind[kind])
        yield from methods(kind, thing)
    game = rng.choice(things.by_kind["Game"])
    yield from methods("Actions", game.encoding.actions)
    yield "Encoding.encode", game.encoding.encode
    with contextlib.suppress(kibitz.KibitzError):
        yield from methods("Session", kibitz.Session(game, None, rng.choice([None, kibitz.player("random")])))


def methods(kind: str, thing: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """What may be called or looked at."""
    for name in dir(type(thing)):
        if name.startswith("_") or name in HOOKS or (kind == "Game" and name not in GAME_METHODS):
            continue
        found = inspect.getattr_static(type(thing), name)
        if isinstance(found, property) or not _is_ours(found):
            continue
        if callable(found := getattr(thing, name)):
            yield f"{kind}.{name} of {thing!r:.60}", found


def _is_ours(thing: Any) -> bool:
    """Whether it was written here, not in Python's own classes that ours are made from."""
    function = getattr(thing, "__func__", thing)
    module = str(getattr(function, "__module__", ""))
    return module.startswith("kibitz") and module != "kibitz._core"


def arguments(
    name: str, entrance: Callable[..., Any], things: Things, field: Field
) -> tuple[list[Any], dict[str, Any]]:
    """Something for every parameter that must be there, and for some that need not."""
    given: list[Any] = []
    named: dict[str, Any] = {}
    short = name.split(" ")[0].split(".")[-1]
    if entrance is kibitz.Side:  # it is Python's own enumeration that prints what it does not know
        return [field.rng.choice([0, 1, 2, 3, -1, "first", None, 0.5, "x" * 1000])], {}
    try:
        parameters = inspect.signature(entrance).parameters.values()
    except (ValueError, TypeError):
        return [things.any(field, "") for _ in range(field.rng.randrange(3))], {}
    for parameter in parameters:
        annotation = str(parameter.annotation)
        if parameter.kind is parameter.VAR_POSITIONAL:
            given += [things.any(field, annotation) for _ in range(field.rng.randrange(4))]
        elif parameter.kind is parameter.VAR_KEYWORD:
            for option in field.rng.sample(
                ["width", "height", "size", "stones", "numbering", "x"], field.rng.randrange(3)
            ):
                named[option] = things.any(field, "int")
        elif parameter.default is parameter.empty or field.rng.random() < 0.5 or parameter.name == "limit":
            value = things.any(field, annotation)
            if parameter.name == "limit" and value is None and short != "tightened":
                value = kibitz.Limit(nodes=50)
            if parameter.name in ("game", "start") and short in (
                "solve",
                "match",
                "perft",
                "count_positions",
                "count_games",
            ):
                value = field.rng.choice([*SMALL, *things.odd])
            if ENDLESS.get(short) == parameter.name:
                value = field.rng.choice([0, 1, 2, -1, 2**31, 2**63, "3", None, 1.5, Rude()])
            if parameter.name == "workers":
                value = 1
            if parameter.kind is parameter.KEYWORD_ONLY:
                named[parameter.name] = value
            elif len(given) < len(list(parameters)):
                given.append(value)
        else:
            break
    if short == "match":
        named |= {"games": field.rng.choice([1, 2, "2", 0]), "workers": 1}
    return given, named


def shown(name: str, given: list[Any], named: dict[str, Any]) -> str:
    """A call, in words that can't fail."""

    def one(value: Any) -> str:
        try:
            return repr(value)[:80]
        except Exception:
            return f"<{type(value).__name__}>"

    return f"{name}({', '.join([*map(one, given), *(f'{k}={one(v)}' for k, v in named.items())])})"


class _Late(BaseException):
    """It takes too long."""


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Inside, `_Late` is raised when the time is up."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _use(answer: Any) -> None:
    """What came back must be fit for use: it can be printed, and a position can be looked at."""
    if isinstance(answer, kibitz.Position):
        str(answer), answer.moves, answer.outcome, hash(answer), answer.draw(), answer.svg()
    elif isinstance(
        answer, kibitz.Record | kibitz.Analysis | kibitz.Explanation | kibitz.Value | kibitz.Limit
    ):
        str(answer), repr(answer)


@attack("inputs", weight=3)
def odd_values(field: Field) -> None:
    """Public functions and methods are called with right, foreign and odd values."""
    things = field.once("things", make_things)
    for name, entrance in entrances(things, field.rng):
        short = name.split(" ")[0].split(".")[-1]
        if short in SLOW and field.rng.random() < 0.9:
            continue
        for _ in range(1 if short in SLOW else 4):
            given, named = arguments(name, entrance, things, field)
            field.count("inputs")
            call = partial(shown, name, given, named)
            if os.environ.get("KIBITZ_ATTACK_TELL"):
                print(call(), flush=True)
            try:
                with alarm(PATIENCE), field.only_documented_errors(call):
                    _use(entrance(*given, **named))
            except _Late:
                field.fault("endless", call())


@attack("inputs", weight=0.2)
def odd_tables(field: Field) -> None:
    """Tables are asked for positions of their own and of other games."""
    things = field.once("things", make_things)
    for table in things.by_kind["Table"]:
        assert find_table(table.game) is not None
        for _ in range(10):
            position = things.any(field, "Position")
            field.count("inputs")
            with field.only_documented_errors(partial(shown, f"{table}.value", [position], {})):
                table.value(position)


@attack("inputs", weight=0.02)
def foreign_states(field: Field) -> None:
    """States of other rules are made positions and looked at; the core must refuse them."""
    games = field.once("games", lambda: [kibitz.load(spec) for spec in SPECS])
    for _ in range(10):
        game, other = field.rng.sample(games, 2)
        state = other.start().state
        field.count("inputs")
        with field.only_documented_errors(partial(shown, "Position", [game, f"a state of {other}"], {})):
            position = kibitz.Position(game, state)
            _use(position)
            field.fault("believed", f"a state of {other} as a position of {game}: {position}")
