"""Rules, search and tables of Kibitz."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self


class Stopped(Exception):
    pass

class Control:
    """Limits, cancellation and progress reports of long work."""

    def __init__(self, seconds: float | None = None, nodes: int | None = None, progress: Callable[[int, int], bool] | None = None) -> None: ...

    def begin(self, total: int = 0) -> None:
        """Start the clock; `total` is the number of steps, if known."""

    def advance(self, steps: int) -> None:
        """Count steps that are skipped."""

    def stop(self) -> None:
        """Stop the work; from any thread."""

    @property
    def stopped(self) -> bool: ...

class Value:
    """A value of the core."""

    @property
    def kind(self) -> str: ...

    @property
    def number(self) -> float: ...

    @property
    def exact(self) -> bool: ...

class MoveReport:
    """
    A root move with its value for the player who makes it and its principal variation.
    """

    @property
    def move(self) -> int: ...

    @property
    def value(self) -> Value: ...

    @property
    def line(self) -> list[int]: ...

class Counts:
    """Node counts of a search."""

    @property
    def nodes(self) -> int: ...

    @property
    def cutoffs(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def researches(self) -> int: ...

class DepthReport:
    """One iteration; counts and seconds since the start of the search."""

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
    """The result of a search."""

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
    """Options of alpha-beta search; they never change values."""

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
    """An immutable state of a game."""

    @property
    def identity(self) -> str:
        """The identity of its rules."""

class Tablebase:
    """A table of exact values, for probing."""

    @property
    def identity(self) -> str:
        """The identity of its rules."""

class Repetition:
    """A rule of repetition, by occurrences; 0 means never."""

    def __init__(self, claim: int = 0, draw: int = 0, loss: int = 0, forbidden: bool = False) -> None: ...

class Rules:
    """The rules of one game with its options."""

    @property
    def identity(self) -> str:
        """The identity of these rules, as text."""

    @property
    def family(self) -> str:
        """The name of the rules without options; own for rules in Python."""

    @property
    def in_python(self) -> bool: ...

    @property
    def reads_moves(self) -> bool: ...

    @property
    def has_chance(self) -> bool: ...

    @property
    def span(self) -> float:
        """The largest possible score; 0 if outcomes are not points."""

    @property
    def has_evaluation(self) -> bool: ...

    @property
    def symmetries(self) -> int: ...

    def start(self) -> State: ...

    def turn(self, state: State) -> int:
        """The side to act: 0 first player, 1 second player, 2 chance."""

    def mover(self, state: State) -> int: ...

    def result(self, state: State) -> int:
        """0 ongoing, 1 first player won, 2 second player won, 3 draw."""

    def points(self, state: State) -> int:
        """The final score: the first player's points less the second's."""

    def moves(self, state: State) -> list[int]: ...

    def chances(self, state: State) -> list[tuple[int, float]]: ...

    def is_legal(self, state: State, move: int) -> bool: ...

    def play(self, state: State, move: int) -> State: ...

    def with_history(self, state: State, past: Sequence[tuple[State, int]]) -> State:
        """
        The same state with a history: earlier states, latest first, each with the side that acted.
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
        Number, height and width of the input planes; 0 if the game has no encoding.
        """

    @property
    def actions(self) -> int:
        """Number of action indexes."""

    def encode(self, states: Sequence[State]) -> bytes:
        """Input planes of several positions, float32, concatenated."""

    def actions_of(self, state: State) -> list[int]:
        """The action index of each legal move of a player."""

    def masks(self, states: Sequence[State]) -> bytes:
        """Masks of legal actions: a byte for each action of each position."""

    def evaluate(self, state: State, game_options: Mapping[str, int] = {}) -> float: ...

    def open_lines(self, state: State, side: int) -> int | None:
        """Open lines that a player has begun, in games won by lines."""

    def perft(self, state: State, depth: int, control: Control) -> int: ...

    def count_games(self, state: State, control: Control) -> int: ...

    def count_positions(self, state: State, most_plies: int, up_to_symmetry: bool, control: Control) -> list[int]: ...

    def play_out(self, state: State, games: int, seed: int, control: Control) -> tuple[int, int, int, int]:
        """
        Random playouts: first player wins, second player wins, draws, total plies.
        """

    def search(self, state: State, algorithm: str, depth: int, control: Control, seed: int = 0, deepen: bool = False, every_move: bool = False, switches: Switches = ..., tablebase: Tablebase | None = None, game_options: Mapping[str, int] = {}, weak: bool = False, evaluation: object | None = None) -> SearchReport: ...

    def search_tree(self, state: State, algorithm: str, depth: int, control: Control, seed: int, deepen: bool, switches: Switches, most_nodes: int, game_options: Mapping[str, int] = {}, evaluation: object | None = None) -> list[TraceNode]:
        """The search tree of the last iteration, parents before children."""

    @property
    def has_endgame(self) -> bool:
        """Whether it has endgame tablebases."""

    @property
    def has_selective(self) -> bool:
        """Whether it has a selective search."""

    @property
    def index_sizes(self) -> list[int]:
        """
        The size of each tier of the index that the author of a game in Python wrote.
        """

    def dense_index(self, state: State) -> int | None:
        """The index of a state in its tier, if it has one."""

    def from_dense_index(self, tier: int, index: int) -> State:
        """The position at an index, if there is one."""

    @property
    def index_size(self) -> int:
        """Size of the position index; 0 if it has none."""

    def solve_graph(self, control: Control, most_positions: int) -> tuple[bytes, bytes]:
        """Solve all reachable positions up to symmetry: keys and values."""

    def list_boundary(self, states: Sequence[State], control: Control, most_positions: int) -> tuple[int, list[tuple[int, State]]]:
        """
        Number of positions of their tier reachable from these, and their children in later tiers; of the start if empty.
        """

    def solve_block(self, states: Sequence[State], known: Sequence[tuple[bytes | memoryview, bytes | memoryview]], control: Control, most_positions: int) -> tuple[bytes, bytes]:
        """
        Solve some positions of a tier and those reachable inside it, given later tiers: keys and values.
        """

    def join_keyed(self, parts: Sequence[tuple[bytes | memoryview, bytes | memoryview]]) -> tuple[bytes, bytes]:
        """Merge keyed tables."""

def make_rules(game: str, options: Mapping[str, int], repetition: Repetition = ...) -> Rules:
    """The rules of a built-in game."""

def make_python_rules(rules: object, has_chance: bool, identity: str, repetition: Repetition = ...) -> Rules:
    """
    The rules of a game written in Python; the identity must be unique to them.
    """

def make_compiled_rules(addresses: Mapping[str, int], fields: Sequence[tuple[int, int, int]], bytes: int, side_offset: int, hides_side: bool, points: tuple[int, int], start: Sequence[int], identity: str, repetition: Repetition = ..., index_sizes: Sequence[int] = []) -> Rules:
    """
    The rules of a game compiled from Python: the addresses of its methods, the layout of its states (offset, size and count of each field), the range of its points, the numbers of the first state, the tiers of its index.
    """

def key_of_bytes(bytes: bytes) -> int:
    """The key that compiled rules give a state of these bytes."""

def python_node(rules: Rules, state: State) -> object:
    """The node of a state of a game written in Python."""

def python_state(rules: Rules, node: object) -> State:
    """The state of a node of a game written in Python."""

class TierRun:
    """Solves a game tier by tier; one thread at a time."""

    @property
    def identity(self) -> str:
        """The identity of its rules."""

    @property
    def tiers(self) -> int: ...

    @property
    def needs_marks(self) -> bool: ...

    @property
    def positions(self) -> int:
        """Positions of the last evaluated tier, up to symmetry."""

    def tier_size(self, tier: int) -> int: ...

    def mark(self, tier: int, control: Control) -> None:
        """Mark the children of a tier's marked positions."""

    def marks(self, tier: int) -> bytes: ...

    def set_marks(self, tier: int, marks: bytes | memoryview) -> None: ...

    def value(self, tier: int, control: Control) -> tuple[bytes, bytes]:
        """Evaluate a tier, given the next one: palette and packed values."""

    def set_values(self, tier: int, palette: bytes | memoryview, values: bytes | memoryview) -> None: ...

    def add_marks(self, tier: int, begin: int, marks: bytes | memoryview) -> None: ...

    def mark_block(self, tier: int, begin: int, end: int, control: Control) -> None:
        """Mark the children of a block's marked positions."""

    def value_block(self, tier: int, begin: int, end: int, control: Control) -> tuple[bytes, bytes]:
        """
        Evaluate a block, given the next tier: one position of each symmetry class.
        """

    def set_block(self, tier: int, begin: int, end: int, palette: bytes | memoryview, values: bytes | memoryview) -> None: ...

    def join_blocks(self, tier: int, control: Control) -> tuple[bytes, bytes]:
        """The whole tier, once all its blocks are evaluated."""

