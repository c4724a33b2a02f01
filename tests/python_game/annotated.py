"""Every optional method of a game, as an author writes and annotates it."""

from collections.abc import Iterable

import kibitz

State = tuple[int, int]


class Every(kibitz.PythonGame):
    """All of it."""

    name = "every"
    options = (kibitz.Option("size", 3, "how large", 1, 9),)
    side_names = ("white", "black")
    text_summary = "take"
    text_rules = ("take",)
    text_known = "a win"
    search_best = "mcts"
    repetition = kibitz.Repetition(draw=3)
    score_range = (-9, 9)

    def start(self) -> State:
        return (self.size, 0)

    def moves(self, state: State) -> list[int]:
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state: State, move: int) -> State:
        return state[0] - move, 1 - state[1]

    def outcome(self, state: State) -> int | None:
        return None if state[0] else (1 if state[1] else -1)

    def turn(self, state: State) -> str:
        return ("first", "second")[state[1]]

    def chances(self, state: State) -> dict[int, float]:
        return {1: 0.5, 2: 0.5}

    def roller(self, state: State) -> str:
        return "first"

    def evaluate(self, state: State) -> float:
        return 0.5

    def canonical(self, state: State) -> State:
        return state

    def tier(self, state: State) -> int:
        return -state[0]

    def exact(self, state: State) -> int | None:
        return None

    def draw(self, state: State) -> str:
        return str(state)

    def board(self, state: State) -> kibitz.Board:
        return kibitz.Board(1, 1, {})

    def svg(self, state: State) -> str:
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    def format_move(self, move: int) -> str:
        return str(move)

    def format_move_in(self, state: State, move: int) -> str:
        return str(move)

    def format_state(self, state: State) -> str:
        return f"{state[0]} {state[1]}"

    def parse_state(self, text: str) -> State:
        left, who = text.split()
        return int(left), int(who)

    def reasons(self, state: State, move: int) -> list[str]:
        return ["takes"]

    def name_win(self, state: State, move: int) -> str:
        return "the last one"

    def name_draw(self, state: State) -> str:
        return ""

    def actions(self) -> Iterable[int]:
        return [1, 2]

    def encode(self, state: State) -> list[list[list[float]]]:
        return [[[float(state[0])]]]


class Indexed(Every):
    """The methods that number positions, which only games with a `State` may have."""

    def tier_sizes(self) -> tuple[int, ...]:
        return 2, 2

    def later_tiers(self, tier: int) -> range:
        return range(tier + 1, self.size + 1)

    def index(self, state: State) -> int | None:
        return state[1]

    def from_index(self, tier: int, index: int) -> State | None:
        return self.size - tier, index


class Span(kibitz.PythonGame):
    """Points that depend on an option."""

    options = (kibitz.Option("size", 3, "how large", 1, 9),)

    @property
    def score_range(self) -> tuple[int, int]:
        return -self.size, self.size

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return ["go"]

    def play(self, state: int, move: str) -> int:
        return 1

    def outcome(self, state: int) -> int | None:
        return self.size if state else None
