"""Servers of EWN's two protocols: accepted commands and their answers."""

from __future__ import annotations

import io
import re
import sys
from types import SimpleNamespace

import pytest

import kibitz
from kibitz import Limit, Position
from kibitz.base.random import Random, pick
from kibitz.base.time_management import allowance
from kibitz.engines.server_base import ServerContext
from kibitz.games.ewn import protocol_server
from kibitz.games.ewn.protocol_server import serve_ewn_2023, serve_ewn_2024

GAME = kibitz.load("ewn")
NONE_LEFT = ["0"] * 6


class Recorder(kibitz.Player):
    """Plays the last legal move, takes its time, and records its requests."""

    name, summary = "recorder", "records its requests"

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__({}, {})
        self.positions: list[Position] = []
        self.limits: list[Limit] = []
        self.seconds, self.clock = seconds, 1000.0

    def think(self, position: Position, limit: Limit, rng: Random) -> kibitz.Move:
        self.positions.append(position)
        self.limits.append(limit)
        self.clock += self.seconds
        return position.moves[-1]


def talk_2023(recorder: Recorder, *lines: str) -> list[str]:
    said = io.StringIO()
    serve_ewn_2023(ServerContext(GAME, recorder, Limit(), io.StringIO("\n".join(lines) + "\n"), said))
    return said.getvalue().splitlines()


