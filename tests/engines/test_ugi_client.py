"""The UGI client (docs/protocol.md): commands to an engine and parsing of its answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import pytest

import kibitz
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.base.time_management import TimeLeft
from kibitz.engines.process import EngineFailed
from kibitz.engines.protocol import Answer, Question
from kibitz.engines.ugi_client import Ugi

GAME = kibitz.load("tictactoe")
DEADLINE = 12345.0


class Program:
    """A program with given replies that records its input."""

    def __init__(self, answers: Iterable[str] = ()) -> None:
        self.heard: list[str] = []
        self.answers = deque(answers)

    def send(self, line: str) -> None:
        self.heard.append(line)

    def line(self, deadline: float, what: str) -> str:
        assert deadline == DEADLINE
        self.heard.append(f"(waits for {what})")
        return self.answers.popleft()


def question(limit: Limit | None = None, time_left: TimeLeft | None = None, moves: str = "5") -> Question:
    return Question(GAME.start().play(moves), limit or Limit(), 77, DEADLINE, time_left)


def asked(protocol_client: Question, *answers: str) -> tuple[Answer, list[str]]:
    program = Program(answers)
    return Ugi(program).ask(protocol_client), program.heard  # type: ignore[arg-type]


def test_a_greeting_waits_until_the_program_is_ready() -> None:
    program = Program(["id name x", "option name y", "ugiok", "info string loading", "readyok"])
    Ugi(program).handshake(question())  # type: ignore[arg-type]
    assert program.heard == [
        "ugi",
        *["(waits for ugiok)"] * 3,
        "setoption name game value tictactoe",
        "uginewgame",
        "isready",
        *["(waits for readyok)"] * 2,
    ]
    assert not program.answers


@pytest.mark.parametrize(
    ("limit", "left", "said"),
    [
        (Limit(), None, "go seed 77"),
        (Limit(seconds=2.5), None, "go movetime 2500 seed 77"),
        (Limit(seconds=0.00001), None, "go movetime 1 seed 77"),
        (Limit(seconds=0.0016), None, "go movetime 2 seed 77"),
        (Limit(depth=3, nodes=1000), None, "go depth 3 nodes 1000 seed 77"),
        (Limit(), TimeLeft(60, 0), "go p1time 60000 p2time 1 seed 77"),
        (
            Limit(9, None, 1),
            TimeLeft(60, 50.5, 2),
            "go movetime 1000 p1time 60000 p2time 50500 p1inc 2000 p2inc 2000 depth 9 seed 77",
        ),
    ],
)
def test_limits_are_passed_on(limit: Limit, left: TimeLeft | None, said: str) -> None:
    answer, reply = asked(question(limit, left), "bestmove 1")
    assert answer == Answer(GAME.start().play("5").move("1"))
    assert reply == ["position fen .../.x./...", said, "(waits for bestmove)"]


def test_info_lines_are_kept_and_other_output_is_not() -> None:
    answer, reply = asked(
        question(),
        "info depth 3 nodes 20 score Draw(3)",
        "hello bestmove 2",
        "info string depth of despair",
        "info nodes 4000",
        f"info nodes {'9' * 19}",
        "bestmove  1 ",
    )
    assert (str(answer.move), answer.depth, answer.nodes) == ("1", 3, 4000)
    assert reply.count("(waits for bestmove)") == 6


@pytest.mark.parametrize("text", ["bestmove 5", "bestmove 99", "bestmove", "bestmove hello world"])
def test_a_move_that_is_not_allowed_is_named(text: str) -> None:
    with pytest.raises(EngineFailed, match=f"gave the illegal move '{text[9:]}': ."):
        asked(question(), text)


def test_remaining_stones_are_the_movers() -> None:
    left = TimeLeft(60, 50)
    assert question().seconds_left is None
    assert question(time_left=left, moves="5").position.mover is Side.SECOND
    assert question(time_left=left, moves="5").seconds_left == 50
    assert question(time_left=left, moves="5 1").seconds_left == 60


def test_a_protocol_without_options_says_so() -> None:
    protocol = Ugi(Program())  # type: ignore[arg-type]
    protocol.set_options({})
    with pytest.raises(EngineFailed, match="can't set Hash: this protocol has no options"):
        protocol.set_options({"Threads": "2", "Hash": "16"})
    assert Ugi.cannot_play(GAME) is None
    assert (Ugi.quit_command, Ugi.answers_on_stderr, Ugi.default_limit) == ("quit", False, Limit())