class EndgameRun:
    """Builds an endgame tablebase unit by unit; one thread at a time."""

    @property
    def identity(self) -> str:
        """The identity of its rules."""

    @property
    def places(self) -> int: ...

    @property
    def units(self) -> int: ...

    def steps(self, unit: int) -> int: ...

    def level(self, unit: int) -> int:
        """A unit depends on all units of lower levels."""

    def solve(self, unit: int, control: Control) -> bytes: ...

    def restore(self, unit: int, stored: bytes | memoryview) -> None: ...

def tier_run(rules: Rules, threads: int, one_by_one: bool = False) -> TierRun:
    """A solver by tiers: the game's fastest one, or one position at a time."""

def endgame_run(rules: Rules, most_pieces: int, width: int, threads: int) -> EndgameRun: ...

class IndexRun:
    """
    Solves a game in Python by its dense index, tier by tier; one thread at a time.
    """

    @property
    def identity(self) -> str:
        """The identity of its rules."""

    @property
    def tiers(self) -> int: ...

    @property
    def positions(self) -> int:
        """Positions of the last solved tier."""

    @property
    def error(self) -> float:
        """The largest error of its chances."""

    def tier_size(self, tier: int) -> int: ...

    def solve(self, tier: int, control: Control) -> bytes:
        """Solve a tier, given the later tiers that its moves lead to."""

    def restore(self, tier: int, stored: bytes | memoryview, error: float) -> None: ...

