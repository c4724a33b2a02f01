"""Kibitz as a UCI engine, and UCI engines as players."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.time_management import TimeLeft
from kibitz.engines.process import EngineFailed
from kibitz.engines.server_base import ServerContext
from kibitz.games.chess.uci_server import serve_uci
from kibitz.players.registry import make_player

OURS = f"{sys.executable} -m kibitz engine chess --protocol uci"


def talk(*lines: str, game: str = "chess", player: str = "selective") -> list[str]:
    """What Kibitz answers to these lines, sent one after the other without a pause."""
    said = io.StringIO()
    ask = io.StringIO("\n".join([*lines, "quit"]) + "\n")
    served = ServerContext(
        kibitz.load(game), make_player(player), Limit(), ask, said, make_player=make_player
    )
    serve_uci(served)
    return said.getvalue().splitlines()


def best(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("bestmove")]


def test_it_introduces_itself() -> None:
    said = talk("uci", "isready")
    assert said[0].startswith("id name Kibitz")
    assert said[-2:] == ["uciok", "readyok"]
    options = {line.split(" type ")[0] for line in said if line.startswith("option")}
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_LimitStrength", "UCI_Elo"):
        assert f"option name {name}" in options


@pytest.mark.parametrize(
    "go",
    [
        "go depth 4",
        "go nodes 2000",
        "go movetime 30",
        "go wtime 400 btime 400 winc 10 binc 10 movestogo 20",
        "go infinite",
        "go ponder wtime 100 btime 100",
        "go mate 1",
        "go searchmoves a2a3 h2h4 depth 3",
        "go depth 0",
        "go movetime -5",
        "go wtime 0 btime 0",
        "go",
        "go sideways",
        "go depth",
        "go depth x",
        "go depth 99999999999999999999999999 stop",
        "go movetime 99999999999999999999999999",
        "go wtime 99999999999999999999999999 winc 99999999999999999999999999",
        "go nodes 99999999999999999999999999 movestogo 99999999999999999999999999",
        "go searchmoves a2a9 e7e5 depth 3",
        "go searchmoves a2a9 a2a3 h2h4 depth 3",
        "go foo 3 depth 3 bar",
    ],
)
def test_every_way_to_go_gets_one_allowed_move(go: str) -> None:
    """`stop`, sent at once, ends those that would go on for ever."""
    answers = best(talk("position startpos", go, "stop"))
    assert len(answers) == 1
    assert kibitz.load("chess").start().move(answers[0].split()[1])
    if "a2a3" in go:
        assert answers[0].split()[1] in ("a2a3", "h2h4")


def test_mistakes_are_answered_and_change_nothing() -> None:
    said = talk(
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "position",
        "setoption name Hash value lots",
        "setoption name Nonsense value 1",
        "setoption",
        "\x00\xff",
        "",
        "position startpos moves e2e4",
        "go depth 2 sideways",
        "stop",
    )
    assert sum(line.startswith("info string") for line in said) >= 8
    assert len(best(said)) == 1


def test_a_position_without_moves_gets_none() -> None:
    said = talk("position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 3")
    assert best(said) == ["bestmove (none)"]


def test_perft_prints_published_numbers() -> None:
    said = talk("position startpos", "go perft 3", "isready", "isready")
    assert said.count("readyok") == 2
    said = talk("position startpos", "go perft 2")
    assert all(line.endswith(": 20") or ":" not in line or "searched" in line for line in said)


def test_chess960_castles_by_king_and_rook() -> None:
    said = talk(
        "setoption name UCI_Chess960 value true",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1",
        "d",
    )
    assert any("5RK1" in line for line in said)


def test_limited_strength_is_a_level() -> None:
    said = talk(
        "setoption name UCI_LimitStrength value true",
        "position startpos",
        "go movetime 50",
        "stop",
    )
    assert len(best(said)) == 1


@pytest.fixture
def ours() -> Iterator[kibitz.Player]:
    player = make_player(f'engine:cmd="{OURS}",protocol=uci')
    yield player
    player.close()


def test_kibitz_asks_kibitz(ours: kibitz.Player) -> None:
    mate = kibitz.load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    assert mate.write(ours.choose(mate, Limit(depth=3)).move) == "Ra8#"
    chess960 = kibitz.load("chess960:arrangement=0").start()
    assert ours.choose(chess960, Limit(depth=2)).move in chess960.moves


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that always answers e7e5 and logs its input to a file."""
    log, program = tmp_path / "heard", tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    log.write(line); log.flush()\n"
        "    words = line.split()\n"
        "    if words[:1] == ['uci']:\n"
        "        print('option name Hash type spin default 1 min 1 max 9\\nuciok', flush=True)\n"
        "    if words[:1] == ['isready']: print('readyok', flush=True)\n"
        "    if words[:1] == ['go']: print('info depth 3 nodes 17\\nbestmove e7e5', flush=True)\n"
        "    if words[:1] == ['quit']: break\n"
    )
    return program


