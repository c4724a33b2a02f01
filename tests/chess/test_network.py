"""The chess network, evaluated a second time in Python, from the file and from scratch."""

from __future__ import annotations

import hashlib
import json
import struct
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import kibitz
from kibitz import _core
from kibitz.games.position import Position

CHESS = kibitz.load("chess")
ROOM = Path(__file__).parents[2] / "native/games/chess"
HIDDEN, BUCKETS = 128, 8
FEW = 5  # up to this many pieces the classical evaluation is used

pytestmark = pytest.mark.core


class Network:
    """What `network.bin` holds, as `native/games/chess/network.hpp` describes it."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        last = len(data) - 4 * BUCKETS
        rows = struct.iter_unpack(f"<{HIDDEN}h", data[:last])
        self.rows = list(islice(rows, 2 * 6 * 64))
        self.begin = next(rows)
        self.last = [(next(rows), next(rows)) for _ in range(BUCKETS)]
        assert next(rows, None) is None
        self.last_begin = struct.unpack(f"<{BUCKETS}i", data[last:])

    def points(self, position: Position) -> int:
        placement, mover, _, _, clock, _ = str(position).split()
        men = dict(squares(placement))
        bucket = min((len(men) - 1) // 4, BUCKETS - 1)
        total = 0
        for side, weights in zip((mover, "wb"[mover == "w"]), self.last[bucket], strict=True):
            sums = list(self.begin)
            king = next(square for square, piece in men.items() if piece == ("K" if side == "w" else "k"))
            turned = (0 if side == "w" else 56) ^ (7 if king % 8 > 3 else 0)
            for square, piece in men.items():
                kind = "pnbrqk".index(piece.lower()) + (0 if piece.isupper() == (side == "w") else 6)
                row = self.rows[kind * 64 + (square ^ turned)]
                sums = [a + b for a, b in zip(sums, row, strict=True)]
            total += sum(min(max(a, 0), 255) ** 2 * w for a, w in zip(sums, weights, strict=True))
        seen = toward_nothing((toward_nothing(total, 255) + self.last_begin[bucket]) * 220, 255 * 64)
        return toward_nothing(seen * (220 - int(clock)), 220)


def squares(placement: str) -> list[tuple[int, str]]:
    found = []
    for rank, row in enumerate(placement.split("/")):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                found.append((8 * (7 - rank) + file, sign))
                file += 1
    return found


def toward_nothing(number: int, by: int) -> int:
    """Integer division that truncates, like processors'."""
    return abs(number) // by * (1 if number >= 0 else -1)


def test_the_core_evaluates_by_the_file() -> None:
    """One engine follows random games, so that what changed is added and taken off again."""
    network, engine = Network(ROOM / "network.bin"), _core.make_selective_engine(CHESS.rules, 2**16)
    rng, position = Random(5), CHESS.start()
    for _ in range(600):
        position = CHESS.start() if position.is_over else position.play(rng.choice(position.moves))
        if sum(map(str.isalpha, str(position).split()[0])) > FEW:
            assert engine.evaluate(position.state) == network.points(position), str(position)


@pytest.mark.parametrize("mover", "wb")
def test_few_pieces_are_evaluated_by_hand(mover: str) -> None:
    """Games that it learned from are decided before, so of a queen alone it would know nothing."""
    position = CHESS.position(f"4k3/8/8/8/8/8/8/3QK3 {mover} - - 0 1")
    judged = _core.make_selective_engine(CHESS.rules, 2**16).evaluate(position.state)
    by_hand = 100 * CHESS.rules.evaluate(position.state) * (1 if mover == "w" else -1)
    assert judged == pytest.approx(by_hand, abs=1)


def test_it_is_the_network_that_was_made() -> None:
    made = json.loads((ROOM / "network.json").read_text(encoding="utf-8"))
    assert hashlib.sha256((ROOM / "network.bin").read_bytes()).hexdigest() == made["sha256"]


def test_material_counts() -> None:
    """Without a piece the start is worse, and the more it is worth the worse."""
    engine = _core.make_selective_engine(CHESS.rules, 2**16)
    whole, pawn, knight, bishop, rook, queen = (
        engine.evaluate(CHESS.position(f"rnbqkbnr/pppppppp/8/8/8/8/{own} w Kkq - 0 1").state)
        for own in (
            "PPPPPPPP/RNBQKBNR",
            "1PPPPPPP/RNBQKBNR",
            "PPPPPPPP/R1BQKBNR",
            "PPPPPPPP/RN1QKBNR",
            "PPPPPPPP/1NBQKBNR",
            "PPPPPPPP/RNB1KBNR",
        )
    )
    assert whole > pawn > max(knight, bishop) >= min(knight, bishop) > rook > queen


def test_states_of_other_games_are_refused() -> None:
    engine = _core.make_selective_engine(CHESS.rules, 2**16)
    with pytest.raises(kibitz.WrongGame):
        engine.evaluate(kibitz.load("tictactoe").start().state)