def talk_2024(recorder: Recorder, *lines: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said, elsewhere = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    serve_ewn_2024(ServerContext(GAME, recorder, Limit(), io.StringIO("\n".join(lines) + "\n"), elsewhere))
    assert elsewhere.getvalue() == ""
    return said.getvalue().splitlines()


def places(position: Position) -> dict[str, tuple[int, int]]:
    """Where each stone stands, rows from the top, read off the text of a position."""
    rows = str(position).split()[0].split("/")
    return {
        cell: (row, column)
        for row, text in enumerate(rows)
        for column, cell in enumerate(re.findall(r"\.|[rb]\d", text))
        if cell != "."
    }


def square(place: tuple[int, int]) -> str:
    return "ABCDE"[place[1]] + "12345"[place[0]]


def cell(place: tuple[int, int]) -> int:
    return 5 * place[0] + place[1]


def stones(colour: str) -> list[str]:
    return [f"{colour}{number}" for number in range(1, 7)]


def rolled_positions() -> list[Position]:
    rng, found = Random(3), []
    for _ in range(4):
        position = GAME.start(rng)
        while not position.is_over:
            if position.turn is not kibitz.Side.CHANCE:
                found.append(position)
            position = position.play(pick(rng, position.moves))
    assert any(len(places(position)) < 8 for position in found)
    return found


def asked_2023(position: Position) -> str:
    _, mover, die = str(position).split()
    where = places(position)
    squares = (square(where[name]) if name in where else "0" for name in (*stones("b"), *stones("r")))
    return f"get {mover.upper()} {die[1:]} {' '.join(squares)}"


def asked_2024(position: Position, seconds: str) -> str:
    _, mover, die = str(position).split()
    where = places(position)
    cells = (str(cell(where[name])) if name in where else "-1" for name in (*stones("r"), *stones("b")))
    return f"0 {'rb'.index(mover)} {seconds} {' '.join(cells)} {int(die[1:]) - 1}"


def moved(position: Position) -> tuple[str, tuple[int, int], tuple[int, int]]:
    """The stone that the player moves, and the places it goes from and to."""
    move = position.moves[-1]
    before, after = places(position), places(position.play(move))
    stone = str(position).split()[1] + str(move)[0]
    return stone, before[stone], after[stone]


@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_the_2023_protocol_gives_the_players_position(case: object) -> None:
    positions, reply = rolled_positions(), Recorder()
    lines = [asked_2023(position) for position in positions]
    if case is str.lower:
        lines = ["get " + line[4:].lower() for line in lines]
    answers = talk_2023(reply, *lines)
    assert reply.positions == positions
    for position, answer in zip(positions, answers, strict=True):
        _, start, to = moved(position)
        assert answer == f"{square(start)} {square(to)}"


def test_the_2024_protocol_gives_the_players_position(monkeypatch: pytest.MonkeyPatch) -> None:
    positions, reply = rolled_positions(), Recorder()
    lines = [asked_2024(position, "100.00") for position in positions]
    answers = talk_2024(reply, *lines, monkeypatch=monkeypatch)
    assert reply.positions == positions
    for position, answer in zip(positions, answers, strict=True):
        stone, _, to = moved(position)
        assert answer == f"====>{int(stone[1]) - 1} {cell(to)}"


def test_settings_are_answered_line_by_line() -> None:
    said = talk_2023(Recorder(), "name", "", "version", "  ", "time_setting 240", "board_setting 5 6")
    assert said == ["Kibitz", kibitz.__version__, "1", "1"]


@pytest.mark.parametrize("end", ["exit", "quit"])
def test_nothing_is_answered_after_the_end(end: str) -> None:
    assert talk_2023(Recorder(), "name", end, "name") == ["Kibitz"]


@pytest.mark.parametrize(
    ("colour", "corner"),
    [
        *((red, {"A1", "B1", "C1", "A2", "B2", "A3"}) for red in ("R", "r")),
        *((blue, {"E3", "D4", "E4", "C5", "D5", "E5"}) for blue in ("B", "b")),
    ],
)
def test_the_stones_are_put_into_the_own_corner(colour: str, corner: set[str]) -> None:
    (said,) = talk_2023(Recorder(), f"ini {colour}")
    assert len(said.split()) == 6
    assert set(said.split()) == corner


def die_2023(die: str) -> str:
    return " ".join(["get", "R", die, "E1", *NONE_LEFT[1:], "A1", *NONE_LEFT[1:]])


def die_2024(die: str) -> str:
    return " ".join(["0", "0", "9", "0", *["-1"] * 5, "4", *["-1"] * 5, die])


def test_the_die_shows_1_to_6_in_2023() -> None:
    reply = Recorder()
    good = talk_2023(reply, *(die_2023(str(die)) for die in range(1, 7)))
    assert good == ["A1 B2"] * 6
    assert [str(position).split()[-1] for position in reply.positions] == [f"d{die}" for die in range(1, 7)]
    for said in talk_2023(Recorder(), *map(die_2023, ("0", "7", "-1"))):
        assert re.match(r"error .*\b1 to 6\b", said)


def test_the_die_shows_0_to_5_in_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = Recorder()
    good = talk_2024(reply, *(die_2024(str(die)) for die in range(6)), monkeypatch=monkeypatch)
    assert good == ["====>0 6"] * 6
    assert [str(position).split()[-1] for position in reply.positions] == [f"d{die}" for die in range(1, 7)]
    for said in talk_2024(Recorder(), *map(die_2024, ("-1", "6")), monkeypatch=monkeypatch):
        assert re.match(r"error .*\b0 to 5\b", said)


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("hello", "hello"),
        ("board_setting 9 6", "5 rows and 6 stones"),
        ("board_setting 5 5", "5 rows and 6 stones"),
        ("board_setting", "5 rows and 6 stones"),
        ("time_setting -1", "-1"),
        ("time_setting inf", "inf"),
        ("time_setting nan", "nan"),
        ("time_setting 1000000000", "1000000000"),
        ("time_setting", ""),
        ("time_setting soon", "soon"),
        ("ini", ""),
        ("get", "R or B"),
        (die_2023("1").replace(" R ", " G "), "R or B"),
        (die_2023("1") + " 0", "6 blue and 6 red"),
        (die_2023("1").removesuffix(" 0"), "6 blue and 6 red"),
        (die_2023("one"), "one"),
        (die_2023("1").replace("E1", "F1"), "F1"),
        (die_2023("1").replace("E1", "A6"), "A6"),
        (die_2023("1").replace("E1", "A1"), "two stones"),
    ],
)
def test_an_error_in_the_2023_protocol_is_one_line_and_the_next_request_is_answered(
    line: str, about: str
) -> None:
    reply = Recorder()
    said = talk_2023(reply, line, "name")
    assert said[0].startswith("error ")
    assert about in said[0]
    assert said[1:] == ["Kibitz"]
    assert reply.positions == []


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("0", "12 cells"),
        (die_2024("1") + " 1", "12 cells"),
        (die_2024("1").removesuffix(" 1"), "12 cells"),
        (die_2024("1").replace("0 0 9", "0 2 9"), "colour"),
        (die_2024("1").replace("0 0 9", "0 0 -9"), "-9"),
        (die_2024("1").replace(" 4 ", " 25 "), "0 to 24"),
        (die_2024("1").replace(" 4 ", " -2 "), "0 to 24"),
        (die_2024("1").replace(" 4 ", " 0 "), "two stones"),
    ],
)
def test_an_error_in_the_2024_protocol_is_one_line_and_the_next_request_is_answered(
    line: str, about: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = talk_2024(Recorder(), line, "", die_2024("1"), monkeypatch=monkeypatch)
    assert said[0].startswith("error ")
    assert about in said[0]
    assert said[1:] == ["====>0 6"]


@pytest.mark.parametrize("end", ["1", "exit", "10"])
def test_any_other_line_ends_2024(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert talk_2024(Recorder(), end, die_2024("1"), monkeypatch=monkeypatch) == []


def test_the_last_cell_may_be_sent_in_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    line = die_2024("1").replace(" 4 ", " 24 ")
    reply = Recorder()
    assert talk_2024(reply, line, monkeypatch=monkeypatch) == ["====>0 6"]
    assert str(reply.positions[0]) == "r1..../...../...../...../....b1 r d2"


# Time


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """A player that takes two seconds for a move, by a clock of its own."""
    reply = Recorder(2.0)
    monkeypatch.setattr(protocol_server, "time", SimpleNamespace(monotonic=lambda: reply.clock))
    return reply


def test_without_a_time_for_the_game_there_is_no_limit(slow: Recorder) -> None:
    talk_2023(slow, die_2023("1"), die_2023("2"))
    assert slow.limits == [Limit(), Limit()]


def test_thinking_time_is_taken_from_the_game_clock(slow: Recorder) -> None:
    get = die_2023("1")
    assert talk_2023(slow, "time_setting 100", get, get, get) == ["1", *["A1 B2"] * 3]
    assert slow.limits == [Limit(seconds=allowance(left)) for left in (100, 98, 96)]


@pytest.mark.parametrize("again", ["ini R", "time_setting 100"])
def test_another_game_has_all_of_its_time(slow: Recorder, again: str) -> None:
    get = die_2023("1")
    talk_2023(slow, "time_setting 100", get, get, again, get, get)
    assert slow.limits == [Limit(seconds=allowance(left)) for left in (100, 98, 100, 98)]


def test_settings_in_between_take_no_time_and_give_none_back(slow: Recorder) -> None:
    get = die_2023("1")
    talk_2023(slow, "time_setting 100", get, "name", "board_setting 5 6", get)
    assert slow.limits == [Limit(seconds=allowance(left)) for left in (100, 98)]


def test_no_time_at_all_is_still_answered(slow: Recorder) -> None:
    get = die_2023("1")
    assert talk_2023(slow, "time_setting 0", get, get) == ["1", "A1 B2", "A1 B2"]
    assert all(limit.seconds is not None and limit.seconds < 0.01 for limit in slow.limits)


def test_the_time_left_comes_with_every_question_of_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = Recorder()
    lines = [die_2024("1").replace("0 0 9 ", f"0 0 {seconds} ") for seconds in ("240", "99.25", "0")]
    assert len(talk_2024(reply, *lines, monkeypatch=monkeypatch)) == 3
    assert reply.limits == [Limit(seconds=allowance(left)) for left in (240, 99.25, 0)]
