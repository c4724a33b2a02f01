"""Network files: round trips, and errors for anything else."""

from __future__ import annotations

import hashlib
import json
from array import array
from pathlib import Path
from typing import Any

import pytest

from kibitz import BadFile
from kibitz.files.network_file import NetworkData, read_network, write_network

#: Layer by layer: weights and biases.
COUNT = (30 + 1) * 4 + 2 * (4 + 1) * 4 + (4 + 1) * 9 + (4 + 1) * 32 + (32 + 1) * 1
NUMBERS = b"\n\n\0\x01" * COUNT
NETWORK = NetworkData("rules 1", (2, 3, 5), 9, 4, 1, NUMBERS, {"by": "hand", "games": 12})


def checksum_of(told: dict[str, Any]) -> str:
    """Of all fields but itself, in the order of their names."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def forged(path: Path, change: dict[str, Any], numbers: bytes = NUMBERS) -> None:
    """A file with other fields, those that are `...` left out, and right checksums."""
    write_network(path, NETWORK)
    data = json.loads(path.read_bytes().split(b"\n", 2)[1])
    data = {name: value for name, value in {**data, **change}.items() if value is not ... and name != "head"}
    if "checksum" not in change:
        data["checksum"] = hashlib.sha256(numbers).hexdigest()
    data["head"] = checksum_of(data)
    path.write_bytes(b"\n".join([b"kibitz network 1", json.dumps(data).encode(), numbers]))


def test_written_data_is_read(tmp_path: Path) -> None:
    path = tmp_path / "net"
    write_network(path, NETWORK)
    assert read_network(path) == NETWORK
    assert NETWORK.inputs == 2 * 3 * 5
    assert NETWORK.count == COUNT
    assert NetworkData("rules 1", (1, 1, 1), 1, 1, 1, b"").provenance == {}


def test_the_file_is_a_line_that_says_what_it_is_a_line_of_json_and_the_numbers(tmp_path: Path) -> None:
    path = tmp_path / "net"
    write_network(path, NETWORK)
    first, second, rest = path.read_bytes().split(b"\n", 2)
    assert first == b"kibitz network 1"
    data = json.loads(second)
    assert data.pop("head") == checksum_of(data)
    assert data == {
        "rules": "rules 1",
        "planes": [2, 3, 5],
        "actions": 9,
        "hidden": 4,
        "blocks": 1,
        "provenance": {"by": "hand", "games": 12},
        "checksum": hashlib.sha256(NUMBERS).hexdigest(),
    }
    assert rest == NUMBERS


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"planes": [2, 3]}, "planes must be a list of three numbers"),
        ({"planes": [2, 3, 5, 1]}, "planes must be a list of three numbers"),
        ({"planes": None}, "planes must be a list of three numbers"),
        ({"planes": "235"}, "planes must be a list of three numbers"),
        ({"planes": [2, 3, "x"]}, "planes must be a whole number from 1 to 1048576"),
        ({"planes": [2, 3, 5.0]}, "planes must be a whole number"),
        ({"planes": [-2, -3, 5]}, "planes must be a whole number"),
        ({"planes": [2**20, 2**20, 2**20]}, "planes of more than 1048576 numbers"),
        ({"provenance": []}, "provenance must be"),
        ({"provenance": None}, "provenance must be"),
        ({"provenance": ...}, "provenance must be"),
        ({"actions": "many"}, "actions must be a whole number from 1 to 1048576"),
        ({"actions": 0}, "actions must be"),
        ({"actions": True}, "actions must be"),
        ({"hidden": None}, "hidden must be a whole number from 1 to 1048576"),
        ({"hidden": 2**40}, "hidden must be"),
        ({"hidden": float("inf")}, "hidden must be"),
        ({"hidden": float("nan")}, "hidden must be"),
        ({"hidden": 10**400}, "hidden must be"),
        ({"blocks": []}, "blocks must be a whole number from 0 to 1000"),
        ({"blocks": -1}, "blocks must be"),
        ({"blocks": 1001}, "blocks must be"),
        ({"rules": ...}, "rules must be a text"),
        ({"rules": 7}, "rules must be a text"),
        ({"rules": ""}, "rules must be a text"),
        ({"rules": "x" * 20_000}, "rules must be a text of 1 to 10000 characters"),
        ({"checksum": ...}, "checksum must be a text"),
        ({"checksum": 5}, "checksum must be a text"),
        ({"provenance": {"by": "x" * 2**20}}, "longer than 1048576 bytes"),
    ],
)
def test_the_header_is_verified(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path = tmp_path / "net"
    forged(path, change)
    with pytest.raises(BadFile, match=f"its header can't be read: .*{reason}") as refusal:
        read_network(path)
    assert len(str(refusal.value)) < 500


@pytest.mark.parametrize("line", [b"", b"[]", b"7", b"null", b"{", b"[" * 10**5, b"1" * 10**5, b'"\xff"'])
def test_a_description_that_is_no_object_is_refused(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "net"
    path.write_bytes(b"kibitz network 1\n" + line + b"\n" + NUMBERS)
    with pytest.raises(BadFile, match="its header can't be read"):
        read_network(path)


def test_the_description_has_a_checksum_which_early_files_lack(tmp_path: Path) -> None:
    path = tmp_path / "net"
    write_network(path, NETWORK)
    first, second, rest = path.read_bytes().split(b"\n", 2)
    path.write_bytes(b"\n".join([first, second.replace(b'"games": 12', b'"games": 13'), rest]))
    with pytest.raises(BadFile, match="changed or damaged"):
        read_network(path)
    data = json.loads(second)
    del data["head"]
    path.write_bytes(b"\n".join([first, json.dumps(data).encode(), rest]))
    assert read_network(path) == NETWORK


@pytest.mark.parametrize(
    "change", [{"hidden": 5}, {"blocks": 0}, {"blocks": 1000}, {"actions": 8}, {"planes": [2, 3, 4]}]
)
def test_a_shape_needs_as_many_numbers_as_there_are(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "net"
    forged(path, change)
    with pytest.raises(
        BadFile, match=r"a network of this shape has \d+ weights of 4 bytes each; this file has"
    ):
        read_network(path)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("place", [0, COUNT // 2, COUNT - 1])
def test_every_number_is_one(tmp_path: Path, number: float, place: int) -> None:
    path = tmp_path / "net"
    numbers = array("f", NUMBERS)
    numbers[place] = number
    forged(path, {}, numbers.tobytes())
    with pytest.raises(BadFile, match="infinite or NaN"):
        read_network(path)


def test_changed_numbers_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net"
    write_network(path, NETWORK)
    sound = path.read_bytes()
    for spoilt, message in (
        (sound[:-1], "damaged"),
        (sound + b"x", "damaged"),
        (sound[:-1] + b"x", "damaged"),
        (sound[:20], "can't be read"),
        (b"kibitz network 2" + sound[16:], "is not a Kibitz network"),
        (b"", "is not a Kibitz network"),
    ):
        path.write_bytes(spoilt)
        with pytest.raises(BadFile, match=message):
            read_network(path)
