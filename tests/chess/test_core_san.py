"""The core reads moves of chess as python-chess writes them; the notation in Python reads all others."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz

chess = pytest.importorskip("chess", reason="python-chess is not installed (pip install chess)")

GAMES = {False: kibitz.load("chess"), True: kibitz.load("chess960")}


def random_board(rng: random.Random, chess960: bool) -> Any:
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
    for _ in range(rng.randrange(150)):
        moves = list(board.legal_moves)
        if not moves or board.halfmove_clock > 90:
            break
        promotions = [move for move in moves if move.promotion]
        board.push(rng.choice(promotions or moves))
    return board


@pytest.mark.parametrize("chess960", [False, True])
def test_every_move_is_read(chess960: bool) -> None:
    rng, game = random.Random(5), GAMES[chess960]
    assert game.rules.reads_moves
    for _ in range(150):
        board = random_board(rng, chess960)
        position = game.position(board.fen(en_passant="fen"))
        if position.is_over:
            continue
        for move in board.legal_moves:
            san = board.san(move)
            for text in (san, f"12.{san}", f"  3... {san}\n"):
                moves, words, end, after, before = position.read_moves(text, 0)
                assert ([position.write(each) for each in moves], words) == ([san], [san])
                assert (end, before) == (len(text.rstrip()), position)
                assert after == position.play(position.move(san))


def test_what_it_reads_the_notation_reads_as_the_same() -> None:
    rng, game = random.Random(6), GAMES[False]
    for _ in range(150):
        position = game.position(random_board(rng, False).fen())
        if position.is_over:
            continue
        texts = [position.write(move) for move in position.moves]
        texts += [str(move) for move in position.moves]
        for text in list(texts):
            letters = list(text)
            letters[rng.randrange(len(letters))] = rng.choice("abcdefghRNBQKx=+#-O12345678!?.")
            texts += ["".join(letters), text + rng.choice("+#!?x)"), text.lower(), text.upper(), text[1:]]
        for text in texts:
            moves, words, _, _, _ = position.read_moves(text, 0)
            if moves:
                assert list(moves) == [position.move(words[0])]


def test_a_line_is_read_up_to_what_is_no_plain_move() -> None:
    start = GAMES[False].start()
    for rest in (
        "{a comment} d6",
        "(3. c3)",
        "$1",
        "d6!",
        "1-0",
        "*",
        "Ke3",
        "%",
        '"d6"',
        ";",
        "",
        "3",
        "...",
    ):
        text = f"1. e4 e5 2.Nf3 {rest}"
        moves, words, end, after, _ = start.read_moves(text, 0)
        assert (words, text[:end]) == (["e4", "e5", "Nf3"], "1. e4 e5 2.Nf3")
        assert after == start.play(*moves)
    assert start.read_moves("e4 e5", 3)[1] == []
    mate = "f3 e5 g4 Qh4# a3"
    assert start.read_moves(mate, 0)[1] == mate.split()[:4]


def test_positions_after_each_move() -> None:
    start = GAMES[False].start()
    moves = [start.move("e4"), start.play("e4").move("e5")]
    assert start.after_each(moves) == [start.play("e4"), start.play("e4", "e5")]
    assert start.after_each([]) == []
    with pytest.raises(ValueError, match="not allowed here"):
        start.after_each([moves[1]])
    for wrong in (None, 1, [1], ["e4"]):
        with pytest.raises(TypeError):
            start.after_each(wrong)
