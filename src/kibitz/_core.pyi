"""Rules, search and tables of Kibitz."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self


class Stopped(Exception):
    pass

class Control:
    """Limits long work, stops it, and hears of its progress."""

    def __init__(self, seconds: float | None = None, nodes: int | None = None, progress: Callable[[int, int], bool] | None = None) -> None: ...

    def begin(self, total: int = 0) -> None:
        """Starts the clock of work that takes so many steps."""

    def advance(self, steps: int) -> None:
        """Counts steps that need not be done."""

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

class Counts:
    """How much work a search was."""

    @property
    def nodes(self) -> int: ...

    @property
    def cutoffs(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def researches(self) -> int: ...

class DepthReport:
    """One finished depth; counts and seconds since the search began."""

    @property
    def depth(self) -> int: ...

    @property
    def value(self) -> Value: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def counts(self) -> Counts: ...

    @property
    def seconds(self) -> float: ...

class SearchReport:
    """What a search found."""

    @property
    def value(self) -> Value: ...

    @property
    def moves(self) -> list[MoveReport]: ...

    @property
    def depths(self) -> list[DepthReport]: ...

    @property
    def counts(self) -> Counts: ...

    @property
    def nodes(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def stopped(self) -> bool: ...

class Switches:
    """What a search does beyond its algorithm; none of it changes values."""

    def __init__(self, *, fail_hard: bool = False, star: int = 1, table_bytes: int = 0, double_hashing: bool = False, killers: bool = False, history: bool = False, first: int = 1, step: int = 1, aspiration: bool = False, threads: int = 1) -> None: ...

class TraceNode:
    """One node of a tree that a search visited, as its mover sees it."""

    @property
    def parent(self) -> int: ...

    @property
    def move(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def mover(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def alpha(self) -> Value: ...

    @property
    def beta(self) -> Value: ...

    @property
    def value(self) -> Value: ...

    @property
    def failed_low(self) -> bool: ...

    @property
    def failed_high(self) -> bool: ...

    @property
    def skipped(self) -> int: ...

class State:
    """A state of a game; never changes."""

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

class Tablebase:
    """A table, ready to be asked."""

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

class Repetition:
    """What it means that a position comes back; 0 is never."""

    def __init__(self, claim: int = 0, draw: int = 0, loss: int = 0, forbidden: bool = False) -> None: ...

class Rules:
    """The rules of one game with its options."""

    @property
    def identity(self) -> str:
        """What tells these rules from all others."""

    @property
    def family(self) -> str:
        """The name of the rules whatever their options; own for rules in Python."""

    @property
    def in_python(self) -> bool: ...

    @property
    def has_chance(self) -> bool: ...

    @property
    def span(self) -> float:
        """
        The most points that anybody can win by; 0 where outcomes are no points.
        """

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

    def points(self, state: State) -> int:
        """
        At an end, the first player's points less the second's, where outcomes are points.
        """

    def moves(self, state: State) -> list[int]: ...

    def chances(self, state: State) -> list[tuple[int, float]]: ...

    def is_legal(self, state: State, move: int) -> bool: ...

    def play(self, state: State, move: int) -> State: ...

    def with_history(self, state: State, past: Sequence[tuple[State, int]]) -> State:
        """
        The same state with what came before: states, the latest first, each with who acted there.
        """

    def play_and_undo(self, state: State, move: int) -> State: ...

    def key(self, state: State) -> int: ...

    def same(self, state: State, other: State) -> bool: ...

    def parts(self, move: int) -> list[int]: ...

    def pack(self, parts: Sequence[int]) -> int: ...

    def describe(self, state: State) -> list[int]: ...

    def assemble(self, numbers: Sequence[int]) -> State: ...

    def transform(self, state: State, symmetry: int) -> State: ...

    def transform_move(self, move: int, symmetry: int) -> int: ...

    def tier(self, state: State) -> int:
        """A number that no move lowers; 0 where the game has none."""

    def canonical(self, state: State) -> State: ...

    @property
    def planes(self) -> tuple[int, int, int]:
        """
        How many boards of numbers a position is as an array, how high and how wide; 0 where the core can't say.
        """

    @property
    def actions(self) -> int:
        """How many moves are numbered."""

    def encode(self, states: Sequence[State]) -> bytes:
        """The positions as arrays, one after the other."""

    def actions_of(self, state: State) -> list[int]:
        """The numbers of a player's moves, in their order."""

    def masks(self, states: Sequence[State]) -> bytes:
        """A byte for each numbered move of each position: whether it is allowed."""

    def evaluate(self, state: State, game_options: Mapping[str, int] = {}) -> float: ...

    def open_lines(self, state: State, side: int) -> int | None:
        """
        Lines that a player has begun and may still fill, in games won by lines.
        """

    def perft(self, state: State, depth: int, control: Control) -> int: ...

    def count_games(self, state: State, control: Control) -> int: ...

    def count_positions(self, state: State, most_plies: int, up_to_symmetry: bool, control: Control) -> list[int]: ...

    def play_out(self, state: State, games: int, seed: int, control: Control) -> tuple[int, int, int, int]:
        """
        Random games: won by the first player, by the second, drawn, and plies in all.
        """

    def search(self, state: State, algorithm: str, depth: int, control: Control, seed: int = 0, deepen: bool = False, every_move: bool = False, switches: Switches = ..., known: Tablebase | None = None, game_options: Mapping[str, int] = {}, weak: bool = False, evaluation: object | None = None) -> SearchReport: ...

    def search_tree(self, state: State, algorithm: str, depth: int, control: Control, seed: int, deepen: bool, switches: Switches, most_nodes: int, game_options: Mapping[str, int] = {}, evaluation: object | None = None) -> list[TraceNode]:
        """
        The tree that such a search visits at its last depth, parents before children.
        """

    @property
    def has_endgame(self) -> bool:
        """Whether positions with few pieces can be solved apart."""

    @property
    def has_selective(self) -> bool:
        """Whether it has a selective search."""

    @property
    def index_size(self) -> int:
        """Places in the game's index; 0 if it has none."""

    def solve_graph(self, control: Control, most_positions: int) -> tuple[bytes, bytes]:
        """Keys and values of every reachable position, up to symmetry."""

    def list_boundary(self, states: Sequence[State], control: Control, most_positions: int) -> tuple[int, list[tuple[int, State]]]:
        """
        How many positions of their tier these lead to, and those of later tiers; from none, the start.
        """

    def solve_block(self, states: Sequence[State], known: Sequence[tuple[bytes | memoryview, bytes | memoryview]], control: Control, most_positions: int) -> tuple[bytes, bytes]:
        """
        Keys and values of some positions of a tier and those that they lead to in it, from those of later tiers.
        """

    def join_keyed(self, parts: Sequence[tuple[bytes | memoryview, bytes | memoryview]]) -> tuple[bytes, bytes]:
        """Keys and values of several tables as those of one."""

