"""Kibitz's own protocol from the side of the program; see docs/protocol.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import kibitz
from kibitz.base.errors import BadNotation, KibitzError
from kibitz.base.limit import Limit
from kibitz.base.side import Side
from kibitz.base.time_management import allowance
from kibitz.engines.server_base import Served

if TYPE_CHECKING:
    from kibitz.games.position import Position

_MOST = 2**63 - 1
#: What `go` may be told, each with a number.
_WORDS = "movetime|depth|nodes|seed|p1time|p2time|p1inc|p2inc"


def serve_ugi(served: Served) -> None:
    """Answer until `quit` or the end of the input. A mistake gets an `info string`, and nothing changes."""
    position = served.game.start()
    for line in served.lines():
        command, _, rest = line.partition(" ")
        try:
            if command == "quit":
                return
            if command == "position":
                position = _read_position(served, rest)
            elif command == "uginewgame":
                position = served.game.start()
            elif command == "go":
                _go(served, position, rest)
            elif command == "query":
                served.say(f"response {_answer(position, rest.strip())}")
            elif command == "ugi":
                served.say(f"id name Kibitz {kibitz.__version__} {served.player.spec}")
                served.say("id author The Kibitz developers")
                served.say(f"option name game type string default {served.game.spec}")
                served.say("ugiok")
            elif command == "isready":
                served.say("readyok")
            elif command == "setoption":
                _set_option(served, rest)
            elif command not in ("", "stop"):
                served.say(f"info string unknown command {command[:40]!r}")
        except KibitzError as error:
            served.say(f"info string {' '.join(str(error).split())}")


def _read_position(served: Served, text: str) -> Position:
    found = re.fullmatch(r"(startpos|fen\s+(.*?))(?:\s+moves(?:\s+(.*))?)?\s*", text.strip())
    if not found:
        raise BadNotation("say position startpos moves ..., or position fen TEXT moves ...")
    position = served.game.start() if found[1] == "startpos" else served.game.position(found[2])
    return position.play(found[3]) if found[3] else position


def _go(served: Served, position: Position, text: str) -> None:
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
    choice = served.choose(position, limit, given.get("seed"))
    said = [f"{key} {value}" for key, value in (("depth", choice.depth), ("nodes", choice.nodes)) if value]
    if choice.seconds is not None:
        said.append(f"time {round(1000 * choice.seconds)}")
    if choice.value is not None:
        said.append(f"score {choice.value}")
    if choice.line:
        said.append(f"pv {choice.line}")
    if said:
        served.say(f"info {' '.join(said)}")
    served.say(f"bestmove {choice.move}")


def _answer(position: Position, what: str) -> str:
    """`gameover`, `p1turn` or `result`, as UGI has them."""
    outcome = position.outcome
    if what == "gameover":
        return str(outcome is not None).lower()
    if what == "p1turn":
        return str(position.mover is Side.FIRST).lower()
    if what == "result":
        if outcome is None:
            return "none"
        return "draw" if outcome.winner is None else "p1win" if outcome.winner is Side.FIRST else "p2win"
    raise BadNotation("query gameover, p1turn or result")


def _set_option(served: Served, text: str) -> None:
    found = re.fullmatch(r"name\s+(\S+)\s+value\s+(.*)", text)
    if found and found[1] == "game" and found[2] != served.game.spec:
        raise BadNotation(f"this program plays {served.game.spec}, not {found[2][:60]}")
