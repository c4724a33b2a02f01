"""The folder of a training run: interrupted or damaged anywhere, or used twice."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.files.network_file import write_network
from kibitz.files.ownership import InUse
from kibitz.training import run_folder as module
from kibitz.training.run_folder import Plan, RunFolder, State, open_run_folder, state_of
from kibitz.training.samples import Samples
from tests.training.networks import drawn_file

GAME = kibitz.load("tictactoe")
PLAN = Plan("tictactoe", hidden=4, blocks=0)
POINT = {"rounds": 1, "games": 4, "seconds": 1.5, "alone": 0.5, "search": 0.75, "blunders": 0.0}


def _silent(text: str) -> None:
    """Says nothing."""


def _examples(count: int) -> Samples:
    samples = Samples.of(GAME)
    position = GAME.start()
    for _ in range(count):
        samples.add(position, [(position.moves[0], 1.0)], 0.5)
    return samples


def _state(rounds: int) -> State:
    return State(asdict(PLAN), rounds, 4 * rounds, 2.0 * rounds, rounds, [POINT] if rounds else [])


def _network(kept: RunFolder, seed: int) -> bytes:
    """Another network than before, as the new one."""
    drawn_file(kept.path, GAME, seed=seed).replace(kept.new_network)
    return kept.new_network.read_bytes()


def _learnt(path: Path, rounds: int) -> bytes:
    """A folder after some rounds; its network."""
    network = b""
    with open_run_folder(path, _silent) as kept:
        for number in range(rounds + 1):
            network = _network(kept, number)
            kept.commit(_state(number), _examples(number), better=True)
    return network


def _read(path: Path, said: list[str] | None = None) -> tuple[State, Samples]:
    with open_run_folder(path, _silent if said is None else said.append) as kept:
        found = kept.read(GAME, _silent if said is None else said.append)
        assert found is not None
        return found


def test_committed_data_is_read_back(tmp_path: Path) -> None:
    network = _learnt(tmp_path, 2)
    assert _read(tmp_path) == (_state(2), _with_games(2))
    assert (tmp_path / "best.net").read_bytes() == network
    assert [path.name for path in tmp_path.glob("examples-*")] == ["examples-000002.bin"]


def _with_games(count: int) -> Samples:
    samples = _examples(count)
    samples.games = 0
    return samples


class _Cut(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("after", range(4))
def test_a_round_that_is_cut_off_has_happened_or_has_not(
    tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off after each of the files that it writes: the network is the one that the state is of."""
    before = _learnt(tmp_path, 1)
    write, written = module.write_atomically, []

    def cut(path: Path, *rest: Any, **how: Any) -> None:
        if len(written) == after:
            raise _Cut
        written.append(path.name)
        write(path, *rest, **how)

    with monkeypatch.context() as short:
        short.setattr(module, "write_atomically", cut)
        with open_run_folder(tmp_path, _silent) as kept:
            kept.read(GAME, _silent)
            now = _network(kept, 7)
            try:
                kept.commit(_state(2), _examples(2), better=True)
            except _Cut:
                assert after < 3
    assert written == ["examples-000002.bin", "state.json", "best.net"][:after]
    state, samples = _read(tmp_path)
    rounds = 2 if "state.json" in written else 1
    assert (state, len(samples)) == (_state(rounds), 8 * rounds)
    assert (tmp_path / "best.net").read_bytes() == (now if rounds == 2 else before)
    assert [path.name for path in tmp_path.glob("examples-*")] == [f"examples-{rounds:06}.bin"]