def make_rules(game: str, options: Mapping[str, int], repetition: Repetition = ...) -> Rules:
    """The rules of a built-in game."""

def make_python_rules(rules: object, has_chance: bool, identity: str, repetition: Repetition = ...) -> Rules:
    """
    The rules of a game written in Python, and a text that tells them from all others.
    """

def make_compiled_rules(addresses: Mapping[str, int], fields: Sequence[tuple[int, int, int]], bytes: int, side_offset: int, hides_side: bool, points: tuple[int, int], start: Sequence[int], identity: str, repetition: Repetition = ...) -> Rules:
    """
    The rules of a game compiled from Python: the addresses of its methods, the layout of its states (offset, size and count of each field), the range of its points, the numbers of the first state.
    """

def key_of_bytes(bytes: bytes) -> int:
    """The key that compiled rules give a state of these bytes."""

def python_node(rules: Rules, state: State) -> object:
    """The node behind a state of a game written in Python."""

def python_state(rules: Rules, node: object) -> State:
    """A state of such a game around one of its nodes."""

class TierRun:
    """Solves a game tier by tier; for one thread at a time."""

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

    @property
    def tiers(self) -> int: ...

    @property
    def needs_marks(self) -> bool: ...

    @property
    def positions(self) -> int:
        """Positions of the tier valued last, up to symmetry."""

    def tier_size(self, tier: int) -> int: ...

    def mark(self, tier: int, control: Control) -> None:
        """Marks what moves from a tier lead to."""

    def marks(self, tier: int) -> bytes: ...

    def set_marks(self, tier: int, marks: bytes | memoryview) -> None: ...

    def value(self, tier: int, control: Control) -> tuple[bytes, bytes]:
        """
        Values a tier, once the next one has its values: its palette and packed values.
        """

    def set_values(self, tier: int, palette: bytes | memoryview, values: bytes | memoryview) -> None: ...

    def add_marks(self, tier: int, begin: int, marks: bytes | memoryview) -> None: ...

    def mark_block(self, tier: int, begin: int, end: int, control: Control) -> None:
        """Marks what moves from a block of a tier lead to."""

    def value_block(self, tier: int, begin: int, end: int, control: Control) -> tuple[bytes, bytes]:
        """
        Values a block, once all blocks of the next tier have theirs; of positions alike, the first.
        """

    def set_block(self, tier: int, begin: int, end: int, palette: bytes | memoryview, values: bytes | memoryview) -> None: ...

    def join_blocks(self, tier: int, control: Control) -> tuple[bytes, bytes]:
        """A tier as `value` gives it, once all its blocks have their values."""

