"""The folder of a training run, with checksums and one commit point per round.

`state.json` is the commit point. It holds the progress, the name of the replay
buffer's file, and the checksums of that file, of `best.net` and of itself. The
replay buffer and a better network are written first, under names of their own;
then `state.json` is replaced atomically; then the network gets its name. A
round that is interrupted anywhere has happened completely or not at all.
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
from kibitz.training.samples import Samples

OnMessage = Callable[[str], object]

_VERSION = 2
_MAGIC, _SUM = "kibitz training", "sha256"
_LONGEST_STATE, _LONGEST_EXAMPLES = 100_000_000, 2**40
_MOST = 10**9
_POINT = ("rounds", "games", "seconds", "alone", "search", "blunders")
#: The replay buffer's file in version 1, which had no checksum.
_OLD_EXAMPLES = "examples.bin"


@dataclass(frozen=True)
class Plan:
    """Hyperparameters of a training run. Together with the number of rounds, they determine its result."""

    game: str
    #: Self-play games per round, playouts per move, and moves considered at the root.
    games: int = 200
    playouts: int = 32
    considered: int = 8
    hidden: int = 128
    blocks: int = 2
    #: Dense layers, or convolutions over the board; then `hidden` is the number of filters.
    kind: str = "dense"
    #: Optimizer steps per round, batch size, and size of the replay buffer (symmetric images included).
    steps: int = 600
    batch: int = 256
    window: int = 100_000
    #: Learning rate.
    rate: float = 2e-3
    #: Games of the gating match that a new network must not lose; 0 to accept every network.
    gate: int = 20
    seed: int = 0
    device: str = "auto"


@dataclass
class State:
    """Progress of a training run."""

    plan: dict[str, Any]
    rounds: int = 0
    games: int = 0
    seconds: float = 0.0
    taken: int = 0
    #: The learning curve: rounds, games, seconds, best moves without and with search, blunders.
    curve: list[dict[str, float]] = field(default_factory=list)


class RunFolder:
    """The folder of a training run, locked by this process. Made by `open_run_folder`."""

    def __init__(self, path: Path, ours: Claim) -> None:
        self.path = path
        self._claim = ours
        #: The files that the state names, with their checksums.
        self._files: dict[str, str] = {}

    @property
    def network(self) -> Path:
        """The best network so far."""
        return self.path / "best.net"

    @property
    def new_network(self) -> Path:
        """The network that replaces it once the state is committed."""
        return self.path / "new.net"

    @property
    def _state(self) -> Path:
        return self.path / "state.json"

    def read(self, game: Game, on_message: OnMessage) -> tuple[State, Samples] | None:
        """Return the state and replay buffer of an earlier call, or None; BadFile if they are damaged."""
        if not self._state.exists():
            return None
        data = _parsed(self._state)
        if _MAGIC not in data:
            return self._read_old(data, game, on_message)
        with _damage_as_bad_file(self._state):
            body, total = {key: value for key, value in data.items() if key != _SUM}, data.get(_SUM)
            if body.get(_MAGIC) != _VERSION:
                raise ValueError(f"it is of version {body.get(_MAGIC)!r}, and this Kibitz knows {_VERSION}")
            if total != _sum(json.dumps(body, sort_keys=True).encode()):
                raise ValueError("it was changed by hand or damaged, as its checksum does not fit")
            state = state_of(body.get("state"))
            files = body.get("files")
            names = {self.network.name, _samples_name(state.rounds)}
            if not isinstance(files, dict) or set(files) != names:
                raise ValueError(f"it must name the files {' and '.join(sorted(names))}")
        self._files = files
        self._publish(state)
        samples = Samples.of(game)
        path = self.path / _samples_name(state.rounds)
        _fill(samples, path, self._checked(path))
        self._clean()
        return state, samples

    def commit(self, state: State, samples: Samples, *, better: bool) -> None:
        """Commit a round, or the start; with `better`, the new network becomes the best one."""
        path = self.path / _samples_name(state.rounds)
        data = samples.planes.tobytes() + samples.moves.tobytes() + samples.values.tobytes()
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
        """Rename the new network to the best one if the committed state says so."""
        wanted = self._files[self.network.name]
        if self.network.exists() and _sum(_bytes(self.network)) == wanted:
            return
        if not self.new_network.exists() or _sum(_bytes(self.new_network)) != wanted:
            if not self.network.exists() and not state.rounds:
                return  # nothing was trained yet: resuming makes the same network again
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
        """Remove the replay buffers of earlier and of interrupted rounds."""
        for path in (*self.path.glob("examples-*.bin"), self.path / _OLD_EXAMPLES):
            if path.name not in self._files:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)

    def _read_old(self, data: dict[str, Any], game: Game, on_message: OnMessage) -> tuple[State, Samples]:
        """Read a folder of version 1, which has no checksums, check its numbers and commit it."""
        with _damage_as_bad_file(self._state):
            state = state_of(data)
        samples, path = Samples.of(game), self.path / _OLD_EXAMPLES
        if path.exists():
            _fill(samples, path, _bytes(path))
            _check_numbers(samples, path)
        if not self.network.exists():
            if state.rounds:
                raise BadFile(f"{self.network} is missing; put back a copy of it, or choose another folder")
            self._files = {self.network.name: ""}
            return state, samples
        read_network(self.network)  # which has a checksum of its own
        on_message(f"{self.path} is of an earlier version without checksums; it has them from now on")
        self._files = {self.network.name: _sum(_bytes(self.network))}
        self.commit(state, samples, better=False)
        return state, samples


@contextlib.contextmanager
def open_run_folder(path: Path, on_message: OnMessage) -> Iterator[RunFolder]:
    """Lock the folder of a run, creating it if needed; InUse says who trains in it already."""
    make_folder(path)
    try:
        ours = claim(path / "state.json", "kibitz train", name=str(path))
    except InUse as error:
        raise InUse(f"{error}; wait until that has ended, or choose another folder", error.holder) from None
    if not ours.is_safe:
        on_message(f"the file system of {path} has no locks; make sure that no other program trains there")
    try:
        yield RunFolder(path, ours)
    finally:
        ours.release()


def _samples_name(rounds: int) -> str:
    return f"examples-{rounds:06}.bin"


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _bytes(path: Path) -> bytes:
    return read_regular_file(path, _LONGEST_EXAMPLES)


@contextlib.contextmanager
def _damage_as_bad_file(path: Path) -> Iterator[None]:
    """Turn errors of a damaged state into a BadFile that says what to do."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise BadFile(
            f"{path} can't be read: {error}; put back a copy of it, or remove the folder to begin again"
        ) from None


