"""Server of the UGI-like engine protocol of Kibitz; see docs/protocol.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import kibitz
from kibitz.base.errors import BadNotation, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.base.time_management import allowance
from kibitz.engines.server_base import ServerContext

if TYPE_CHECKING:
    from kibitz.games.position import Position

_MOST = 2**63 - 1
#: Parameters of `go`, each with a number.
_WORDS = "movetime|depth|nodes|seed|p1time|p2time|p1inc|p2inc"


def serve_ugi(server: ServerContext) -> None:
    """Serve until `quit` or the end of input; errors are answered with an `info string`."""
    position = server.game.start()
    for line in server.lines():
        command, _, rest = line.partition(" ")
        try:
            if command == "quit":
                return
            if command == "position":
                position = _read_position(server, rest)
            elif command == "uginewgame":
                position = server.game.start()
            elif command == "go":
                _go(server, position, rest)
            elif command == "query":
                server.send(f"response {_answer(position, rest.strip())}")
            elif command == "ugi":
                server.send(f"id name Kibitz {kibitz.__version__} {server.player.spec}")
                server.send("id author The Kibitz developers")
                server.send(f"option name game type string default {server.game.spec}")
                server.send("ugiok")
            elif command == "isready":
                server.send("readyok")
            elif command == "setoption":
                _set_option(server, rest)
            elif command not in ("", "stop"):
                server.send(f"info string unknown command {command[:40]!r}")
        except KibitzError as error:
            server.send(f"info string {' '.join(str(error).split())}")


def _read_position(server: ServerContext, text: str) -> Position:
    found = re.fullmatch(r"(startpos|fen\s+(.*?))(?:\s+moves(?:\s+(.*))?)?\s*", text.strip())
    if not found:
        raise BadNotation("write position startpos moves ..., or position fen TEXT moves ...")
    position = server.game.start() if found[1] == "startpos" else server.game.position(found[2])
    return position.play(found[3]) if found[3] else position


def _go(server: ServerContext, position: Position, text: str) -> None:
    given = {key: int(value) for key, value in re.findall(rf"\b({_WORDS}) (\d{{1,18}})\b", text)}
    limit = Limit(
        depth=min(_MOST, max(1, given["depth"])) if "depth" in given else None,
        nodes=min(_MOST, max(1, given["nodes"])) if "nodes" in given else None,
        seconds=max(1, given["movetime"]) / 1000 if "movetime" in given else None,
    )
    mine = ("p1time", "p1inc") if position.mover is Side.FIRST else ("p2time", "p2inc")
    if mine[0] in given:
        left, increment = (given.get(word, 0) / 1000 for word in mine)
        limit = limit.tightened(Limit(seconds=allowance(left, increment)))
    choice = server.choose(position, limit, given.get("seed"))
    fields = [f"{key} {value}" for key, value in (("depth", choice.depth), ("nodes", choice.nodes)) if value]
    if choice.seconds is not None:
        fields.append(f"time {round(1000 * choice.seconds)}")
    if choice.value is not None:
        fields.append(f"score {choice.value}")
    if choice.line:
        fields.append(f"pv {choice.line}")
    if fields:
        server.send(f"info {' '.join(fields)}")
    server.send(f"bestmove {choice.move}")


def _answer(position: Position, query: str) -> str:
    """Answer the query `gameover`, `p1turn` or `result`, as UGI defines them."""
    outcome = position.outcome
    if query == "gameover":
        return str(outcome is not None).lower()
    if query == "p1turn":
        return str(position.mover is Side.FIRST).lower()
    if query == "result":
        if outcome is None:
            return "none"
        return "draw" if outcome.winner is None else "p1win" if outcome.winner is Side.FIRST else "p2win"
    raise BadNotation("query must be gameover, p1turn or result")


def _set_option(server: ServerContext, text: str) -> None:
    found = re.fullmatch(r"name\s+(\S+)\s+value\s+(.*)", text)
    if found and found[1] == "game" and found[2] != server.game.spec:
        raise BadNotation(f"this program plays {server.game.spec}, not {found[2][:60]}")