class EndgameRun:
    """
    Solves all positions with few pieces, unit by unit; for one thread at a time.
    """

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

    @property
    def places(self) -> int: ...

    @property
    def units(self) -> int: ...

    def steps(self, unit: int) -> int: ...

    def level(self, unit: int) -> int:
        """A unit needs those of lower levels, and no other."""

    def solve(self, unit: int, control: Control) -> bytes: ...

    def restore(self, unit: int, stored: bytes | memoryview) -> None: ...

def tier_run(rules: Rules, threads: int, one_by_one: bool = False) -> TierRun:
    """
    Solves by tiers: by the quickest way the game has, or one position at a time.
    """

def endgame_run(rules: Rules, most_pieces: int, width: int, threads: int) -> EndgameRun: ...

class MappedFile:
    """
    A file in memory, for memoryview. What another program cuts off it reads as zeros.
    """

    def __init__(self, descriptor: int) -> None: ...

    @property
    def is_truncated(self) -> bool:
        """Whether something was read that is no longer there."""

class Payload:
    """The bytes of a table; blocks are checked when first touched."""

    def __init__(self, bytes: bytes | memoryview, sums: bytes | memoryview, block: int) -> None: ...

def open_keyed(rules: Rules, keys: bytes | memoryview, values: bytes | memoryview) -> Tablebase: ...

def open_dense(rules: Rules, palettes: bytes | memoryview, payload: Payload, begin: int, length: int) -> Tablebase: ...

def open_endgame(rules: Rules, most_pieces: int, payload: Payload, begin: int, length: int) -> Tablebase: ...

def probe(rules: Rules, table: Tablebase, state: State) -> Value | None:
    """What a state is worth to its mover, if the table knows."""

def against_random(rules: Rules, table: Tablebase, state: State, control: Control) -> list[tuple[int, float, float, float]]:
    """
    Each move's chances to win, draw and lose against an opponent who moves at random.
    """

class TierCounts:
    """What a table holds of one tier."""

    @property
    def positions(self) -> int:
        """Different positions."""

    @property
    def classes(self) -> int:
        """Positions up to symmetry."""

    @property
    def ended(self) -> tuple[int, int, int]:
        """Ended ones: won by the first player, by the second, drawn."""

    @property
    def results(self) -> tuple[int, int, int]:
        """Lost, drawn and won for the mover with best play."""

def count_tiers(rules: Rules, table: Tablebase, control: Control) -> list[TierCounts]:
    """Counts a dense table, tier by tier."""

class Rows:
    """
    Columns: what is known of one position stands at the same place in each.
    """

    def __len__(self) -> int: ...

    @property
    def numbers(self) -> bytes:
        """int64, as the game describes positions."""

    @property
    def texts(self) -> list[str]:
        """Instead of that, in games written in Python."""

    @property
    def ends(self) -> bytes:
        """uint32, where each position's numbers end."""

    @property
    def turns(self) -> bytes:
        """uint8"""

    @property
    def movers(self) -> bytes:
        """uint8"""

    @property
    def kinds(self) -> bytes:
        """uint8: loss, draw, win, expect, estimate, points."""

    @property
    def values(self) -> bytes:
        """float64: plies, chance or points."""

    @property
    def best(self) -> bytes:
        """uint32, numbers of the best moves."""

    @property
    def best_ends(self) -> bytes:
        """uint32, where those of each position end."""

    @property
    def states(self) -> list[State]:
        """The positions themselves, if they were wanted."""

