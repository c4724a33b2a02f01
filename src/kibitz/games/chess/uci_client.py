"""A UCI client: asks a chess engine for moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from kibitz.base.errors import KibitzError, quoted
from kibitz.base.move import Move
from kibitz.engines.process import EngineFailed, EngineProcess
from kibitz.engines.protocol import Answer, Protocol, Question
from kibitz.games.chess.board import Board
from kibitz.games.chess.uci_commands import START_TEXT, cannot_play, is_chess960
from kibitz.games.position import Position

#: Engine options that are set before the first move if they exist.
_OPTION = re.compile(r"option name (.+?) type (\w+)")


class Uci(Protocol):
    """The UCI protocol."""

    quit_command = "quit"
    cannot_play = staticmethod(cannot_play)

    def __init__(self, process: EngineProcess) -> None:
        super().__init__(process)
        self._options: set[str] = set()
        self._set: Mapping[str, str] = {}
        self._chess960 = False
        self._before: Position | None = None

    def set_options(self, given: Mapping[str, str]) -> None:
        """Store options to set once the engine has listed its own."""
        self._set = given

    def handshake(self, first: Question) -> None:
        """Start the engine and send it the variant."""
        self.process.send("uci")
        while (line := self.process.line(first.deadline, "uciok")) != "uciok":
            if found := _OPTION.match(line):
                self._options.add(found[1].lower())
        for name, value in self._set.items():
            if name.lower() not in self._options:
                raise EngineFailed(f"has no option {quoted(name)}")
            self.process.send(f"setoption name {name} value {value}")
        self._new_game(first)

    def _new_game(self, first: Question) -> None:
        """Start a new game, with its variant."""
        chess960 = is_chess960(first.position.game)
        if chess960 != self._chess960:
            if "uci_chess960" not in self._options:
                raise EngineFailed("does not play Chess960")
            self.process.send(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
            self._chess960 = chess960
        self.process.send("ucinewgame")
        self.process.send("isready")
        while self.process.line(first.deadline, "readyok") != "readyok":
            pass

    def ask(self, question: Question) -> Answer:
        """Send the position with its history, and wait for `bestmove`."""
        if self._before is not None and not _continues(self._before, question.position):
            self._new_game(question)
        self._before = question.position
        self.process.send(f"position {_position(question.position)}")
        self.process.send(f"go{_limits(question)}")
        info: dict[str, int] = {}
        while True:
            word, _, rest = self.process.line(question.deadline, "bestmove").partition(" ")
            if word == "info":
                info |= {key: int(n) for key, n in re.findall(r"\b(depth|nodes) (\d{1,18})\b", rest)}
            elif word == "bestmove":
                move = _allowed(question, rest.split()[0] if rest.split() else "")
                return Answer(move, depth=info.get("depth"), nodes=info.get("nodes"))


def _continues(before: Position, now: Position) -> bool:
    """Return whether a position may continue the game of an earlier one."""
    return before.game == now.game and _board(before).ply < _board(now).ply


def _position(position: Position) -> str:
    """Format the position from the last capture or pawn move on, so that the engine sees repetitions."""
    states = [state for state, _ in position.past[: _board(position).clock]]
    positions = [*(Position(position.game, state) for state in reversed(states)), position]
    start = positions[0]
    text = "startpos" if str(start) == START_TEXT else f"fen {start}"
    if len(positions) == 1:
        return text
    return f"{text} moves {' '.join(_between(a, b) for a, b in pairwise(positions))}"


def _between(before: Position, after: Position) -> str:
    """Return the move between two positions."""
    return next(move.text for move in before.moves if before.play(move) == after)


def _board(position: Position) -> Board:
    return Board.of(position.game.rules.describe(position.state))


def _limits(question: Question) -> str:
    limit, left = question.limit, question.time_left
    text = ""
    if left is not None:
        text += f" wtime {_milliseconds(left.first)} btime {_milliseconds(left.second)}"
        if left.increment:
            text += f" winc {_milliseconds(left.increment)} binc {_milliseconds(left.increment)}"
    elif limit.seconds is not None:
        text += f" movetime {_milliseconds(limit.seconds)}"
    if limit.depth is not None:
        text += f" depth {limit.depth}"
    if limit.nodes is not None:
        text += f" nodes {limit.nodes}"
    return text or " movetime 1000"


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


def _allowed(question: Question, text: str) -> Move:
    try:
        return question.position.move(text)
    except KibitzError as error:
        raise EngineFailed(f"gave the illegal move {quoted(text)}: {error}") from None
