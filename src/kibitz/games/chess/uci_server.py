"""A UCI server: searches in a thread while it listens, and answers `stop` at once."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import kibitz
from kibitz import _core
from kibitz.base.cancel import Cancel
from kibitz.base.errors import BadNotation, BadOption, KibitzError, Stopped, quoted
from kibitz.base.limit import Limit
from kibitz.base.move import Move
from kibitz.base.time_management import allowance
from kibitz.base.value import Estimate, Value
from kibitz.engines.server_base import ServerContext
from kibitz.games.chess.board import Board
from kibitz.games.chess.fen import write_fen
from kibitz.games.chess.uci_commands import chess_game, is_chess960
from kibitz.games.core_bridge import value_from_core
from kibitz.games.position import Position

if TYPE_CHECKING:
    from kibitz.players.player import Player

_MOST_HASH, _MOST_THREADS, _MOST_LINES = 65_536, 64, 256
#: Parameters of `go` with a number.
_NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft")
_FLAGS = ("infinite", "ponder")
_MOST = 2**62
#: Default seconds if no parameter of `go` was understood.
_UNKNOWN_SECONDS = 1.0


@dataclass
class _Settings:
    """Settings that the GUI may change."""

    hash: int = 64
    threads: int = 1
    lines: int = 1
    chess960: bool = False
    limited: bool = False
    elo: int = 1500
    overhead: int = 20


@dataclass
class _Go:
    """Parameters of a search, and the unknown ones: a move must be sent all the same."""

    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    only: list[Move] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)


@dataclass
class _Running:
    """A running search."""

    thread: threading.Thread
    stop: Callable[[], None]
    ponder_hit: Callable[[], None]


class UciServer:
    """A UCI session."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self._settings = _Settings(chess960=is_chess960(server.game))
        self._game = server.game
        self._position = self._game.start()
        self._running: _Running | None = None
        self._speaking = threading.Lock()

    def run(self) -> None:
        """Serve until `quit` or the end of input; errors are sent as `info string`."""
        commands: dict[str, Callable[[str], None]] = {
            "uci": self._introduce,
            "isready": lambda rest: self._say("readyok"),
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda rest: self._stop(),
            "ponderhit": lambda rest: self._ponder_hit(),
            "d": lambda rest: self._show(),
            "eval": lambda rest: self._evaluate(),
        }
        try:
            for line in self._server.lines():
                command, _, rest = line.partition(" ")
                if command == "quit":
                    return
                try:
                    if command in commands:
                        commands[command](rest.strip())
                    elif command and command not in ("debug", "register"):
                        self._say(f"info string unknown command {command[:40]!r}")
                except KibitzError as error:
                    self._say(f"info string {' '.join(str(error).split())}")
        finally:
            self._stop()

    def _say(self, text: str) -> None:
        with self._speaking:
            self._server.send(text)

    # Options

    def _introduce(self, rest: str) -> None:
        low, high = self._server.elo_range(self._game)
        for line in (
            f"id name Kibitz {kibitz.__version__}",
            "id author The Kibitz developers",
            f"option name Hash type spin default 64 min 1 max {_MOST_HASH}",
            f"option name Threads type spin default 1 min 1 max {_MOST_THREADS}",
            f"option name MultiPV type spin default 1 min 1 max {_MOST_LINES}",
            "option name Ponder type check default false",
            "option name Move Overhead type spin default 20 min 0 max 5000",
            f"option name UCI_Chess960 type check default {str(self._settings.chess960).lower()}",
            "option name UCI_LimitStrength type check default false",
            f"option name UCI_Elo type spin default {min(max(1500, low), high)} min {low} max {high}",
            "option name Clear Hash type button",
            "uciok",
        ):
            self._say(line)

    def _set_option(self, text: str) -> None:
        found = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", text)
        if not found:
            raise BadNotation("say setoption name NAME value VALUE")
        self._stop()
        name, value = found[1].lower(), (found[2] or "").strip()
        settings = self._settings
        if name == "hash":
            settings.hash = _number(name, value, 1, _MOST_HASH)
            self._configure_engine()
        elif name == "threads":
            settings.threads = _number(name, value, 1, _MOST_THREADS)
            self._configure_engine()
        elif name == "multipv":
            settings.lines = _number(name, value, 1, _MOST_LINES)
        elif name == "move overhead":
            settings.overhead = _number(name, value, 0, 5000)
        elif name == "uci_chess960":
            settings.chess960 = _flag(name, value)
            if is_chess960(self._game) != settings.chess960:
                self._game = chess_game(settings.chess960)
                self._position = self._game.start()
                self._configure_engine()
        elif name == "uci_limitstrength":
            settings.limited = _flag(name, value)
        elif name == "uci_elo":
            settings.elo = _number(name, value, *self._server.elo_range(self._game))
        elif name == "clear hash":
            self._new_game("")
        elif name != "ponder":
            raise BadOption(f"there is no option {quoted(found[1])}")

    def _engine(self) -> _core.SelectiveEngine | None:
        """Return the player's selective search; None if it has none."""
        of = getattr(self._server.player, "selective_engine", None)
        return None if of is None else of(self._game)

    def _configure_engine(self) -> None:
        engine = self._engine()
        if engine is not None:
            try:
                engine.resize_tt(self._settings.hash * 2**20)
            except ValueError as refusal:
                raise BadOption(str(refusal)) from None
            engine.set_threads(self._settings.threads)

    def _new_game(self, rest: str) -> None:
        self._stop()
        engine = self._engine()
        if engine is not None:
            engine.clear()
        if rest == "":
            self._position = self._game.start()

    # Positions

    def _set_position(self, text: str) -> None:
        self._stop()
        found = re.fullmatch(r"(startpos|(?:fen\s+)?(\S.*?))(?:\s+moves(?:\s+(.*))?)?", text)
        if not found:
            raise BadNotation("say position startpos moves ..., or position fen TEXT moves ...")
        position = self._game.start() if found[1] == "startpos" else self._game.position(found[2])
        for word in (found[3] or "").split():
            position = _played_on(position)
            position = position.play(position.move(word))
        self._position = _played_on(position)

    def _show(self) -> None:
        for line in (*self._position.draw().split("\n"), str(self._position)):
            self._say(f"info string {line}")

    def _evaluate(self) -> None:
        self._stop()
        engine = self._engine()
        if engine is None:
            raise BadOption("this player has no static evaluation")
        self._say(
            f"info string static evaluation {engine.evaluate(self._position.state) / 100:+.2f} for the mover"
        )

    # Search

    def _go(self, text: str) -> None:
        self._stop()
        position = self._position
        go = _read_go(text, position)
        for mistake in go.mistakes:
            self._say(f"info string {mistake}")
        if "perft" in go.numbers:
            self._count(position, go.numbers["perft"])
            return
        if not position.moves:
            self._say("info string the game is over")
            self._say("bestmove (none)")
            return
        player = self._server.player
        if self._settings.limited and self._server.make_player is not None:
            player = self._server.make_player(f"level:elo={self._settings.elo}")
        if player is self._server.player and self._engine() is not None:
            self._start_thinking(position, go)
        else:
            if go.only:
                self._say("info string this player chooses among all moves")
            self._start_choosing(player, position, go)

    def _start_thinking(self, position: Position, go: _Go) -> None:
        engine = self._engine()
        assert engine is not None
        limits = self._limits(position, go)
        nodes = go.numbers.get("nodes")
        own = self._server.limit
        least = min((n for n in (nodes, own.nodes) if n is not None), default=None)
        known = self._server.tables(position.game)
        control = _core.Control(nodes=None if least is None else max(1, min(least, _MOST)))

        given_: list[int] = []

        def work() -> None:
            info = engine.search(position.state, limits, control, on_info, known)
            if given_ and given_[-1] != info.pv_lines[0].moves[0]:
                self._send_info(position, info)  # use a better move of the unfinished iteration
            best = [position.game.codec.move(code) for code in info.pv_lines[0].moves[:2]]
            reply = f" ponder {best[1]}" if len(best) > 1 else ""
            self._say(f"bestmove {best[0]}{reply}")

        def on_info(info: _core.SearchInfo) -> None:
            self._send_info(position, info)
            given_.append(info.pv_lines[0].moves[0])
            mate = go.numbers.get("mate")
            if mate is not None and _mates_in(value_from_core(info.pv_lines[0].value), mate):
                control.stop()

        self._start(work, control.stop, engine.ponder_hit)

    def _limits(self, position: Position, go: _Go) -> _core.SearchLimits:
        numbers, mine = go.numbers, "wb"[position.mover]
        limit = self._server.limit
        seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
        # If only the opponent's clock is given, don't wait forever.
        clock = next((word for word in (f"{mine}time", "wtime", "btime") if word in numbers), None)
        left = numbers[clock] / 1000 if clock else None
        if not numbers and not go.flags and limit == Limit():
            if go.mistakes:
                seconds = _UNKNOWN_SECONDS
            else:
                go.flags.add("infinite")
        if limit.seconds is not None:
            seconds = limit.seconds if seconds is None else min(seconds, limit.seconds)
        depths = [d for d in (numbers.get("depth"), limit.depth) if d is not None]
        return _core.SearchLimits(
            depth=min(max(1, min(depths)), 200) if depths else 0,
            seconds=None if seconds is None else max(0.001, seconds),
            left=None if left is None else max(0.001, left),
            increment=numbers.get(f"{mine}inc", 0) / 1000,
            moves_to_go=min(numbers.get("movestogo", 0), 1000),
            overhead=self._settings.overhead / 1000,
            ponder="ponder" in go.flags,
            infinite="infinite" in go.flags,
            multi_pv=self._settings.lines,
            search_moves=[move.code for move in go.only],
            without=list(getattr(self._server.player, "without", ())),
        )

    def _send_info(self, position: Position, info: _core.SearchInfo) -> None:
        per_second = round(info.nodes / max(info.seconds, 1e-6))
        work = (
            f"nodes {info.nodes} nps {per_second} hashfull {info.hashfull} time {round(1000 * info.seconds)}"
        )
        for number, line in enumerate(info.pv_lines, start=1):
            moves = " ".join(str(position.game.codec.move(code)) for code in line.moves)
            self._say(
                f"info depth {info.depth} seldepth {max(info.sel_depth, info.depth)} "
                f"multipv {number} score {_score(value_from_core(line.value))} {work} pv {moves}"
            )

    def _start_choosing(self, player: Player, position: Position, go: _Go) -> None:
        """Ask a player without UCI support."""
        mine = "wb"[position.mover]
        limit = Limit(
            depth=max(1, go.numbers["depth"]) if "depth" in go.numbers else None,
            nodes=max(1, go.numbers["nodes"]) if "nodes" in go.numbers else None,
            seconds=max(1, go.numbers["movetime"]) / 1000 if "movetime" in go.numbers else None,
        )
        if f"{mine}time" in go.numbers:
            left, increment = (go.numbers.get(mine + word, 0) / 1000 for word in ("time", "inc"))
            limit = limit.tightened(Limit(seconds=allowance(left, increment)))
        cancel = Cancel()
        released = threading.Event()
        if not go.flags:
            released.set()

        def work() -> None:
            answer = position.moves[0]  # required even if it is stopped at once
            try:
                with cancel:
                    bounds = self._server.limit.tightened(limit)
                    answer = player.choose(position, bounds, self._server.rng).move
            except Stopped:
                pass
            released.wait()
            self._say(f"bestmove {answer}")

        def stop() -> None:
            released.set()
            cancel.now()

        self._start(work, stop, released.set)

    def _start(self, work: Callable[[], None], stop: Callable[[], None], hit: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                work()
            except (KibitzError, ValueError) as error:
                self._say(f"info string {' '.join(str(error).split())}")
                self._say("bestmove 0000")

        thread = threading.Thread(target=guarded, daemon=True)
        self._running = _Running(thread, stop, hit)
        thread.start()

    def _stop(self) -> None:
        """Stop a running search and wait until its move has been sent."""
        if self._running is not None:
            running, self._running = self._running, None
            running.stop()
            running.thread.join()

    def _ponder_hit(self) -> None:
        if self._running is not None:
            self._running.ponder_hit()

    def _count(self, position: Position, depth: int) -> None:
        """Run perft: leaf counts of each move."""
        if not 1 <= depth <= 20:
            raise BadOption("perft takes a depth from 1 to 20")
        control = _core.Control()

        def work() -> None:
            total = 0
            try:
                for move in position.moves:
                    after = position.play(move)
                    lines = self._game.rules.perft(after.state, depth - 1, control)
                    total += lines
                    self._say(f"{move}: {lines}")
            except _core.Stopped:
                return
            self._say(f"Nodes searched: {total}")

        self._start(work, control.stop, lambda: None)


def serve_uci(server: ServerContext) -> None:
    """Serve until `quit` or the end of input."""
    UciServer(server).run()


def _played_on(position: Position) -> Position:
    """Return the position to continue from: a fresh one if only repetition or the move count ended the game.

    Some programs continue such games.
    """
    if not position.is_over:
        return position
    board = Board.of(position.game.rules.describe(position.state))
    again = position.game.position(write_fen(replace(board, clock=0)))
    return position if again.is_over else again


def _read_go(text: str, position: Position) -> _Go:
    go = _Go()
    words = text.split()
    while words:
        word = words.pop(0)
        if word in _FLAGS:
            go.flags.add(word)
        elif word == "searchmoves":
            while words and words[0] not in (*_NUMBERS, *_FLAGS):
                try:
                    go.only.append(position.move(words.pop(0)))
                except KibitzError as error:
                    go.mistakes.append(" ".join(str(error).split()))
        elif word not in _NUMBERS:
            go.mistakes.append(f"go knows no {quoted(word)}")
        elif words and re.fullmatch(r"-?\d+", words[0]):
            number = words.pop(0)
            go.numbers[word] = 0 if number.startswith("-") else int(number[:20])
        else:
            go.mistakes.append(f"{word} needs a number")
    return go


def _number(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"\d{1,9}", text) or not low <= int(text) <= high:
        raise BadOption(f"{name} must be {low} to {high}, not {quoted(text)}")
    return int(text)


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise BadOption(f"{name} must be true or false, not {quoted(text)}")
    return text.lower() == "true"


def _score(value: Value) -> str:
    """Format a score in centipawns, or in moves to mate."""
    if isinstance(value, Estimate):
        return f"cp {round(100 * value.score)}"
    plies = value.plies or 0
    if value.result == 1:
        return f"mate {(plies + 1) // 2}"
    return f"mate {-(plies // 2)}" if value.result == -1 else "cp 0"


def _mates_in(value: Value, moves: int) -> bool:
    return value.result == 1 and value.plies is not None and (value.plies + 1) // 2 <= moves
