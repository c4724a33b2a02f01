"""The UCI server: from commands to searches, with a search that records its requests."""

from __future__ import annotations

import io
import re
import threading
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz import Limit, _core
from kibitz.base.errors import BadOption, Stopped
from kibitz.base.time_management import allowance
from kibitz.engines.server_base import ServerContext
from kibitz.games.chess.uci_server import serve_uci

CHESS = kibitz.load("chess")
START = CHESS.start()


class SearchLog:
    """A player with a search that records its calls and answers with the first move."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []
        self.asked: list[Any] = []
        self.controls: list[Any] = []
        #: Its reports, the last one being the result; the first move by default.
        self.thoughts: list[Any] = []
        self.stops = 0

    def selective_engine(self, game: kibitz.Game) -> SearchLog:
        return self

    def resize_tt(self, size: int) -> None:
        self.calls.append(("table", size))

    def set_threads(self, threads: int) -> None:
        self.calls.append(("threads", threads))

    def clear(self) -> None:
        self.calls.append(("forget", None))

    def ponder_hit(self) -> None:
        self.calls.append(("ponder hit", None))

    def search(self, state: object, limits: Any, control: Any, on_info: Any, tablebase: object) -> object:
        self.asked.append(limits)
        self.controls.append(control)
        for thought in self.thoughts:
            on_info(thought)
        return self.thoughts[-1] if self.thoughts else thought_of([str(START.moves[0])])


def thought_of(
    moves: list[str],
    kind: str = "estimate",
    number: float = 0.0,
    more: list[str] | None = None,
    **fields: Any,
) -> Any:
    """A report of a search: a line of moves from the start with its value, perhaps a second line."""
    lines = []
    for line in (moves, more or []):
        codes, position = [], START
        for text in line:
            move = position.move(text)
            codes.append(move.code)
            position = position.play(move)
        value = SimpleNamespace(kind=kind, number=number, exact=False)
        lines += [SimpleNamespace(moves=codes, value=value)] if codes else []
    usual = {"depth": 3, "sel_depth": 5, "nodes": 5000, "seconds": 0.5, "hashfull": 12}
    return SimpleNamespace(pv_lines=lines, **{**usual, **fields})


@pytest.fixture
def search_log(monkeypatch: pytest.MonkeyPatch) -> SearchLog:
    """The calls to a search in the test."""
    monkeypatch.setattr(_core, "SearchLimits", lambda **given: SimpleNamespace(**given))
    search_log = SearchLog()

    def stop() -> None:
        search_log.stops += 1

    monkeypatch.setattr(_core, "Control", lambda **given: SimpleNamespace(stop=stop, **given))
    return search_log


def talk(
    search_log: SearchLog | Chooses,
    *lines: str,
    limit: Limit | None = None,
    game: str = "chess",
    **settings: Any,
) -> list[str]:
    said = io.StringIO()
    ask = io.StringIO("".join(f"{line}\n" for line in lines))
    settings = {"elo_range": lambda game: (600, 2400), **settings}
    serve_uci(ServerContext(kibitz.load(game), search_log, limit or Limit(), ask, said, **settings))  # type: ignore[arg-type]
    return said.getvalue().splitlines()


NOTHING: dict[str, object] = {
    "depth": 0,
    "seconds": None,
    "left": None,
    "increment": 0,
    "moves_to_go": 0,
    "overhead": 0.02,
    "ponder": False,
    "infinite": False,
    "multi_pv": 1,
    "search_moves": [],
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
        ("go infinite", {"infinite": True}),
        ("go", {"infinite": True}),
        ("go ponder wtime 1000", {"ponder": True, "left": 1}),
        ("go nodes 5", {}),
        ("go mate 2", {}),
        (
            "go searchmoves e2e4 a2a3 depth 3",
            {"depth": 3, "search_moves": [START.move("e2e4").code, START.move("a2a3").code]},
        ),
    ],
)
def test_go_for_white(search_log: SearchLog, go: str, means: dict[str, object]) -> None:
    talk(search_log, "position startpos", go)
    (request,) = search_log.asked
    assert vars(request) == {**NOTHING, **means}


def test_black_has_its_own_clock(search_log: SearchLog) -> None:
    talk(search_log, "position startpos moves e2e4", "go wtime 1 winc 2 btime 8000 binc 500")
    assert vars(search_log.asked[0]) == {**NOTHING, "left": 8, "increment": 0.5}


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
    search_log: SearchLog, go: str, limit: Limit, depth: int, seconds: float | None, nodes: int | None
) -> None:
    talk(search_log, "position startpos", go, limit=limit)
    (request,), (control,) = search_log.asked, search_log.controls
    assert (request.depth, request.seconds, control.nodes) == (depth, seconds, nodes)
    assert request.infinite == ("infinite" in go)  # a limit of its own is enough to go on


def test_settings_reach_the_search(search_log: SearchLog) -> None:
    talk(
        search_log,
        "setoption name Hash value 3",
        "setoption name Threads value 5",
        "setoption name MultiPV value 4",
        "setoption name Move Overhead value 150",
        "go depth 1",
    )
    megabyte = 1_048_576
    received = [("table", 3 * megabyte), ("threads", 1), ("table", 3 * megabyte), ("threads", 5)]
    assert search_log.calls == received
    assert vars(search_log.asked[0]) == {**NOTHING, "depth": 1, "multi_pv": 4, "overhead": 0.15}


@pytest.mark.parametrize("words", ["ucinewgame", "setoption name Clear Hash"])
def test_another_game_is_begun_with_nothing_in_mind(search_log: SearchLog, words: str) -> None:
    said = talk(search_log, "position startpos moves e2e4", words, "d")
    assert search_log.calls == [("forget", None)]
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
    search_log: SearchLog, name: str, low: int, high: int
) -> None:
    (option,) = (line for line in talk(search_log, "uci") if line.startswith(f"option name {name} "))
    assert option.endswith(f" min {low} max {high}")
    for value in (low, high):
        assert talk(search_log, f"setoption name {name} value {value}") == []
    for value in (low - 1, high + 1):
        (refusal,) = talk(search_log, f"setoption name {name} value {value}")
        assert f"must be {low} to {high}" in refusal


def test_unknown_settings_are_reported(search_log: SearchLog) -> None:
    assert talk(search_log, "setoption name Ponder value true", "debug on", "register later", "") == []
    assert talk(search_log, "setoption name Hush value 3") == ["info string there is no option 'Hush'"]
    assert talk(search_log, "setoption Hash 3") == ["info string say setoption name NAME value VALUE"]
    (refusal,) = talk(search_log, "setoption name UCI_Chess960 value perhaps")
    assert refusal.endswith("must be true or false, not 'perhaps'")


def test_ponder_hit_reaches_the_search(search_log: SearchLog) -> None:
    talk(search_log, "ponderhit", "go ponder", "ponderhit", "stop", "ponderhit")
    assert search_log.calls == [("ponder hit", None)]


@pytest.mark.parametrize(
    ("kind", "number", "score"),
    [
        ("estimate", 0.35, "cp 35"),
        ("estimate", -1.27, "cp -127"),
        ("draw", -1, "cp 0"),
        ("draw", 6, "cp 0"),
        ("win", 1, "mate 1"),
        ("win", 3, "mate 2"),
        ("loss", 2, "mate -1"),
        ("loss", 4, "mate -2"),
    ],
)
def test_values_are_reported_in_hundredths_of_a_pawn_or_moves_to_the_mate(
    search_log: SearchLog, kind: str, number: float, score: str
) -> None:
    search_log.thoughts = [thought_of(["e2e4"], kind, number)]
    result, best = talk(search_log, "go depth 3")
    assert f" score {score} nodes " in result
    assert best == "bestmove e2e4"


def test_a_search_is_reported_with_all_its_counts(search_log: SearchLog) -> None:
    search_log.thoughts = [
        thought_of(["e2e4", "e7e5"], more=["d2d4"], depth=3, sel_depth=5),
        thought_of(["d2d4"], depth=8, sel_depth=0, nodes=7, seconds=0.0, hashfull=999),
    ]
    first, second, third, best = talk(search_log, "go depth 3")
    work = "score cp 0 nodes 5000 nps 10000 hashfull 12 time 500"
    assert first == f"info depth 3 seldepth 5 multipv 1 {work} pv e2e4 e7e5"
    assert second == f"info depth 3 seldepth 5 multipv 2 {work} pv d2d4"
    # No search is shallower than its depth, and none takes no time at all.
    assert re.fullmatch(
        r"info depth 8 seldepth 8 multipv 1 score cp 0 nodes 7 nps \d+ hashfull 999 time 0 pv d2d4", third
    )
    assert best == "bestmove d2d4"


def test_the_reply_that_is_expected_is_reported(search_log: SearchLog) -> None:
    search_log.thoughts = [thought_of(["e2e4", "e7e5", "g1f3"])]
    assert talk(search_log, "go depth 3")[-1] == "bestmove e2e4 ponder e7e5"


def test_a_better_move_of_an_unfinished_depth_is_reported_before_it_is_made(search_log: SearchLog) -> None:
    result, last = thought_of(["e2e4"]), thought_of(["d2d4"], depth=4)

    def search(state: object, limits: Any, control: Any, on_info: Any, tablebase: object) -> Any:
        on_info(result)
        return last

    search_log.search = search  # type: ignore[method-assign]
    first, second, best = talk(search_log, "go depth 9")
    assert first.endswith("pv e2e4")
    assert second.startswith("info depth 4 ")
    assert second.endswith("pv d2d4")
    assert best == "bestmove d2d4"


@pytest.mark.parametrize(
    ("go", "kind", "number", "stops"),
    [
        ("go mate 2", "win", 3, True),
        ("go mate 2", "win", 1, True),
        ("go mate 1", "win", 3, False),
        ("go mate 2", "win", -1, False),  # nobody knows how soon
        ("go mate 2", "loss", 2, False),
        ("go mate 2", "estimate", 9.0, False),
        ("go depth 2", "win", 1, False),
    ],
)
def test_a_search_for_a_mate_ends_with_it(
    search_log: SearchLog, go: str, kind: str, number: float, stops: bool
) -> None:
    search_log.thoughts = [thought_of(["e2e4"], kind, number)]
    talk(search_log, go, "isready")
    once = search_log.stops
    # At the end of the conversation every search is stopped.
    assert once == (2 if stops else 1)


@pytest.mark.parametrize(
    ("go", "said"),
    [
        ("go depth", ["depth needs a number"]),
        ("go depth x", ["depth needs a number", "go knows no 'x'"]),
        ("go sideways depth 2", ["go knows no 'sideways'"]),
        ("go searchmoves a2a9 e2e4 depth 2", ["a2a9"]),
        ("go searchmoves e2e5 infinite", ["a pawn does not go from e2 to e5"]),
    ],
)
def test_unknown_arguments_are_reported_and_a_move_is_still_given(
    search_log: SearchLog, go: str, said: list[str]
) -> None:
    *mistakes, best = talk(search_log, go)
    assert len(mistakes) == len(said)
    for mistake, words in zip(mistakes, said, strict=True):
        assert mistake.startswith("info string ")
        assert words in mistake
    assert best.startswith("bestmove ")
    (request,) = search_log.asked
    assert request.depth == (2 if "depth 2" in go else 0)
    assert list(request.search_moves) == ([START.move("e4").code] if "e2e4" in go else [])


def test_numbers_too_large_for_the_search_are_cut(search_log: SearchLog) -> None:
    talk(search_log, f"go nodes {'9' * 30}", f"go movestogo {'9' * 30}")
    assert search_log.controls[0].nodes == 2**62
    assert search_log.asked[1].moves_to_go == 1000


def test_tables_and_disabled_features_reach_the_search(search_log: SearchLog) -> None:
    seen: list[object] = []

    def search(state: object, limits: Any, control: Any, on_info: Any, tablebase: object) -> Any:
        seen.extend([tablebase, limits.without])
        return thought_of(["e2e4"])

    search_log.search = search  # type: ignore[method-assign]
    search_log.without = ("null move",)  # type: ignore[attr-defined]
    talk(search_log, "go depth 1", tables=lambda game: ("tables of", game.name))
    assert seen == [("tables of", "chess"), ["null move"]]


@pytest.mark.parametrize(
    ("low", "high", "default"), [(600, 2400, 1500), (1600, 2400, 1600), (600, 1400, 1400)]
)
def test_every_option_is_introduced_as_the_protocol_has_it(
    search_log: SearchLog, low: int, high: int, default: int
) -> None:
    said = talk(search_log, "uci", elo_range=lambda game: (low, high))
    assert said[-1] == "uciok"
    options = [line for line in said if line.startswith("option ")]
    for line in options:
        found = re.fullmatch(
            r"option name [\w ]+? type (?:spin default (\d+) min (\d+) max (\d+)"
            r"|check default (?:true|false)|button)",
            line,
        )
        assert found
        assert found[1] is None or int(found[2]) <= int(found[1]) <= int(found[3])
    assert f"option name UCI_Elo type spin default {default} min {low} max {high}" in options
    assert "option name UCI_Chess960 type check default false" in options
    assert "option name UCI_Chess960 type check default true" in talk(search_log, "uci", game="chess960")


def test_unknown_lines_are_ignored(search_log: SearchLog) -> None:
    assert talk(search_log, "hello there") == ["info string unknown command 'hello'"]
    assert talk(search_log, "x" * 41) == [f"info string unknown command {'x' * 40!r}"]
    assert talk(search_log, "isready", "quit", "isready") == ["readyok"]


def test_chess960_is_another_game_with_the_same_settings(search_log: SearchLog) -> None:
    said = talk(
        search_log,
        "setoption name Hash value 2",
        "position startpos moves e2e4",
        "setoption name UCI_Chess960 value true",
        "d",
        "setoption name UCI_Chess960 value TRUE",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1",
        "d",
        "setoption name UCI_Chess960 value false",
        "d",
    )
    fens = [line.removeprefix("info string ") for line in said if " 0 1" in line or " 1 1" in line]
    assert fens == [str(START), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1", str(START)]
    # Told once by the size and once by each change of the game.
    assert search_log.calls == [("table", 2 * 1_048_576), ("threads", 1)] * 3


def test_a_table_that_can_t_be_had_is_reported(search_log: SearchLog) -> None:
    def refuse(size: int) -> None:
        raise ValueError("no memory")

    search_log.resize_tt = refuse  # type: ignore[method-assign]
    assert talk(search_log, "setoption name Hash value 3") == ["info string no memory"]


@pytest.mark.parametrize(
    ("words", "fen"),
    [
        ("startpos", str(START)),
        ("startpos moves", str(START)),
        ("startpos moves e2e4 e7e5", str(START.play("e4 e5"))),
        ("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("fen  4k3/8/8/8/8/8/8/4K2R w K - 0 1  moves  e1g1 ", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    ],
)
def test_positions(search_log: SearchLog, words: str, fen: str) -> None:
    said = talk(search_log, f"position {words}", "d")
    assert said[-1] == f"info string {fen}"
    drawn = CHESS.view.draw(CHESS.position(fen)).split("\n")
    assert [line.removeprefix("info string ") for line in said[:-1]] == drawn


THERE_AND_BACK = "g1f3 g8f6 f3g1 f6g8 "


@pytest.mark.parametrize(
    ("words", "fen"),
    [
        # The fifth time, and on from there.
        (f"startpos moves {THERE_AND_BACK * 4}", f"{START} ".replace(" 0 1 ", " 0 9")),
        (f"startpos moves {THERE_AND_BACK * 4} e2e4", str(START.play("e4")).replace(" 0 1", " 0 9")),
        (f"startpos moves {THERE_AND_BACK * 30}", None),
        # Seventy-five moves.
        ("fen 4k3/8/8/8/8/8/R7/4K3 w - - 150 120", "4k3/8/8/8/8/8/R7/4K3 w - - 0 120"),
        ("fen 4k3/8/8/8/8/8/R7/4K3 w - - 149 120 moves a2a3", "4k3/8/8/8/8/R7/8/4K3 b - - 0 120"),
    ],
)
def test_a_move_is_given_where_only_the_count_of_moves_ended_the_game(
    search_log: SearchLog, words: str, fen: str | None
) -> None:
    """Some interfaces play on, and who says no move then has lost."""
    said = talk(search_log, f"position {words}", "d", "go depth 1")
    assert not any("over" in line for line in said)
    assert said[-1].startswith("bestmove ")
    if fen is not None:
        assert f"info string {fen}" in said


def test_an_option_without_its_value_is_named(search_log: SearchLog) -> None:
    assert talk(search_log, "setoption name Hash value") == ["info string hash must be 1 to 65536, not ''"]
    assert talk(search_log, "setoption name Clear Hash value") == []


@pytest.mark.parametrize("go", ["go btime 1000", "go wtime x btime 1000"])
def test_the_other_clock_is_better_than_none(search_log: SearchLog, go: str) -> None:
    talk(search_log, go)
    (request,) = search_log.asked
    assert (request.left, request.infinite) == (1.0, False)


@pytest.mark.parametrize("go", ["go movetime soon", "go depth", "go fast"])
def test_unknown_arguments_start_no_infinite_search(search_log: SearchLog, go: str) -> None:
    talk(search_log, go)
    (request,) = search_log.asked
    assert request.seconds == 1.0
    assert not request.infinite


def test_a_position_that_is_refused_changes_nothing(search_log: SearchLog) -> None:
    said = talk(
        search_log, "position startpos moves e2e4", "position startpos moves e2e4 e2e4", "position", "d"
    )
    assert "no piece on e2" in said[0]
    assert "position startpos" in said[1]
    assert said[-1] == f"info string {START.play('e4')}"


class Chooses:
    """A player that knows nothing of UCI: keeps what it was asked, and makes the last move of all."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked: list[Limit] = []
        self._error = error

    def choose(self, position: kibitz.Position, limit: Limit, rng: object) -> Any:
        self.asked.append(limit)
        if self._error is not None:
            raise self._error
        return SimpleNamespace(move=position.moves[-1])


