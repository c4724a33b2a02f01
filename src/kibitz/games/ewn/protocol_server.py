"""Servers of both EWN tournament protocols."""

from __future__ import annotations

import sys
import time

import kibitz
from kibitz.base.errors import KibitzError
from kibitz.base.limit import Limit
from kibitz.base.random import Random
from kibitz.base.time_management import allowance
from kibitz.engines.server_base import ServerContext
from kibitz.games.ewn import program_board
from kibitz.games.ewn.program_board import STONES, EwnBoard, read_cells, read_square, square_name
from kibitz.games.ewn.protocol_2024 import MARK

#: The usual answer to a setting.
_DONE = "1"


def serve_ewn_2023(server: ServerContext) -> None:
    """Serve the protocol of 2022 and 2023: one line on stdout for every line.

    The time for the game is sent once, so the remaining time is counted here.
    """
    seconds: float | None = None
    spent = 0.0
    for line in server.lines():
        words = line.split()
        if not words:
            continue
        try:
            if words[0] in ("quit", "exit"):
                return
            if words[0] == "get":
                began = time.monotonic()
                board = _read_get(words[1:])
                server.send(_move_text(server, board, None if seconds is None else seconds - spent))
                spent += time.monotonic() - began
            elif words[0] == "time_setting":
                seconds, spent = _seconds(words[1]), 0.0
                server.send(_DONE)
            else:
                if words[0] == "ini":
                    spent = 0.0  # a new game
                server.send(_fact(words, server.rng))
        except (KibitzError, ValueError, IndexError) as error:
            server.send(f"error {' '.join(str(error).split())}")


def _fact(words: list[str], rng: Random) -> str:
    """Answer a line that does not ask for a move."""
    if words[0] == "name":
        return "Kibitz"
    if words[0] == "version":
        return kibitz.__version__
    if words[0] == "board_setting":
        if words[1:] != [str(program_board.SIZE), str(STONES)]:
            raise ValueError("the board has 5 rows and 6 stones a side")
        return _DONE
    if words[0] == "ini":
        # The set-up of the own stones 1 to 6, for servers that let players choose it.
        start = EwnBoard.of(program_board.best_start(rng))
        return " ".join(map(square_name, start.blue if words[1].upper() == "B" else start.red))
    raise ValueError(f"unknown command {words[0][:20]!r}")


def _read_get(words: list[str]) -> EwnBoard:
    if len(words) != 2 + 2 * STONES or words[0].upper() not in ("R", "B"):
        raise ValueError("say get, R or B, the die, and the squares of 6 blue and 6 red stones")
    squares = tuple(map(read_square, words[2:]))
    return EwnBoard("RB".index(words[0].upper()), _die(words[1], 1), squares[STONES:], squares[:STONES])


def _die(text: str, lowest: int) -> int:
    die = int(text) + 1 - lowest
    if not 1 <= die <= STONES:
        raise ValueError(f"the die shows {lowest} to {lowest + STONES - 1}, not {text[:10]}")
    return die


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < 1e9:
        raise ValueError(f"{text[:20]} is no time")
    return seconds


def _move_text(server: ServerContext, board: EwnBoard, seconds: float | None) -> str:
    stone, to = _choose(server, board, seconds)
    return f"{square_name(board.own[stone - 1])} {square_name(to)}"


def _choose(server: ServerContext, board: EwnBoard, seconds: float | None) -> tuple[int, int]:
    """Choose a stone and its target cell."""
    limit = Limit() if seconds is None else Limit(seconds=allowance(seconds))
    stone, to = server.choose(board.position(), limit).move.parts
    return stone, to


def serve_ewn_2024(server: ServerContext) -> None:
    """Serve the protocol of 2024: numbers on stdin, `====>piece dest` on stderr."""
    server.answer = sys.stderr
    for line in server.lines():
        words = line.split()
        if not words:
            continue
        if words[0] != "0":
            return  # 0 asks for a move, 1 quits
        try:
            if len(words) != 4 + 2 * STONES or words[1] not in ("0", "1"):
                raise ValueError("say 0, the colour, the seconds left, 12 cells and the die")
            cells = read_cells(words[3:-1])
            board = EwnBoard(int(words[1]), _die(words[-1], 0), cells[:STONES], cells[STONES:])
            stone, to = _choose(server, board, _seconds(words[2]))
            server.send(f"{MARK}{stone - 1} {to}")
        except (KibitzError, ValueError) as error:
            server.send(f"error {' '.join(str(error).split())}")
