"""Checks of Python games: methods must be pure and consistent, and pictures valid."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar
from xml.etree import ElementTree

from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.games.python_game.capabilities import exact_value
from kibitz.games.python_game.definition import OPTIONAL_METHODS, PythonGame
from kibitz.games.python_game.game import PythonGameAdapter
from kibitz.games.python_game.node import Node, shorten

T = TypeVar("T")

#: Moves per position that are all checked.
_MOST = 200
#: Public names of `PythonGame`.
_KNOWN = {*OPTIONAL_METHODS, *(name for name in vars(PythonGame) if not name.startswith("_"))}


def misspelt(game: PythonGameAdapter) -> Iterator[str]:
    """Yield a problem for each method whose name looks like a misspelt optional method."""
    definition = game.python_rules.game
    known = _KNOWN | definition._former.keys() | {option.name for option in definition.options}
    for name in dir(type(definition)):
        if name.startswith("_") or name in known or not callable(getattr(definition, name)):
            continue
        if near := difflib.get_close_matches(name.lower(), _KNOWN, n=1, cutoff=0.8):
            yield (
                f"{game.python_rules.where}: unknown method {name}; did you mean {near[0]}? "
                "A helper's name may begin with an underscore"
            )


def some_of(items: Sequence[T]) -> Sequence[T]:
    """Return all items, or an even sample of very many."""
    most = max(10, min(_MOST, _MOST * 1_000 // max(1, len(items))))
    return items[:: -(-len(items) // most)] if len(items) > most else items


def _node(position: Position) -> Node:
    assert isinstance(position.game, PythonGameAdapter)
    return position.game.node(position.state)


def _check_pure(position: Position) -> Iterator[str]:
    """Check that no method changes its position, and that each returns the same value when called again."""
    node = _node(position)
    before = repr(node.state)
    again = Node(node.rules, node.state, node.side)

    def differs(what: str, query: Callable[[Node], Any]) -> Iterator[str]:
        if query(node) != query(again):
            yield f"{node.rules.where}: {what}({shorten(node.state)}) gives another answer when asked again"

    yield from differs("turn", lambda each: each.turn)
    yield from differs("outcome", lambda each: each.result)
    yield from differs("roller", lambda each: each.mover)
    yield from differs("format_state", lambda each: each.text)
    if not node.result:
        yield from differs("moves", lambda each: each.moves)
        yield from differs("format_move", lambda each: each.texts)
        if node.turn is Side.CHANCE:
            yield from differs("chances", lambda each: each.probabilities)
        if node.rules.has_evaluation:
            yield from differs("evaluate", lambda each: each.evaluation)
        for index in some_of(range(node.count)):
            if node.child(index) != node.child(index):
                yield (
                    f"{node.rules.where}: play({shorten(node.state)}, {shorten(node.moves[index])}) "
                    "gives another position when asked again"
                )
    if repr(node.state) != before:
        yield f"{node.rules.where}: a method changed the position {before} in place; return a new one"


def _check_same(position: Position) -> Iterator[str]:
    """Check that equal positions have the same text, and different ones different texts."""
    node = _node(position)
    children = [node.child(index) for index in some_of(range(node.count))] if not node.result else []
    by_text: dict[str, Node] = {}
    for child in [node, *children]:
        _ = child.hashed
        other = by_text.setdefault(child.text, child)
        if other != child:
            yield (
                f"{node.rules.where}: the positions {shorten(other.state)} and {shorten(child.state)} "
                f"are both written {child.text!r}"
            )


def _check_symmetry(position: Position) -> Iterator[str]:
    """Check that the canonical position has the same result and leads to the same positions."""
    node = _node(position)
    representative = node.canonical()
    claim = f"{node.rules.where}: canonical({shorten(node.state)}) is {shorten(representative.state)}"
    if (
        representative.result != node.result
        or representative.turn != node.turn
        or representative.mover != node.mover
    ):
        yield f"{claim}, where the result or the turn differs"
    elif representative.canonical() != representative:
        yield f"{claim}, which does not stand for itself"
    elif node.result and node.rules.points is not None and representative.points != node.points:
        yield f"{claim}, where the points differ"
    elif not node.result and representative.count != node.count:
        yield f"{claim}, which has another number of moves"
    elif not node.result and node.count <= _MOST and _futures(representative) != _futures(node):
        yield f"{claim}, from where other positions can be reached"


def _futures(node: Node) -> Counter[Node]:
    return Counter(node.child(index).canonical() for index in range(node.count))


def _check_tier(position: Position) -> Iterator[str]:
    """Check that no move lowers the tier."""
    node = _node(position)
    if node.rules.game.tier is None:
        return
    here = node.canonical().tier
    if not node.result:
        for index in some_of(range(node.count)):
            if (after := node.child(index).canonical().tier) < here:
                yield (
                    f"{node.rules.where}: play({shorten(node.state)}, {shorten(node.moves[index])}) "
                    f"goes from tier {here} back to {after}; no move may lower tier()"
                )


def _check_index(position: Position) -> Iterator[str]:
    """Check that an index leads back to a position with the same index, tier and number of moves."""
    node = _node(position)
    if not node.rules.index_sizes or node.result or node.index is None:
        return
    claim = f"{node.rules.where}: from_index({node.tier}, {node.index})"
    there = node.rules.call("from_index", node.tier, node.index)
    if there is None:
        yield f"{claim} is None, but {shorten(node.state)} has that index"
        return
    other = Node(node.rules, there, node.side)
    if (other.tier, other.index) != (node.tier, node.index):
        yield f"{claim} is {shorten(there)}, which has the index {other.index} of tier {other.tier}"
    elif (
        other.result
        or (other.turn is Side.CHANCE) != (node.turn is Side.CHANCE)
        or other.count != node.count
        or (node.count <= _MOST and _indexed_futures(other) != _indexed_futures(node))
    ):
        yield f"{claim} is {shorten(there)}, whose moves lead elsewhere than those of {shorten(node.state)}"


def _indexed_futures(node: Node) -> Counter[tuple[object, ...]]:
    """Return where the moves of a position lead, as far as an index tells, seen by its mover."""
    out: Counter[tuple[object, ...]] = Counter()
    for child in (node.child(index) for index in range(node.count)):
        same = child.mover is node.mover
        if child.result:
            points = child.points if node.rules.points is not None else {1: 1, 2: -1, 3: 0}[child.result]
            out["end", points if node.mover is Side.FIRST else -points] += 1
        elif child.index is None:
            out["open", same, child.turn is Side.CHANCE, child.count] += 1
        else:
            out["index", same, child.tier, child.index] += 1
    return out


def _check_evaluation(position: Position) -> Iterator[str]:
    node = _node(position)
    if node.rules.has_evaluation and not node.result:
        points = node.evaluation
        if node.rules.has_chance and node.rules.points is None and not -1 <= points <= 1:
            yield (
                f"{node.rules.where}: evaluate({shorten(node.state)}) is {points}; "
                "in a game of chance it must be from -1 to 1"
            )


def _check_pictures(position: Position) -> Iterator[str]:
    """Check that every picture can be made, and that the SVG is well-formed."""
    node = _node(position)
    position.draw()
    for index, move in enumerate(position.moves):
        position.write(move)
        position.play(move).draw(last=move)
        if index >= 3:
            break
    position.game.view.board(position)
    try:
        root = ElementTree.fromstring(position.svg())
    except ElementTree.ParseError as error:
        yield f"{node.rules.where}: svg({shorten(node.state)}) can't be read: {error}"
        return
    if not root.tag.endswith("svg"):
        yield f"{node.rules.where}: svg({shorten(node.state)}) is no <svg>"


def _check_exact(position: Position) -> Iterator[str]:
    """Check that an exact value agrees with the exact values one move later."""
    node = _node(position)
    if node.rules.game.exact is None or node.result or node.turn is Side.CHANCE or node.count > _MOST:
        return
    value = exact_value(node)
    known = []
    for index in range(node.count):
        child = node.child(index)
        after = exact_value(child)
        known.append(None if after is None else after if child.mover is node.mover else -after)
    best = max((_worth(each) for each in known if each is not None), default=None)
    if value is None or best is None:
        return
    if best > _worth(value) or (None not in known and best < _worth(value)):
        yield (
            f"{node.rules.where}: exact({shorten(node.state)}) says {value.words()}, "
            "which does not follow from what it says of the moves"
        )


def _worth(value: Any) -> float:
    return float(value.points) if hasattr(value, "points") else float(value.result or 0)


def _check_compiled(position: Position) -> Iterator[str]:
    """Check that compiled methods return what the interpreter returns."""
    game = position.game
    assert isinstance(game, PythonGameAdapter)
    if game.compiled is None:
        return
    core, state, node = game.rules, position.state, _node(position)

    def differs(method: str, compiled: Any, interpreted: Any) -> Iterator[str]:
        if compiled != interpreted:
            yield (
                f"{node.rules.where}: {method}({shorten(node.state)}) is {shorten(compiled)} compiled "
                f"and {shorten(interpreted)} in the interpreter"
            )

    yield from differs("turn", Side(core.turn(state)), node.turn)
    yield from differs("outcome", core.result(state), node.result)
    yield from differs("canonical", core.describe(core.canonical(state)), game.numbers_of(node.canonical()))
    if node.rules.game.tier is not None:
        yield from differs("tier", core.tier(state), node.tier)
    if node.rules.index_sizes and not node.result:
        yield from differs("index", core.dense_index(state), node.index)
        if node.index is not None:
            place = core.from_dense_index(node.tier, node.index)
            yield from differs(
                f"from_index({node.tier}, {node.index}) for",
                None if place is None else core.describe(place),
                _numbers_from_index(game, node),
            )
    if node.result:
        if node.rules.points is not None:
            yield from differs("outcome", core.points(state), node.points)
        return
    yield from differs("roller", Side(core.mover(state)), node.mover)
    if node.rules.has_evaluation:
        yield from differs("evaluate", core.evaluate(state), node.evaluation)
    codes = core.moves(state)
    moves = [core.parts(code)[0] for code in codes]
    yield from differs("moves", moves, node.moves)
    if node.turn is Side.CHANCE:
        yield from differs("chances", [chance for _, chance in core.chances(state)], node.probabilities)
    if moves == node.moves:
        for index in some_of(range(len(moves))):
            after = core.describe(core.play(state, codes[index]))
            yield from differs(f"play with {moves[index]}", after, game.numbers_of(node.child(index)))


def _numbers_from_index(game: PythonGameAdapter, node: Node) -> list[int] | None:
    there = node.rules.call("from_index", node.tier, node.index)
    return None if there is None else game.numbers_of(Node(node.rules, there, node.side))


#: Ordered so that earlier checks explain failures of later ones.
PYTHON_GAME_CHECKS = [
    _check_compiled,
    _check_pure,
    _check_same,
    _check_symmetry,
    _check_tier,
    _check_index,
    _check_evaluation,
    _check_pictures,
    _check_exact,
]
