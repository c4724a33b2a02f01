"""The folder in which a network learns: what is kept there, checked when it is read.

`state.json` is the one commit point. It says what happened so far, names the
file with the latest games and holds the checksums of that, of `best.net` and of
itself. Examples and a better network are written first, under names of their
own; then `state.json` is replaced, whole; then the network gets its name. So a
round that is cut off anywhere has happened, or has not.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from kibitz.base.errors import BadFile, BadOption
from kibitz.files.atomic_write import write_atomically
from kibitz.files.folders import make_folder
from kibitz.files.network_file import read_network
from kibitz.files.ownership import Claim, InUse, claim
from kibitz.files.regular_file import read_regular_file
from kibitz.games.game import Game
from kibitz.training.samples import Examples

Tell = Callable[[str], object]

_VERSION = 2
_MAGIC, _SUM = "kibitz learning", "sha256"
_LONGEST_STATE, _LONGEST_EXAMPLES = 100_000_000, 2**40
_MOST = 10**9
_POINT = ("rounds", "games", "seconds", "alone", "search", "blunders")
#: What the version before called the file of examples, which had no checksum.
_OLD_EXAMPLES = "examples.bin"


@dataclass(frozen=True)
class Plan:
    """How to learn. What it learns depends on all of it and on the seed, but for how long it lasts."""

    game: str
    #: Games of each round, playouts for each of their moves, and moves to try at the root.
    games: int = 200
    playouts: int = 32
    considered: int = 8
    hidden: int = 128
    blocks: int = 2
    #: Dense layers, or convolutions over the board; then `hidden` is the number of filters.
    kind: str = "dense"
    #: Steps of training in a round, positions in a step, and those that are remembered, mirror images too.
    steps: int = 600
    batch: int = 256
    window: int = 100_000
    rate: float = 2e-3
    #: Games in which a new network must do as well as the old one; 0 to take every one.
    gate: int = 20
    seed: int = 0
    device: str = "auto"


@dataclass
class State:
    """What happened so far."""

    plan: dict[str, Any]
    rounds: int = 0
    games: int = 0
    seconds: float = 0.0
    taken: int = 0
    #: At first and after each round: rounds, games, seconds, best moves without and with search, blunders.
    curve: list[dict[str, float]] = field(default_factory=list)


class Folder:
    """A folder that this process alone learns in. Made by `open_folder`."""

    def __init__(self, path: Path, ours: Claim) -> None:
        self.path = path
        self._claim = ours
        #: The files that the state names, with their checksums.
        self._files: dict[str, str] = {}

    @property
    def network(self) -> Path:
        """The network that plays."""
        return self.path / "best.net"

    @property
    def new_network(self) -> Path:
        """One that is to take its place when the state says so."""
        return self.path / "new.net"

    @property
    def _state(self) -> Path:
        return self.path / "state.json"

    def read(self, game: Game, tell: Tell) -> tuple[State, Examples] | None:
        """What an earlier call left; None if nothing. BadFile says what can't be believed."""
        if not self._state.exists():
            return None
        told = _parsed(self._state)
        if _MAGIC not in told:
            return self._read_old(told, game, tell)
        with _doubt(self._state):
            body, total = {key: value for key, value in told.items() if key != _SUM}, told.get(_SUM)
            if body.get(_MAGIC) != _VERSION:
                raise ValueError(f"it is of version {body.get(_MAGIC)!r}, and this Kibitz knows {_VERSION}")
            if total != _sum(json.dumps(body, sort_keys=True).encode()):
                raise ValueError("it was changed by hand or damaged, as its checksum does not fit")
            state = state_of(body.get("state"))
            files = body.get("files")
            names = {self.network.name, _examples_name(state.rounds)}
            if not isinstance(files, dict) or set(files) != names:
                raise ValueError(f"it must name the files {' and '.join(sorted(names))}")
        self._files = files
        self._publish(state)
        examples = Examples.of(game)
        path = self.path / _examples_name(state.rounds)
        _fill(examples, path, self._checked(path))
        self._clean()
        return state, examples

    def commit(self, state: State, examples: Examples, *, better: bool) -> None:
        """A round has happened, or the beginning; `better` says that the new network is to play."""
        path = self.path / _examples_name(state.rounds)
        data = examples.planes.tobytes() + examples.moves.tobytes() + examples.values.tobytes()
        write_atomically(path, data)
        files = {
            self.network.name: _sum(_bytes(self.new_network)) if better else self._files[self.network.name],
            path.name: _sum(data),
        }
        body = {_MAGIC: _VERSION, "state": asdict(state), "files": files}
        text = json.dumps({**body, _SUM: _sum(json.dumps(body, sort_keys=True).encode())}, indent=1)
        write_atomically(self._state, text, commit_guard=self._claim.held)
        self._files = files
        self._publish(state)
        self._clean()

    def _publish(self, state: State) -> None:
        """Give a new network its name, if the state says so and that has not happened yet."""
        wanted = self._files[self.network.name]
        if self.network.exists() and _sum(_bytes(self.network)) == wanted:
            return
        if not self.new_network.exists() or _sum(_bytes(self.new_network)) != wanted:
            if not self.network.exists() and not state.rounds:
                return  # nothing was learnt yet: who goes on makes the same once more
            raise BadFile(
                f"{self.network} is not the network that was kept here, as its checksum does not fit; "
                "put back a copy of it, or choose another folder"
            )
        write_atomically(self.network, _bytes(self.new_network))

    def _checked(self, path: Path) -> bytes:
        data = _bytes(path)
        if _sum(data) != self._files[path.name]:
            raise BadFile(
                f"{path} was damaged, as its checksum does not fit; "
                "put back a copy of it, or choose another folder"
            )
        return data

    def _clean(self) -> None:
        """Remove the examples of earlier rounds, and of one that was cut off."""
        for path in (*self.path.glob("examples-*.bin"), self.path / _OLD_EXAMPLES):
            if path.name not in self._files:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)

    def _read_old(self, told: dict[str, Any], game: Game, tell: Tell) -> tuple[State, Examples]:
        """What the version before left, without checksums: checked as far as can be, then kept with them."""
        with _doubt(self._state):
            state = state_of(told)
        examples, path = Examples.of(game), self.path / _OLD_EXAMPLES
        if path.exists():
            _fill(examples, path, _bytes(path))
            _check_numbers(examples, path)
        if not self.network.exists():
            if state.rounds:
                raise BadFile(f"{self.network} is missing; put back a copy of it, or choose another folder")
            self._files = {self.network.name: ""}
            return state, examples
        read_network(self.network)  # which has a checksum of its own
        tell(f"{self.path} is of an earlier version, without checksums; from now on it has them")
        self._files = {self.network.name: _sum(_bytes(self.network))}
        self.commit(state, examples, better=False)
        return state, examples


