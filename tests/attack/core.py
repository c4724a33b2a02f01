"""Every function of the core with objects of other rules and random numbers and bytes.

The core is not for people, so it may refuse with any plain error; but it must not
end the process, and never take one game's things for another's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kibitz
from kibitz import _core
from kibitz.base.random import Random, pick
from kibitz.solving.solve import solve_in_memory
from kibitz.solving.solve_plan import make_plan
from tests.attack.field import Field, attack
from tests.attack.library import shown

SPECS = [
    "tictactoe",
    "mnk:width=4,height=3,length=3",
    "mnk:width=8,height=8,length=5",
    "numerical",
    "connect:width=4,height=4,length=4",
    "connect:width=5,height=4",
    "ewn:size=3,stones=2",
    "ewn:size=4,stones=2",
    "chess",
    str(Path(kibitz.__file__).parent / "examples" / "nim.py"),
    str(Path(kibitz.__file__).parent / "examples" / "race.py"),
]
#: Those with tables, and those with books.
SOLVED, BOOKED = (0, 1, 4, 6), (4, 5)
#: What takes long, or much memory, with a large number that is allowed.
COSTLY = {
    "threads",
    "table_bits",
    "table_bytes",
    "bytes",
    "depth",
    "most_plies",
    "max_plies",
    "max_nodes",
    "games",
    "width",
    "plies",
}
COSTLY |= {"most_pieces", "most_nodes", "most", "star", "step", "aspiration", "lines", "block", "descriptor"}
COSTLY |= {"playouts"}
NUMBERS = [-1, 0, 1, 2, 3, 7, 63, 64, 255, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, -(2**63), 2**64]
REFUSALS = (
    kibitz.KibitzError,
    AttributeError,
    ValueError,
    TypeError,
    OverflowError,
    MemoryError,
    IndexError,
    OSError,
)


class Pools:
    """Things to pass, by the types in the core's stub."""

    def __init__(self) -> None:
        self.by_type: dict[str, list[Any]] = {"object": [None, 3, "x", object()]}
        rng = Random(5)
        for number, spec in enumerate(SPECS):
            game = kibitz.load(spec)
            rules, position = game.rules, game.start(rng)
            self._add("Rules", rules)
            for _ in range(6):
                self._add("State", position.state)
                if position.is_over:
                    break
                position = position.play(pick(rng, position.moves))
            if number in SOLVED:
                self._add("Tablebase", kibitz.solve(game).probe)
                for name, section in solve_in_memory(game, _core.Control(), make_plan(game)).sections.items():
                    self._add("bytes", section if isinstance(section, bytes) else b"".join(section), name)
            if number in BOOKED:
                solver = _core.ConnectSolver(rules, 20)
                keys = solver.book_keys(3, _core.Control())
                scores = solver.fill_book(
                    keys, bytes([127]) * len(solver.book_plies(keys)), 1, _core.Control()
                )
                self._add("ConnectSolver", solver)
                self._add("ConnectBook", _core.make_connect_book(rules, keys, scores))
                for section in (keys, scores):
                    self._add("bytes", section)
            self._add("MctsEngine", _core.make_mcts_engine(rules, 1 << 18))
            if rules.has_selective:
                self._add("SelectiveEngine", _core.make_selective_engine(rules, 1 << 20))
        self.by_type["bytes"] += [b"", b"\0", b"\xff" * 64, bytes(4096)]

    def _add(self, kind: str, *things: Any) -> None:
        self.by_type.setdefault(kind, []).extend(thing for thing in things if not isinstance(thing, str))

    def any(self, field: Field, name: str, kind: str) -> Any:
        """Something of that type, of any game."""
        rng = field.rng
        if kind.endswith("| None") and rng.random() < 0.3:
            return None
        kind = kind.removesuffix(" | None")
        if kind.startswith("bytes"):
            found = rng.choice(self.by_type["bytes"])
            return found[: rng.randrange(len(found) + 1)] if rng.random() < 0.3 else found
        if kind == "Control":
            return _core.Control(0.2, 2000, None)
        if kind == "Switches":
            return _core.Switches(star=rng.randrange(3), table_bytes=rng.choice([0, 1, 4096]), killers=True)
        if kind == "Payload":
            data = self.any(field, name, "bytes")
            return _core.Payload(data, b"", rng.choice([1, 64, 65536]))
        if kind == "SearchLimits":
            return _core.SearchLimits(depth=1, search_moves=rng.choices(range(70), k=rng.randrange(2)))
        if kind == "MctsRequest":
            by = rng.choice(["random", "rules", "lines", "none"])
            return _core.MctsRequest(
                playouts=rng.randrange(1, 50), playout_policy=by, reuse=rng.random() < 0.5
            )
        if kind == "Repetition":
            return _core.Repetition(*(rng.choice([0, 1, 3, 255]) for _ in range(3)))
        if kind == "int":
            return rng.randrange(-1, 5) if name in COSTLY else rng.choice([*NUMBERS, *range(20)])
        simple: dict[str, Callable[[], Any]] = {
            "float": lambda: rng.choice([0.0, -1.0, 0.1, float("nan"), float("inf")]),
            "bool": lambda: rng.random() < 0.5,
            "str": lambda: rng.choice(
                ["", "alphabeta", "minimax", "negascout", "mnk", "chess", "\0", "x" * 999]
            ),
            "Sequence[int]": lambda: rng.choices([*NUMBERS, *range(9)], k=rng.choice([0, 1, 2, 9, 70, 200])),
            "Sequence[State]": lambda: rng.choices(self.by_type["State"], k=rng.randrange(4)),
            "Sequence[tuple[State, int]]": lambda: [
                (state, rng.randrange(-1, 4)) for state in rng.choices(self.by_type["State"], k=3)
            ],
            "Mapping[str, int]": lambda: {rng.choice(["width", "height", "x"]): rng.choice(NUMBERS)},
        }
        return simple[kind]() if kind in simple else rng.choice(self.by_type.get(kind, [None]))


