"""Tactical motifs, in one position made for each."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.games.chess.board import read_square
from kibitz.games.chess.motifs import Motif, mate_name, motifs, piece_on
from tests.chess.boards import board_of

_CHESS = kibitz.load("chess")


def _found(fen: str, move: str) -> list[Motif]:
    position = _CHESS.position(f"{fen} 0 1")
    played = position.move(move)
    return list(motifs(board_of(f"{fen} 0 1"), board_of(str(position.play(played))), played.parts))


def _told(fen: str, move: str, name: str) -> list[tuple[str, set[int]]]:
    return [(motif.text, set(motif.targets)) for motif in _found(fen, move) if motif.name == name]


def _squares(names: str) -> set[int]:
    return {read_square(name) for name in names.split()}


@pytest.mark.parametrize(
    ("fen", "move", "text", "targets"),
    [
        ("r3k3/8/8/3N4/8/8/8/4K3 w - -", "Nc7+", "forks the king and the rook on a8", "e8 a8"),
        ("4k3/8/8/8/3n4/8/8/R3K3 b - -", "Nc2+", "forks the king and the rook on a1", "e1 a1"),
        # The dearest two of three are named, all are aimed at.
        ("r3k3/8/4b3/3N4/8/8/8/4K3 w - -", "Nc7+", "forks the king and the rook on a8", "e8 a8 e6"),
        # A pawn is cheaper than whatever is covered.
        ("4k3/8/1p3p2/2n1n3/8/3P4/8/4K3 w - -", "d4", "forks the", "c5 e5"),
        # A bishop that nobody covers is worth a knight's trouble.
        ("4k3/1r6/4b3/8/8/3N4/8/7K w - -", "Nc5", "forks the rook on b7 and the bishop on e6", "b7 e6"),
    ],
)
def test_forks(fen: str, move: str, text: str, targets: str) -> None:
    ((said, aimed),) = _told(fen, move, "fork")
    assert said.startswith(text)
    assert aimed == _squares(targets)


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("4k3/3p4/r3b3/8/8/3N4/8/7K w - -", "Nc5"),  # the bishop is covered, and as good as the knight
        ("4k3/8/p3p3/8/8/3N4/8/7K w - -", "Nc5"),  # pawns are not worth a fork
        ("4k3/8/R3r3/8/8/3N4/8/7K w - -", "Nc5"),  # one of the two is white's
        ("4k3/8/4r3/8/8/3N4/8/7K w - -", "Nc5"),  # only one
        ("4k2r/8/8/8/8/8/8/4K2R w K -", "O-O"),
    ],
)
def test_positions_without_a_fork(fen: str, move: str) -> None:
    assert _told(fen, move, "fork") == []


@pytest.mark.parametrize(
    ("fen", "move", "text", "target"),
    [
        ("3k3r/8/8/8/8/8/8/R5K1 w - -", "Ra8+", "skewers the king and the rook on h8", "h8"),
        ("6k1/r7/8/8/8/8/8/3K3R b - -", "Ra1+", "skewers the king and the rook on h1", "h1"),
        ("8/3n4/8/3q4/k7/8/8/1R4K1 w - -", "Rd1", "skewers the queen on d5 and the knight on d7", "d7"),
        ("8/6n1/8/4r3/k7/8/3B4/6K1 w - -", "Bc3", "skewers the rook on e5 and the knight on g7", "g7"),
        # What stands behind both does not matter.
        ("3R4/3n4/8/3q4/k7/8/8/1R4K1 w - -", "Rd1", "skewers the queen on d5 and the knight on d7", "d7"),
    ],
)
def test_skewers(fen: str, move: str, text: str, target: str) -> None:
    assert _told(fen, move, "skewer") == [(text, _squares(target))]


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("8/6r1/8/4r3/k7/8/3B4/7K w - -", "Bc3"),  # both are worth the same
        ("8/3n4/8/3q4/k7/8/8/1Q4K1 w - -", "Qd1"),  # a queen against a queen
        ("8/3n4/8/3r4/k7/8/8/1R4K1 w - -", "Rd1"),  # a rook against a rook
        ("8/3p4/8/3q4/k7/8/8/1R4K1 w - -", "Rd1"),  # a pawn behind
        ("8/3N4/8/3q4/k7/8/8/1R4K1 w - -", "Rd1"),  # white's own behind
        ("8/3n4/8/3N4/k7/8/8/1R4K1 w - -", "Rd1"),  # white's own in front
        ("8/8/8/3q4/k7/8/8/1R4K1 w - -", "Rd1"),  # nothing behind
        ("8/3q4/8/3n4/k7/8/8/1R4K1 w - -", "Rd1"),  # the dearer one is behind
    ],
)
def test_positions_without_a_skewer(fen: str, move: str) -> None:
    assert _told(fen, move, "skewer") == []


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        ("4k3/8/2n5/8/8/8/8/4KB2 w - -", "Bb5", "pins the knight on c6 to the king"),
        ("4kb2/8/8/8/8/2N5/8/4K3 b - -", "Bb4", "pins the knight on c3 to the king"),
        ("3q4/8/5n2/8/k7/8/8/2B3K1 w - -", "Bg5", "pins the knight on f6 to the queen"),
        ("3k4/8/3r4/8/8/8/8/2Q3K1 w - -", "Qd1", "pins the rook on d6 to the king"),
        ("3k4/8/3b4/8/8/8/8/2Q3K1 w - -", "Qd1", "pins the bishop on d6 to the king"),
    ],
)
def test_pins(fen: str, move: str, text: str) -> None:
    assert _told(fen, move, "pin") == [(text, set())]


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("3q4/8/3n4/8/k7/8/8/2Q3K1 w - -", "Qd1"),  # a queen does not pin to a queen
        ("3k4/8/3p4/8/8/8/8/2R3K1 w - -", "Rd1"),  # pawns don't count
        ("3k4/8/3q4/8/8/8/8/2R3K1 w - -", "Rd1"),  # a queen may take the rook
        ("3q4/8/3k4/8/8/8/8/2R3K1 w - -", "Rd1"),  # a skewer
        ("3r4/8/3n4/8/k7/8/8/2R3K1 w - -", "Rd1"),  # a rook is no reason to stay
        ("3k4/8/3N4/8/8/8/8/2R3K1 w - -", "Rd1"),  # white's own in front
        ("k7/8/3n4/8/3Q4/8/8/2R3K1 w - -", "Rc6"),  # white's own behind
        ("8/k7/3n4/8/8/8/8/2R3K1 w - -", "Rd1"),  # nothing behind
    ],
)
def test_positions_without_a_pin(fen: str, move: str) -> None:
    assert _told(fen, move, "pin") == []


@pytest.mark.parametrize(
    ("fen", "move", "name", "text", "targets"),
    [
        (
            "3q4/1k6/8/8/3B4/8/8/3R2K1 w - -",
            "Be5",
            "discovered attack",
            "uncovers an attack of the rook on the queen on d8",
            "d8",
        ),
        (
            "3r2k1/8/8/3b4/8/8/1K6/3Q4 b - -",
            "Be6",
            "discovered attack",
            "uncovers an attack of the rook on the queen on d1",
            "d1",
        ),
        # Nobody covers the knight.
        (
            "3n4/8/8/6k1/3B4/8/8/3R2K1 w - -",
            "Be5",
            "discovered attack",
            "uncovers an attack of the rook on the knight on d8",
            "d8",
        ),
        ("3k4/8/8/8/3B4/8/8/3R2K1 w - -", "Be5", "discovered check", "gives a discovered check", ""),
        ("3k4/8/8/8/3B4/8/8/3R2K1 w - -", "Bf6", "discovered check", "gives double check", ""),
    ],
)
def test_attacks_that_are_uncovered(fen: str, move: str, name: str, text: str, targets: str) -> None:
    assert _told(fen, move, name) == [(text, _squares(targets))]


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("3n1k2/4b3/8/8/3B4/8/8/3R2K1 w - -", "Be5"),  # the knight is covered
        ("3N4/8/k7/8/3B4/8/8/3R2K1 w - -", "Be5"),  # white's own
        ("8/1k6/8/8/3B4/8/8/3R2K1 w - -", "Be5"),  # nothing
        ("3q4/1k6/8/8/3B4/8/8/3N2K1 w - -", "Be5"),  # a knight sees nothing from far
        ("3q4/1k6/8/8/3R4/8/8/3B2K1 w - -", "Rd3"),  # still in the way
        # Taken in passing, a pawn uncovers, which is not the piece that moves.
        ("6n1/8/8/k2pP3/8/8/B7/6K1 w - d6", "exd6"),
        # A piece that goes on attacks anew, but uncovers nothing.
        ("q7/1k6/8/8/8/8/8/3R2K1 w - -", "Rd8"),
    ],
)
def test_moves_without_a_discovered_attack(fen: str, move: str) -> None:
    assert [motif for motif in _found(fen, move) if "discovered" in motif.name] == []


@pytest.mark.parametrize(
    ("fen", "move", "texts"),
    [
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "exd5", ["makes a passed pawn on d5"]),
        ("4k3/8/8/3p4/4P3/8/8/4K3 b - -", "dxe4", ["makes a passed pawn on e4"]),
        # Past each other; the other pawn is passed as well then, but it is not white's.
        ("4k3/8/1p6/P7/8/8/8/4K3 w - -", "a6", ["makes a passed pawn on a6"]),
        ("4k3/8/8/8/P7/8/8/4K3 w - -", "a5", ["pushes the passed pawn to a5"]),
        ("4k3/8/8/8/8/P7/8/4K3 w - -", "a4", []),
        ("4k3/8/8/7p/8/8/8/4K3 b - -", "h4", ["pushes the passed pawn to h4"]),
        ("4k3/8/7p/8/8/8/8/4K3 b - -", "h5", []),
        ("6k1/P7/8/8/8/8/8/4K3 w - -", "a8=Q", []),
        # The knight takes what stopped the pawn on a4.
        ("4k3/1p6/8/2N5/P7/8/8/4K3 w - -", "Nxb7", ["makes the pawn on a4 a passed pawn"]),
        ("4k3/8/8/p7/2n5/8/1P6/4K3 b - -", "Nxb2", ["makes the pawn on a5 a passed pawn"]),
        # The pawn on b6 leaves the file of the one on a5, and is none of white's.
        ("4k3/8/1pP5/P7/8/8/8/4K3 w - -", "axb6", ["makes a passed pawn on b6"]),
        ("4k3/1p6/8/P3P3/8/8/8/4K3 w - -", "e6", ["pushes the passed pawn to e6"]),
        ("4k3/1p6/8/P7/8/8/8/4K3 w - -", "Kd2", []),
    ],
)
def test_passed_pawns(fen: str, move: str, texts: list[str]) -> None:
    assert [text for text, _ in _told(fen, move, "passed pawn")] == texts


@pytest.mark.parametrize(
    ("fen", "move", "names"),
    [
        ("r2q2k1/7r/8/8/8/3B4/8/3R1K2 w - -", "Be4", ["fork", "discovered attack"]),
        ("8/1n5k/8/3q1n2/8/8/8/1B4K1 w - -", "Be4", ["skewer", "pin"]),
    ],
)
def test_the_sharpest_comes_first(fen: str, move: str, names: list[str]) -> None:
    assert [motif.name for motif in _found(fen, move)] == names


def test_pieces_by_their_squares() -> None:
    board = board_of("4k3/8/5n2/8/8/8/8/4K3 w - - 0 1")
    assert piece_on(board, read_square("f6")) == "the knight on f6"
    assert piece_on(board, read_square("e8")) == "the king"


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        ("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", "smothered mate"),
        ("k7/8/8/8/8/8/5nPP/6RK w - - 0 1", "smothered mate"),
        # The knight mates, but the king has a free square that is attacked.
        ("6rk/5N1p/8/8/8/8/8/K5R1 b - - 0 1", ""),
        ("3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "back-rank mate"),
        ("3Q2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "back-rank mate"),
        ("k7/8/8/8/8/8/5PPP/3r2K1 w - - 0 1", "back-rank mate"),
        ("k7/8/8/8/8/8/PP6/KN1r4 w - - 0 1", ""),
        # Not its own pieces keep the king in.
        ("3R2k1/5p1p/8/6B1/8/8/8/K5R1 b - - 0 1", ""),
        ("3R2k1/R7/8/8/8/8/8/K7 b - - 0 1", ""),
        ("3R2k1/5pPp/5P2/8/8/8/8/K7 b - - 0 1", ""),
        ("6rk/5NPp/5P2/8/8/8/8/K7 b - - 0 1", ""),
        # On the other side's first rank, and on a file.
        ("8/8/8/8/8/8/5ppp/K2R2k1 b - - 0 1", ""),
        ("8/6p1/6pk/8/8/8/8/K5QR b - - 0 1", ""),
        # From close by.
        ("5Qk1/4Rppp/8/8/8/8/8/K7 b - - 0 1", ""),
        # By two at once.
        ("3R2k1/5pp1/7N/8/8/8/8/K7 b - - 0 1", ""),
    ],
)
def test_names_of_mates(fen: str, name: str) -> None:
    assert mate_name(board_of(fen)) == name
