"""Tables of Python games: in memory where small, and iterated."""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.python_game.plain import PlainSolver

import kibitz
from kibitz import _core
from kibitz.solving.table_store import table_path


class Colour(enum.Enum):
    RED = 1


class Named(NamedTuple):
    left: int
    words: tuple[object, ...]


@dataclass(frozen=True)
class Record:
    left: int


#: One thing of each kind that a position may consist of, and of those that need care.
THINGS: list[object] = [
    *(0, 7, 10, -1, 2**63, -(2**70), True, False, None, 1.5, -0.0, 1e300, b"x"),
    *(
        "",
        "plain",
        "it's",
        "both ' and \"",
        "back\\slash",
        "new\nline",
        "é",
        "中",
        "\x7f",
        "\ud800",
        "{<=inf",
    ),
    *((), (1,), (1, (2, (3,))), frozenset(), frozenset({1, 10, 2}), frozenset({"b", "a", "é"})),
    *(Colour.RED, Record(3), Named(1, ("x", frozenset({(2,)})))),
    tuple(range(200)),  # longer than one block of the hash
    "x" * 127,
    "x" * 128,
    "x" * 129,
]


class Things(kibitz.PythonGame):
    """One move to each thing, and one more to the end."""

    def start(self) -> object:
        return ("start",)

    def moves(self, state: object) -> list[int]:
        return [*range(len(THINGS))] if state == ("start",) else [0]

    def play(self, state: object, move: int) -> object:
        return (move, THINGS[move]) if state == ("start",) else "end"

    def outcome(self, state: object) -> str | None:
        return "loss" if state == "end" else None


class Sided(Things):
    """The same with the side to move in its positions."""

    def turn(self, state: object) -> str:
        return "second" if isinstance(state, tuple) and len(state) == 2 else "first"


class Told(Things):
    """The same with a notation of its own."""

    def format_state(self, state: object) -> str:
        return f"<{state!r}>".encode("utf-8", "backslashreplace").decode()


@pytest.mark.parametrize("kind", [Things, Sided, Told])
def test_keys_of_the_core_are_those_of_nodes(kind: type[kibitz.PythonGame]) -> None:
    """Which are the hashes of texts, in every process and version."""
    game = kibitz.load(kind)
    keys, _ = game.rules.solve_graph(_core.Control(), 1_000)
    found = {int.from_bytes(keys[at : at + 8], "little") for at in range(0, len(keys), 8)}
    start = game.start()
    positions = [start, *(start.play(move) for move in start.moves)]
    positions += [position.play(position.moves[0]) for position in positions[1:]]
    wanted = set()
    for position in positions:
        text = str(position).encode("utf-8", "surrogatepass")
        wanted.add(int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little"))
    assert found == wanted


def test_a_small_table_stays_in_memory_unless_it_is_to_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    game = kibitz.load("nim")
    table = kibitz.solve(game)
    assert (table.path, table.size) == (None, 0)
    assert not table_path(game).exists()
    kept = kibitz.solve(game, keep=True)
    assert kept.path == table_path(game)
    assert kept.size > 0
    assert {(row.position, row.value) for row in kept} == {(row.position, row.value) for row in table}
    assert kibitz.solve(game).path == kept.path  # it is there, so it is opened
    assert kibitz.solve(game, again=True, keep=False).path is None
    large = kibitz.load("dots_and_boxes")
    assert kibitz.solve(large, keep=False).path is None
    assert not table_path(large).exists()
    assert kibitz.solve(large).path == table_path(large)
    assert kibitz.solve("tictactoe").path is not None  # a game of the core
    with pytest.raises(kibitz.BadOption, match="keep"):
        kibitz.solve(game, keep="yes")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spec", ["nim", "chomp:width=4,height=3", "kalah:pits=2,seeds=2", "morris", "race:goal=4"]
)
def test_rows_are_the_positions_with_their_values_and_best_moves(spec: str, tmp_path: Path) -> None:
    game = kibitz.load(spec)
    table = kibitz.solve(game)
    rows = list(table)
    assert len({row.position for row in rows}) == len(rows) == len(table)
    for row in rows:
        assert row.value == table.value(row.position)
        if row.position.is_over or row.position.turn is kibitz.Side.CHANCE:
            assert row.best == ()
            continue
        after = {}
        for move in row.position.moves:
            child = row.position.play(move).without_history()
            value = table.value(child)
            assert value is not None
            after[move] = value if child.mover is row.position.mover else -value
        best = max(after.values())
        assert set(row.best) == {move for move, value in after.items() if value == best}


def test_a_canonical_position_is_asked_for_once() -> None:
    asked: list[object] = []

    class Mirrored(kibitz.PythonGame):
        def start(self) -> tuple[int, ...]:
            return (3, 2)

        def moves(self, state: tuple[int, ...]) -> list[int]:
            return [at for at in (0, 1) if state[at]]

        def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
            return tuple(left - (at == move) for at, left in enumerate(state))

        def outcome(self, state: tuple[int, ...]) -> str | None:
            return None if any(state) else "loss"

        def canonical(self, state: tuple[int, ...]) -> tuple[int, ...]:
            asked.append(state)
            return tuple(sorted(state))

    game = kibitz.load(Mirrored)
    table = kibitz.solve(game)
    plain = PlainSolver(game.python_rules.game)  # type: ignore[attr-defined]
    places = {(tuple(sorted(state)), side) for state, side in plain}
    assert len(table) == len(places)
    assert len(asked) <= 2 * len(set(asked))  # once for each side to move
