"""The UCI client: commands to an engine and parsing of its answers, without a process."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.time_management import TimeLeft
from kibitz.engines.process import EngineFailed
from kibitz.engines.protocol import Answer, Question
from kibitz.games.chess.uci_client import Uci

CHESS = kibitz.load("chess")
CHESS960 = kibitz.load("chess960:arrangement=0")
START = CHESS.start()


class Program:
    """A program with given replies for each command, which records its input."""

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        usual = {"uci": "id name Some\nuciok", "isready": "readyok", "go": "bestmove e2e4"}
        self.answers = {**usual, **(answers or {})}
        self.heard: list[str] = []
        self._says: list[str] = []
        self.waited_for: list[str] = []

    def send(self, line: str) -> None:
        self.heard.append(line)
        self._says += self.answers.get(line.split()[0], "").split("\n") if line.split() else []

    def line(self, deadline: float, what: str) -> str:
        self.waited_for.append(what)
        while not self._says[0]:
            self._says.pop(0)
        return self._says.pop(0)


def question(
    position: kibitz.Position = START, limit: Limit | None = None, left: TimeLeft | None = None
) -> Question:
    return Question(position, limit or Limit(depth=1), 0, 1e9, left)


def begun(
    answers: Mapping[str, str] | None = None,
    position: kibitz.Position = START,
    given: Mapping[str, str] | None = None,
) -> tuple[Program, Uci]:
    program = Program(answers)
    uci = Uci(program)  # type: ignore[arg-type]
    uci.set_options(given or {})
    uci.handshake(question(position))
    return program, uci


def test_a_greeting() -> None:
    program, _ = begun()
    assert program.heard == ["uci", "ucinewgame", "isready"]
    assert program.waited_for == ["uciok", "uciok", "readyok"]


def test_unexpected_lines_are_ignored() -> None:
    program, uci = begun({"isready": "info string loading\nreadyok"})
    program.answers["go"] = "hello\n\ninfo\nbestmoves a2a3\nbestmove g1f3 ponder e7e5"
    assert uci.ask(question()) == Answer(START.move("Nf3"))


OPTIONS = (
    "option name Hash type spin default 16\noption name Skill Level type spin\n"
    "option name UCI_Chess960 type check default false\nuciok"
)


def test_settings_are_set_where_the_program_has_them() -> None:
    program, _ = begun({"uci": OPTIONS}, given={"hash": "64", "Skill Level": "3"})
    settings = ["setoption name hash value 64", "setoption name Skill Level value 3"]
    assert program.heard == ["uci", *settings, "ucinewgame", "isready"]
    with pytest.raises(EngineFailed, match="no option 'Skill'"):
        begun({"uci": OPTIONS}, given={"Skill": "3"})


def test_chess960_is_announced_once_and_taken_back() -> None:
    program, uci = begun({"uci": OPTIONS}, CHESS960.start())
    on, off = (f"setoption name UCI_Chess960 value {flag}" for flag in ("true", "false"))
    assert program.heard == ["uci", on, "ucinewgame", "isready"]
    program.heard.clear()
    for position in (CHESS960.start(), CHESS960.start()):
        program.answers["go"] = f"bestmove {position.moves[0]}"
        uci.ask(question(position))
    assert [line for line in program.heard if line.startswith("setoption")] == []
    program.heard.clear()
    program.answers["go"] = "bestmove e2e4"
    uci.ask(question(START))
    assert program.heard[:3] == [off, "ucinewgame", "isready"]


def test_a_program_without_chess960_says_so() -> None:
    with pytest.raises(EngineFailed, match="does not play Chess960"):
        begun(position=CHESS960.start())
    begun(position=START)


def test_a_game_that_goes_on_is_not_announced_again() -> None:
    """It goes on where the number of the move has grown; the same position again is another game."""
    program, uci = begun()
    asked: list[int] = []
    for texts, move in (
        ("", "e2e4"),
        ("e4 e5", "g1f3"),
        ("e4 e5", "g1f3"),
        ("d4", "d7d5"),
        ("e4 e5", "d2d4"),
    ):
        program.answers["go"] = f"bestmove {move}"
        program.heard.clear()
        uci.ask(question(START.play(texts) if texts else START))
        asked.append(program.heard.count("ucinewgame"))
    assert asked == [0, 0, 1, 1, 0]


def test_black_s_turn_comes_after_white_s() -> None:
    program, uci = begun()
    uci.ask(question(START))
    program.answers["go"] = "bestmove e7e5"
    uci.ask(question(START.play("e4")))
    assert program.heard.count("ucinewgame") == 1


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (START, "startpos"),
        (START.play("Nf3"), "startpos moves g1f3"),
        (START.play("Nf3 Nf6 Ng1"), "startpos moves g1f3 g8f6 f3g1"),
        # What came before a pawn's move can't come back.
        (START.play("e4"), "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        (
            START.play("e4 Nf6"),
            "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves g8f6",
        ),
        # Nothing is known of what came before a position that was set up.
        (
            CHESS.position("4k3/8/8/8/8/8/8/R3K3 w Q - 7 30").play("Ra2"),
            "fen 4k3/8/8/8/8/8/8/R3K3 w Q - 7 30 moves a1a2",
        ),
    ],
)
def test_a_position_is_sent_from_the_last_irreversible_move(position: kibitz.Position, told: str) -> None:
    program, uci = begun(position=position)
    program.answers["go"] = f"bestmove {position.moves[0]}"
    uci.ask(question(position))
    assert program.heard[-2] == f"position {told}"


@pytest.mark.parametrize(
    ("limit", "left", "told"),
    [
        (Limit(depth=3), None, "go depth 3"),
        (Limit(nodes=20), None, "go nodes 20"),
        (Limit(seconds=1.5), None, "go movetime 1500"),
        (Limit(seconds=0.0001), None, "go movetime 1"),
        (Limit(depth=3, nodes=20, seconds=0.06), None, "go movetime 60 depth 3 nodes 20"),
        (Limit(), None, "go movetime 1000"),
        (Limit(), TimeLeft(60.0, 0.0), "go wtime 60000 btime 1"),
        (Limit(depth=9), TimeLeft(1.0, 2.0, 0.5), "go wtime 1000 btime 2000 winc 500 binc 500 depth 9"),
        (Limit(seconds=3.0), TimeLeft(1.0, 2.0), "go wtime 1000 btime 2000"),
    ],
)
def test_limits(limit: Limit, left: TimeLeft | None, told: str) -> None:
    program, uci = begun()
    uci.ask(question(limit=limit, left=left))
    assert program.heard[-1] == told


@pytest.mark.parametrize(
    ("said", "depth", "nodes"),
    [
        ("bestmove e2e4", None, None),
        ("info depth 3 nodes 17\nbestmove e2e4", 3, 17),
        ("info depth 3 nodes 17\ninfo depth 4 nodes 170 pv e2e4\nbestmove e2e4", 4, 170),
        ("info depth 3\ninfo nodes 50 seldepth 8\nbestmove e2e4", 3, 50),
        ("info string depth of thought\nbestmove e2e4", None, None),
    ],
)
def test_search_info_of_an_engine(said: str, depth: int | None, nodes: int | None) -> None:
    _, uci = begun({"go": said})
    assert uci.ask(question()) == Answer(START.move("e4"), depth, nodes)


@pytest.mark.parametrize("said", ["bestmove e2e5", "bestmove", "bestmove (none)", "bestmove 0000"])
def test_a_move_that_is_not_allowed_is_the_program_s_fault(said: str) -> None:
    _, uci = begun({"go": said})
    with pytest.raises(EngineFailed, match="gave the illegal move"):
        uci.ask(question())


def test_it_is_for_chess() -> None:
    assert Uci.cannot_play(CHESS) is None
    assert Uci.cannot_play(CHESS960) is None
    assert "chess" in (Uci.cannot_play(kibitz.load("connect4")) or "")
    assert Uci.quit_command == "quit"