@pytest.mark.parametrize(
    ("go", "own", "limit"),
    [
        ("go depth 3", Limit(), Limit(depth=3)),
        ("go depth 0", Limit(), Limit(depth=1)),
        ("go nodes 70", Limit(), Limit(nodes=70)),
        ("go nodes 0", Limit(), Limit(nodes=1)),
        ("go movetime 1500", Limit(), Limit(seconds=1.5)),
        ("go movetime 0", Limit(), Limit(seconds=0.001)),
        ("go depth 3 nodes 9 movetime 20", Limit(), Limit(depth=3, nodes=9, seconds=0.02)),
        ("go depth 3", Limit(depth=2, nodes=5), Limit(depth=2, nodes=5)),
        ("go", Limit(nodes=5), Limit(nodes=5)),
        ("go wtime 60000 btime 1", Limit(), Limit(seconds=allowance(60.0))),
        ("go wtime 60000 winc 2000 binc 1", Limit(), Limit(seconds=allowance(60.0, 2.0))),
        ("go btime 60000", Limit(), Limit()),
        ("go wtime 60000 movetime 100", Limit(), Limit(seconds=0.1)),
    ],
)
def test_any_player_can_be_asked(go: str, own: Limit, limit: Limit) -> None:
    player = Chooses()
    assert talk(player, go, limit=own) == [f"bestmove {START.moves[-1]}"]
    assert player.asked == [limit]


