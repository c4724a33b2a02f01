"""Moves and positions as people and programs write them."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.games.chess.fen import START, read_epd, write_epd
from kibitz.words.errors import BadNotation, IllegalMove

CHESS = kibitz.load("chess")

#: A position, a text, and the move that it means.
READ = [
    (START, "Nf3", "g1f3"),
    (START, "ng1f3", "g1f3"),
    (START, "♘f3", "g1f3"),
    (START, "Ng1-f3!?", "g1f3"),
    (START, " G1F3 ", "g1f3"),
    (START, "e4", "e2e4"),
    (START, "Pe2e4", "e2e4"),
    (START, "e2-e4", "e2e4"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "O-O", "e1g1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "0-0", "e1g1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "oo", "e1g1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "0-0-0+", "e1c1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1h1", "e1g1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "Kg1", "e1g1"),
    ("8/4P3/8/8/8/8/1k6/4K3 w - -", "e8=Q", "e7e8q"),
    ("8/4P3/8/8/8/8/1k6/4K3 w - -", "e8Q", "e7e8q"),
    ("8/4P3/8/8/8/8/1k6/4K3 w - -", "e8(N)", "e7e8n"),
    ("8/4P3/8/8/8/8/1k6/4K3 w - -", "e7e8=r", "e7e8r"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "exd5", "e4d5"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "ed", "e4d5"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "exd", "e4d5"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6 e.p.", "e5d6"),
    # A small b is a pawn where a pawn can go, else a bishop.
    ("4k3/8/8/2p5/1P6/4B3/8/4K3 w - -", "bxc5", "b4c5"),
    ("4k3/8/8/2p5/1P6/4B3/8/4K3 w - -", "Bxc5", "e3c5"),
    ("4k3/8/8/2p5/8/4B3/8/4K3 w - -", "bxc5", "e3c5"),
    ("8/1pb2k2/P6p/2b2b1P/5p1K/2N5/2N5/7R b - -", "B7b6", "c7b6"),
    ("8/1pb2k2/P6p/2b2b1P/5p1K/2N5/2N5/7R b - -", "b7b6", "b7b6"),
    ("8/1pb2k2/P6p/2b2b1P/5p1K/2N5/2N5/7R b - -", "B7B6", "b7b6"),
    ("4k3/8/8/8/8/2N3N1/8/4K3 w - -", "Nge4", "g3e4"),
    ("4k3/8/8/8/8/2N3N1/8/4K3 w - -", "Nc3e4", "c3e4"),
]


@pytest.mark.parametrize(("position", "text", "move"), READ, ids=lambda each: each[-20:])
def test_reads_leniently(position: str, text: str, move: str) -> None:
    assert CHESS.position(position).move(text).text == move


#: A position, a text that is no allowed move there, and what the message must say.
REFUSED = [
    (START, "e5", IllegalMove, "no pawn of white's can go to e5"),
    (START, "Ke2", IllegalMove, "own pawn"),
    (START, "e7e5", IllegalMove, "is black's"),
    (START, "e4e5", IllegalMove, "no piece on e4"),
    (START, "a1a5", IllegalMove, "blocked on a2"),
    (START, "g1g3", IllegalMove, "does not go"),
    (START, "hello", BadNotation, "a move looks like"),
    (START, "--", BadNotation, "a move looks like"),
    (START, "", BadNotation, "a move looks like"),
    (START, "O-O", IllegalMove, "something stands in between"),
    ("4k3/8/8/8/8/8/8/4K2R w - -", "O-O", IllegalMove, "has moved"),
    ("4k3/8/8/8/8/8/4r3/R3K2R w KQ -", "O-O", IllegalMove, "while in check"),
    ("4kr2/8/8/8/8/8/8/4K2R w K -", "O-O", IllegalMove, "attacked"),
    ("4k3/4r3/8/8/8/8/4B3/4K3 w - -", "Bd3", IllegalMove, "king would be in check"),
    ("4k3/4r3/8/8/8/8/8/B3K3 w - -", "Bb2", IllegalMove, "in check and would still be"),
    ("4k3/8/8/8/8/2N3N1/8/4K3 w - -", "Ne4", BadNotation, "Nce4 or Nge4"),
    (START, "e2e5", IllegalMove, "a pawn does not go from e2 to e5"),
    ("4k3/8/8/8/4P3/8/8/4K3 w - -", "e4e3", IllegalMove, "a pawn does not go from e4 to e3"),
    (START, "e2g4", IllegalMove, "a pawn does not go from e2 to g4"),
    ("8/4P3/8/8/8/8/1k6/4K3 w - -", "e8", BadNotation, "e8=Q"),
    ("8/4P3/8/8/8/8/1k6/4K3 w - -", "e8=K", BadNotation, "a move looks like"),
    ("8/4P3/8/8/8/8/1k6/4K3 w - -", "Kf1=Q", IllegalMove, "only a pawn"),
]


@pytest.mark.parametrize(("position", "text", "error", "said"), REFUSED, ids=lambda each: str(each)[-20:])
def test_refuses_with_the_reason(position: str, text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        CHESS.position(position).move(text)


def test_writes_exactly() -> None:
    """The examples of the PGN standard and of what it asks for when two pieces can go to a square."""
    position = CHESS.position("6k1/5ppp/8/8/8/8/8/R3R1K1 w - -")
    assert position.write(position.move("a1d1")) == "Rad1"
    assert position.write(position.move("e1e8")) == "Re8#"
    position = CHESS.position("4k3/8/8/R7/8/8/8/R3K3 w - -")
    assert position.write(position.move("a5a3")) == "R5a3"
    # A pinned knight does not count.
    position = CHESS.position("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -")
    assert position.write(position.move("g1e2")) == "Ne2"
    # Three queens of which no file or rank alone names the one on h4.
    position = CHESS.position("8/k7/8/8/4Q2Q/8/8/K6Q w - -")
    assert position.write(position.move("h4e1")) == "Qh4e1"


def test_writes_lines() -> None:
    start = CHESS.start()
    position = start.play("e4 e5 Nf3 Nc6 Bb5 a6")
    assert str(position) == "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
    assert start.write_line([start.move("e2e4"), start.play("e4").move("g8f6")]) == "e4 Nf6"
    assert str(start.play("1. e4 e5 2.Nf3 Nc6 3. Bb5 a6")) == str(position)


#: A set-up, and what the message must say.
IMPOSSIBLE = [
    ("8/8/8/8/8/8/8/K7 w - -", "black has no king"),
    ("k6k/8/8/8/8/8/8/K7 w - -", "black has more than one king"),
    ("k7/8/8/8/8/8/8/KP6 w - -", "pawn on b1"),
    ("kp6/8/8/8/8/8/8/K7 w - -", "pawn on b8"),
    ("k7/8/8/8/8/8/8/KQ5 w - -", "7 squares"),
    ("kR6/8/8/8/8/8/8/K7 w - -", "black's king is in check"),
    ("8/8/8/8/8/8/8/Kk6 w - -", "in check"),
    ("k7/pppppppp/p7/8/8/8/8/K7 w - -", "more than eight pawns"),
    ("k7/8/8/8/8/8/PPPPPPPP/KQQ5 w - -", "more promoted pieces"),
    ("k7/8/8/8/8/8/PPPPPPP1/K1B1B1B1 w - -", "more promoted pieces"),
    ("4k3/8/8/8/8/8/8/4K3 w K -", "no rook on h1"),
    ("4k2r/8/8/8/8/8/8/4K3 w q -", "no rook on a8"),
    ("4k3/8/8/8/8/8/8/3K3R w K -", "not on its first square"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - e3", "when white is to move"),
    ("4k3/8/8/8/8/8/4P3/4K3 b - e3", "gone past e3"),
    ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3", "gone past e3"),
    ("k7/8/8/8/8/8/8/r1K4r w - -", "no move can have given"),
    ("k3r3/8/8/8/8/3n1n2/8/4K3 w - -", "no move can have given"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 151 200", "150 plies"),
    ("4k3/8/8/8/8/8/8/4K3 x - -", "either w or b"),
    ("4k3/8/8/8/8/8/8/4K3 w KK -", "castl"),
    ("4k3/8/8/8/8/8/8/4K3 w - z9", "in passing"),
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "a number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "six parts"),
    ("4k3/8/8/8/8/8/8 w - -", "8 rows"),
    ("4k3/8/8/8/8/8/8/4X3 w - -", "no piece"),
]


@pytest.mark.parametrize(("text", "said"), IMPOSSIBLE)
def test_refuses_impossible_positions_by_name(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        CHESS.position(text)


def test_a_pawn_that_nobody_can_take_in_passing_is_forgotten() -> None:
    """The square is part of a position only where it matters: with a pawn that may take there."""
    for text in (
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",  # no pawn beside it
        "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",  # both pawns gone, the king would be in check
    ):
        same = CHESS.position(text.replace("e3", "-"))
        assert CHESS.position(text) == same
        assert CHESS.position(text).key == same.key
        assert " - 0 1" in str(CHESS.position(text))
    able = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
    assert CHESS.position(able) != CHESS.position(able.replace("e3", "-"))
    assert CHESS.position(able).key != CHESS.position(able.replace("e3", "-")).key
    assert str(CHESS.position(able)) == able


def test_keys_know_castling_and_no_clocks() -> None:
    texts = [
        f"r3k2r/8/8/8/8/8/8/R3K2R {mover} {rights} - 0 1" for mover in "wb" for rights in ("KQkq", "Qkq", "-")
    ]
    assert len({CHESS.position(text).key for text in texts}) == len(texts)
    assert CHESS.position(texts[0]) == CHESS.position(texts[0].replace("0 1", "30 80"))


def test_epd() -> None:
    board, remarks = read_epd('1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";')
    assert remarks == {"bm": "Qd1+", "id": "BK.01"}
    position = CHESS.position(write_epd(board))
    assert position.move(remarks["bm"]).text == "d6d1"
    assert read_epd("4k3/8/8/8/8/8/8/4K3 w - - hmvc 7; fmvn 30;")[0].clock == 7
    with pytest.raises(BadNotation, match="no remark"):
        read_epd("4k3/8/8/8/8/8/8/4K3 w - - bm Qd1")


def test_castling_rights_by_files() -> None:
    """X-FEN: the outermost rook is K or Q, an inner one the letter of its file."""
    game = kibitz.load("chess960")
    inner = "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1"
    assert str(game.position(inner)) == inner
    assert str(game.position(inner.replace("F", "G"))) == inner.replace("F", "K")
    assert str(game.position("rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1")) == "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1"


def test_arrangements() -> None:
    """Numbers and pieces as Scharnagl gave them; every arrangement is another one."""
    known = {0: "BBQNNRKR", 518: "RNBQKBNR", 534: "RNBKQBNR", 959: "RKRNNQBB"}
    for number, pieces in known.items():
        start = str(kibitz.load(f"chess960:arrangement={number}").start())
        assert start == f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1"
    starts = {str(kibitz.load("chess960", arrangement=number).start()) for number in range(960)}
    assert len(starts) == 960
    for start in starts:
        row = start.split("/")[7].split()[0]
        assert sorted(row) == sorted("RNBQKBNR")
        assert row.index("R") < row.index("K") < row.rindex("R")
        assert row.index("B") % 2 != row.rindex("B") % 2


def test_the_start_is_drawn_by_lot() -> None:
    from kibitz.words.random import Random

    game = kibitz.load("chess960")
    assert len({str(game.start(Random(seed))) for seed in range(20)}) > 15
    assert str(kibitz.load("chess").start(Random(1))) == START
    with pytest.raises(kibitz.KibitzError, match="chess960=yes"):
        kibitz.load("chess", arrangement=5)