def index_run(rules: Rules, threads: int) -> IndexRun: ...

def open_indexed(rules: Rules, payload: Payload, begin: int, length: int) -> Tablebase: ...

class MappedFile:
    """A memory-mapped file, for memoryview. Truncated parts read as zeros."""

    def __init__(self, descriptor: int) -> None: ...

    @property
    def is_truncated(self) -> bool:
        """Whether truncated bytes were read."""

class Payload:
    """The bytes of a table; checksums are verified on first access."""

    def __init__(self, bytes: bytes | memoryview, sums: bytes | memoryview, block: int) -> None: ...

def open_keyed(rules: Rules, keys: bytes | memoryview, values: bytes | memoryview) -> Tablebase: ...

def open_dense(rules: Rules, palettes: bytes | memoryview, payload: Payload, begin: int, length: int) -> Tablebase: ...

def open_endgame(rules: Rules, most_pieces: int, payload: Payload, begin: int, length: int) -> Tablebase: ...

def probe(rules: Rules, table: Tablebase, state: State) -> Value | None:
    """The value of a state for its mover, if the table has it."""

def against_random(rules: Rules, table: Tablebase, state: State, control: Control) -> list[tuple[int, float, float, float]]:
    """
    Probabilities of win, draw and loss of each move against a random opponent.
    """

