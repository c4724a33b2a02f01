"""Perft against published numbers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz import _core

pytestmark = pytest.mark.core

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#: The position and its counts from depth 1 on; all of the first table are in the wiki of chess programming.
KNOWN = {
    START: (20, 400, 8_902, 197_281, 4_865_609, 119_060_324),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": (
        *(48, 2_039, 97_862, 4_085_603),
        193_690_690,
    ),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": (14, 191, 2_812, 43_238, 674_624, 11_030_083),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": (6, 264, 9_467, 422_333, 15_833_292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": (44, 1_486, 62_379, 2_103_487),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": (46, 2_079, 89_890, 3_894_594),
    # Positions that few pieces are left in, where what nobody can win any more must still be counted.
    "8/8/2k5/5q2/5n2/8/5K2/8 b - -": (37, 183, 6_559, 23_527),
    "3k4/3p4/8/K1P4r/8/8/8/8 b - -": (18, 92, 1_670, 10_138, 185_429, 1_134_888),
}
KNOWN_960 = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": (
        21,
        528,
        12_189,
        326_672,
        8_146_062,
    ),
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": (21, 807, 18_002, 667_366, 16_253_601),
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9": (20, 479, 10_471, 273_318, 6_417_013),
    START: (20, 400, 8_902, 197_281, 4_865_609),
}
#: Above this a count is left to the slow tests, and above that it is counted without the sanitizers.
_QUICK, _SMALL = 20_000_000, 1_000_000


def perft(game: kibitz.Game, text: str, depth: int) -> int:
    return game.rules.perft(game.position(text).state, depth, _core.Control())


def counts(spec: str, text: str, known: tuple[int, ...], low: int, high: int) -> None:
    for depth, expected in enumerate(known, start=1):
        if low < expected <= high:
            assert perft(kibitz.load(spec), text, depth) == expected


ALL = [*(("chess", *one) for one in KNOWN.items()), *(("chess960", *one) for one in KNOWN_960.items())]


@pytest.mark.parametrize(("spec", "text", "known"), ALL)
def test_small_counts(spec: str, text: str, known: tuple[int, ...]) -> None:
    counts(spec, text, known, 0, _SMALL)


@pytest.mark.once
@pytest.mark.parametrize(("spec", "text", "known"), ALL)
def test_counts(spec: str, text: str, known: tuple[int, ...]) -> None:
    counts(spec, text, known, _SMALL, _QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("text", KNOWN)
def test_large_counts(text: str) -> None:
    assert perft(kibitz.load("chess"), text, len(KNOWN[text])) == KNOWN[text][-1]


def collected(path: Path) -> Iterator[tuple[str, int, int]]:
    """The positions, depths and counts of a collection."""
    text = ""
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "epd":
            text = rest.strip()
        elif word == "perft":
            depth, expected = map(int, rest.split())
            yield text, depth, expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "spec", "most"), [("random", "chess", 1_000_000), ("chess960", "chess960", 1_000_000)]
)
def test_collections(name: str, spec: str, most: int) -> None:
    """Some 7,000 positions that python-chess's source package comes with."""
    folder = os.environ.get("KIBITZ_PYTHON_CHESS")
    if folder is None:
        pytest.skip("KIBITZ_PYTHON_CHESS does not name the folder of python-chess's source package")
    game = kibitz.load(spec)
    for text, depth, expected in collected(Path(folder) / f"examples/perft/{name}.perft"):
        if expected <= most:
            assert perft(game, text, depth) == expected, (text, depth)
