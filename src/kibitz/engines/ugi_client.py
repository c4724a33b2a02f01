"""Client of the UGI-like engine protocol of Kibitz; see docs/protocol.md."""

from __future__ import annotations

import re

from kibitz.base.errors import KibitzError, quoted
from kibitz.base.move import Move
from kibitz.engines.process import EngineFailed
from kibitz.engines.protocol import Answer, Protocol, Question


class Ugi(Protocol):
    """The client side of the UGI-like protocol."""

    quit_command = "quit"

    def handshake(self, first: Question) -> None:
        """Wait until the engine is ready, and set the game."""
        self.process.send("ugi")
        self._wait("ugiok", first.deadline)
        self.process.send(f"setoption name game value {first.position.game.spec}")
        self.process.send("uginewgame")
        self.process.send("isready")
        self._wait("readyok", first.deadline)

    def _wait(self, word: str, deadline: float) -> None:
        while self.process.line(deadline, word) != word:
            pass

    def ask(self, question: Question) -> Answer:
        """Send the position and wait for `bestmove`."""
        self.process.send(f"position fen {question.position}")
        self.process.send(f"go{_limits(question)}")
        info: dict[str, int] = {}
        while True:
            word, _, rest = self.process.line(question.deadline, "bestmove").partition(" ")
            if word == "info":
                info |= {
                    key: int(number) for key, number in re.findall(r"\b(depth|nodes) (\d{1,18})\b", rest)
                }
            elif word == "bestmove":
                return Answer(
                    allowed(question, rest.strip()), depth=info.get("depth"), nodes=info.get("nodes")
                )


def _limits(question: Question) -> str:
    limit = question.limit
    text = ""
    if limit.seconds is not None:
        text += f" movetime {_milliseconds(limit.seconds)}"
    if (left := question.time_left) is not None:
        text += f" p1time {_milliseconds(left.first)} p2time {_milliseconds(left.second)}"
        if left.increment:
            text += f" p1inc {_milliseconds(left.increment)} p2inc {_milliseconds(left.increment)}"
    if limit.depth is not None:
        text += f" depth {limit.depth}"
    if limit.nodes is not None:
        text += f" nodes {limit.nodes}"
    return f"{text} seed {question.seed}"


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


def allowed(question: Question, text: str) -> Move:
    """Parse a move of an engine; EngineFailed if it is illegal."""
    try:
        return question.position.move(text)
    except KibitzError as error:
        raise EngineFailed(f"gave the illegal move {quoted(text)}: {error}") from None
