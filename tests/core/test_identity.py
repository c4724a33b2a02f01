"""Objects of other rules are refused at every entrance."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import _core
from kibitz.games.connect.solver import ConnectSolver

pytestmark = pytest.mark.core

HERE = Path(__file__).parents[2]
#: Games of every kind: of the same type with other options, of other types, with dice, in Python.
SPECS = [
    "tictactoe",
    "tictactoe:misere=yes",
    "mnk:width=8,height=8,length=5",
    "mnk:width=9,height=8,length=5",
    "mnk:width=19,height=19,length=5",
    "connect:width=4,height=4,length=3",
    "connect:width=4,height=4,length=4",
    "connect:width=16,height=8,length=5",
    "numerical",
    "numerical:target=12",
    "numerical:size=4",
    "ewn:size=3,stones=2",
    "ewn:size=3,stones=2,setup=21v12",
    "ewn:size=3,stones=2,faces=3",
    str(HERE / "src" / "kibitz" / "examples" / "nim.py"),
    str(HERE / "src" / "kibitz" / "examples" / "morris.py"),
    str(HERE / "src" / "kibitz" / "examples" / "race.py"),
]
PYTHON = SPECS[-2:]


@pytest.fixture(scope="module")
def games() -> dict[str, kibitz.Game]:
    return {spec: kibitz.load(spec) for spec in SPECS}


def pairs(games: dict[str, kibitz.Game]) -> Iterator[tuple[kibitz.Game, kibitz.Game]]:
    yield from itertools.permutations(games.values(), 2)


def keyed_probe(game: kibitz.Game) -> _core.Tablebase:
    """A table without positions."""
    return _core.open_keyed(game.rules, b"", b"")


# What every method of the rules does with a state, or None where it takes nothing that belongs to rules.
Call = Callable[[_core.Rules, _core.State, _core.Control], object]
METHODS: dict[str, Call | None] = {
    **dict.fromkeys(
        [
            "identity",
            "family",
            "in_python",
            "has_chance",
            "has_evaluation",
            "symmetries",
            "span",
            "has_endgame",
            "has_selective",
            "index_size",
            "index_sizes",
            "from_dense_index",
            "reads_moves",
            "planes",
            "actions",
        ]
    ),
    **dict.fromkeys(["start", "parts", "pack", "assemble", "transform_move", "solve_graph", "join_keyed"]),
    "turn": lambda r, s, _: r.turn(s),
    "mover": lambda r, s, _: r.mover(s),
    "tier": lambda r, s, _: r.tier(s),
    "result": lambda r, s, _: r.result(s),
    "points": lambda r, s, _: r.points(s),
    "with_history": lambda r, s, _: r.with_history(s, [(s, 0)]),
    "moves": lambda r, s, _: r.moves(s),
    "chances": lambda r, s, _: r.chances(s),
    "is_legal": lambda r, s, _: r.is_legal(s, 0),
    "play": lambda r, s, _: r.play(s, 0),
    "play_and_undo": lambda r, s, _: r.play_and_undo(s, 0),
    "key": lambda r, s, _: r.key(s),
    "same": lambda r, s, _: r.same(s, s),
    "dense_index": lambda r, s, _: r.dense_index(s) if r.index_sizes else r.turn(s),
    "describe": lambda r, s, _: r.describe(s),
    "transform": lambda r, s, _: r.transform(s, 0),
    "canonical": lambda r, s, _: r.canonical(s),
    "evaluate": lambda r, s, _: r.evaluate(s) if r.has_evaluation else r.turn(s),
    "encode": lambda r, s, _: r.encode([s]),
    "actions_of": lambda r, s, _: r.actions_of(s),
    "masks": lambda r, s, _: r.masks([s]),
    "open_lines": lambda r, s, _: r.open_lines(s, 0),
    "perft": lambda r, s, c: r.perft(s, 1, c),
    "count_games": lambda r, s, c: r.count_games(s, c),
    "count_positions": lambda r, s, c: r.count_positions(s, 2, True, c),
    "play_out": lambda r, s, c: r.play_out(s, 1, 0, c),
    "list_boundary": lambda r, s, c: r.list_boundary([s], c, 100),
    "solve_block": lambda r, s, c: r.solve_block([s], [], c, 100),
    "search": lambda r, s, c: r.search(s, "alphabeta", 1, c),
    "search_tree": lambda r, s, c: r.search_tree(s, "alphabeta", 1, c, 0, False, _core.Switches(), 1000),
}


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_every_method_of_the_rules_is_walked() -> None:
    assert public(_core.Rules) == set(METHODS)


@pytest.mark.parametrize("name", [name for name, call in METHODS.items() if call is not None])
def test_no_method_takes_a_state_of_other_rules(games: dict[str, kibitz.Game], name: str) -> None:
    call = METHODS[name]
    assert call is not None
    for game, other in pairs(games):
        with pytest.raises(kibitz.WrongGame, match="belongs to"):
            call(game.rules, other.start().state, _core.Control(nodes=100))


def test_same_wants_both_states_of_its_own(games: dict[str, kibitz.Game]) -> None:
    for game, other in pairs(games):
        for states in ((game, other), (other, game)):
            with pytest.raises(kibitz.WrongGame):
                game.rules.same(*(each.start().state for each in states))


# Functions of the core that take things of a game: which of them, with a state and a probe of other rules.
FUNCTIONS: dict[str, tuple[Callable[[kibitz.Game, kibitz.Game], object], ...]] = {
    **dict.fromkeys(
        ["make_rules", "make_python_rules", "tier_run", "endgame_run", "open_keyed", "open_dense"], ()
    ),
    **dict.fromkeys(["index_run", "open_indexed", "scan_folder"], ()),
    **dict.fromkeys(
        [
            "make_selective_engine",
            "make_mcts_engine",
            "selective_features",
            "open_endgame",
            "pack_keys",
            "unpack_keys",
            "make_connect_book",
            "make_compiled_rules",
            "key_of_bytes",
        ],
        (),
    ),
    "probe": (
        lambda own, other: _core.probe(own.rules, keyed_probe(other), own.start().state),
        lambda own, other: _core.probe(own.rules, keyed_probe(own), other.start().state),
        lambda own, other: _core.probe(own.rules, keyed_probe(other), other.start().state),
    ),
    "probe_many": (
        lambda own, other: _core.probe_many(own.rules, keyed_probe(other), [own.start().state]),
        lambda own, other: _core.probe_many(own.rules, keyed_probe(own), [other.start().state]),
    ),
    "table_rows": (
        lambda own, other: _core.table_rows(own.rules, keyed_probe(other), False, _core.Control()),
    ),
    "against_random": (
        lambda own, other: _core.against_random(
            own.rules, keyed_probe(other), own.start().state, _core.Control()
        ),
        lambda own, other: _core.against_random(
            own.rules, keyed_probe(own), other.start().state, _core.Control()
        ),
    ),
    "count_tiers": (
        lambda own, other: (
            _core.count_tiers(own.rules, keyed_probe(other), _core.Control())
            if own.rules.index_size
            else _core.probe(own.rules, keyed_probe(other), own.start().state)
        ),
    ),
    "python_node": (lambda own, other: _core.python_node(own.rules, other.start().state),),
    "python_state": (
        lambda own, other: (
            _core.python_state(
                own.rules,
                _core.python_node(other.rules, other.start().state) if other.rules.in_python else None,
            )
            if own.rules.in_python and other.rules.in_python
            else own.rules.turn(other.start().state)
        ),
    ),
}
CLASSES = {
    *(
        "Batch",
        "TierCounts",
        "ConnectBook",
        "ConnectSolver",
        "Control",
        "Counts",
        "DepthReport",
        "EndgameRun",
        "MappedFile",
    ),
    *(
        "MoveReport",
        "Payload",
        "PositionBase",
        "Tablebase",
        "Rules",
        "SearchReport",
        "State",
        "Stopped",
        "Switches",
    ),
    *("Repetition", "Rows", "TableRows", "PvLine", "SearchInfo", "SearchLimits", "SelectiveEngine"),
    *("Batch", "Network", "MctsReport", "MctsRequest", "MctsStage", "MctsMove", "MctsTreeNode", "MctsEngine"),
    *("IndexRun", "TierRun", "TraceNode", "Value"),
}


def test_every_function_of_the_core_is_walked() -> None:
    assert public(_core) == set(FUNCTIONS) | CLASSES


@pytest.mark.parametrize("name", [name for name, calls in FUNCTIONS.items() if calls])
def test_no_function_takes_things_of_other_rules(games: dict[str, kibitz.Game], name: str) -> None:
    for call, (game, other) in itertools.product(FUNCTIONS[name], pairs(games)):
        with pytest.raises(kibitz.WrongGame):
            call(game, other)


def test_no_selective_engine_takes_things_of_other_rules(games: dict[str, kibitz.Game]) -> None:
    chess, chess960 = kibitz.load("chess"), kibitz.load("chess960")
    engine, limits = _core.make_selective_engine(chess.rules, 2**20), _core.SearchLimits(depth=1)
    for other in [chess960, *games.values()]:
        with pytest.raises(kibitz.WrongGame, match="position belongs to"):
            engine.search(other.start().state, limits, _core.Control())
        with pytest.raises(kibitz.WrongGame, match="table belongs to"):
            engine.search(chess.start().state, limits, _core.Control(), tablebase=keyed_probe(other))


def test_no_mcts_engine_takes_things_of_other_rules(games: dict[str, kibitz.Game]) -> None:
    request = _core.MctsRequest(playouts=1)
    for game, other in pairs(games):
        engine = _core.make_mcts_engine(game.rules, 2**17)
        assert engine.identity == game.rules.identity
        with pytest.raises(kibitz.WrongGame, match="position belongs to"):
            engine.search(other.start().state, request, _core.Control())
        with pytest.raises(kibitz.WrongGame, match="table belongs to"):
            engine.search(game.start().state, request, _core.Control(), tablebase=keyed_probe(other))


def test_no_search_asks_a_table_of_other_rules(games: dict[str, kibitz.Game]) -> None:
    for game, other in pairs(games):
        with pytest.raises(kibitz.WrongGame, match="table belongs to"):
            game.rules.search(
                game.start().state, "alphabeta", 1, _core.Control(), tablebase=keyed_probe(other)
            )


def test_no_position_has_a_state_of_other_rules(games: dict[str, kibitz.Game]) -> None:
    for game, other in pairs(games):
        with pytest.raises(kibitz.WrongGame):
            kibitz.Position(game, other.start().state)


def some_move(game: kibitz.Game) -> kibitz.Move:
    return game.start().moves[0]


def test_no_position_plays_a_move_of_other_rules(games: dict[str, kibitz.Game]) -> None:
    for game, other in pairs(games):
        for move in (some_move(other), pickle.loads(pickle.dumps(some_move(other)))):
            with pytest.raises(kibitz.WrongGame, match="move belongs to"):
                game.start().play(move)
        with pytest.raises(kibitz.WrongGame):
            game.start().after(some_move(other))


@pytest.mark.parametrize("spec", SPECS)
def test_two_loads_of_the_same_rules_agree(spec: str) -> None:
    game = kibitz.load(spec)
    start, again = game.start(), game._make_rules()
    assert again is not game.rules
    assert again.identity == game.rules.identity
    assert again.same(start.state, again.start())
    assert kibitz.Position(game, again.start()) == start
    assert _core.probe(again, keyed_probe(game), start.state) is None
    move = some_move(game)
    assert start.play(pickle.loads(pickle.dumps(move))) == start.play(move)


def test_a_game_drawn_differently_is_the_same_game() -> None:
    plain, other = kibitz.load("tictactoe"), kibitz.load("tictactoe:numbering=letters")
    assert plain.rules.identity == other.rules.identity
    assert kibitz.Position(plain, other.start().state) == plain.start()


def test_things_say_whose_they_are(games: dict[str, kibitz.Game]) -> None:
    for game in games.values():
        identity = game.rules.identity
        things: list[Any] = [game.start().state, keyed_probe(game)]
        if game.rules.index_size and game.rules.index_size < 10**7:
            things.append(_core.tier_run(game.rules, 1))
        if game.rules.has_endgame:
            things.append(_core.endgame_run(game.rules, 2, 8, 1))
        if game.rules.family == "connect" and ConnectSolver.fits(game):
            things += [_core.ConnectSolver(game.rules, 4), _core.make_connect_book(game.rules, b"", b"")]
        assert {thing.identity for thing in things} == {identity}
        assert some_move(game).rules == identity


def test_the_solver_and_its_books_keep_to_their_board() -> None:
    small, same_cells = (
        kibitz.load("connect:width=4,height=4,length=3"),
        kibitz.load("connect:width=4,height=4"),
    )
    solver = _core.ConnectSolver(small.rules, 4)
    for rules, state in (
        (same_cells.rules, same_cells.start().state),
        (small.rules, same_cells.start().state),
        (same_cells.rules, small.start().state),
    ):
        for call in (solver.score, solver.moves):
            with pytest.raises(kibitz.WrongGame):
                call(rules, state, _core.Control())
    with pytest.raises(kibitz.WrongGame):
        solver.set_book(_core.make_connect_book(same_cells.rules, b"", b""))
    solver.set_book(_core.make_connect_book(kibitz.load("connect:width=4,height=4,length=3").rules, b"", b""))
    with pytest.raises(kibitz.WrongGame):
        _core.ConnectSolver(kibitz.load("tictactoe").rules)
    with pytest.raises(kibitz.WrongGame):
        _core.make_connect_book(kibitz.load("tictactoe").rules, b"", b"")
    with pytest.raises(kibitz.WrongGame):
        ConnectSolver(small, book=False).score(same_cells.start())


def test_a_node_goes_into_no_other_game() -> None:
    morris, race = (kibitz.load(spec) for spec in PYTHON)
    node = _core.python_node(morris.rules, morris.start().state)
    assert kibitz.Position(morris, _core.python_state(morris.rules, node)) == morris.start()
    with pytest.raises(kibitz.WrongGame):
        _core.python_state(race.rules, node)
    for rules in (kibitz.load("tictactoe").rules,):
        with pytest.raises(kibitz.WrongGame):
            _core.python_state(rules, node)
        with pytest.raises(kibitz.WrongGame):
            _core.python_node(rules, rules.start())


def test_the_layers_above_refuse_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    small, large = kibitz.load("tictactoe"), kibitz.load("mnk:width=8,height=8,length=3")
    table = kibitz.solve(small)
    with pytest.raises(kibitz.WrongGame):
        table.value(large.start())
    with pytest.raises(kibitz.WrongGame):
        kibitz.Session(small, start=large.start())
    with pytest.raises(kibitz.WrongGame):
        kibitz.explain(small.start(), some_move(kibitz.load("tictactoe:misere=yes")))
    with pytest.raises(kibitz.WrongGame):
        kibitz.Record(small, (), start=large.start())