def test_a_game_before_is_reported(program: Path) -> None:
    """The moves that led to a position are sent with it, so the program knows of repetitions."""
    player = make_player(f'engine:cmd="{sys.executable} {program}",protocol=uci,set=Hash=2')
    start = kibitz.load("chess").start()
    after = start.play("e4", "Nf6", "Nf3")
    choice = player.choose(after, Limit(seconds=1))
    assert (str(choice.move), choice.depth, choice.nodes) == ("e7e5", 3, 17)
    player.close()
    text = program.with_name("heard").read_text()
    assert "setoption name Hash value 2\n" in text
    began = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert f"ucinewgame\nisready\nposition fen {began} moves g8f6 g1f3\ngo movetime 1000\n" in text
    assert text.count("ucinewgame") == 1
    with pytest.raises(EngineFailed, match="no option 'Speed'"):
        make_player(f'engine:cmd="{sys.executable} {program}",protocol=uci,set=Speed=2').choose(after)


def test_another_game_is_announced_and_the_same_one_is_not(program: Path) -> None:
    player = make_player(f'engine:cmd="{sys.executable} {program}",protocol=uci')
    start = kibitz.load("chess").start()
    for position in (start.play("e4"), start.play("e4", "Nf6", "Nf3"), start.play("d4")):
        player.choose(position, Limit(depth=3, nodes=20))
    player.close()
    text = program.with_name("heard").read_text().splitlines()
    assert [line.split()[0] for line in text if line.startswith(("ucinewgame", "position"))] == [
        *("ucinewgame", "position", "position"),
        *("ucinewgame", "position"),
    ]
    assert [line for line in text if line.startswith("go")] == ["go depth 3 nodes 20"] * 3


def test_both_clocks_are_reported(program: Path) -> None:
    player = make_player(f'engine:cmd="{sys.executable} {program}",protocol=uci')
    after = kibitz.load("chess").start().play("e4")
    for increment, each in ((0.0, ""), (0.5, " winc 500 binc 500")):
        player.set_clock(TimeLeft(80.0, 32.5, increment))
        player.choose(after)
        text = program.with_name("heard").read_text().splitlines()
        assert text[-1] == f"go wtime 80000 btime 32500{each}"
    player.close()


@pytest.fixture
def _event_loop_policy() -> Iterator[None]:
    """Restore asyncio's policy, which python-chess replaces for the whole process."""
    before = asyncio.get_event_loop_policy()
    yield
    asyncio.set_event_loop_policy(before)


@pytest.mark.usefixtures("_event_loop_policy")
def test_python_chess_plays_with_it() -> None:
    chess = pytest.importorskip("chess")
    engine_of = pytest.importorskip("chess.engine")
    with engine_of.SimpleEngine.popen_uci(OURS.split()) as engine:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 12:
            result = engine.play(board, engine_of.Limit(nodes=500), info=engine_of.INFO_ALL)
            board.push(result.move)
        found = engine.analyse(board, engine_of.Limit(depth=6), multipv=3)
        assert len(found) == 3
        assert all(line["pv"][0] in board.legal_moves for line in found)
        board = chess.Board.from_chess960_pos(0)
        assert engine.play(board, engine_of.Limit(nodes=500)).move in board.legal_moves


def test_the_move_is_the_first_of_the_last_line_reported() -> None:
    """Also where the search was stopped amid a depth and has found a better move in it."""
    fens = (
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
        "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/P1NB1N2/1P2QPPP/R1BR2K1 b - - 0 13",
        "8/5pk1/4p1p1/3pP2p/1r1P3P/5PP1/5K2/2R5 b - - 0 40",
    )
    for fen in fens:
        for nodes in range(500, 12_000, 500):
            said = talk("ucinewgame", f"position fen {fen}", f"go nodes {nodes}", "isready")
            line = [words for words in said if " pv " in words][-1]
            assert best(said)[0].split()[1] == line.partition(" pv ")[2].split()[0]