@contextlib.contextmanager
def open_folder(path: Path, tell: Tell) -> Iterator[Folder]:
    """A folder to learn in, made if need be; InUse says who learns in it already."""
    make_folder(path)
    try:
        ours = claim(path / "state.json", "kibitz learn", name=str(path))
    except InUse as error:
        raise InUse(f"{error}; wait until that has ended, or choose another folder", error.holder) from None
    if not ours.is_safe:
        tell(f"the file system of {path} has no locks; see to it that nothing else learns there")
    try:
        yield Folder(path, ours)
    finally:
        ours.release()


def _examples_name(rounds: int) -> str:
    return f"examples-{rounds:06}.bin"


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _bytes(path: Path) -> bytes:
    return read_regular_file(path, _LONGEST_EXAMPLES)


@contextlib.contextmanager
def _doubt(path: Path) -> Iterator[None]:
    """What is wrong with a state, and what to do."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise BadFile(
            f"{path} can't be read: {error}; put back a copy of it, or remove the folder to begin again"
        ) from None


def _parsed(path: Path) -> dict[str, Any]:
    data, told = read_regular_file(path, _LONGEST_STATE), None
    with _doubt(path):
        told = json.loads(data)
        if not isinstance(told, dict):
            raise TypeError("it is no object")
    assert isinstance(told, dict)
    return told


def state_of(told: Any) -> State:
    """A state that was written as plain values; ValueError or TypeError says what it can't be."""
    if not isinstance(told, dict) or set(told) != {each.name for each in fields(State)}:
        raise ValueError(f"a state has {', '.join(each.name for each in fields(State))}")
    plan = _plan_of(told["plan"])
    rounds = _whole(told["rounds"], "rounds", _MOST)
    games = _whole(told["games"], "games", _MOST * 10**6, rounds)
    if games and not rounds:
        raise ValueError("games belong to rounds, and there was none")
    taken = _whole(told["taken"], "taken", rounds)
    seconds = _number(told["seconds"], "seconds", 1e12)
    if not isinstance(told["curve"], list):
        raise TypeError("curve must be a list")
    curve: list[dict[str, float]] = []
    for row in told["curve"]:
        if not isinstance(row, dict) or set(row) != set(_POINT):
            raise ValueError(f"a point of the curve has {', '.join(_POINT)}")
        _whole(row["rounds"], "rounds", rounds, 0 if not curve else int(curve[-1]["rounds"]))
        _whole(row["games"], "games", games)
        _number(row["seconds"], "seconds", seconds + 0.1)
        for name in ("alone", "search", "blunders"):
            _number(row[name], name, 1)
        curve.append(row)
    return State(plan, rounds, games, seconds, taken, curve)