class TableRows:
    """A table read through, many positions at a time."""

    def next(self, most: int, control: Control, with_states: bool = False) -> Rows:
        """The next positions; none when all were read."""

def table_rows(rules: Rules, table: Tablebase, dense: bool, control: Control) -> TableRows: ...

def probe_many(rules: Rules, table: Tablebase, states: Sequence[State]) -> list[Value | None]:
    """What each state is worth to its mover, if the table knows."""

class PvLine:
    """A principal variation with its value to the mover."""

    @property
    def value(self) -> Value: ...

    @property
    def moves(self) -> list[int]: ...

class SearchInfo:
    """The result of a selective search or of one iteration."""

    @property
    def depth(self) -> int: ...

    @property
    def sel_depth(self) -> int: ...

    @property
    def pv_lines(self) -> list[PvLine]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def hashfull(self) -> int: ...

    @property
    def stopped(self) -> bool: ...

class SearchLimits:
    """Limits and options of a selective search."""

    def __init__(self, *, depth: int = 0, seconds: float | None = None, left: float | None = None, increment: float = 0.0, moves_to_go: int = 0, overhead: float = 0.0, ponder: bool = False, infinite: bool = False, multi_pv: int = 1, search_moves: Sequence[int] = [], without: Sequence[str] = []) -> None: ...

class SelectiveEngine:
    """
    A selective search that keeps its tables from move to move; one caller at a time.
    """

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

    def resize_tt(self, bytes: int) -> None:
        """Resize and clear the transposition table."""

    def set_threads(self, threads: int) -> None: ...

    def clear(self) -> None:
        """Clear all tables, for a new game."""

    def ponder_hit(self) -> None:
        """
        The expected move was played: time counts from now on. Called from another thread.
        """

    def evaluate(self, state: State) -> int:
        """The static evaluation in centipawns, from the side to move."""

    def search(self, state: State, limits: SearchLimits, control: Control, on_info: Callable[[SearchInfo], None] | None = None, tablebase: Tablebase | None = None) -> SearchInfo:
        """Search within limits; `on_info` is called after every iteration."""

def make_selective_engine(rules: Rules, tt_bytes: int, threads: int = 1) -> SelectiveEngine:
    """The selective search of a game that has one."""

def selective_features() -> list[str]:
    """The features of the selective search; each can be switched off."""

class SampledMove:
    """
    A move, its value to the player who makes it, and how often it was tried.
    """

    @property
    def move(self) -> int: ...

    @property
    def value(self) -> Value: ...

    @property
    def visits(self) -> float: ...

    @property
    def prior(self) -> float: ...

    @property
    def mean(self) -> float: ...

    @property
    def line(self) -> list[int]: ...

class SampleStage:
    """What a sampling search knew after so many playouts."""

    @property
    def playouts(self) -> int: ...

    @property
    def value(self) -> Value: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def seconds(self) -> float: ...