class TierCounts:
    """Statistics of one tier of a table."""

    @property
    def positions(self) -> int:
        """Number of positions."""

    @property
    def classes(self) -> int:
        """Positions up to symmetry."""

    @property
    def ended(self) -> tuple[int, int, int]:
        """Finished games: first player won, second player won, drawn."""

    @property
    def results(self) -> tuple[int, int, int]:
        """Losses, draws and wins for the mover with best play."""

def count_tiers(rules: Rules, table: Tablebase, control: Control) -> list[TierCounts]:
    """Statistics of a dense table by tier."""

class Rows:
    """Columns with one entry for each position."""

    def __len__(self) -> int: ...

    @property
    def numbers(self) -> bytes:
        """int64: positions as numbers, concatenated."""

    @property
    def texts(self) -> list[str]:
        """Positions of games in Python."""

    @property
    def ends(self) -> bytes:
        """uint32: end of each position in numbers."""

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
        """float64: plies, probability or points."""

    @property
    def best(self) -> bytes:
        """uint32: the best moves, concatenated."""

    @property
    def best_ends(self) -> bytes:
        """uint32: end of each position in best."""

    @property
    def states(self) -> list[State]:
        """The positions, if requested."""

class TableRows:
    """Enumeration of a table in batches."""

    def next(self, most: int, control: Control, with_states: bool = False) -> Rows:
        """The next positions; empty at the end."""

def table_rows(rules: Rules, table: Tablebase, dense: bool, control: Control) -> TableRows: ...

def probe_many(rules: Rules, table: Tablebase, states: Sequence[State]) -> list[Value | None]:
    """The value of each state for its mover, if the table has it."""

class PvLine:
    """A principal variation with its value for the mover."""

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
        """The identity of its rules."""

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

class MctsMove:
    """
    A root move with its value for the player who makes it, visits and principal variation.
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

class MctsStage:
    """The state of the search after a number of playouts."""

    @property
    def playouts(self) -> int: ...

    @property
    def value(self) -> Value: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def seconds(self) -> float: ...

class MctsReport:
    """The result of a Monte Carlo tree search."""

    @property
    def value(self) -> Value: ...

    @property
    def moves(self) -> list[MctsMove]: ...

    @property
    def stages(self) -> list[MctsStage]: ...

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

class MctsTreeNode:
    """A node of the tree; values are the first player's, from -1 to 1."""

    @property
    def parent(self) -> int: ...

    @property
    def move(self) -> int: ...

    @property
    def turn(self) -> int: ...

    @property
    def terminal(self) -> bool: ...

    @property
    def expanded(self) -> bool: ...

    @property
    def visits(self) -> int: ...

    @property
    def mean(self) -> float: ...

    @property
    def lower(self) -> float: ...

    @property
    def upper(self) -> float: ...

class MctsRequest:
    """Limits and parameters of a Monte Carlo tree search."""

    def __init__(self, *, playouts: int = 0, seed: int = 0, threads: int = 1, exploration: float = 1.0, fpu_reduction: float = -1.0, rave: float = 0.0, bias: float = 0.0, playout_policy: str = 'random', max_plies: int = 2000, solve: bool = True, enumerate: bool = False, reuse: bool = False, gumbel: int = 0, game_options: Mapping[str, int] = {}) -> None: ...

class Network:
    """A policy and value network."""

    def __init__(self, inputs: int, hidden: int, blocks: int, actions: int, parameters: bytes, height: int = 0, width: int = 0) -> None: ...

    def evaluate(self, inputs: Sequence[float]) -> list[tuple[float, list[float]]]:
        """
        The value for the mover and the logits of the moves, for each of several positions.
        """

class MctsEngine:
    """A Monte Carlo tree search that keeps its tree; one thread at a time."""

    @property
    def identity(self) -> str:
        """The identity of its rules."""

    def clear(self) -> None:
        """Clear the tree."""

    def search(self, state: State, request: MctsRequest, control: Control, tablebase: Tablebase | None = None, evaluation: object | None = None, network: Network | None = None, encoder: object | None = None) -> MctsReport:
        """
        Search until the playouts are complete, the root is proved or the control stops.
        """

    def tree(self, depth: int, max_nodes: int) -> list[MctsTreeNode]:
        """The tree of the last search down to a depth, parents before children."""