def _parsed(path: Path) -> dict[str, Any]:
    text = read_regular_file(path, _LONGEST_STATE)
    with _damage_as_bad_file(path):
        data = json.loads(text)
        if not isinstance(data, dict):
            raise TypeError("it is no object")
    assert isinstance(data, dict)
    return data


def state_of(data: Any) -> State:
    """Return the state in parsed JSON; ValueError or TypeError names the fault."""
    if not isinstance(data, dict) or set(data) != {each.name for each in fields(State)}:
        raise ValueError(f"a state has {', '.join(each.name for each in fields(State))}")
    plan = _plan_of(data["plan"])
    rounds = _whole(data["rounds"], "rounds", _MOST)
    games = _whole(data["games"], "games", _MOST * 10**6, rounds)
    if games and not rounds:
        raise ValueError("games belong to rounds, and there was none")
    taken = _whole(data["taken"], "taken", rounds)
    seconds = _number(data["seconds"], "seconds", 1e12)
    if not isinstance(data["curve"], list):
        raise TypeError("curve must be a list")
    curve: list[dict[str, float]] = []
    for row in data["curve"]:
        if not isinstance(row, dict) or set(row) != set(_POINT):
            raise ValueError(f"a point of the curve has {', '.join(_POINT)}")
        _whole(row["rounds"], "rounds", rounds, 0 if not curve else int(curve[-1]["rounds"]))
        _whole(row["games"], "games", games)
        _number(row["seconds"], "seconds", seconds + 0.1)
        for name in ("alone", "search", "blunders"):
            _number(row[name], name, 1)
        curve.append(row)
    return State(plan, rounds, games, seconds, taken, curve)


def _plan_of(data: Any) -> dict[str, Any]:
    known = {each.name: each.default for each in fields(Plan)}
    if (
        not isinstance(data, Mapping)
        or set(data) - set(known)
        or not {"game", "hidden", "blocks"} <= set(data)
    ):
        raise ValueError(f"a plan has {', '.join(known)}")
    for name, value in data.items():
        if name in ("game", "device", "kind"):
            if not isinstance(value, str) or not 0 < len(value) <= 10_000:
                raise TypeError(f"{name} must be a text")
        elif name == "rate":
            _number(value, name, 1e6)
        else:
            _whole(value, name, 10**18 if name == "seed" else _MOST)
    return dict(data)


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


def _fill(samples: Samples, path: Path, data: bytes) -> None:
    each = 4 * (samples.inputs + samples.actions + 1)
    if len(data) % each:
        raise BadFile(f"{path} is damaged: it has {len(data)} bytes, and each position takes {each}")
    count = len(data) // each
    at, end = 4 * count * samples.inputs, 4 * count * (samples.inputs + samples.actions)
    samples.planes.frombytes(data[:at])
    samples.moves.frombytes(data[at:end])
    samples.values.frombytes(data[end:])


def _check_numbers(samples: Samples, path: Path) -> None:
    """Refuse numbers that no sample has; without a checksum, nothing more can be checked."""
    fine = (
        all(map(math.isfinite, samples.planes))
        and all(0 <= share <= 1.001 for share in samples.moves)
        and all(-1 <= value <= 1 for value in samples.values)
    )
    if fine:
        rows = (
            sum(samples.moves[at : at + samples.actions])
            for at in range(0, len(samples.moves), samples.actions)
        )
        fine = all(abs(row - 1) < 1e-3 for row in rows)
    if not fine:
        raise BadFile(f"{path} is damaged; remove it to go on without the games so far")


def refuse_other_plan(path: Path, state: State, plan: Plan) -> None:
    """Refuse to resume a run with another game or network shape."""
    kept = {"kind": "dense", **state.plan}  # plans of earlier versions don't name the kind
    if any(kept[name] != getattr(plan, name) for name in ("game", "hidden", "blocks", "kind")):
        raise BadOption(f"{path} holds a run with another plan: {state.plan}")
