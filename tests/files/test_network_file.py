"""Networks as files: what was written is read, and anything else is refused with a reason."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from kibitz import BadFile
from kibitz.files.network_file import NetworkData, read_network, write_network

NUMBERS = bytes(range(200)) + b"\n\n"
NETWORK = NetworkData("rules 1", (2, 3, 5), 9, 16, 4, NUMBERS, {"by": "hand", "games": 12})


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "net"
    write_network(path, NETWORK)
    assert read_network(path) == NETWORK
    assert NETWORK.inputs == 2 * 3 * 5
    assert NetworkData("rules 1", (1, 1, 1), 1, 1, 1, b"").provenance == {}


def test_the_file_is_a_line_that_says_what_it_is_a_line_of_json_and_the_numbers(tmp_path: Path) -> None:
    path = tmp_path / "net"
    write_network(path, NETWORK)
    first, second, rest = path.read_bytes().split(b"\n", 2)
    assert first == b"kibitz network 1"
    assert json.loads(second) == {
        "rules": "rules 1",
        "planes": [2, 3, 5],
        "actions": 9,
        "hidden": 16,
        "blocks": 4,
        "provenance": {"by": "hand", "games": 12},
        "checksum": hashlib.sha256(NUMBERS).hexdigest(),
    }
    assert rest == NUMBERS


@pytest.mark.parametrize(
    "change",
    [
        {"planes": [2, 3]},
        {"planes": [2, 3, 5, 1]},
        {"planes": None},
        {"planes": [2, 3, "x"]},
        {"provenance": []},
        {"provenance": None},
        {"actions": "many"},
        {"hidden": None},
        {"blocks": []},
        {"rules": ...},
        {"checksum": ...},
        {"provenance": ...},
    ],
)
def test_what_it_says_of_itself_must_be_right(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "net"
    write_network(path, NETWORK)
    first, second, rest = path.read_bytes().split(b"\n", 2)
    told = {name: value for name, value in {**json.loads(second), **change}.items() if value is not ...}
    path.write_bytes(b"\n".join([first, json.dumps(told).encode(), rest]))
    with pytest.raises(BadFile, match="what it says of itself can't be read"):
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
        (b"kibitz network 2" + sound[16:], "is no network"),
        (b"", "is no network"),
    ):
        path.write_bytes(spoilt)
        with pytest.raises(BadFile, match=message):
            read_network(path)
