"""Chess moves and positions in the notations of people and programs."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.base.errors import BadNotation, IllegalMove
from kibitz.games.chess.fen import START, read_epd, write_epd
from tests.chess.boards import placed

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
    ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - -", "ed", "e4d5"),
    ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - -", "ef", "e4f5"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "ed", "e5d6"),
    ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "ab=R", "a7b8r"),
    ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7xb8=N", "a7b8n"),
    ("r3k2r/8/8/8/8/8/8/4K3 b kq -", "Kc8", "e8c8"),
    ("r3k2r/8/8/8/8/8/8/4K3 b kq -", "e8a8", "e8c8"),
    ("4k3/8/8/R7/8/8/8/R3K3 w - -", "R1a3", "a1a3"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6 e.p.", "e5d6"),
    # As older books and other printers have it.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "ed6: e.p.", "e5d6"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "ed5:", "e4d5"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "O–O–O", "e1c1"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "Ra1—a8 ch", "a1a8"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "Ra8ch", "a1a8"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "Rh8 mate", "h1h8"),
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


@pytest.mark.parametrize(
    "fen",
    [
        "2Q4Q/8/8/k7/8/8/8/1KQ4Q w - - 0 1",
        "7k/8/2N1N3/1N3N2/8/1N3N2/2N1N3/K7 w - - 0 1",
        "k7/8/1r6/3r4/5r2/8/8/6K1 b - - 0 1",
        "2K5/8/8/B1B1B3/8/B1B1B3/8/1k6 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ],
)
def test_disambiguation_is_as_short_as_possible(fen: str) -> None:
    """Its file where that is enough, else its rank, else both."""
    position = CHESS.position(fen)
    pieces = placed(fen)
    for move in position.moves:
        start, end = move.text[:2], move.text[2:]
        kind = pieces[start].upper()
        if kind == "K":
            continue
        others = {
            other.text[:2]
            for other in position.moves
            if other.text[2:] == end and other.text[:2] != start and pieces[other.text[:2]].upper() == kind
        }
        which = "" if not others else start
        if others and start[0] not in {other[0] for other in others}:
            which = start[0]
        elif others and start[1] not in {other[1] for other in others}:
            which = start[1]
        takes = "x" if end in pieces else ""
        written = position.write(move)
        assert written.rstrip("+#") == f"{kind}{which}{takes}{end}"
        assert position.move(written) == move


@pytest.mark.parametrize(
    ("row", "text", "move"),
    [
        ("5K1R", "Kg1", "f1g1"),  # a step is a step
        ("5K1R", "Kf1g1", "f1g1"),
        ("5K1R", "Kf1-g1", "f1g1"),
        ("5K1R", "f1-g1", "f1g1"),
        ("1K5R", "Kb1-g1", "b1h1"),
        ("5K1R", "O-O", "f1h1"),
        ("5K1R", "f1h1", "f1h1"),
        ("5K1R", "Kf1h1", "f1h1"),
        ("4K2R", "Kg1", "e1h1"),  # two steps are castling
        ("4K2R", "e1g1", "e1h1"),
        ("4K2R", "Kf1", "e1f1"),
    ],
)
def test_castling_with_the_king_in_any_place(row: str, text: str, move: str) -> None:
    position = kibitz.load("chess960").position(f"4k3/8/8/8/8/8/8/{row} w K - 0 1")
    assert position.move(text).text == move


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
    ("8/8/8/8/8/8/8/Kk6 w - -", "the kings stand side by side"),
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
    ("4k3/8/8/8/8/8/8/4X3 w - -", "not a piece"),
]


@pytest.mark.parametrize(("text", "said"), IMPOSSIBLE)
def test_refuses_impossible_positions_by_name(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        CHESS.position(text)


def test_an_en_passant_square_without_a_capture_is_dropped() -> None:
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
    with pytest.raises(BadNotation, match="not an EPD operation"):
        read_epd("4k3/8/8/8/8/8/8/4K3 w - - bm Qd1")


def test_castling_rights_by_files() -> None:
    """X-FEN: the outermost rook is K or Q, an inner one the letter of its file."""
    game = kibitz.load("chess960")
    inner = "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1"
    assert str(game.position(inner)) == inner
    assert str(game.position(inner.replace("F", "G"))) == inner.replace("F", "K")
    assert str(game.position("rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1")) == "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4krr1/8/8/8/8/8/8/4K3 b f -", "f"),
        ("4krr1/8/8/8/8/8/8/4K3 b g -", "k"),
        ("4krr1/8/8/8/8/8/8/4K3 b k -", "k"),
        ("1r1rk3/8/8/8/8/8/8/4K3 b d -", "d"),
        ("1r1rk3/8/8/8/8/8/8/4K3 b b -", "q"),
        ("1r1rk3/8/8/8/8/8/8/1RR1K1RR b Hq -", "Kq"),
        ("4k3/8/8/8/8/8/8/1RR1K1RR b GC -", "GC"),
        ("4k3/8/8/8/8/8/8/1RR1K1RR b BH -", "KQ"),
        # Rooks elsewhere than on the first rank, and of the other colour, are none of its.
        ("4k3/8/8/8/8/8/6R1/r3KR1r w F -", "K"),
    ],
)
def test_an_inner_rook_is_named_by_its_file_on_either_side(text: str, written: str) -> None:
    position = kibitz.load("chess960").position(text)
    assert str(position).split()[2] == written
    assert kibitz.load("chess960").position(str(position)) == position


def test_missing_fields_at_the_end_have_defaults() -> None:
    placement = "4k3/8/8/8/8/8/4P3/4K3"
    whole = f"{placement} w - - 0 1".split()
    for parts in range(1, 7):
        assert str(CHESS.position(" ".join(whole[:parts]))) == " ".join(whole)
    assert str(CHESS.position(f"{placement} black - - 3 0")) == f"{placement} b - - 3 1"  # counted from 0
    assert str(CHESS.position(f"{placement} WHITE - - 3 9999")) == f"{placement} w - - 3 9999"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "not 7"),
        ("4k3/8/8/8/8/8/8 w", "not 7"),
        ("4k3/8/8/8/8/8/8/4K3/8 w", "not 9"),
        ("4k4/8/8/8/8/8/8/4K3 w", "row 8 has 9 squares"),
        ("4k3/8/8/8/8/8/8/4K2 w", "row 1 has 7 squares"),
        ("4k3/8/8/9/8/8/8/4K3 w", "'9' in row 5"),
        ("4k3/8/8/8/8/0/8/4K3 w", "'0' in row 3"),
        ("4k3/8/8/8/8/8/8/4.3 w", "in row 1 is not a piece"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkQ", "twice how white"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkk", "twice how black"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KX", "'X' says nothing"),
        ("4k3/8/8/8/8/8/8/4K3 w - e", "not 'e'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 10000", "from 0 to 9999"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "from 0 to 9999"),
        # The rook that is missing.
        ("4k2r/8/8/8/8/8/8/4K2R w Q", "a1"),
        ("r3k3/8/8/8/8/8/8/4K2R w k", "h8"),
    ],
)
def test_mistakes_in_a_position_are_located(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        CHESS.position(text)


def test_castling_that_is_said_twice_is_refused() -> None:
    for rights, colour in (("QQ", "white"), ("KK", "white"), ("qq", "black"), ("kk", "black")):
        with pytest.raises(BadNotation, match=f"twice how {colour}"):
            CHESS.position(f"r3k2r/8/8/8/8/8/8/R3K2R w {rights}")


def test_remarks_of_a_position() -> None:
    text = "4k3/8/8/8/8/8/8/4K2R w K -"
    board, remarks = read_epd(f'  {text}  hmvc 7; fmvn 30 ; c0 "two words; or more"; bm Ke2 Kd2; noop;')
    assert (board.clock, board.number) == (7, 30)
    assert remarks == {"hmvc": "7", "fmvn": "30", "c0": "two words; or more", "bm": "Ke2 Kd2", "noop": ""}
    assert read_epd(text) == (read_epd(f"{text} ")[0], {})
    assert (read_epd(text)[0].clock, read_epd(text)[0].number) == (0, 1)
    assert read_epd(f"{text} hmvc 7;")[0].number == 1
    assert read_epd(f"{text} fmvn 30;")[0].clock == 0
    assert write_epd(board, {"bm": "Ke2", "id": '"x"'}) == f'{text} bm Ke2; id "x";'
    assert read_epd(write_epd(board, {"bm": "Ke2"}))[1] == {"bm": "Ke2"}
    for rest in ("bm Ke2", "bm Ke2; 7up x;", "bm Ke2; x"):
        with pytest.raises(
            BadNotation, match=f"{rest.rpartition('; ')[2].rstrip(';')}.*is not an EPD operation"
        ):
            read_epd(f"{text} {rest}")
    with pytest.raises(BadNotation, match="hmvc"):
        read_epd(f"{text} hmvc many;")
    with pytest.raises(BadNotation, match="a position is needed"):
        read_epd(" ")


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
    from kibitz.base.random import Random

    game = kibitz.load("chess960")
    assert len({str(game.start(Random(seed))) for seed in range(20)}) > 15
    assert str(kibitz.load("chess").start(Random(1))) == START
    with pytest.raises(kibitz.KibitzError, match="chess960=yes"):
        kibitz.load("chess", arrangement=5)
