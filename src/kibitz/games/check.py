"""Tests a game's rules for contradictions, by playing it at random.

Made for games of one's own; the built-in games pass through the same checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kibitz.games.game import Game
from kibitz.games.own_game import OwnGameAdapter
from kibitz.games.own_node import Node, shorten
from kibitz.games.position import Position
from kibitz.words.errors import KibitzError
from kibitz.words.random import Random, pick
from kibitz.words.side import Side

#: A game that goes on longer than this is called endless.
LONGEST_GAME = 10_000

#: Looks at a position and says what is wrong with it.
Check = Callable[[Position], Iterator[str]]


@dataclass
class Report:
    """What a check looked at and what it found wrong, each thing once."""

    game: str
    games: int = 0
    positions: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, problem: str) -> None:
        """Note a problem, once."""
        if problem not in self.problems:
            self.problems.append(problem)


def check_game(game: Game, games: int = 100, seed: int = 0, most_problems: int = 5) -> Report:
    """Play so many random games and look for contradictions in every position met."""
    report = Report(game.spec)
    rng = Random(seed)
    checks: list[Callable[[Position], Iterator[str]]] = [
        _check_end,
        _check_text,
        _check_moves,
        _check_chances,
    ]
    if isinstance(game, OwnGameAdapter):
        checks += [_check_own_end, _check_pure, _check_own_symmetry, _check_evaluation]
    else:
        checks += [_check_symmetry]
    for _ in range(games):
        for position in _random_game(game, rng, report):
            report.positions += 1
            for check in checks:
                try:
                    for problem in check(position):
                        report.add(problem)
                except KibitzError as error:
                    report.add(str(error))
            if len(report.problems) >= most_problems:
                return report
        report.games += 1
        if report.problems:
            return report
    return report


def _random_game(game: Game, rng: Random, report: Report) -> Iterator[Position]:
    try:
        position = game.start()
        played = []
        for _ in range(LONGEST_GAME):
            yield position
            if position.is_over:
                break
            move = pick(rng, position.moves)
            played.append(move)
            position = position.play(move)
        else:
            report.add(f"a random game was not over after {LONGEST_GAME:,} plies")
            return
        # The same moves again must lead to the same place.
        again = game.start().play(*played)
        if again != position or str(again) != str(position):
            report.add(f"the same moves led to {position} and then to {again}: the rules are not repeatable")
    except KibitzError as error:
        report.add(str(error))


def _check_end(position: Position) -> Iterator[str]:
    if position.is_over == bool(position.moves):
        state = "has ended but has moves" if position.is_over else "has not ended but has no moves"
        yield f"the position {position} {state}"


def _check_text(position: Position) -> Iterator[str]:
    text = str(position)
    try:
        again = position.game.position(text)
    except KibitzError as error:
        yield f"the text of a position can't be read back: {error}"
        return
    if again != position or str(again) != text:
        yield f"the position {text} reads back as {again}"
    elif again.key != position.key:
        yield f"the position {text} has another key when it is read back"


def _check_moves(position: Position) -> Iterator[str]:
    for move in position.moves:
        if position.move(str(move)) != move:
            yield f"the move {move} in {position} reads back as another one"
        rules = position.game.rules
        restored = rules.play_and_undo(position.state, position.game.code_of(position, move))
        if not rules.same(restored, position.state) or rules.key(restored) != position.key:
            yield f"playing {move} in {position} and taking it back does not restore it"


def _check_chances(position: Position) -> Iterator[str]:
    if position.is_over or position.turn is not Side.CHANCE:
        return
    chances = position.chances
    if {move for move, _ in chances} != set(position.moves):
        yield f"the chances in {position} are not those of its moves"
    if abs(sum(chance for _, chance in chances) - 1) > 1e-9 or any(chance <= 0 for _, chance in chances):
        yield f"the chances in {position} are not above 0 or don't sum to 1"


def _check_symmetry(position: Position) -> Iterator[str]:
    rules = position.game.rules
    for symmetry in range(rules.symmetries):
        image = rules.transform(position.state, symmetry)
        if rules.result(image) != rules.result(position.state):
            yield f"symmetry {symmetry} changes the result of {position}"
        expected = {rules.transform_move(code, symmetry) for code in rules.moves(position.state)}
        if expected != set(rules.moves(image)):
            yield f"symmetry {symmetry} changes the moves of {position}"


# What only a game written in Python can get wrong.


def _node(position: Position) -> Node:
    assert isinstance(position.game, OwnGameAdapter)
    return position.game.node(position.state)


def _check_own_end(position: Position) -> Iterator[str]:
    node = _node(position)
    if node.result and node.turn is not Side.CHANCE:
        moves = list(node.rules.call("moves", node.state))
        if moves:
            yield (
                f"{node.rules.where}: outcome({shorten(node.state)}) says that the game is over, "
                f"but moves() still offers {shorten(moves)}"
            )


def _check_pure(position: Position) -> Iterator[str]:
    """No method may change the position it is given, and asking twice gives the same answer."""
    node = _node(position)
    before = repr(node.state)
    try:
        hash(node.state)
    except TypeError:
        yield f"{node.rules.where}: the position {shorten(node.state)} can't be hashed; use tuples, not lists"
        return
    again = Node(node.rules, node.state, node.side)
    if not node.result:
        if again.moves != node.moves:
            yield f"{node.rules.where}: moves({shorten(node.state)}) gives other moves when asked again"
        for index in range(node.count):
            if node.child(index) != node.child(index):
                yield (
                    f"{node.rules.where}: play({shorten(node.state)}, {shorten(node.moves[index])}) "
                    "gives another position when asked again"
                )
    if repr(node.state) != before:
        yield f"{node.rules.where}: a method changed the position {before} in place; return a new one"


def _check_own_symmetry(position: Position) -> Iterator[str]:
    """The position that stands for another must end equally and lead to the same positions."""
    node = _node(position)
    standing = node.canonical()
    said = f"{node.rules.where}: canonical({shorten(node.state)}) is {shorten(standing.state)}"
    if standing.result != node.result or standing.turn != node.turn:
        yield f"{said}, where the result or the turn differs"
    elif standing.canonical() != standing:
        yield f"{said}, which does not stand for itself"
    elif not node.result and _futures(standing) != _futures(node):
        yield f"{said}, from where other positions can be reached"


def _futures(node: Node) -> Counter[Node]:
    return Counter(node.child(index).canonical() for index in range(node.count))


def _check_evaluation(position: Position) -> Iterator[str]:
    node = _node(position)
    if node.rules.has_evaluation and not node.result:
        points = node.evaluation
        if node.rules.has_chance and not -1 <= points <= 1:
            yield (
                f"{node.rules.where}: evaluate({shorten(node.state)}) is {points}; "
                "in a game of chance it must be from -1 to 1"
            )