def make_mcts_engine(rules: Rules, bytes: int) -> MctsEngine:
    """A Monte Carlo tree search with a limit of memory for its tree."""

class PositionBase:
    """Immutable base class of positions."""

    def __init__(self, game: object, state: State) -> None: ...

    @property
    def game(self) -> object:
        """The game it belongs to."""

    @property
    def state(self) -> State:
        """The state in the core."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The legal moves; none if the game is over."""

    @property
    def result(self) -> int:
        """0 ongoing, 1 first player won, 2 second player won, 3 draw."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def turn(self) -> Any:
        """The side to act: a player or chance."""

    @property
    def mover(self) -> Any:
        """
        The player from whose point of view values are given: `turn`, or who rolls.
        """

    @property
    def times(self) -> int:
        """Occurrences of this position in the game, including this one."""

    @property
    def past(self) -> list[tuple[State, int]]:
        """Earlier states, latest first, each with the side that acted."""

    def after(self, move: object) -> Self:
        """The position after a move; ValueError if it is illegal."""

    def after_each(self, moves: Iterable[object]) -> list[Self]:
        """The positions after each of these moves; ValueError if one is illegal."""

    def read_moves(self, record: str, at: int) -> tuple[list[Any], list[str], int, Self, Self | None]:
        """
        Read moves from a record of ASCII text up to the first word that the core can't read: the moves, their words, where it stopped, the last position, and the one before it.
        """

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

def scan_folder(folder: bytes, suffix: bytes, seen: bytes, recent: int, limit: int) -> tuple[list[tuple[bytes, int]], list[bytes], bytes]:
    """
    Return new and changed files of a folder with their times in nanoseconds, removed files, and `seen` for the next scan.
    """

class ConnectBook:
    """Exact scores of early positions."""

    @property
    def identity(self) -> str:
        """The identity of its rules."""

    def __len__(self) -> int: ...

class ConnectSolver:
    """
    Exact solver of one game with a transposition table; one thread at a time.
    """

    def __init__(self, rules: Rules, table_bits: int = 20) -> None: ...

    @property
    def identity(self) -> str:
        """The identity of its rules."""

    def score(self, rules: Rules, state: State, control: Control, threads: int = 1) -> int:
        """The exact score of a position for the side to move."""

    def scores(self, rules: Rules, states: list[State], control: Control, threads: int = 1) -> list[int]:
        """The exact scores of several positions."""

    def score_after(self, columns: str, control: Control, threads: int = 1) -> int | None:
        """
        The exact score after these columns, a digit from 1 each; None if the game ends or they are no moves.
        """

    def scores_after(self, lines: Sequence[str], control: Control, threads: int = 1) -> list[int | None]:
        """The same for several lines."""

    def moves(self, rules: Rules, state: State, control: Control, threads: int = 1) -> list[tuple[int, int, list[int]]]:
        """Column, score and principal variation of every move, best first."""

    def set_book(self, book: ConnectBook | None) -> None: ...

    def clear(self) -> None:
        """Clear the table."""

    @property
    def nodes(self) -> int:
        """Nodes searched in total."""

    def book_keys(self, plies: int, control: Control) -> bytes:
        """The packed keys of a book with `plies` plies."""

    def book_plies(self, keys: bytes | memoryview) -> bytes:
        """Number of stones of each position of packed keys, one byte each."""

    def fill_book(self, keys: bytes | memoryview, scores: bytes, threads: int, control: Control) -> bytes:
        """Solve packed keys; 127 marks a missing score."""

def make_connect_book(rules: Rules, keys: bytes | memoryview, scores: bytes | memoryview) -> ConnectBook:
    """A book of packed keys and their scores."""

def pack_keys(keys: Sequence[int]) -> bytes: ...

def unpack_keys(packed: bytes | memoryview) -> list[int]: ...
