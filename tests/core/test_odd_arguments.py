"""No argument makes the core crash, hang or allocate without bound."""

from __future__ import annotations

import functools
import re
from array import array
from collections.abc import Callable
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from kibitz import _core
from kibitz.base.errors import KibitzError

pytestmark = pytest.mark.core

HERE = Path(__file__).parents[2]
#: What the core may say to it. Nothing else, and above all no crash.
REFUSALS = (
    KibitzError,
    TypeError,
    ValueError,
    OSError,
    MemoryError,
    OverflowError,
    AttributeError,
    RuntimeError,
)
REFUSALS += (kibitz.KibitzError, _core.Stopped, LookupError, ArithmeticError, BufferError)

NUMBERS = [-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 5, 9, 64, 255, 1000, 2**16, 2**31 - 1, 2**31]
NUMBERS += [2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**40]
OTHERS = [
    None,
    True,
    1.5,
    float("nan"),
    float("inf"),
    -1e300,
    "",
    "negascout",
    "ä\0" * 50,
    object(),
    int,
    len,
]
BYTES = [
    b"",
    b"\0",
    b"\1\2\3",
    bytes(8),
    b"\xff" * 9,
    bytes(range(256)),
    bytearray(b"abc"),
    memoryview(bytes(96)),
]
LISTS: list[object] = [
    [],
    [0],
    [1, 2],
    [0] * 9,
    [3] * 9,
    [2**63 - 1] * 9,
    [-1] * 6,
    [0, 1, -1, -1, 3, 4],
    [None],
    [[]],
]
DICTS: list[object] = [
    {},
    {"forced": 1},
    {"eval": 1, "threat": 5},
    {"threat": -1},
    {"": 0},
    {1: 2},
    {"width": 3},
]
DICTS += [
    {"width": w, "height": h, "length": n, "misere": 0} for w, h, n in ((3, 3, 3), (19, 19, 19), (-1, 0, 99))
]


