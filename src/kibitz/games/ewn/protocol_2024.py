"""Client of the EWN tournament protocol of 2024, with answers on stderr."""

from __future__ import annotations

import re

from kibitz.base.errors import quoted
from kibitz.engines.process import EngineFailed
from kibitz.engines.protocol import Answer, Protocol, Question
from kibitz.games.ewn import program_board
from kibitz.games.ewn.program_board import EwnBoard

#: Default time for a game in the protocol.
_DEFAULT_SECONDS = 240
MARK = "====>"


class Ewn2024(Protocol):
    """A question is a line of numbers; the answer is `====>piece dest` among other output on stderr."""

    answers_on_stderr = True
    quit_command = "1"
    typical_moves = program_board.USUAL_MOVES
    cannot_play = staticmethod(program_board.cannot_play)

    def handshake(self, first: Question) -> None:
        """Wait for the start of the program; there is no handshake."""
        self.process.wait_until_idle(first.deadline)

    def ask(self, question: Question) -> Answer:
        """Send `0 colour seconds`, the cells of red's and blue's stones, and the die from 0."""
        board = EwnBoard.of(question.position)
        seconds = _DEFAULT_SECONDS if question.seconds_left is None else question.seconds_left
        cells = " ".join(map(str, (*board.red, *board.blue)))
        self.process.send(f"0 {board.mover} {seconds:.2f} {cells} {board.die - 1}")
        while not (line := self.process.line(question.deadline, "move")).startswith(MARK):
            pass
        found = re.fullmatch(r"\s*([0-5])\s+([0-9]{1,2})\s*", line.removeprefix(MARK))
        move = board.move(question.position, int(found[1]) + 1, int(found[2])) if found else None
        if move is None:
            raise EngineFailed(f"gave the illegal move {quoted(line)}")
        return Answer(move)
