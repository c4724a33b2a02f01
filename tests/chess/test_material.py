"""Material won and lost, against counts by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from kibitz.games.chess.board import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from kibitz.games.chess.fen import read_fen
from kibitz.games.chess.material import balance, exchanged, format_material, number_word

_BARE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
_KINDS = {"P": PAWN, "N": KNIGHT, "B": BISHOP, "R": ROOK, "Q": QUEEN}


def _counted(letters: str) -> Counter[int]:
    return Counter(_KINDS[letter] for letter in letters)


@pytest.mark.parametrize(
    ("number", "word"), [(0, "no"), (1, "one"), (2, "two"), (9, "nine"), (10, "ten"), (11, "11"), (99, "99")]
)
def test_small_numbers_are_words(number: int, word: str) -> None:
    assert number_word(number) == word


@pytest.mark.parametrize(
    ("fen", "ahead"),
    [
        (_BARE, 0),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 3),
        ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 3),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 5),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 9),
        ("r3k3/p7/8/8/8/8/8/Q3K3 w - - 0 1", 3),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
    ],
)
def test_pieces_have_the_usual_values(fen: str, ahead: int) -> None:
    board = read_fen(fen)
    assert balance(board, 0) == ahead
    assert balance(board, 1) == -ahead


@pytest.mark.parametrize(
    ("before", "after", "won", "cost"),
    [
        (_BARE, _BARE, "", ""),
        ("4k3/8/8/8/8/8/8/QP2K3", "4k3/8/8/8/8/8/8/Q3K3", "", "P"),
        ("qn2k3/8/8/8/8/8/8/R3K3", "n3k3/8/8/8/8/8/8/4K3", "Q", "R"),
        # A promotion neither loses a pawn nor wins a queen, for either side.
        ("4k3/P7/8/8/8/8/8/4K3", "Q3k3/8/8/8/8/8/8/4K3", "", ""),
        ("4k3/8/8/8/8/8/p7/4K3", "4k3/8/8/8/8/8/8/q3K3", "", ""),
        ("1r2k3/P7/8/8/8/8/8/4K3", "1Q2k3/8/8/8/8/8/8/4K3", "R", ""),
        # Equal things are left out, and knights are as good as bishops.
        ("r3k3/8/8/8/8/8/8/R3K3", _BARE, "", ""),
        ("b3k3/8/8/8/8/8/8/N3K3", _BARE, "", ""),
        ("n3k3/8/8/8/8/8/8/B3K3", _BARE, "", ""),
        ("nn2k3/8/8/8/8/8/8/BB2K3", _BARE, "", ""),
        ("bb2k3/8/8/8/8/8/8/N3K3", _BARE, "B", ""),
        ("nn2k3/8/8/8/8/8/8/B3K3", _BARE, "N", ""),
        ("nb2k3/8/8/8/8/8/8/R3K3", _BARE, "NB", "R"),
        ("r3k3/8/8/8/8/8/8/B3K3", _BARE, "R", "B"),
        ("ppp1k3/8/8/8/8/8/8/B3K3", "p3k3/8/8/8/8/8/8/4K3", "PP", "B"),
    ],
)
def test_material_exchanges(before: str, after: str, won: str, cost: str) -> None:
    assert exchanged(read_fen(before), read_fen(after), 0) == (_counted(won), _counted(cost))
    assert exchanged(read_fen(before), read_fen(after), 1) == (_counted(cost), _counted(won))


@pytest.mark.parametrize(
    ("won", "cost", "words"),
    [
        ("P", "", "a pawn"),
        ("N", "", "a knight"),
        ("Q", "", "the queen"),
        ("PPP", "", "three pawns"),
        ("QQ", "", "two queens"),
        ("R", "B", "the exchange"),
        ("R", "N", "the exchange"),
        ("RP", "N", "the exchange and a pawn"),
        ("R", "NP", "the exchange for a pawn"),
        ("RR", "B", "the exchange and a rook"),
        ("R", "NN", "the exchange for a knight"),
        ("Q", "RPP", "the queen for a rook and two pawns"),
        ("NB", "R", "a bishop and a knight for a rook"),
        ("Q", "RB", "the queen for a rook and a bishop"),
        ("QRBNP", "", "the queen, a rook, a bishop, a knight and a pawn"),
    ],
)
def test_material_exchanges_in_words(won: str, cost: str, words: str) -> None:
    gained, paid = _counted(won), _counted(cost)
    assert format_material(gained, paid) == words
    # Whoever counted goes on with what was counted.
    assert (gained, paid) == (_counted(won), _counted(cost))