class Pool:
    """Values that mean something here or there, by the name of the argument they are for."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        specs = ["tictactoe", "mnk:width=9,height=8", "connect:width=4,height=4,length=3", "numerical", "ewn"]
        specs += [
            "connect:width=20,height=20",
            "ewn:size=3,stones=2,faces=2",
            str(HERE / "src" / "kibitz" / "examples" / "nim.py"),
        ]
        specs += [str(HERE / "src" / "kibitz" / "examples" / "race.py")]
        self.games = [kibitz.load(spec) for spec in specs]
        self.rules = [game.rules for game in self.games]
        self.states = [state for game in self.games for state in self._walk(game)]
        self.probes = [_core.open_keyed(rules, b"", b"") for rules in self.rules]
        self.payloads = [_core.Payload(data, b"", 1) for data in (b"", bytes(100), b"\xff" * 5000)]
        small = [rules for rules in self.rules if 0 < rules.index_size < 10**6]
        self.runs = [_core.tier_run(rules, 2, one_by_one) for rules in small for one_by_one in (True, False)]
        self.endgames = [_core.endgame_run(self.rules[6], 4, width, 2) for width in (8, 2, 1)]
        self.solvers = [_core.ConnectSolver(self.rules[2], 4)]
        self.books = [_core.make_connect_book(self.rules[2], b"\1\2", b"\1\2")]
        self.keys = [self.solvers[0].book_keys(3, _core.Control())]

    def tiny(self) -> list[tuple[_core.Rules, _core.Tablebase]]:
        """Rules of small games with a table."""
        small = [kibitz.load("mnk:width=2,height=2,length=2").rules, kibitz.load("nim:piles=2").rules]
        return [
            (rules, _core.open_keyed(rules, *rules.solve_graph(_core.Control(), 1000))) for rules in small
        ]

    def _walk(self, game: kibitz.Game) -> list[_core.State]:
        position, found = game.start(), []
        for _ in range(12):
            found.append(position.state)
            if position.is_over:
                break
            position = position.play(self.rng.choice(position.moves))
        return found

    def control(self) -> _core.Control:
        return _core.Control(seconds=0.05, nodes=self.rng.choice((0, 1, 50, 3000)))

    def switches(self) -> _core.Switches:
        choice = self.rng.choice
        return _core.Switches(
            fail_hard=choice((True, False)),
            star=choice((-1, 0, 1, 2, 3)),
            table_bytes=choice((0, 1, 64, 4096, 2**33, 2**64 - 1)),
            double_hashing=choice((True, False)),
            killers=True,
            history=choice((True, False)),
            first=choice((-5, 0, 1, 2, 2**31 - 1)),
            step=choice((-5, 0, 1, 2, 2**31 - 1)),
            aspiration=choice((True, False)),
            threads=choice((-1, 1, 2, 3, 2000, 2**31 - 1)),
        )

    def fitting(self, name: str) -> object:
        """Something that an argument of this name may be, or close to it."""
        choice = self.rng.choice
        lists: dict[str, Callable[[], object]] = {
            "rules": lambda: choice(self.rules),
            "state": lambda: choice(self.states),
            "other": lambda: choice(self.states),
            "control": self.control,
            "switches": self.switches,
            "probe": lambda: choice(self.probes),
            "states": lambda: choice([[], self.states[:3], [None], [1]]),
            "past": lambda: choice([[], [(self.states[0], 0)], [(self.states[0], 7)], [(None, 1)], 5]),
            "repetition": lambda: _core.Repetition(
                choice((0, 3, -1)), choice((0, 1, 3)), choice((0, 2)), choice((True, False))
            ),
            "tablebase": lambda: choice([None, *self.probes]),
            "payload": lambda: choice(self.payloads),
            "book": lambda: choice([None, *self.books]),
            "algorithm": lambda: choice(["minimax", "alphabeta", "negascout"]),
            "game": lambda: choice(["mnk", "connect", "ewn", "numerical", "", *self.games]),
            "options": lambda: choice(DICTS),
            "game_options": lambda: choice(DICTS[:4]),
            "parts": lambda: choice(LISTS),
            "numbers": lambda: choice(LISTS),
            "keys": lambda: choice([*BYTES, *self.keys, [1, 5], [5, 1], [2**64 - 1]]),
            "packed": lambda: choice([*BYTES, *self.keys]),
            "scores": lambda: choice([*BYTES, b"\x7f" * self._keys(), bytes(self._keys())]),
            "node": lambda: choice([None, _core.python_node(self.rules[7], self.rules[7].start())]),
            "identity": lambda: choice(["", "a", "ä"]),
            "seconds": lambda: choice([None, 0, -1.0, float("nan"), 1e300]),
            "progress": lambda: choice([None, lambda *_: True, lambda *_: False, lambda *_: 1 / 0]),
            "block": lambda: choice([0, 1, 16, 2**64 - 1]),
        }
        for bytes_name in ("bytes", "sums", "palettes", "palette", "values", "marks", "stored"):
            lists[bytes_name] = lambda: choice(BYTES)
        return lists.get(name, lambda: choice(NUMBERS[2:14]))()

    def _keys(self) -> int:
        return len(_core.unpack_keys(self.keys[0]))

    def odd(self) -> object:
        things: list[object] = [
            *self.rules[:2],
            *self.states[:2],
            *self.probes[:2],
            *self.payloads,
            *self.runs,
        ]
        things += [*self.solvers, *self.books, self.control(), self.switches(), *self.games[:2]]
        return self.rng.choice([NUMBERS, OTHERS, BYTES, LISTS, DICTS, things])[self.rng.randrange(6)]

    def arguments(self, names: list[str]) -> list[object]:
        odds = self.rng.choice((0, 0, 0.15, 0.5, 1))
        chosen = [self.odd() if self.rng.random() < odds else self.fitting(name) for name in names]
        if self.rng.random() < 0.05:
            chosen.insert(self.rng.randrange(len(chosen) + 1), self.odd())
        if self.rng.random() < 0.05 and chosen:
            chosen.pop()
        return chosen


def argument_names(function: Any) -> list[str]:
    """As the signature that nanobind keeps says them, without `self`."""
    signature = function.__nb_signature__[0][0]
    inside = signature[signature.index("(") + 1 : signature.rindex(") ->")]
    return [name for name in re.findall(r"(\w+): ", inside) if name != "self"]


def tiny_batch() -> _core.Batch:
    """Two games of tic-tac-toe, in arrays of the standard library."""
    game, games = kibitz.load("tictactoe"), 2
    planes, actions = prod(game.encoding.shape), len(game.encoding.actions)
    arrays = [
        array(kind, [0] * (size * games))
        for kind, size in zip("fBbifBBf", (planes, actions, 1, 1, 2, 1, 1, planes), strict=True)
    ]
    return _core.Batch(game.rules, games, 0, [game.start().state], 0, *arrays)


#: Functions that allocate as much as these arguments ask for.
def callables(pool: Pool) -> list[tuple[str, Callable[..., object], list[str]]]:
    """Everything that can be called, with the names of its arguments."""
    found: list[tuple[str, Callable[..., object], list[str]]] = []
    instances: list[Any] = [*pool.rules, *pool.runs, *pool.endgames, *pool.solvers, *pool.books, *pool.probes]
    instances += [_core.table_rows(rules, probe, False, _core.Control()) for rules, probe in pool.tiny()]
    instances += [_core.make_selective_engine(kibitz.load("chess").rules, 2**20)]
    instances += [_core.make_mcts_engine(kibitz.load("tictactoe").rules, 2**17)]
    # One input, one unit, no block, one move: every number 0.
    instances += [_core.Network(1, 1, 0, 1, bytes(4 * (2 + 2 + 64 + 33)))]
    instances += [tiny_batch()]
    instances += [*pool.states[:5], pool.control(), *[game.start() for game in pool.games]]
    for thing in instances:
        for name in dir(type(thing)):
            method = getattr(type(thing), name)
            if hasattr(method, "__nb_signature__") and (not name.startswith("_") or name == "__len__"):
                found.append((name, getattr(thing, name), argument_names(method)))
    for name in dir(_core):
        function = getattr(_core, name)
        if hasattr(function, "__nb_signature__"):
            found.append((name, function, argument_names(function)))
    found.append(("Control", _core.Control, ["seconds", "nodes", "progress"]))
    found.append(("Payload", _core.Payload, ["bytes", "sums", "block"]))
    found.append(("MappedFile", _core.MappedFile, ["descriptor"]))
    found.append(("ConnectSolver", _core.ConnectSolver, ["rules", "table_bits"]))
    found.append(("PositionBase", _core.PositionBase, ["game", "state"]))
    return found


def use(result: object, pool: Pool) -> None:
    """What a call gave is there to be asked."""
    if isinstance(result, _core.State):
        for rules in pool.rules:
            if rules.identity == result.identity:
                rules.moves(result), rules.key(result), rules.canonical(result)
    elif isinstance(result, _core.Tablebase):
        for rules in pool.rules:
            if rules.identity == result.identity:
                for state in pool.states:
                    if state.identity == result.identity:
                        _core.probe(rules, result, state)
    elif isinstance(result, _core.Rules):
        result.perft(result.start(), 1, pool.control())
    elif isinstance(result, _core.Control):
        result.begin(5)
        result.advance(3)
    elif isinstance(result, _core.MappedFile):
        bytes(memoryview(result)[:10])
        assert not result.is_truncated


@pytest.mark.parametrize("seed", range(6))
def test_odd_arguments_are_refused_or_answered(seed: int) -> None:
    pool = Pool(seed)
    everything = callables(pool)
    refused = answered = 0
    for _ in range(2500):
        _name, function, names = pool.rng.choice(everything)
        try:
            use(function(*pool.arguments(names)), pool)
            answered += 1
        except REFUSALS:
            refused += 1
    assert min(refused, answered) > 200


def test_every_class_and_function_is_tried() -> None:
    """What has methods is among the things that are tried, or is a plain value without any."""
    pool = Pool(0)
    tried = {name for name, _, _ in callables(pool)}
    for name in dir(_core):
        thing = getattr(_core, name)
        if hasattr(thing, "__nb_signature__"):
            assert name in tried
        elif isinstance(thing, type) and not issubclass(thing, Exception):
            methods = {m for m in vars(thing) if hasattr(getattr(thing, m), "__nb_signature__")}
            methods = {m for m in methods if not m.startswith("__")}
            assert methods <= tried, name


#: Those two are made whole by `__new__` itself.
MADE = {Exception, _core.Control, _core.Switches}
CLASSES = [thing for thing in vars(_core).values() if isinstance(thing, type) and not {*thing.__mro__} & MADE]


def ask(cls: type, name: str, thing: object, pool: Pool) -> None:
    found = getattr(thing, name)
    found(*[pool.fitting(each) for each in argument_names(getattr(cls, name))])


@pytest.mark.filterwarnings("ignore:nanobind")
@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_unknown_objects_are_refused(cls: type) -> None:
    pool = Pool(1)
    try:
        empty = cls.__new__(cls)
    except TypeError:
        return
    for name in dir(cls):
        if not name.startswith("__"):
            with pytest.raises(REFUSALS):
                ask(cls, name, empty, pool)
    rules = pool.rules[0]
    for call in (
        lambda: rules.turn(empty),
        lambda: _core.probe(rules, empty, rules.start()),
        lambda: _core.probe(empty, pool.probes[0], rules.start()),
        lambda: _core.PositionBase(pool.games[0], empty),
        lambda: _core.open_dense(rules, b"", empty, 0, 0),
        lambda: memoryview(empty),
        lambda: rules.perft(rules.start(), 1, empty),
    ):
        with pytest.raises(REFUSALS):
            call()


class OddNode:
    """A position of a game in Python that answers as it likes."""

    def __init__(self, rng: Random) -> None:
        self.__dict__["rng"] = rng

    def __getattr__(self, name: str) -> object:
        rng = self.rng
        if name.startswith("__"):
            raise AttributeError(name)
        if rng.random() < 0.02:
            return rng.choice([*NUMBERS, *OTHERS])
        if name == "child":
            return lambda place: OddNode(rng) if rng.random() < 0.98 else rng.choice(OTHERS)
        if name == "canonical":
            return lambda: self
        if name == "probabilities":
            return rng.choice([[0.5, 0.5], [1], [0.3, 0.3, 0.4], [float("nan")] * 2, [-1, 2], 7])
        if name in ("state", "child_state", "standing", "hashed"):
            return lambda place: place if name == "child_state" else rng.randrange(9)
        if name == "moves":
            return rng.choice([[1], [1, 2], [1, 2, 3]])
        usual = {
            "turn": (0, 1, 2),
            "side": (0, 1),
            "points": (-5, 0, 3),
            "mover": (0, 1),
            "result": (0, 0, 0, 0, 1, 2, 3),
            "count": (1, 2, 3),
        }
        usual |= {"key": tuple(range(50)), "evaluation": (0.5, -1.0, 3)}
        return rng.choice(usual.get(name, (None,)))

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class OddGame:
    """The methods of a game in Python, which answer as they like too."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        for name in ("moves", "play", "outcome", "turn", "roller", "chances", "evaluate", "canonical"):
            setattr(self, name, None if rng.random() < 0.1 else functools.partial(self._answer, name))

    def _answer(self, name: str, *_: object) -> object:
        rng = self.rng
        if rng.random() < 0.03:
            raise rng.choice([ValueError, SystemExit, KeyError])("odd")
        if rng.random() < 0.05:
            return rng.choice([*NUMBERS, *OTHERS])
        usual: dict[str, tuple[object, ...]] = {
            "moves": ([1, 2], (1,), []),
            "play": tuple(range(9)),
            "outcome": (None, None, None, "first", "draw", "win", 3),
            "turn": ("first", "second", "chance"),
            "roller": ("first", "second"),
            "chances": ({1: 0.5, 2: 0.5}, {}, {1: -1}),
            "evaluate": (0.5, 3, float("nan")),
            "canonical": (0, 1),
        }
        return rng.choice(usual[name])


