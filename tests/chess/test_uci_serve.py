"""What the words of UCI mean to the search: a search that only writes down what it is told."""

from __future__ import annotations

import io
import threading
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz import Limit, _core
from kibitz.engines.serving import Served
from kibitz.games.chess.uci_serve import serve_uci

CHESS = kibitz.load("chess")
START = CHESS.start()


class Heard:
    """A player and its search in one: answers with the first move and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []
        self.asked: list[Any] = []
        self.controls: list[Any] = []

    def thinker(self, game: kibitz.Game) -> Heard:
        return self

    def set_table(self, size: int) -> None:
        self.told.append(("table", size))

    def set_threads(self, threads: int) -> None:
        self.told.append(("threads", threads))

    def forget(self) -> None:
        self.told.append(("forget", None))

    def ponder_hit(self) -> None:
        self.told.append(("ponder hit", None))

    def think(self, state: object, request: Any, control: Any, hear: Any, known: object) -> object:
        self.asked.append(request)
        self.controls.append(control)
        return SimpleNamespace(lines=[SimpleNamespace(moves=[START.moves[0].code])])


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """What is told to a search in the test."""
    monkeypatch.setattr(_core, "ThinkRequest", lambda **given: SimpleNamespace(**given))
    monkeypatch.setattr(_core, "Control", lambda **given: SimpleNamespace(stop=lambda: None, **given))
    return Heard()


def talk(heard: Heard, *lines: str, limit: Limit | None = None) -> list[str]:
    said = io.StringIO()
    ask = io.StringIO("".join(f"{line}\n" for line in lines))
    serve_uci(
        Served(CHESS, heard, limit or Limit(), ask, said, elo_range=lambda game: (600, 2400))  # type: ignore[arg-type]
    )
    return said.getvalue().splitlines()


NOTHING = {
    "depth": 0,
    "seconds": None,
    "left": None,
    "increment": 0,
    "moves_to_go": 0,
    "overhead": 0.02,
    "ponder": False,
    "forever": False,
    "lines": 1,
    "only": [],
    "without": [],
}


@pytest.mark.parametrize(
    ("go", "means"),
    [
        ("go depth 7", {"depth": 7}),
        ("go depth 0", {"depth": 1}),
        ("go depth 100000", {"depth": 200}),
        ("go movetime 1500", {"seconds": 1.5}),
        ("go movetime -3", {"seconds": 0.001}),
        ("go wtime 60000 btime 9000", {"left": 60}),
        ("go wtime 0 btime 9000", {"left": 0.001}),
        (
            "go wtime 60000 btime 1 winc 2000 binc 3 movestogo 12",
            {"left": 60, "increment": 2, "moves_to_go": 12},
        ),
        ("go wtime 1000 movestogo 99999", {"left": 1, "moves_to_go": 1000}),
        ("go infinite", {"forever": True}),
        ("go", {"forever": True}),
        ("go ponder wtime 1000", {"ponder": True, "left": 1}),
        ("go nodes 5", {}),
        ("go mate 2", {}),
        (
            "go searchmoves e2e4 a2a3 depth 3",
            {"depth": 3, "only": [START.move("e2e4").code, START.move("a2a3").code]},
        ),
    ],
)
def test_go_for_white(heard: Heard, go: str, means: dict[str, object]) -> None:
    talk(heard, "position startpos", go)
    (request,) = heard.asked
    assert vars(request) == {**NOTHING, **means}


def test_black_has_its_own_clock(heard: Heard) -> None:
    talk(heard, "position startpos moves e2e4", "go wtime 1 winc 2 btime 8000 binc 500")
    assert vars(heard.asked[0]) == {**NOTHING, "left": 8, "increment": 0.5}


@pytest.mark.parametrize(
    ("go", "limit", "depth", "seconds", "nodes"),
    [
        ("go", Limit(depth=4), 4, None, None),
        ("go depth 3", Limit(depth=4), 3, None, None),
        ("go depth 9", Limit(depth=4), 4, None, None),
        ("go movetime 200", Limit(seconds=0.5), 0, 0.2, None),
        ("go movetime 900", Limit(seconds=0.5), 0, 0.5, None),
        ("go infinite", Limit(seconds=0.5), 0, 0.5, None),
        ("go nodes 70", Limit(), 0, None, 70),
        ("go nodes 70", Limit(nodes=50), 0, None, 50),
        ("go nodes 30", Limit(nodes=50), 0, None, 30),
        ("go nodes 0", Limit(), 0, None, 1),
        ("go", Limit(nodes=50), 0, None, 50),
    ],
)
def test_the_least_of_both_limits_counts(
    heard: Heard, go: str, limit: Limit, depth: int, seconds: float | None, nodes: int | None
) -> None:
    talk(heard, "position startpos", go, limit=limit)
    (request,), (control,) = heard.asked, heard.controls
    assert (request.depth, request.seconds, control.nodes) == (depth, seconds, nodes)
    assert request.forever == ("infinite" in go)  # a limit of its own is enough to go on


def test_settings_reach_the_search(heard: Heard) -> None:
    talk(
        heard,
        "setoption name Hash value 3",
        "setoption name Threads value 5",
        "setoption name MultiPV value 4",
        "setoption name Move Overhead value 150",
        "go depth 1",
    )
    megabyte = 1_048_576
    told = [("table", 3 * megabyte), ("threads", 1), ("table", 3 * megabyte), ("threads", 5)]
    assert heard.told == told
    assert vars(heard.asked[0]) == {**NOTHING, "depth": 1, "lines": 4, "overhead": 0.15}


@pytest.mark.parametrize("words", ["ucinewgame", "setoption name Clear Hash"])
def test_another_game_is_begun_with_nothing_in_mind(heard: Heard, words: str) -> None:
    said = talk(heard, "position startpos moves e2e4", words, "d")
    assert heard.told == [("forget", None)]
    assert said[-1] == f"info string {START}"


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("Hash", 1, 65_536),
        ("Threads", 1, 64),
        ("MultiPV", 1, 256),
        ("Move Overhead", 0, 5000),
        ("UCI_Elo", 600, 2400),
    ],
)
def test_every_setting_says_its_bounds_and_keeps_to_them(
    heard: Heard, name: str, low: int, high: int
) -> None:
    (option,) = (line for line in talk(heard, "uci") if line.startswith(f"option name {name} "))
    assert option.endswith(f" min {low} max {high}")
    for value in (low, high):
        assert talk(heard, f"setoption name {name} value {value}") == []
    for value in (low - 1, high + 1):
        (refusal,) = talk(heard, f"setoption name {name} value {value}")
        assert f"must be {low} to {high}" in refusal


def test_what_is_no_setting_is_told(heard: Heard) -> None:
    assert talk(heard, "setoption name Ponder value true", "debug on", "register later", "") == []
    assert talk(heard, "setoption name Hush value 3") == ["info string there is no option 'Hush'"]
    assert talk(heard, "setoption Hash 3") == ["info string say setoption name NAME value VALUE"]
    (refusal,) = talk(heard, "setoption name UCI_Chess960 value perhaps")
    assert refusal.endswith("must be true or false, not 'perhaps'")


def test_ponder_hit_reaches_the_search(heard: Heard) -> None:
    talk(heard, "ponderhit", "go ponder", "ponderhit", "stop", "ponderhit")
    assert heard.told == [("ponder hit", None)]


def answered(*lines: str, until: str) -> list[str]:
    """What our own search says, which is given the time to say its last word."""
    said, done = io.StringIO(), threading.Event()
    left = [f"{line}\n" for line in lines]

    class Asks(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            if left:
                return left.pop(0)
            done.wait(60)
            return ""

    class Says(io.StringIO):
        def write(self, text: str, /) -> int:
            if text.startswith(until):
                done.set()
            return said.write(text)

    serve_uci(Served(CHESS, kibitz.player("selective"), Limit(), Asks(), Says(), make_player=kibitz.player))
    return said.getvalue().splitlines()


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "mate 1"),  # Ra8#
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "mate 2"),  # Ra7 and Rb8#
        ("8/R7/7k/8/8/8/8/1R5K b - - 0 1", None),  # nobody mates
        ("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", "mate -1"),  # Kg8, Rb8#
    ],
)
def test_mates_are_told_in_moves(fen: str, score: str | None) -> None:
    said = answered(f"position fen {fen}", "go depth 10", until="bestmove")
    last = [line for line in said if " score " in line][-1]
    found = last.partition(" score ")[2].split()
    assert " ".join(found[:2]) == score if score else found[0] == "cp"


def test_a_mate_that_was_asked_for_ends_the_search() -> None:
    said = answered("position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "go mate 2", until="bestmove")
    assert " score mate 2 " in [line for line in said if " score " in line][-1]


def test_lines_of_a_depth_are_counted_below_every_move() -> None:
    said = answered("position startpos", "go perft 3", until="Nodes")
    assert said[-1] == "Nodes searched: 8902"  # a published number
    counts = dict(line.split(": ") for line in said[:-1])
    assert len(counts) == 20
    assert sum(map(int, counts.values())) == 8902
    assert counts["e2e4"] == "600"
    for depth in (0, 21):
        assert answered(f"go perft {depth}", until="info") == ["info string perft takes a depth from 1 to 20"]


def test_several_lines_are_told_best_first() -> None:
    said = answered("setoption name MultiPV value 3", "position startpos", "go depth 4", until="bestmove")
    deepest = [line.split() for line in said if line.startswith("info depth 4 ")]
    assert [words[words.index("multipv") + 1] for words in deepest] == ["1", "2", "3"]
    scores = [int(words[words.index("cp") + 1]) for words in deepest]
    assert scores == sorted(scores, reverse=True)
    assert len({words[words.index("pv") + 1] for words in deepest}) == 3
