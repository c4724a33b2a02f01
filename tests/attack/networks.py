"""Network files: damaged, and forged with valid checksums."""

from __future__ import annotations

import hashlib
import json
import struct
from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import kibitz
from kibitz.base.random import Random
from kibitz.files.network_file import KINDS, NetworkData, read_network, write_network
from kibitz.players.network import network_of
from kibitz.players.registry import make_player
from tests.attack.damage import spoilt
from tests.attack.field import Field, attack
from tests.attack.forgeries import ODD
from tests.training.networks import drawn

SPECS = ["tictactoe", "connect:width=4,height=4,length=4", "ewn:size=3,stones=2", "nim"]
STEPS = 20
#: Floats that are none, or that grow beyond all bounds from layer to layer.
FLOATS = [float("nan"), float("inf"), float("-inf"), 3e38, -3e38, 1e30, 1e-45, -0.0]


def _network(field: Field) -> tuple[kibitz.Game, NetworkData, bytes]:
    spec, kind = field.rng.choice(SPECS), field.rng.choice(KINDS)
    game = kibitz.load(spec)

    def made() -> tuple[NetworkData, bytes]:
        data, path = drawn(game, 1, hidden=4, blocks=1), field.folder / "sound.net"
        if kind != data.kind:
            data = replace(data, kind=kind)
            rng = Random(1)
            numbers = array("f", [rng.random() / 10 - 0.05 for _ in range(data.count)])
            data = replace(data, numbers=numbers.tobytes())
        write_network(path, data)
        return data, path.read_bytes()

    return (game, *field.once(f"{kind} network of {spec}", made))


def _use(game: kibitz.Game, path: Path, rng: Any) -> None:
    """All that asks a network."""
    network_of(path, game)
    position = game.start(Random(1))
    how = rng.choice(["playouts=12", "playouts=8,gumbel=4", "playouts=20,threads=2"])
    make_player(f'mcts:net="{path}",{how}').choose(position, rng=Random(2))
    make_player(f'negascout:depth=1,eval="net:{path}"').choose(position, rng=Random(2))


@attack("corruptions", weight=2)
def spoil_networks(field: Field) -> None:
    """The file of a network is damaged, then read and asked."""
    game, data, sound = _network(field)
    for step in range(STEPS):
        bad = spoilt(sound, field.rng)
        if bad == sound:
            continue
        path = field.folder / f"spoilt-{field.rng.random()}-{step}.net"
        path.write_bytes(bad)
        field.count("corruptions")
        with field.only_documented_errors(lambda bad=bad: f"a damaged network of {game}: {bad[:600]!r}"):  # type: ignore[misc]
            if read_network(path) != data:
                field.fault("believed", f"a damaged network of {game}: {bad[:600]!r}")
            _use(game, path, field.rng)
        path.unlink()


@attack("corruptions", weight=2)
def forged_networks(field: Field) -> None:
    """A network with other facts and numbers and right checksums is read and asked."""
    game, data, sound = _network(field)
    head = json.loads(sound.split(b"\n", 2)[1])
    for step in range(STEPS):
        result, numbers = _altered(head, data.numbers, field.rng)
        path = field.folder / f"forged-{field.rng.random()}-{step}.net"
        path.write_bytes(b"kibitz network 1\n" + json.dumps(result).encode() + b"\n" + numbers)
        field.count("corruptions")
        what = f"a forged network of {game} that says {json.dumps(result)[:600]}"
        with field.only_documented_errors(lambda what=what: what):  # type: ignore[misc]
            _use(game, path, field.rng)
            found = read_network(path)
            if (found.planes, found.actions) != (game.encoding.shape, len(game.encoding.actions)):
                field.fault("believed", what)
        path.unlink()


def _altered(head: dict[str, Any], numbers: bytes, rng: Any) -> tuple[Any, bytes]:
    """Other fields and other numbers, with their checksums."""
    data = json.loads(json.dumps(head))
    for _ in range(rng.randrange(1, 3)):
        kind = rng.randrange(6)
        if rng.random() < 0.1:
            data["kind"] = rng.choice([*KINDS, *ODD])
        name = rng.choice([name for name in head if "check" not in name and name != "head"])
        if kind == 0:
            data[name] = rng.choice([*ODD, 2**40, 1e400, -(10**400), "9" * 400, [[[]]]])
        elif kind == 1:
            data.pop(name, None)
        elif kind == 2 and isinstance(data.get("planes"), list):
            rng.shuffle(data["planes"])
            if rng.random() < 0.5:
                data["planes"][rng.randrange(len(data["planes"]))] = rng.choice(ODD)
        elif kind == 3:  # another shape that may have as many numbers
            name = rng.choice(["actions", "hidden", "blocks"])
            data[name] = rng.randrange(-1, 40)
        elif kind == 4:
            numbers = spoilt(numbers, rng)
        else:
            bad = [rng.choice(FLOATS) for _ in range(rng.choice([1, 3, len(numbers) // 4]))]
            at = 4 * rng.randrange(max(1, len(numbers) // 4))
            changed = struct.pack(f"<{len(bad)}f", *bad)
            numbers = (numbers[:at] + changed + numbers[at + len(changed) :])[: len(numbers)]
    data["checksum"] = hashlib.sha256(numbers).hexdigest()
    data.pop("head", None)
    if rng.random() < 0.5:
        data["head"] = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
    if rng.random() < 0.02:
        return rng.choice(ODD), numbers
    return data, numbers
