"""Reading and writing PGN, beside python-chess."""

from __future__ import annotations

import io

import pytest

import kibitz
from kibitz.base.errors import BadNotation
from kibitz.records.parser import parse_records

#: Anderssen and Kieseritzky, 1851, with remarks of our own.
IMMORTAL = """
[Event "London"]
[Site "London \\"Simpson's\\""]
[Date "1851.06.21"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

{A king's gambit.} 1.e4 e5 2.f4 exf4 3.Bc4 Qh4+ $6 (3...Nf6 4. Nc3 {is usual} (4. e5 d5 $1) 4... c6)
4.Kf1 b5?! 5.Bxb5 Nf6 6.Nf3 Qh6 7.d3 Nh5 8.Nh4 Qg5 9.Nf5 c6 10.g4 Nf6 11.Rg1! cxb5 12.h4 Qg6
13.h5 Qg5 14.Qf3 Ng8 15.Bxf4 Qf6
; the rest of this line is a remark
% and this line is for some other program
16.Nc3 Bc5 17.Nd5 Qxb2 18.Bd6 Bxg1 19.e5 Qxa1+ 20.Ke2 Na6 21.Nxg7+ Kd8 22.Qf6+ Nxf6 23.Be7# 1-0

[Event "A set-up"]
[SetUp "1"]
[FEN "8/8/8/8/8/2k5/p7/K7 b - - 0 70"]

70... Kd3 71. Kxa2 1/2-1/2
"""


def games(text: str = IMMORTAL) -> list[kibitz.Record]:
    return parse_records(text)


def test_games_are_read() -> None:
    first, second = games()
    assert first.tags["Site"] == 'London "Simpson\'s"'
    assert (first.tags["First"], first.tags["Second"]) == ("Anderssen, Adolf", "Kieseritzky, Lionel")
    assert (len(first.moves), first.result, first.comments[0]) == (45, "1-0", "A king's gambit.")
    assert first.positions()[-1].is_over
    assert {at: first.marks[at] for at in (6, 8, 21)} == {6: (6,), 8: (6,), 21: (1,)}
    (variation,) = first.variations[5]
    assert first.positions()[5].write_line(variation.moves) == "Nf6 Nc3 c6"
    assert variation.comments == {2: "is usual"}
    (inside,) = variation.variations[1]
    assert [move.text for move in inside.moves] == ["e4e5", "d7d5"]
    assert inside.marks == {2: (1,)}
    assert str(second.start).endswith("b - - 0 70")
    assert second.result == "1/2-1/2"


def test_written_text_is_read_back() -> None:
    again = games("\n".join(map(str, games())))
    assert again == games()
    assert all(len(line) <= 80 for game in again for line in str(game).splitlines())


def test_chess960_says_what_it_is() -> None:
    start = kibitz.load("chess960:arrangement=5").start()
    record = kibitz.Record(start.game, (start.moves[0],), start=start)
    text = str(record)
    assert kibitz.Record.parse(text) == record
    theirs = "".join(
        line + "\n" for line in text.splitlines() if not line.startswith(("[Game", "[Start", "[Check"))
    )
    (again,) = games(theirs.replace("[Result", f'[FEN "{start}"]\n[Result'))
    assert str(again.positions()[0]) == str(start)


def test_a_set_up_is_announced_as_the_standard_has_it() -> None:
    usual, set_up = map(str, games())
    assert '[SetUp "1"]' in set_up
    assert '[FEN "8/8/8/8/8/2k5/p7/K7 b - - 0 70"]' in set_up
    assert "SetUp" not in usual
    assert "FEN" not in usual
    assert "Variant" not in usual + set_up


@pytest.mark.parametrize(
    ("variant", "game"),
    [
        ("Standard", "chess"),
        ("chess", "chess"),
        (" From Position ", "chess"),
        ("Chess960", "chess960"),
        ("Fischerandom", "chess960"),
        ("fischer random", "chess960"),
    ],
)
def test_variants_by_the_names_that_files_give_them(variant: str, game: str) -> None:
    (record,) = games(f'[White "x"]\n[Variant "{variant}"]\n\n1. e4 *\n')
    assert record.game.name == game
    assert ('[Variant "Chess960"]' in str(record)) is (game == "chess960")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. e4 e5 2. Ke3 *", 3),
        ("1. e4\n(1. d4 *", 4),
        ("1. e4 (1. Ke2) *", 3),
        ("1. e4 ) *", 3),
        ("( 1. e4 ) *", 3),
        ("$1 1. e4 *", 3),
        ("1. e4 " + "(1. d4 " * 200 + "*", 3),
        ("1. e4 {never closed", 3),
        ("1. e4 \x00 *", 3),
    ],
)
def test_mistakes_are_refused_with_their_line(text: str, line: int) -> None:
    with pytest.raises(BadNotation, match=f"line {line}"):
        games(f'[White "x"]\n\n{text}')


@pytest.mark.parametrize(
    "tags",
    [
        '[Event "x]',
        '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]',
        '[White "x"]\n[Variant "Crazyhouse"]',
        '[Event "no game is named"]',
    ],
)
def test_tags_that_mean_nothing_are_refused(tags: str) -> None:
    with pytest.raises(BadNotation, match="line 1"):
        games(f"{tags}\n\n*")


def test_python_chess_reads_and_writes_the_same() -> None:
    pgn = pytest.importorskip("chess.pgn")
    for ours in games():
        theirs = pgn.read_game(io.StringIO(str(ours)))
        assert not theirs.errors
        assert theirs.end().board().fen() == str(ours.positions()[-1])
        assert [move.uci() for move in theirs.mainline_moves()] == [move.text for move in ours.moves]
        written = str(theirs)
        (back,) = games(written)
        assert (back.moves, back.comments, back.marks) == (ours.moves, ours.comments, ours.marks)
        assert back.variations == ours.variations


def test_records_are_pgn_for_other_programs() -> None:
    pgn = pytest.importorskip("chess.pgn")
    game = kibitz.load("chess")
    moves, position = [], game.start()
    for text in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"):
        moves.append(position.move(text))
        position = position.play(moves[-1])
    record = kibitz.Record(game, tuple(moves), tags={"First": "Anna"}, comments={5: "the Spanish game"})
    assert "3. Bb5 {the Spanish game} 3... a6 4. Bxc6 dxc6 5. O-O *" in str(record)
    assert kibitz.Record.parse(str(record)) == record
    theirs = pgn.read_game(io.StringIO(str(record)))
    assert not theirs.errors
    assert theirs.headers["White"] == "Anna"
    assert theirs.end().board().fen() == str(position)