class OddRules:
    def __init__(self, rng: Random) -> None:
        self.rng, self.has_evaluation = rng, rng.choice((True, False))
        self.span, self.points = rng.choice([(0.0, None), (5.0, (-5, 5))])
        self.hides_side, self.has_layout = rng.choice((True, False)), False
        self.game = OddGame(rng)

    def start_node(self) -> object:
        return OddNode(self.rng)

    def node(self, state: object, side: int) -> object:
        return OddNode(self.rng)


@pytest.mark.parametrize("seed", range(4))
def test_games_in_python_may_answer_anything(seed: int) -> None:
    rng = Random(seed)
    pool = Pool(seed)
    answered = 0
    for _ in range(60):
        rules = _core.make_python_rules(OddRules(rng), rng.random() < 0.5, f"odd {rng.random()}")
        for name in (
            "moves",
            "chances",
            "perft",
            "count_games",
            "count_positions",
            "play_out",
            "search",
            "evaluate",
        ):
            method = getattr(_core.Rules, name)
            arguments = [pool.fitting(each) for each in argument_names(method)]
            arguments[0] = rules.start()
            try:
                getattr(rules, name)(*arguments)
                answered += 1
            except REFUSALS:
                pass
        for call in (
            lambda rules=rules: rules.solve_graph(pool.control(), 500),
            lambda rules=rules: rules.search_tree(
                rules.start(), "negascout", 4, pool.control(), 0, True, _core.Switches(table_bytes=4096), 2000
            ),
            lambda rules=rules: _core.probe(
                rules, _core.open_keyed(rules, bytes(8), bytes(2)), rules.start()
            ),
        ):
            try:
                call()
                answered += 1
            except REFUSALS:
                pass
    assert answered > 50


