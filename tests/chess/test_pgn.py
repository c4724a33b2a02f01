"""PGN both ways, beside python-chess where it is installed."""

from __future__ import annotations

import io

import pytest

import kibitz
from kibitz.games.chess.pgn import PgnGame, PgnMove, read_games, write_game
from kibitz.words.errors import BadNotation

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


def games(text: str = IMMORTAL) -> list[PgnGame]:
    return list(read_games(text))


def test_games_are_read() -> None:
    first, second = games()
    assert first.tags["Site"] == 'London "Simpson\'s"'
    assert (len(first.moves), first.result, first.comment) == (45, "1-0", "A king's gambit.")
    assert first.end.is_over
    check, mistake = first.moves[5], first.moves[7]
    assert (check.marks, mistake.marks, first.moves[20].marks) == ((6,), (6,), (1,))
    (variation,) = check.variations
    assert [each.before.write(each.move) for each in variation] == ["Nf6", "Nc3", "c6"]
    assert variation[1].comment == "is usual"
    assert [each.move.text for each in variation[1].variations[0]] == ["e4e5", "d7d5"]
    assert str(second.start).endswith("b - - 0 70")
    assert second.result == "1/2-1/2"


def test_what_is_written_is_read_again() -> None:
    again = games("\n".join(map(write_game, games())))
    assert [(game.moves, game.result, game.comment) for game in again] == [
        (game.moves, game.result, game.comment) for game in games()
    ]
    assert all(len(line) <= 80 for game in again for line in write_game(game).splitlines())


def test_chess960_says_what_it_is() -> None:
    start = kibitz.load("chess960:arrangement=5").start()
    (again,) = games(write_game(PgnGame(start, (PgnMove(start.moves[0], start),))))
    assert str(again.start) == str(start)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. e4 e5 2. Ke3 *", 1),
        ("1. e4\n(1. d4 *", 2),
        ("1. e4 ) *", 1),
        ("( 1. e4 ) *", 1),
        ('[Event "x]\n\n*', 1),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', 1),
        ("1. e4 {never closed", 1),
        ("1. e4 \x00 *", 1),
    ],
)
def test_mistakes_are_refused_with_their_line(text: str, line: int) -> None:
    with pytest.raises(BadNotation, match=f"line {line}"):
        games(text)


def test_python_chess_reads_and_writes_the_same() -> None:
    pgn = pytest.importorskip("chess.pgn")
    for ours in games():
        theirs = pgn.read_game(io.StringIO(write_game(ours)))
        assert not theirs.errors
        assert theirs.end().board().fen() == str(ours.end)
        assert [move.uci() for move in theirs.mainline_moves()] == [each.move.text for each in ours.moves]
        (back,) = games(str(theirs))
        assert (back.moves, back.comment) == (ours.moves, ours.comment)


def test_records_are_pgn_for_other_programs() -> None:
    pgn = pytest.importorskip("chess.pgn")
    game = kibitz.load("chess")
    moves, position = [], game.start()
    for text in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"):
        moves.append(position.move(text))
        position = position.play(moves[-1])
    record = kibitz.Record(game, tuple(moves), comments={5: "the Spanish game"})
    assert "3. Bb5 {the Spanish game} 3... a6 4. Bxc6 dxc6 5. O-O *" in str(record)
    assert kibitz.Record.parse(str(record)) == record
    theirs = pgn.read_game(io.StringIO(str(record)))
    assert not theirs.errors
    assert theirs.end().board().fen() == str(position)
    (ours,) = games(str(record))
    assert str(ours.end) == str(position)