def test_any_player_looks_at_its_own_clock() -> None:
    player = Chooses()
    talk(player, "position startpos moves e2e4", "go wtime 1 btime 8000 winc 1 binc 500")
    assert player.asked == [Limit(seconds=allowance(8.0, 0.5))]


def test_any_player_chooses_among_all_moves() -> None:
    said = talk(Chooses(), "go searchmoves e2e4 depth 1")
    assert said == ["info string this player chooses among all moves", f"bestmove {START.moves[-1]}"]
    assert talk(Chooses(), "eval") == ["info string this player has no static evaluation"]
    assert talk(Chooses(), "ucinewgame", "setoption name Hash value 3") == []


@pytest.mark.parametrize("word", ["stop", "ponderhit"])
@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000"])
def test_a_move_waits_until_it_is_wanted(go: str, word: str) -> None:
    said = talk(Chooses(), go, "isready", word, "stop", "isready")
    assert said == ["readyok", f"bestmove {START.moves[-1]}", "readyok"]


@pytest.mark.parametrize(
    "word",
    [
        *("stop", "ucinewgame", "position startpos", "go depth 1", "setoption name MultiPV value 2"),
        *("setoption name Clear Hash", "eval"),
    ],
)
def test_a_search_ends_before_anything_else_begins(word: str) -> None:
    said = talk(Chooses(), "go infinite", word, "stop", "isready")
    assert said[0].startswith("bestmove ")
    assert said[-1] == "readyok"
    assert sum(line.startswith("bestmove") for line in said) == (2 if word.startswith("go") else 1)


