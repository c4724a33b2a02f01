"""Artificial games for tests of searches: random graphs, with or without chance.

A position is a number, and its children are greater numbers, so every line
ends. Positions are met again by lines of different lengths, the same side may
move several times in a row, outcomes of chance have uneven probabilities, and
estimates have nothing to do with the truth: all that searches get wrong.
"""

from __future__ import annotations

from random import Random

from kibitz import _core

FIRST, SECOND, CHANCE = 0, 1, 2
_TURNS = ("first", "second", "chance")
_RESULTS = (None, "first", "second", "draw")


class Methods:
    """What the author of such a game would have written; positions are nodes."""

    canonical = format_state = None
    tier = None
    format_state = None

    def turn(self, node: AnyNode) -> str:
        return _TURNS[node.turn]

    def roller(self, node: AnyNode) -> str:
        return _TURNS[node.mover]

    def moves(self, node: AnyNode) -> list[int]:
        return list(range(node.count))

    def play(self, node: AnyNode, place: int) -> AnyNode:
        return node.child(place)

    def outcome(self, node: AnyNode) -> str | None:
        return _RESULTS[node.result]

    def chances(self, node: AnyNode) -> dict[int, float]:
        return dict(enumerate(node.probabilities))

    def evaluate(self, node: AnyNode) -> float:
        return node.evaluation


class AnyNode:
    """A position as the core asks it where the methods' answers don't do."""

    mover: int
    turn: int
    count: int
    result: int
    evaluation: float
    probabilities: list[float]
    side = 0

    @property
    def state(self) -> AnyNode:
        return self

    @property
    def moves(self) -> list[int]:
        return list(range(self.count))

    def child(self, place: int) -> AnyNode:
        raise NotImplementedError

    def canonical(self) -> AnyNode:
        return self


class AnyGame:
    """A game as the core's adapter of Python games wants it."""

    has_evaluation = True
    hides_side = has_layout = False
    span = 0.0
    points = None
    game = Methods()

    def node(self, state: AnyNode, side: int) -> AnyNode:
        return state


class Node(AnyNode):
    def __init__(self, graph: Graph, number: int) -> None:
        self.graph = graph
        self.number = number
        rng = Random(graph.seed * 1_000_003 + number)
        self.mover = rng.choice((FIRST, SECOND))
        self.turn = CHANCE if graph.chance and number and rng.random() < 0.4 else self.mover
        self.count = rng.randint(1, graph.width)
        self.next = [number + rng.randint(1, graph.reach) for _ in range(self.count)]
        over = number >= graph.size or (number > 0 and rng.random() < graph.ends)
        self.result = rng.choice((1, 2, 3)) if over else 0
        # Few different values, so that many moves are equal.
        self.evaluation = rng.choice((-0.75, -0.5, -0.1, 0.0, 0.1, 0.3, 0.9))
        if not graph.chance:
            self.evaluation = round(self.evaluation * 40)
        weights = [rng.choice((1, 2, 7)) for _ in range(self.count)]
        self.probabilities = [weight / sum(weights) for weight in weights]

    @property
    def key(self) -> int:
        return self.number % self.graph.colliding if self.graph.colliding else self.number

    def child(self, place: int) -> Node:
        return self.graph.numbered(self.next[place])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.number == other.number

    def __hash__(self) -> int:
        return self.number


class Graph(AnyGame):
    """Random positions."""

    def __init__(
        self, seed: int, *, chance: bool, size: int = 40, width: int = 4, span: int = 6, colliding: int = 0
    ) -> None:
        self.seed, self.chance, self.size, self.width, self.reach = seed, chance, size, width, span
        self.ends = 0.1
        #: Positions share this many keys, if any number is given.
        self.colliding = colliding
        self._nodes: dict[int, Node] = {}

    def numbered(self, number: int) -> Node:
        if number not in self._nodes:
            self._nodes[number] = Node(self, number)
        return self._nodes[number]

    def start_node(self) -> Node:
        return self.numbered(0)

    def rules(self) -> _core.Rules:
        shape = f"{self.seed} {self.size} {self.width} {self.reach} {self.colliding}"
        return _core.make_python_rules(self, self.chance, f"graph {shape}")


class Ladder(AnyGame):
    """A tree without repetitions in which players and dice alternate, as in games with a die.

    What a move gains adds up along the way, and moves are listed roughly best
    first: the kind of tree that Star1 and Star2 were made for.
    """

    choices, faces = 6, 6

    class Step(AnyNode):
        def __init__(self, ladder: Ladder, path: tuple[int, ...], gain: float) -> None:
            self.ladder, self.path, self.gain = ladder, path, gain
            self.result = 0
            rolls = (len(path) + 1) // 2
            self.mover = rolls % 2
            self.turn = CHANCE if len(path) % 2 else self.mover
            self.count = ladder.faces if self.turn == CHANCE else ladder.choices
            self.probabilities = [1 / self.count] * self.count
            self.evaluation = max(-1.0, min(1.0, gain))
            self.key = hash((ladder.seed, path)) & (2**64 - 1)

        def child(self, place: int) -> Ladder.Step:
            rng = Random(hash((self.ladder.seed, self.path, place)))
            gain = 0.0
            if self.turn != CHANCE:
                gain = 0.3 - 0.08 * place + rng.uniform(-0.06, 0.06)
                gain = gain if self.mover == FIRST else -gain
            else:
                gain = rng.uniform(-0.05, 0.05)
            return Ladder.Step(self.ladder, (*self.path, place), self.gain + gain)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def start_node(self) -> Ladder.Step:
        return Ladder.Step(self, (), 0.0)

    def rules(self) -> _core.Rules:
        return _core.make_python_rules(self, True, f"ladder {self.seed}")


def expectiminimax(node: Node, depth: int) -> float:
    """The expected outcome for the first player, `depth` decisions deep, in the plainest words."""
    if node.result:
        return (0.0, 1.0, -1.0, 0.0)[node.result]
    if depth == 0:
        return node.evaluation
    if node.turn == CHANCE:
        return sum(
            chance * expectiminimax(node.child(i), depth) for i, chance in enumerate(node.probabilities)
        )
    children = [expectiminimax(node.child(i), depth - 1) for i in range(node.count)]
    return max(children) if node.turn == FIRST else min(children)