class SampleReport:
    """What a sampling search found."""

    @property
    def value(self) -> Value: ...

    @property
    def moves(self) -> list[SampledMove]: ...

    @property
    def stages(self) -> list[SampleStage]: ...

    @property
    def playouts(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def reused(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def stopped(self) -> bool: ...

    @property
    def full(self) -> bool: ...

class SampledNode:
    """A node of the tree; values are the first player's, from -1 to 1."""

    @property
    def parent(self) -> int: ...

    @property
    def move(self) -> int: ...

    @property
    def turn(self) -> int: ...

    @property
    def ended(self) -> bool: ...

    @property
    def grown(self) -> bool: ...

    @property
    def visits(self) -> int: ...

    @property
    def mean(self) -> float: ...

    @property
    def lower(self) -> float: ...

    @property
    def upper(self) -> float: ...

class SampleRequest:
    """What a sampling search is asked."""

    def __init__(self, *, playouts: int = 0, seed: int = 0, threads: int = 1, exploration: float = 1.0, urgency: float = -1.0, rave: float = 0.0, bias: float = 0.0, by: str = 'random', most_plies: int = 2000, solve: bool = True, enumerate: bool = False, reuse: bool = False, gumbel: int = 0, game_options: Mapping[str, int] = {}) -> None: ...

class Network:
    """A small network that judges positions and says which moves look good."""

    def __init__(self, inputs: int, hidden: int, blocks: int, actions: int, numbers: bytes, height: int = 0, width: int = 0) -> None: ...

    def judge(self, inputs: Sequence[float]) -> list[tuple[float, list[float]]]:
        """
        For each of several positions, one after the other: its value to the mover, and how good moves look.
        """

class Sampler:
    """A sampling search that remembers its tree; one thread at a time."""

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

    def forget(self) -> None:
        """Forgets its tree."""

    def think(self, state: State, request: SampleRequest, control: Control, known: Tablebase | None = None, evaluation: object | None = None, network: Network | None = None, encoder: object | None = None) -> SampleReport:
        """Samples until its playouts are made or the control says stop."""

    def tree(self, depth: int, most: int) -> list[SampledNode]:
        """The tree of the last search down to a depth, parents before children."""

def make_sampler(rules: Rules, bytes: int) -> Sampler:
    """A sampling search whose tree takes at most so much memory."""

class PositionBase:
    """What a position rests on; never changes."""

    def __init__(self, game: object, state: State) -> None: ...

    @property
    def game(self) -> object:
        """The game it belongs to."""

    @property
    def state(self) -> State:
        """What the core calls it; for the floors that talk to the core."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """What is allowed now; nothing once the game has ended."""

    @property
    def result(self) -> int:
        """0 not ended, 1 won by the first player, 2 by the second, 3 drawn."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def turn(self) -> Any:
        """Who acts: a player, or chance."""

    @property
    def mover(self) -> Any:
        """
        Whose view values are given from: `turn`, or the player for whom the dice roll.
        """

    @property
    def times(self) -> int:
        """
        How often it has been on the board, this time included, where positions may come back.
        """

    @property
    def past(self) -> list[tuple[State, int]]:
        """The states before, the latest first, each with who acted there."""

    def after(self, move: object) -> Self:
        """The position after a move; ValueError if it is not allowed."""

class Batch:
    """
    Many games of one kind stepped at once, with arrays that belong to the caller.
    """

    def __init__(self, rules: Rules, games: int, seed: int, starts: Sequence[State], most_plies: int, observations: Any, masks: Any, turns: Any, plies: Any, rewards: Any, terminated: Any, truncated: Any, last_observations: Any) -> None: ...

    def reset(self, seed: int) -> None:
        """Begins all games again."""

    def reset_some(self, chosen: Any) -> None:
        """Begins those games again that are marked."""

    def step(self, actions: Any) -> None:
        """Plays an action in each game."""

    def sample(self, actions: Any) -> None:
        """Fills an array with legal actions, drawn by lot."""

    def state(self, game: int) -> State:
        """A game's present position."""

class ConnectBook:
    """Scores of early positions."""

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

    def __len__(self) -> int: ...

class ConnectSolver:
    """
    Solves positions of one game exactly and remembers what it learns; one thread at a time.
    """

    def __init__(self, rules: Rules, table_bits: int = 20) -> None: ...

    @property
    def identity(self) -> str:
        """Of the rules that it belongs to."""

    def score(self, rules: Rules, state: State, control: Control, threads: int = 1) -> int:
        """The score of a position for the side to move."""

    def scores(self, rules: Rules, states: list[State], control: Control, threads: int = 1) -> list[int]:
        """The scores of many positions, each for its side to move."""

    def moves(self, rules: Rules, state: State, control: Control, threads: int = 1) -> list[tuple[int, int, list[int]]]:
        """Column, score and line of every move, best first."""

    def use(self, book: ConnectBook | None) -> None: ...

    def forget(self) -> None:
        """Clears the table."""

    @property
    def nodes(self) -> int:
        """Positions searched since it was made."""

    def book_keys(self, plies: int, control: Control) -> bytes:
        """The keys of a book of so many plies, packed."""

    def book_plies(self, keys: bytes | memoryview) -> bytes:
        """How many stones lie in each position of packed keys, a byte each."""

    def fill_book(self, keys: bytes | memoryview, scores: bytes, threads: int, control: Control) -> bytes:
        """Scores for packed keys; 127 is one that is not known yet."""

def make_connect_book(rules: Rules, keys: bytes | memoryview, scores: bytes | memoryview) -> ConnectBook:
    """A book of packed keys and their scores."""

def pack_keys(keys: Sequence[int]) -> bytes: ...

def unpack_keys(packed: bytes | memoryview) -> list[int]: ...