def entrances() -> list[tuple[str, str | None, list[tuple[str, str]]]]:
    """Functions and methods of the core with the names and types of what they take."""
    stub = Path(kibitz.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    found = []
    for top in ast.parse(stub).body:
        owner = top.name if isinstance(top, ast.ClassDef) else None
        for node in top.body if isinstance(top, ast.ClassDef) else [top]:
            if (
                isinstance(node, ast.FunctionDef)
                and not node.name.startswith("_")
                and not node.decorator_list
            ):
                taken = [*node.args.args, *node.args.kwonlyargs]
                types = [(one.arg, ast.unparse(one.annotation)) for one in taken if one.annotation]
                found.append((node.name, owner, types))
    return found


def _runs(pools: Pools, field: Field) -> Iterator[tuple[str, Any]]:
    """What solves step by step is used up by it, so it is made for each round."""
    for index in field.rng.sample(SOLVED, 2):
        rules = kibitz.load(SPECS[index]).rules
        if rules.index_size:
            yield "TierRun", _core.tier_run(rules, 1)
        elif rules.has_endgame:
            yield "EndgameRun", _core.endgame_run(rules, 3, field.rng.choice([2, 8]), 1)
    solved = kibitz.load(SPECS[field.rng.choice(SOLVED)])
    probe = kibitz.solve(solved).probe
    with field.only_documented_errors(lambda: f"the rows of a table of {solved}"):
        yield (
            "TableRows",
            _core.table_rows(solved.rules, probe, bool(solved.rules.index_size), _core.Control()),
        )


@attack("inputs", weight=0.5)
def foreign_core(field: Field) -> None:
    """The core's own functions with things of any rules; none of another's is taken for its own."""
    pools = field.once("pools", Pools)
    calls = field.once("entrances", entrances)
    made = dict(_runs(pools, field))
    for name, owner, types in field.rng.sample(calls, len(calls)):
        if name in ("make_python_rules", "count_games", "solve_graph"):  # they ask Python, or never end
            continue
        for _ in range(3):
            this = None
            if owner is not None:
                this = made.get(owner) or field.rng.choice(pools.by_type.get(owner, [None]))
                if this is None:
                    break
            given = [pools.any(field, *one) for one in types]
            field.count("inputs")
            try:
                getattr(_core if this is None else this, name)(*given)
            except (*REFUSALS, _core.Stopped):
                continue
            except Exception as error:
                field.fault(
                    "tracebacks", f"{shown(f'{owner}.{name}', given, {})}: {type(error).__name__}: {error}"
                )
                continue
            known = {_identity(thing) for thing in (this, *given)} - {None}
            if len(known) > 1:
                field.fault("believed", f"{owner}.{name} took things of {sorted(map(str, known))}")


def _identity(thing: Any) -> str | None:
    return getattr(thing, "identity", None) if type(thing).__module__ == _core.__name__ else None