class Circle:
    """A game in Python without end: one position that leads to itself."""

    has_evaluation = hides_side = has_layout = False
    span = 0.0
    points = roller = format_state = chances = evaluate = canonical = tier = None
    state = side = mover = result = key = 0
    count = 1

    @property
    def game(self) -> Circle:
        return self

    def start_node(self) -> Circle:
        return self

    def node(self, state: object, side: int) -> Circle:
        return self

    def moves(self, state: object) -> list[int]:
        return [0]

    def play(self, state: int, move: int) -> int:
        return state

    def outcome(self, state: object) -> None:
        return None

    def turn(self, state: object) -> str:
        return "first"


def test_a_game_without_end_is_refused_where_it_can_not_be_walked() -> None:
    rules = _core.make_python_rules(Circle(), False, "circle")
    control = _core.Control(seconds=600)
    with pytest.raises(ValueError, match="too long"):
        rules.count_games(rules.start(), control)
    with pytest.raises(ValueError, match="depth"):
        rules.search(rules.start(), "minimax", 10**6, control)
    for algorithm in ("minimax", "alphabeta", "negascout"):
        assert rules.search(rules.start(), algorithm, 1000, control).depth == 1000
    assert rules.perft(rules.start(), 2000, control) == 1
    with pytest.raises(ValueError, match="2000 plies"):
        rules.perft(rules.start(), 2001, control)
    with pytest.raises(_core.Stopped):
        rules.play_out(rules.start(), 1, 0, _core.Control(nodes=10_000))


def test_a_run_is_for_one_caller_at_a_time() -> None:
    rules = kibitz.load("mnk:width=4,height=3,length=3").rules
    run = _core.tier_run(rules, 1)
    refused: list[Exception] = []

    def meanwhile(done: int, total: int) -> bool:
        try:
            run.value(run.tiers - 1, _core.Control())
        except ValueError as refusal:
            refused.append(refusal)
        return True

    for tier in range(run.tiers):
        run.mark(tier, _core.Control(progress=meanwhile))
    for tier in reversed(range(run.tiers)):
        run.value(tier, _core.Control(progress=meanwhile))
    assert all("at work" in str(refusal) for refusal in refused)
