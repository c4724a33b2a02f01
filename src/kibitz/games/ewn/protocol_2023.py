"""Client of the EWN tournament protocol of 2022 and 2023."""

from __future__ import annotations

from kibitz.base.errors import quoted
from kibitz.base.limit import Limit
from kibitz.engines.process import EngineFailed
from kibitz.engines.protocol import Answer, Protocol, Question
from kibitz.games.ewn import program_board
from kibitz.games.ewn.program_board import EwnBoard, read_square, square_name

#: Default time for a game in the protocol.
_DEFAULT_SECONDS = 240


class Ewn2023(Protocol):
    """One question line, one answer line on stdout."""

    quit_command = "exit"
    default_limit = Limit(seconds=1)
    typical_moves = program_board.USUAL_MOVES
    cannot_play = staticmethod(program_board.cannot_play)

    def handshake(self, first: Question) -> None:
        """Send the time, the board and the colour."""
        seconds = _DEFAULT_SECONDS if first.seconds_left is None else max(1, round(first.seconds_left))
        colour = "RB"[EwnBoard.of(first.position).mover]
        for line in (
            "name",
            "version",
            f"time_setting {seconds}",
            f"board_setting {program_board.SIZE} {program_board.STONES}",
            f"ini {colour}",
        ):
            self.process.send(line)
            self.process.line(first.deadline, f"answer to {line.split()[0]}")

    def ask(self, question: Question) -> Answer:
        """Send `get R 3` and the squares of all stones, blue's first; the answer is `A1 B2`."""
        board = EwnBoard.of(question.position)
        squares = " ".join(map(square_name, (*board.blue, *board.red)))
        self.process.send(f"get {'RB'[board.mover]} {board.die} {squares}")
        answer = self.process.line(question.deadline, "move")
        try:
            start, to = map(read_square, answer.split())
            stone = board.own.index(start) + 1
            move = board.move(question.position, stone, to)
        except ValueError:
            move = None
        if move is None or start < 0:
            raise EngineFailed(f"gave the illegal move {quoted(answer)}")
        return Answer(move)