@pytest.mark.parametrize("name", ["state.json", "examples-000001.bin", "best.net"])
def test_no_flipped_bit_is_believed(tmp_path: Path, name: str) -> None:
    _learnt(tmp_path, 1)
    (tmp_path / "new.net").unlink(missing_ok=True)
    path = tmp_path / name
    sound = path.read_bytes()
    for at in range(0, len(sound), max(1, len(sound) // 97)):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 0x10]) + sound[at + 1 :])
        with pytest.raises(kibitz.BadFile, match=name):
            _read(tmp_path)
    path.write_bytes(sound)
    assert _read(tmp_path)[0] == _state(1)


def _forged(**changes: Any) -> dict[str, Any]:
    return {**asdict(_state(1)), **changes}


@pytest.mark.parametrize(
    "data",
    [
        _forged(rounds=-5),
        _forged(rounds=1e300),
        _forged(rounds=True),
        _forged(rounds="1"),
        _forged(rounds=10**30),
        _forged(games=0),
        _forged(games=2.5),
        _forged(taken=2),
        _forged(seconds=float("nan")),
        _forged(seconds=float("inf")),
        _forged(seconds=-1),
        _forged(seconds=None),
        _forged(curve={}),
        _forged(curve=[3]),
        _forged(curve=[{**POINT, "alone": 1.5}]),
        _forged(curve=[{**POINT, "seconds": "x"}]),
        _forged(curve=[{**POINT, "rounds": 2}]),
        _forged(curve=[POINT, {**POINT, "rounds": 0}]),
        _forged(curve=[{"rounds": 1}]),
        _forged(plan=[]),
        _forged(plan={"game": "tictactoe"}),
        _forged(plan={**asdict(PLAN), "hidden": "4"}),
        _forged(plan={**asdict(PLAN), "hidden": 2**40}),
        _forged(plan={**asdict(PLAN), "game": 5}),
        _forged(plan={**asdict(PLAN), "rate": float("inf")}),
        _forged(plan={**asdict(PLAN), "odd": 1}),
        _forged(odd=1),
        {},
        [],
        None,
        "x",
    ],
)
def test_a_state_that_can_not_be_is_refused_with_and_without_checksums(tmp_path: Path, data: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        state_of(data)
    _learnt(tmp_path, 1)
    path = tmp_path / "state.json"
    body = json.loads(path.read_text())
    del body["sha256"]
    body["state"] = data
    checksum = module._sum(json.dumps(body, sort_keys=True).encode())
    for text in (json.dumps({**body, "sha256": checksum}), json.dumps(data)):
        path.write_text(text)
        with pytest.raises(kibitz.BadFile, match=r"state\.json can't be read.*copy of it"):
            _read(tmp_path)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder as the version before left it."""
    network = drawn_file(tmp_path, GAME, seed=3)
    network.replace(tmp_path / "best.net")
    samples = _examples(2)
    (tmp_path / "examples.bin").write_bytes(
        samples.planes.tobytes() + samples.moves.tobytes() + samples.values.tobytes()
    )
    (tmp_path / "state.json").write_text(json.dumps(asdict(_state(1)), indent=1))
    return tmp_path


def test_a_folder_of_the_version_before_is_read_and_has_checksums_from_then_on(old: Path) -> None:
    said: list[str] = []
    assert _read(old, said) == (_state(1), _with_games(2))
    assert "earlier version" in said[0]
    assert not (old / "examples.bin").exists()
    assert "sha256" in json.loads((old / "state.json").read_text())
    said.clear()
    assert _read(old, said) == (_state(1), _with_games(2))
    assert said == []


def test_examples_of_the_version_before_are_looked_at(old: Path) -> None:
    path = old / "examples.bin"
    sound = path.read_bytes()
    for bad in (sound[:-1], sound[:-4] + b"\0\0\x40\x40", b"\0\0\xc0\x7f" + sound[4:]):
        path.write_bytes(bad)
        with pytest.raises(kibitz.BadFile, match=r"examples\.bin is damaged"):
            _read(old)


def test_one_learns_at_a_time_in_a_folder(tmp_path: Path) -> None:
    with open_run_folder(tmp_path, _silent), pytest.raises(InUse) as said, open_run_folder(tmp_path, _silent):
        pass
    assert f"kibitz train (process {os.getpid()}" in str(said.value)
    assert "another folder" in str(said.value)
    with open_run_folder(tmp_path, _silent):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_network_that_is_not_the_one_that_was_kept_is_refused(tmp_path: Path) -> None:
    _learnt(tmp_path, 1)
    (tmp_path / "new.net").unlink()
    write_network(
        tmp_path / "best.net", kibitz.files.network_file.read_network(drawn_file(tmp_path, GAME, seed=9))
    )
    with pytest.raises(kibitz.BadFile, match="not the network that was kept here"):
        _read(tmp_path)