def test_a_move_is_owed_where_nothing_was_found() -> None:
    assert talk(Chooses(Stopped()), "go depth 1") == [f"bestmove {START.moves[0]}"]


@pytest.mark.parametrize("error", [BadOption("this is\n no  good"), ValueError("this is no good")])
def test_errors_are_one_line(error: Exception) -> None:
    assert talk(Chooses(error), "go depth 1") == ["info string this is no good", "bestmove 0000"]


def test_a_level_plays_where_strength_is_limited(search_log: SearchLog) -> None:
    level, made = Chooses(), []

    def make_player(text: str) -> Any:
        made.append(text)
        return level

    limits = ("setoption name UCI_LimitStrength value true", "go depth 1", "isready")
    elo = "setoption name UCI_Elo value 800"
    said = talk(search_log, *limits, elo, "go depth 1", make_player=make_player)
    assert made == ["level:elo=1500", "level:elo=800"]
    assert level.asked == [Limit(depth=1)] * 2
    assert search_log.asked == []
    assert [line for line in said if "best" in line] == [f"bestmove {START.moves[-1]}"] * 2
    # Off again, or where nobody makes levels, the player itself is asked.
    talk(search_log, limits[0], limits[0].replace("true", "false"), "go depth 1", make_player=make_player)
    talk(search_log, limits[0], "go depth 1")
    assert len(search_log.asked) == 2
    assert len(made) == 2


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

    serve_uci(
        ServerContext(CHESS, kibitz.player("selective"), Limit(), Asks(), Says(), make_player=kibitz.player)
    )
    return said.getvalue().splitlines()


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "mate 1"),  # Ra8#
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "mate 2"),  # Ra7 and Rb8#
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),  # nobody mates
        ("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", "mate -1"),  # Kg8, Rb8#
    ],
)
def test_mates_are_reported_in_moves(fen: str, score: str | None) -> None:
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
    assert answered("go perft 1", until="Nodes")[-1] == "Nodes searched: 20"


def test_counting_that_is_stopped_says_no_number() -> None:
    said = answered("go perft 20", "stop", "isready", until="readyok")
    assert said == ["readyok"]


def test_several_lines_are_reported_best_first() -> None:
    said = answered("setoption name MultiPV value 3", "position startpos", "go depth 4", until="bestmove")
    deepest = [line.split() for line in said if line.startswith("info depth 4 ")]
    assert [words[words.index("multipv") + 1] for words in deepest] == ["1", "2", "3"]
    scores = [int(words[words.index("cp") + 1]) for words in deepest]
    assert scores == sorted(scores, reverse=True)
    assert len({words[words.index("pv") + 1] for words in deepest}) == 3


def test_the_static_evaluation_of_a_position() -> None:
    """A queen ahead is a queen behind for the other side."""
    worth = []
    for mover in "wb":
        (said,) = answered(f"position fen 4k3/8/8/8/8/8/8/3QK3 {mover} - - 0 1", "eval", until="info")
        found = re.fullmatch(r"info string static evaluation ([+-]\d+\.\d\d) for the mover", said)
        assert found
        worth.append(float(found[1]))
    assert worth[0] > 5
    assert worth[1] < -5
