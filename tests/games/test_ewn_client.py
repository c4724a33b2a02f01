"""Clients of EWN's protocols: commands, and accepted answers."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.time_management import TimeLeft
from kibitz.engines.process import EngineFailed
from kibitz.engines.protocol import Question
from kibitz.games.ewn.protocol_2023 import Ewn2023
from kibitz.games.ewn.protocol_2024 import Ewn2024

GAME = kibitz.load("ewn")
#: Red's stones 2 and 5 on A1 and C2, blue's 2, 3 and 6 on A4, D3 and E5; a 4 lets red move both of its own.
MIDDLE = "r2..../..r5../...b3./b2..../....b6"


class Program:
    """Records its input, and gives fixed replies."""

    def __init__(self, *answers: str) -> None:
        self.sent: list[str] = []
        self.waited: list[float] = []
        self._answers: Iterator[str] = iter(answers)

    def send(self, line: str) -> None:
        self.sent.append(line)

    def line(self, deadline: float, what: str) -> str:
        assert deadline == DEADLINE
        return next(self._answers)

    def wait_until_idle(self, deadline: float) -> None:
        self.waited.append(deadline)


DEADLINE = math.inf


def question(text: str, left: TimeLeft | None = None) -> Question:
    return Question(GAME.position(text), Limit(), 1, DEADLINE, left)


def asked_2023(text: str, *answers: str) -> tuple[str, list[str]]:
    program = Program(*answers)
    answer = Ewn2023(program).ask(question(text))  # type: ignore[arg-type]
    return str(answer.move), program.sent


def asked_2024(text: str, *answers: str, left: TimeLeft | None = None) -> tuple[str, list[str]]:
    program = Program(*answers)
    answer = Ewn2024(program).ask(question(text, left))  # type: ignore[arg-type]
    return str(answer.move), program.sent


@pytest.mark.parametrize(
    ("mover", "answer", "move"),
    [
        ("r d4", "A1 B1", "2-b5"),
        ("r d4", "c2 d3", "5-d3"),
        ("b d6", "E5 D4", "6-d2"),
        ("b d1", "A4 A3", "2-a3"),
    ],
)
def test_a_question_of_2023_and_its_answer(mover: str, answer: str, move: str) -> None:
    colour, die = mover.split()
    squares = "0 A4 D3 0 0 E5 0 A1 0 0 C2 0"
    assert asked_2023(f"{MIDDLE} {mover}", answer) == (move, [f"get {colour.upper()} {die[1]} {squares}"])


@pytest.mark.parametrize(
    ("mover", "answer", "move"),
    [
        ("r d4", "====>1 1", "2-b5"),
        ("r d4", "====> 4  13 ", "5-d3"),
        ("b d6", "====>5 18", "6-d2"),
        ("b d1", "====>1 10", "2-a3"),
    ],
)
def test_a_question_of_2024_and_its_answer(mover: str, answer: str, move: str) -> None:
    colour, die = mover.split()
    cells = "-1 0 -1 -1 7 -1 -1 15 13 -1 -1 24"
    text = f"0 {'rb'.index(colour)} 240.00 {cells} {int(die[1]) - 1}"
    assert asked_2024(f"{MIDDLE} {mover}", "thinking", "> 1 1", answer) == (move, [text])


@pytest.mark.parametrize(
    "answer",
    [
        *("", "A1", "A1 B1 C1", "A1B1", "hello you", "2 6"),  # no two squares
        *("A1 C1", "A1 A1", "B1 B2"),  # no step, and a stone that is not there
        *("0 B1", "0 A1", "D3 C3", "A1 0"),  # a captured one, one of the other's, and off the board
    ],
)
def test_an_invalid_2023_move_is_a_failure(answer: str) -> None:
    with pytest.raises(EngineFailed, match="illegal move") as failed:
        asked_2023(f"{MIDDLE} r d4", answer)
    assert repr(answer) in str(failed.value)


@pytest.mark.parametrize(
    "answer",
    [
        *("====>", "====>1", "====>1 1 1", "====>one 1", "====>1 111", "====>1 -1", "====>6 1"),
        *("====>1 2", "====>1 0", "====>0 1", "====>2 1", "====>4 1"),
    ],
)
def test_an_invalid_2024_move_is_a_failure(answer: str) -> None:
    with pytest.raises(EngineFailed, match="illegal move"):
        asked_2024(f"{MIDDLE} r d4", answer)


def test_the_rolled_stone_must_move() -> None:
    with pytest.raises(EngineFailed, match="illegal move"):
        asked_2023(f"{MIDDLE} r d5", "A1 B1")
    with pytest.raises(EngineFailed, match="illegal move"):
        asked_2024(f"{MIDDLE} r d5", "====>1 1")


@pytest.mark.parametrize(
    ("left", "red", "blue"),
    [
        (None, "240", "240"),
        (TimeLeft(50, 30), "50", "30"),
        (TimeLeft(49.6, 30.4), "50", "30"),
        (TimeLeft(0.2, 0.0), "1", "1"),
    ],
)
def test_a_2023_program_receives_time_board_and_colour(left: TimeLeft | None, red: str, blue: str) -> None:
    """Whole seconds, and never none."""
    for colour, seconds in (("r", red), ("b", blue)):
        program = Program("Fake", "1.0", "1", "1", "A1 B1 C1 A2 B2 A3")
        Ewn2023(program).handshake(question(f"{MIDDLE} {colour} d1", left))  # type: ignore[arg-type]
        settings = [f"time_setting {seconds}", "board_setting 5 6", f"ini {colour.upper()}"]
        assert program.sent == ["name", "version", *settings]
        assert next(program._answers, None) is None  # every line was answered before the next


def test_a_program_of_2024_is_only_waited_for() -> None:
    program = Program()
    Ewn2024(program).handshake(question(f"{MIDDLE} r d1"))  # type: ignore[arg-type]
    assert (program.sent, program.waited) == ([], [DEADLINE])


@pytest.mark.parametrize(("colour", "seconds"), [("r", "49.50"), ("b", "30.26")])
def test_a_2024_program_receives_its_remaining_time(colour: str, seconds: str) -> None:
    _, sent = asked_2024(
        f"{MIDDLE} {colour} d2", f"====>1 {'1' if colour == 'r' else '10'}", left=TimeLeft(49.5, 30.256)
    )
    assert sent[0].split()[2] == seconds


@pytest.mark.parametrize("protocol", [Ewn2023, Ewn2024])
def test_they_play_the_original_game_only(protocol: type[Ewn2023] | type[Ewn2024]) -> None:
    for spec in ("ewn", "ewn:setup=best", "ewn:begins=blue", "ewn:faces=6"):
        assert protocol.cannot_play(kibitz.load(spec)) is None
    for spec in ("tictactoe", "ewn:size=6", "ewn:stones=5", "ewn:stones=5,faces=6", "ewn:faces=8"):
        assert "5×5 board, 6 stones and 6 faces" in (protocol.cannot_play(kibitz.load(spec)) or "")


def test_how_they_are_ended_and_where_they_answer() -> None:
    """As docs/protocol.md says: exit and stdout, 1 and stderr; ten moves a game where a limit is for one."""
    assert (Ewn2023.quit_command, Ewn2023.answers_on_stderr, Ewn2023.typical_moves) == ("exit", False, 10)
    assert (Ewn2024.quit_command, Ewn2024.answers_on_stderr, Ewn2024.typical_moves) == ("1", True, 10)
    assert Ewn2023.default_limit == Limit(seconds=1)
