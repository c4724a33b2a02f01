"""Forged books with valid checksums."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kibitz
from kibitz import BadFile
from kibitz.games.connect.book import read_book, write_book
from tests.attack.forgeries import forge, read

GAME = kibitz.load("connect:width=4,height=4")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "book.kbb"
    write_book(GAME, found, 3, bytes([5, 3, 2]), bytes([1, 0, 255]), {"program": "a test"})
    assert len(read_book(GAME, found).core) == 3
    return found


@pytest.mark.parametrize(
    "change",
    [
        {"positions": 2**40},
        {"positions": 2},
        {"positions": 4},
        {"plies": -1},
        {"plies": 15},
        {"plies": "3"},
        {"plies": True},
        {"plies": None},
        {"provenance": "a test"},
        {"provenance": None},
        {"layout": "keyed"},
        {"rules": "connect"},
    ],
)
def test_a_books_header_is_validated(path: Path, change: dict[str, Any]) -> None:
    facts, payload = read(path)
    path.write_bytes(forge({**facts, **change}, payload, Random(1)))
    with pytest.raises(BadFile):
        read_book(GAME, path)


def test_a_section_that_is_missing(path: Path) -> None:
    facts, payload = read(path)
    facts["sections"]["other"] = facts["sections"].pop("scores")
    path.write_bytes(forge(facts, payload, Random(1)))
    with pytest.raises(BadFile, match="missing"):
        read_book(GAME, path)


@pytest.mark.parametrize("scores", [bytes(10**8), bytes(4), b""])
def test_a_small_file_does_not_grow_into_a_large_one(path: Path, scores: bytes) -> None:
    facts, payload = read(path)
    at, length = facts["sections"]["keys"]
    keys, packed = payload[at : at + length], zlib.compress(scores, 9)
    facts["sections"] = {"keys": [0, length], "scores": [length, len(packed)]}
    path.write_bytes(forge(facts, keys + packed, Random(1)))
    with pytest.raises(BadFile):
        read_book(GAME, path)


def test_scores_that_end_in_the_middle(path: Path) -> None:
    facts, payload = read(path)
    at, length = facts["sections"]["scores"]
    facts["sections"]["scores"] = [at, length - 1]
    assert at + length == len(payload)
    path.write_bytes(forge(facts, payload[:-1], Random(1)))
    with pytest.raises(BadFile):
        read_book(GAME, path)
