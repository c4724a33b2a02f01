"""A player that asks an external engine."""

from __future__ import annotations

import contextlib
import time
import weakref
from collections.abc import Iterator, Mapping

from kibitz.base.argument_checks import check
from kibitz.base.errors import BadOption, quoted
from kibitz.base.limit import Limit
from kibitz.base.options import Option, OptionValue
from kibitz.base.random import Random, seed_from
from kibitz.base.time_management import TimeLeft
from kibitz.engines.process import EngineFailed, EngineProcess
from kibitz.engines.protocol import Protocol, Question
from kibitz.games.game import Game
from kibitz.games.position import Position
from kibitz.players.player import Choice, Player
from kibitz.players.protocols import protocol_client, protocols

#: The value of `set` if no engine options are set.
_NOTHING = "none"


class EnginePlayer(Player):
    """Asks an external engine, which is started when first needed and restarted after a failure."""

    name = "engine"
    summary = "asks another program: cmd is its command line; see docs/protocol.md"
    plays = "whatever the program plays"
    keeps_time = True
    options = (
        Option(
            "cmd",
            "",
            "the command that starts it, in quotes if it has commas",
            longest=1000,
            names="program",
        ),
        Option("protocol", "ugi", "how to talk with it", choices=tuple(protocols())),
        Option(
            "clock",
            0,
            "seconds for a whole game without clocks; 0: derived from the limit per move",
            low=0,
            high=1_000_000,
        ),
        Option(
            "patience", 60, "seconds to wait for its start, and for moves without a limit", low=1, high=86400
        ),
        Option("grace", 500, "milliseconds an answer may come after the limit", low=0, high=60_000),
        Option("set", _NOTHING, "options of the program, such as Hash=64;Threads=2", longest=1000),
    )

    def __init__(self, values: Mapping[str, OptionValue], shown: Mapping[str, OptionValue]) -> None:
        super().__init__(values, shown)
        self._protocol: Protocol | None = None
        self._spent = 0.0
        self._time_left: TimeLeft | None = None
        #: The latest limit per move.
        self._seconds: float | None = None
        self._settings = _read_settings(str(values["set"]))

    def cannot_play(self, game: Game) -> str | None:
        """Return why it can't play a game: its protocol may be for another; None if it can."""
        check(game=(game, Game))
        return self._kind.cannot_play(game)

    @property
    def _kind(self) -> type[Protocol]:
        return protocol_client(str(self.values["protocol"]))

    @property
    def pid(self) -> int | None:
        """The process id of the engine, if it runs."""
        return None if self._protocol is None else self._protocol.process.pid

    def think(self, position: Position, limit: Limit, rng: Random) -> Choice:
        """Choose a move."""
        self.set_limit(limit)
        self.prepare(position)
        assert self._protocol is not None
        began = time.monotonic()
        with self._dropped_if_it_fails():
            answer = self._protocol.ask(self._question(position, limit, rng))
        took = time.monotonic() - began
        self._spent += took
        return Choice(answer.move, depth=answer.depth, nodes=answer.nodes, seconds=took)

    def _question(self, position: Position, limit: Limit, rng: Random) -> Question:
        patience, grace = int(self.values["patience"]), int(self.values["grace"]) / 1000
        left = self._clocks()
        bounds = [] if (most := self.may_take(limit)) is None else [most]
        if self._time_left is not None:
            bounds.append(self._time_left.of(position.mover))
        wait = min(bounds) + grace if bounds else patience
        return Question(position, limit, seed_from(rng), time.monotonic() + wait, left)

    def set_clock(self, left: TimeLeft) -> None:
        """Set the clocks that the next question passes on."""
        self._time_left = left

    def may_take(self, limit: Limit) -> float | None:
        """Return the seconds that the next move may take, as far as the engine knows of the limit."""
        return limit.seconds if self._kind.typical_moves is None else None

    def set_limit(self, limit: Limit) -> None:
        """Set the limit, which some protocols need when the engine starts."""
        self._seconds = limit.seconds

    def _clocks(self) -> TimeLeft | None:
        """Return the game's clocks, or the player's own clock if there are none."""
        if self._time_left is not None or (left := self._left()) is None:
            return self._time_left
        return TimeLeft(left, left)

    def _left(self) -> float | None:
        """Return the time left on the player's own clock."""
        if clock := float(self.values["clock"]):
            return max(0.0, clock - self._spent)
        moves, seconds = self._kind.typical_moves, self._seconds
        if moves is None or seconds is None:
            return None
        # In a long game, there is always time for one more move.
        return max(seconds, moves * seconds - self._spent)

    def prepare(self, position: Position) -> None:
        """Start the engine and its handshake, unless it runs already."""
        if self._protocol is not None:
            return
        kind = self._kind
        process = EngineProcess(str(self.values["cmd"]), answers_on_stderr=kind.answers_on_stderr)
        self._finalizer = weakref.finalize(self, process.close, kind.quit_command)
        self._protocol, self._spent = kind(process), 0.0
        deadline = time.monotonic() + int(self.values["patience"])
        with self._dropped_if_it_fails():
            self._protocol.set_options(self._settings)
            self._protocol.handshake(Question(position, Limit(), 0, deadline, self._clocks()))

    @contextlib.contextmanager
    def _dropped_if_it_fails(self) -> Iterator[None]:
        """Kill the engine after a failure; the next question starts it again."""
        assert self._protocol is not None
        try:
            yield
        except BaseException as error:
            self._finalizer.detach()
            self._protocol.process.close()
            self._protocol = None
            if isinstance(error, EngineFailed):
                raise EngineFailed(f"the program {error}") from None
            raise

    def close(self) -> None:
        """Quit the engine, if it runs."""
        if self._protocol is not None:
            self._protocol = None
            self._finalizer()


def _read_settings(text: str) -> dict[str, str]:
    """Parse engine options such as `Hash=64;Threads=2`."""
    if text == _NOTHING:
        return {}
    settings = {}
    for item in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name:
            raise BadOption(f"{quoted(item)} sets nothing; write set=Hash=64;Threads=2")
        settings[name] = value
    return settings