def _plan_of(told: Any) -> dict[str, Any]:
    known = {each.name: each.default for each in fields(Plan)}
    if (
        not isinstance(told, Mapping)
        or set(told) - set(known)
        or not {"game", "hidden", "blocks"} <= set(told)
    ):
        raise ValueError(f"a plan has {', '.join(known)}")
    for name, value in told.items():
        if name in ("game", "device", "kind"):
            if not isinstance(value, str) or not 0 < len(value) <= 10_000:
                raise TypeError(f"{name} must be a text")
        elif name == "rate":
            _number(value, name, 1e6)
        else:
            _whole(value, name, 10**18 if name == "seed" else _MOST)
    return dict(told)


def _whole(value: Any, name: str, most: int, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}")
    return value


def _number(value: Any, name: str, most: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"{name} must be a number")
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be from 0 to {most:g}")
    return value


def _fill(examples: Examples, path: Path, data: bytes) -> None:
    each = 4 * (examples.inputs + examples.actions + 1)
    if len(data) % each:
        raise BadFile(f"{path} is damaged: it has {len(data)} bytes, and each position takes {each}")
    count = len(data) // each
    at, end = 4 * count * examples.inputs, 4 * count * (examples.inputs + examples.actions)
    examples.planes.frombytes(data[:at])
    examples.moves.frombytes(data[at:end])
    examples.values.frombytes(data[end:])


def _check_numbers(examples: Examples, path: Path) -> None:
    """Refuse numbers that no example has: without a checksum no more can be told."""
    fine = (
        all(map(math.isfinite, examples.planes))
        and all(0 <= share <= 1.001 for share in examples.moves)
        and all(-1 <= value <= 1 for value in examples.values)
    )
    if fine:
        rows = (
            sum(examples.moves[at : at + examples.actions])
            for at in range(0, len(examples.moves), examples.actions)
        )
        fine = all(abs(row - 1) < 1e-3 for row in rows)
    if not fine:
        raise BadFile(f"{path} is damaged; remove it to go on without the games so far")


def refuse_other_plan(path: Path, state: State, plan: Plan) -> None:
    """Refuse to go on with a network of another game or shape."""
    kept = {"kind": "dense", **state.plan}  # plans of earlier versions don't name the kind
    if any(kept[name] != getattr(plan, name) for name in ("game", "hidden", "blocks", "kind")):
        raise BadOption(f"{path} holds what was learnt with another plan: {state.plan}")
