"""`kibitz engine`: Kibitz as an engine, in its own protocol and in EWN's two."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

import kibitz
from kibitz.base.random import Random
from kibitz.games.ewn.program_board import EwnBoard, read_square, square_name
from kibitz.players.registry import make_player


def _talk(*args: str, lines: str) -> tuple[list[str], list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "engine", *args],
        input=lines,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.splitlines(), done.stderr.splitlines()


def test_ugi_dialogue() -> None:
    out, err = _talk(
        "tictactoe",
        lines="ugi\nisready\nposition startpos moves 1 5 2 4\ngo depth 9 seed 3\n"
        "query gameover\nquery p1turn\n"
        "position fen xxx/oo./... moves\nquery gameover\nquery result\nnonsense\nposition fen 12\ngo\nquit\n",
    )
    assert err == []
    assert "ugiok" in out
    assert "readyok" in out
    assert "bestmove 3" in out
    rest = out[out.index("bestmove 3") + 1 :]
    assert rest[:4] == ["response false", "response true", "response true", "response p1win"]
    assert all(line.startswith("info string ") for line in rest[4:])
    assert len(rest[4:]) == 3


def test_ewn_2023_dialogue() -> None:
    out, _ = _talk(
        *("ewn", "--protocol", "2023", "--player", "minimax:depth=1"),
        lines="name\nversion\ntime_setting 240\nboard_setting 5 6\nini R\n"
        "get R 1 E1 0 0 0 0 0 D4 0 0 0 0 0\nget B 6 0 B2 0 0 0 0 0 0 0 0 0 E1\n"
        "get R 7 x\nboard_setting 9 9\nini B\nexit\nname\n",
    )
    assert out[0] == "Kibitz"
    assert out[1] == kibitz.__version__
    assert out[2:4] == ["1", "1"]
    assert sorted(out[4].split()) == ["A1", "A2", "A3", "B1", "B2", "C1"]
    assert out[5] == "D4 E5"  # red walks down and right into the far corner
    assert out[6] == "B2 A1"  # blue walks up and left into red's
    assert out[7].startswith("error ")
    assert out[8].startswith("error ")
    assert sorted(out[9].split()) == ["C5", "D4", "D5", "E3", "E4", "E5"]
    assert out[10:] == []  # exit ends it


def test_ewn_2024_dialogue() -> None:
    out, err = _talk(
        *("ewn", "--protocol", "2024", "--player", "minimax:depth=1"),
        lines="0 0 100 18 -1 -1 -1 -1 -1 4 -1 -1 -1 -1 -1 0\n"
        "0 1 99.25 -1 -1 -1 -1 -1 4 -1 6 -1 -1 -1 -1 5\n0 0\n1\n0 0\n",
    )
    assert out == []
    assert err[:2] == ["====>0 24", "====>1 0"]
    assert err[2].startswith("error ")
    assert err[3:] == []  # 1 ends it


@pytest.mark.parametrize("protocol", ["ugi", "2023", "2024"])
def test_kibitz_plays_itself_through_every_protocol(protocol: str) -> None:
    command = shlex.join([sys.executable, "-m", "kibitz", "engine", "ewn", "--protocol", protocol])
    player = f'engine:cmd="{command} --player alphabeta:depth=2",protocol={protocol},clock=100'
    match = kibitz.match(player, "random", game="ewn", games=2)
    assert match.forfeits == ()
    assert match.wins >= 1


def test_an_engine_receives_the_current_position() -> None:
    rng = Random(1)
    game = kibitz.load("ewn")
    random = make_player("random")
    for _ in range(20):
        position = game.start(rng)
        while not position.is_over:
            position = position.play(position.roll(rng))
            board = EwnBoard.of(position)
            assert board.position() == position
            assert [read_square(square_name(cell)) for cell in board.red] == list(board.red)
            position = position.play(random.choose(position, None, rng).move)


def test_a_square_is_column_and_row_from_reds_corner() -> None:
    assert [square_name(cell) for cell in (0, 4, 20, 24, 7, -1)] == ["A1", "E1", "A5", "E5", "C2", "0"]
    for text in ("", "A", "F1", "A6", "A10", "00"):
        with pytest.raises(ValueError, match="not a square"):
            read_square(text)
