"""What only a game written in Python can get wrong: everything is asked twice, and pictures are drawn."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar
from xml.etree import ElementTree

from kibitz.base.side import Side
from kibitz.games.position import Position
from kibitz.games.python_game.definition import ABILITIES, OwnGame
from kibitz.games.python_game.exact import exact_value
from kibitz.games.python_game.game import OwnGameAdapter
from kibitz.games.python_game.node import Node, shorten

T = TypeVar("T")

#: Moves of a position that are all looked at.
_MOST = 200
#: What the author asks for by name, besides options.
_KNOWN = {*ABILITIES, *(name for name in vars(OwnGame) if not name.startswith("_"))}


def misspelt(game: OwnGameAdapter) -> Iterator[str]:
    """Methods that look like one that Kibitz would ask, had they its name."""
    own = game.own.game
    options = {option.name for option in own.options}
    for name in dir(type(own)):
        if name.startswith("_") or name in _KNOWN or name in options or not callable(getattr(own, name)):
            continue
        if near := difflib.get_close_matches(name.lower(), _KNOWN, n=1, cutoff=0.8):
            yield (
                f"{game.own.where}: nobody asks the method {name}; is it {near[0]}? "
                "A helper's name may begin with an underscore"
            )


def some_of(items: Sequence[T]) -> Sequence[T]:
    """Not all of very many, but from everywhere in the list; each takes the longer the more there are."""
    most = max(10, min(_MOST, _MOST * 1_000 // max(1, len(items))))
    return items[:: -(-len(items) // most)] if len(items) > most else items


def _node(position: Position) -> Node:
    assert isinstance(position.game, OwnGameAdapter)
    return position.game.node(position.state)


def _check_pure(position: Position) -> Iterator[str]:
    """No method may change the position it is given, and asking twice gives the same answer."""
    node = _node(position)
    before = repr(node.state)
    again = Node(node.rules, node.state, node.side)

    def differs(what: str, ask: Callable[[Node], Any]) -> Iterator[str]:
        if ask(node) != ask(again):
            yield f"{node.rules.where}: {what}({shorten(node.state)}) gives another answer when asked again"

    yield from differs("turn", lambda each: each.turn)
    yield from differs("outcome", lambda each: each.result)
    yield from differs("roller", lambda each: each.mover)
    yield from differs("state_text", lambda each: each.text)
    if not node.result:
        yield from differs("moves", lambda each: each.moves)
        yield from differs("move_text", lambda each: each.texts)
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
    """Positions that are equal have the same text, and different ones different texts."""
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
    """The position that stands for another must end equally and lead to the same positions."""
    node = _node(position)
    standing = node.canonical()
    said = f"{node.rules.where}: canonical({shorten(node.state)}) is {shorten(standing.state)}"
    if standing.result != node.result or standing.turn != node.turn or standing.mover != node.mover:
        yield f"{said}, where the result or the turn differs"
    elif standing.canonical() != standing:
        yield f"{said}, which does not stand for itself"
    elif node.result and node.rules.points is not None and standing.points != node.points:
        yield f"{said}, where the points differ"
    elif not node.result and standing.count != node.count:
        yield f"{said}, which has another number of moves"
    elif not node.result and node.count <= _MOST and _futures(standing) != _futures(node):
        yield f"{said}, from where other positions can be reached"


def _futures(node: Node) -> Counter[Node]:
    return Counter(node.child(index).canonical() for index in range(node.count))


def _check_tier(position: Position) -> Iterator[str]:
    """No move lowers the number that positions are sorted by."""
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
    """Every picture can be made, and SVG can be read."""
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
    """What the author knows exactly agrees with what is known one move further."""
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


#: In this order: what comes first explains what comes later.
OWN_CHECKS = [
    _check_pure,
    _check_same,
    _check_symmetry,
    _check_tier,
    _check_evaluation,
    _check_pictures,
    _check_exact,
]
