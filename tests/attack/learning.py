"""Folders of training runs: killed between two files, damaged, forged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import kibitz
from kibitz.training import run_folder as module
from kibitz.training.run_folder import Plan, RunFolder, State, open_run_folder
from kibitz.training.samples import Samples
from tests.attack.damage import spoilt, spoilt_text
from tests.attack.field import Field, attack
from tests.attack.forgeries import ODD
from tests.attack.kills import LIVES, lived
from tests.training.networks import drawn_file

GAME = kibitz.load("tictactoe")
PLAN = Plan("tictactoe", hidden=4, blocks=0)
STEPS = 20
#: What is in a folder after a round: nothing of it is trained, but each round differs from the others.
_KEPT: dict[int, bytes] = {}


def silent(text: str) -> None:
    """Says nothing."""


def state_after(rounds: int) -> State:
    """What a folder says after so many rounds."""
    point = {"rounds": rounds, "games": 4 * rounds, "seconds": 1.5 * rounds, "alone": 0.5, "search": 0.75}
    return State(
        asdict(PLAN), rounds, 4 * rounds, 1.5 * rounds, rounds, [{**point, "blunders": 0.0}] if rounds else []
    )


def examples_after(rounds: int) -> Samples:
    """As many positions as rounds."""
    samples, position = Samples.of(GAME), GAME.start()
    for _ in range(rounds):
        samples.add(position, [(position.moves[0], 1.0)], 0.5)
    return samples


def commit_next(kept: RunFolder, rounds: int) -> int:
    """One round more, which has a network of its own; its number."""
    drawn_file(kept.path, GAME, seed=rounds + 1).replace(kept.new_network)
    kept.commit(state_after(rounds + 1), examples_after(rounds + 1), better=True)
    return rounds + 1


def check_folder(field: Field, path: Path, committed: int) -> None:
    """Check that every committed round is there, whole and of one piece."""
    with field.only_documented_errors(lambda: f"a folder after round {committed}"):
        with open_run_folder(path, silent) as kept:
            found = kept.read(GAME, silent)
        if found is None or (found[0].rounds == 0 and not kept.network.exists()):
            if committed >= 0 and found is None:
                field.fault("lost", f"{committed} rounds")
            return
        state, samples = found
        if state.rounds < committed:
            field.fault("lost", f"told round {committed}, the folder is at {state.rounds}")
        expected = examples_after(state.rounds)
        if state != state_after(state.rounds) or (samples.planes, samples.values) != (
            expected.planes,
            expected.values,
        ):
            field.fault("believed", f"round {state.rounds} with {len(samples)} samples: {state}")
        elsewhere = path.parent / "check"
        elsewhere.mkdir(exist_ok=True)
        if kept.network.read_bytes() != drawn_file(elsewhere, GAME, seed=state.rounds).read_bytes():
            field.fault("believed", f"the network of another round than {state.rounds}")


@attack("kills", weight=2)
def kill_learning(field: Field) -> None:
    """Rounds are committed atomically: confirmed ones exist, none partially or twice."""
    with field.fresh() as folder:
        path = folder / "net"
        for _ in range(2 * LIVES):

            def train_by_self_play(on_message: Callable[[object], None]) -> None:
                with open_run_folder(path, silent) as kept:
                    found = kept.read(GAME, silent)
                    rounds = -1 if found is None else found[0].rounds
                    for _ in range(200):
                        rounds = commit_next(kept, rounds)
                        on_message(rounds)

            _, said = lived(field, train_by_self_play, 0.15)
            if path.exists():
                check_folder(field, path, int(said[-1]) if said else -1)


def _sound(field: Field) -> dict[str, bytes]:
    """A folder after three rounds."""

    def make() -> dict[str, bytes]:
        path = field.folder / "sound"
        with open_run_folder(path, silent) as kept:
            for rounds in range(-1, 3):
                commit_next(kept, rounds)
        (path / "new.net").unlink()
        return {file.name: file.read_bytes() for file in path.iterdir()}

    return field.once("learning", make)


def _put(path: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    for name, data in files.items():
        (path / name).write_bytes(data)


def _read(path: Path) -> tuple[State, Samples] | None:
    with open_run_folder(path, silent) as kept:
        return kept.read(GAME, silent)


@attack("corruptions")
def spoil_learning(field: Field) -> None:
    """One file of a folder is damaged, then gone on with."""
    sound = _sound(field)
    path = field.folder / "damaged"
    expected = examples_after(3)
    for _ in range(STEPS):
        name = field.rng.choice(sorted(sound))
        bad = spoilt(sound[name], field.rng)
        if name == "state.json" and field.rng.random() < 0.5:
            bad = spoilt_text(sound[name].decode(), field.rng).encode()
        if bad == sound[name]:
            continue
        _put(path, {**sound, name: bad})
        field.count("corruptions")
        with field.only_documented_errors(lambda name=name, bad=bad: f"a damaged {name}: {bad[:2000]!r}"):  # type: ignore[misc]
            found = _read(path)
            if found is None or found[0] != state_after(3) or found[1].planes != expected.planes:
                field.fault("believed", f"a damaged {name}: {bad[:2000]!r}")
            elif (path / "best.net").read_bytes() != sound["best.net"]:
                field.fault("believed", "a damaged network")


@attack("corruptions")
def forged_learning(field: Field) -> None:
    """The state says other things, with a right checksum or as the version before wrote it, without."""
    sound = _sound(field)
    path = field.folder / "forged"
    for _ in range(STEPS):
        body = json.loads(sound["state.json"])
        del body["sha256"]
        for _ in range(field.rng.randrange(1, 3)):
            _alter(body if field.rng.random() < 0.2 else body["state"], field.rng)
            if not isinstance(body.get("state"), dict):
                break
        old = field.rng.random() < 0.3
        files = dict(sound)
        if old:
            text = json.dumps(body.get("state"))
            files["examples.bin"] = files.pop("examples-000003.bin")
        else:
            text = json.dumps({**body, "sha256": module._sum(json.dumps(body, sort_keys=True).encode())})
        _put(path, {**files, "state.json": text.encode("utf-8", "surrogatepass")})
        field.count("corruptions")
        with field.only_documented_errors(lambda text=text: f"a forged state {text[:1500]}"):  # type: ignore[misc]
            found = _read(path)
            if found is not None:
                state = found[0]
                fine = 0 <= state.taken <= state.rounds <= state.games and 0 <= state.seconds < 1e13
                if not fine or not all(isinstance(n, int) for n in (state.rounds, state.games, state.taken)):
                    field.fault("believed", f"a forged state {text[:1500]}")


def _alter(values: Any, rng: Any) -> None:
    if not isinstance(values, dict) or not values:
        return
    name = rng.choice(sorted(values, key=str))
    inner = values[name]
    if isinstance(inner, dict) and rng.random() < 0.6:
        _alter(inner, rng)
    elif isinstance(inner, list) and inner and rng.random() < 0.6:
        _alter(inner[0], rng)
    elif rng.random() < 0.2:
        del values[name]
    else:
        values[name] = rng.choice([*ODD, -5, 1e300])
