"""Every optional method of a game, as an author writes and annotates it."""

from collections.abc import Iterable

import kibitz

State = tuple[int, int]


class Every(kibitz.OwnGame):
    """All of it."""

    name = "every"
    options = (kibitz.Option("size", 3, "how large", 1, 9),)
    side_names = ("white", "black")
    how_to_play = "take"
    rules_text = ("take",)
    best_search = "mcts"
    repetition = kibitz.Repetition(draw=3)
    points = (-9, 9)

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

    def look(self, state: State) -> kibitz.Board:
        return kibitz.Board(1, 1, {})

    def svg(self, state: State) -> str:
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    def move_text(self, move: int) -> str:
        return str(move)

    def write_move(self, state: State, move: int) -> str:
        return str(move)

    def state_text(self, state: State) -> str:
        return f"{state[0]} {state[1]}"

    def read_state(self, text: str) -> State:
        left, who = text.split()
        return int(left), int(who)

    def actions(self) -> Iterable[int]:
        return [1, 2]

    def encode(self, state: State) -> list[list[list[float]]]:
        return [[[float(state[0])]]]


class Span(kibitz.OwnGame):
    """Points that depend on an option."""

    options = (kibitz.Option("size", 3, "how large", 1, 9),)

    @property
    def points(self) -> tuple[int, int]:
        return -self.size, self.size

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return ["go"]

    def play(self, state: int, move: str) -> int:
        return 1

    def outcome(self, state: int) -> int | None:
        return self.size if state else None
