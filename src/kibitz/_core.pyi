"""Rules, search and tables of Kibitz."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any


class Stopped(Exception):
    pass

class State:
    """A state of a game; never changes."""

class Control:
    """Limits long work, stops it, and hears of its progress."""

    def __init__(self, seconds: float | None = None, nodes: int | None = None, progress: Callable[[int, int], bool] | None = None) -> None: ...

    def stop(self) -> None:
        """Tells the work to stop; from any thread."""

    @property
    def stopped(self) -> bool: ...

class Value:
    """A value as the core counts it."""

    @property
    def kind(self) -> str: ...

    @property
    def number(self) -> float: ...

    @property
    def exact(self) -> bool: ...

class MoveReport:
    """A move, its value to the player who makes it, and the line after it."""

    @property
    def move(self) -> int: ...

    @property
    def value(self) -> Value: ...

    @property
    def line(self) -> list[int]: ...

class SearchReport:
    """What a search found."""

    @property
    def value(self) -> Value: ...

    @property
    def moves(self) -> list[MoveReport]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def stopped(self) -> bool: ...

class Rules:
    """The rules of one game with its options."""

    @property
    def in_python(self) -> bool: ...

    @property
    def has_chance(self) -> bool: ...

    @property
    def has_evaluation(self) -> bool: ...

    @property
    def symmetries(self) -> int: ...

    def start(self) -> State: ...

    def turn(self, state: State) -> int:
        """0 the first player, 1 the second, 2 chance."""

    def mover(self, state: State) -> int: ...

    def result(self, state: State) -> int:
        """0 not ended, 1 won by the first player, 2 by the second, 3 drawn."""

    def moves(self, state: State) -> list[int]: ...

    def moves_from(self, state: State, known: object) -> tuple[Any, ...]:
        """The moves, each as the object that a mapping holds for its number."""

    def chances(self, state: State) -> list[tuple[int, float]]: ...

    def is_legal(self, state: State, move: int) -> bool: ...

    def play(self, state: State, move: int) -> State: ...

    def play_and_undo(self, state: State, move: int) -> State: ...

    def key(self, state: State) -> int: ...

    def same(self, state: State, other: State) -> bool: ...

    def parts(self, move: int) -> list[int]: ...

    def pack(self, parts: Sequence[int]) -> int: ...

    def describe(self, state: State) -> list[int]: ...

    def assemble(self, numbers: Sequence[int]) -> State: ...

    def transform(self, state: State, symmetry: int) -> State: ...

    def transform_move(self, move: int, symmetry: int) -> int: ...

    def canonical(self, state: State) -> State: ...

    def evaluate(self, state: State) -> float: ...

    def perft(self, state: State, depth: int, control: Control) -> int: ...

    def count_games(self, state: State, control: Control) -> int: ...

    def count_positions(self, state: State, most_plies: int, up_to_symmetry: bool, control: Control) -> list[int]: ...

    def play_out(self, state: State, games: int, seed: int, control: Control) -> tuple[int, int, int, int]:
        """
        Random games: won by the first player, by the second, drawn, and plies in all.
        """

    def search(self, state: State, algorithm: str, depth: int, control: Control, seed: int = 0, deepen: bool = False, every_move: bool = False) -> SearchReport: ...

    def solve_graph(self, control: Control, most_positions: int) -> tuple[bytes, bytes]:
        """Keys and values of every reachable position, up to symmetry."""

    def find(self, keys: bytes | memoryview, values: bytes | memoryview, state: State) -> Value | None:
        """A state's value in such a table, if it is there."""

    @property
    def index_size(self) -> int:
        """Places in the game's index; 0 if it has none."""

    def solve_tiers(self, control: Control, threads: int) -> tuple[bytes, bytes, int]:
        """
        A dense table: its palette, its packed values, and how many positions it has.
        """

    def find_dense(self, palette: bytes | memoryview, values: bytes | memoryview, state: State) -> Value | None:
        """A state's value in such a table, if it is there."""

def make_rules(game: str, options: Mapping[str, int]) -> Rules:
    """The rules of a built-in game."""

def make_python_rules(rules: object, has_chance: bool) -> Rules:
    """The rules of a game written in Python."""

def python_node(state: State) -> object:
    """The node behind a state of a game written in Python."""

def python_state(node: object, has_chance: bool) -> State:
    """A state around such a node."""

class ConnectBook:
    """Scores of early positions."""

    def __len__(self) -> int: ...

class ConnectSolver:
    """Solves positions of one board exactly and remembers what it learns."""

    def __init__(self, width: int, height: int, length: int, table_bits: int = 20) -> None: ...

    def score(self, picture: Sequence[int], control: Control, threads: int = 1) -> int:
        """The score of a position for the side to move."""

    def moves(self, picture: Sequence[int], control: Control, threads: int = 1) -> list[tuple[int, int, list[int]]]:
        """Column, score and line of every move, best first."""

    def use(self, book: ConnectBook | None) -> None: ...

    def forget(self) -> None:
        """Clears the table."""

    @property
    def nodes(self) -> int:
        """Positions searched since it was made."""

    def book_keys(self, plies: int) -> bytes:
        """The keys of a book of so many plies, packed."""

    def fill_book(self, keys: bytes | memoryview, scores: bytes, threads: int, control: Control) -> bytes:
        """Scores for packed keys; 127 is one that is not known yet."""

def make_connect_book(keys: bytes | memoryview, scores: bytes | memoryview) -> ConnectBook:
    """A book of packed keys and their scores."""

def pack_keys(keys: Sequence[int]) -> bytes: ...

def unpack_keys(packed: bytes | memoryview) -> list[int]: ...
