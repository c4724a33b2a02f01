"""The interactive service: executes the commands of all clients.

Independent of transports: a WebSocket, an HTTP request, a worker in a browser or an MCP server adds a client,
executes its commands and forwards its events.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, assert_never

import kibitz
from kibitz.base.errors import KibitzError, Stopped
from kibitz.base.platform import PLATFORM
from kibitz.base.time_control import TimeControl
from kibitz.records.record_store import Store
from kibitz.service import commands
from kibitz.service.client import Client, Send
from kibitz.service.client_limits import ClientLimits
from kibitz.service.code_host import CodeHost
from kibitz.service.commands import FRIEND, PROTOCOL, AnyCommand, Command, NewGame, R
from kibitz.service.errors import BadRequest, Forbidden, Trouble
from kibitz.service.game_registry import GameRegistry
from kibitz.service.game_request import GameRequest
from kibitz.service.game_session import OnProgress, ignore_progress
from kibitz.service.persistence import Persistence
from kibitz.service.puzzles import PuzzleDeck, Puzzles
from kibitz.service.replies import Done, Entered, Side
from kibitz.service.runtime import Runtime
from kibitz.service.saved_games import SavedGames
from kibitz.service.seating import Seating
from kibitz.service.settings import Settings
from kibitz.service.shared_game import SharedGame
from kibitz.service.solve_jobs import SolveJobs

_log = logging.getLogger("kibitz.service")


class Service:
    """Games, puzzles and queries of all clients of one server."""

    def __init__(
        self,
        settings: Settings | None = None,
        store: Store | None = None,
        deck: Path | None = None,
        runtime: Runtime | None = None,
    ) -> None:
        """`deck` is the file of puzzles."""
        self.settings = settings = settings or Settings()
        self._store = store = store or Store()
        self.limits = ClientLimits(settings)
        runtime = runtime or Runtime()
        self._workers = runtime.pools(settings)
        thinker = runtime.thinker(settings, str(store.folder))
        self._code = CodeHost(settings, store, self._workers, runtime, thinker)
        self._keeper = Persistence(store, self._workers, self.limits.wrote)
        self._games = GameRegistry(
            settings, self._code.catalogue, store, self._workers, self._keeper, self.limits, runtime, thinker
        )
        self._solves = SolveJobs(self._code)
        deck_file = PuzzleDeck(self._code.runner, store, deck)
        self._puzzles = Puzzles(settings, deck_file, self._workers, self._keeper)
        self._saved = SavedGames(store, self._code.catalogue)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run background tasks; at the end, all games are on disk."""
        await self._workers.run_quick(self._store.fold)  # logs of killed servers
        running = [asyncio.create_task(each.run()) for each in (self._keeper, self._games)]
        try:
            yield
        finally:
            self._games.close()
            self._solves.close()
            self._code.close()
            for task in running:
                task.cancel()
            self._workers.close()
            self._keeper.close()

    # Clients

    def add_client(self, send: Send) -> Client:
        """Return a new client that gets events by `send`."""
        return Client(send)

    def remove_client(self, client: Client) -> None:
        """Remove a client."""
        _leave(client)
        for kind in tuple(client.slow):
            _cancel_command(client, kind)
        client.send = _discard

    async def execute(self, client: Client, command: Command[R], on_progress: OnProgress | None = None) -> R:
        """Execute a command and return its reply, or raise a `KibitzError`."""
        if command.slow:
            return await self._newest(client, command, on_progress)
        return await self._execute(client, command, on_progress)

    async def _newest(self, client: Client, command: Command[R], on_progress: OnProgress | None) -> R:
        """Execute a slow command until the client sends another of its kind or leaves."""
        kind = type(command)
        _cancel_command(client, kind)
        task = asyncio.ensure_future(self._execute(client, command, on_progress))
        client.slow[kind] = task
        try:
            return await task
        except asyncio.CancelledError:
            waiting = asyncio.current_task()
            if waiting is None or waiting.cancelling():  # the client has left
                raise
            raise Stopped("replaced by a newer request") from None
        finally:
            if client.slow.get(kind) is task:
                del client.slow[kind]

    async def _execute(self, client: Client, command: Command[R], on_progress: OnProgress | None) -> R:
        command_: AnyCommand = command  # type: ignore[assignment]
        reply: Any
        match command_:
            case commands.Play() | commands.ChangeGame():
                await _game_of(client).change(client, command_)
                reply = Done()
            case commands.GameQuestion():
                reply = await self._ask_game(_game_of(client), command_, on_progress)
            case commands.NewGame():
                reply = await self._begin(client, command_)
            case commands.JoinGame():
                reply = await self._join(client, command_)
            case commands.LoadRecord():
                request = GameRequest(
                    record=command_.record, analysis=command_.analysis, accept_changed=command_.accept_changed
                )
                reply = await _enter(client, await self._games.new(request))
            case commands.PlayAgain():
                game = _game_of(client)
                if game.agree("again", client):
                    await self._games.rematch(game)
                reply = Done()
            case commands.TakeSeat():
                reply = await _game_of(client).sit(client, command_.invitation)
            case commands.Pause():
                _game_of(client).pause(command_)
                reply = Done()
            case commands.PuzzleCommand():
                reply = await self._puzzles.execute(client, command_, on_progress or ignore_progress)
            case commands.Explore():
                reply = await self._puzzles.explore(command_)
            case commands.WriteGame():
                reply = await self._code.write_game(command_, on_progress)
            case commands.CodeQuery():
                reply = await self._code.ask(command_, on_progress)
            case commands.GetVersion():
                reply = {
                    "kibitz": kibitz.__version__,
                    "protocol": PROTOCOL,
                    "local": self.settings.is_local,
                    "platform": PLATFORM.to_json(),
                }
            case commands.ListGames():
                reply = await self._code.games()
            case commands.ListRecords():
                self._refuse_unless_local("list the saved games")
                await self._games.write_now()
                reply = {"records": await self._workers.run_quick(self._saved.rows)}
            case commands.ReadRecord():
                await self._games.write_now()
                reply = {"record": await self._workers.run_quick(lambda: self._read(command_))}
            case commands.GetSolving():
                reply = {"job": self._solves.job}
            case commands.StartSolving():
                self._refuse_unless_local("solve games")
                reply = {"job": await self._solves.start(command_.game, command_.options)}
            case commands.StopSolving():
                self._refuse_unless_local("stop solving")
                self._solves.stop()
                reply = {"job": self._solves.job}
            case _:
                assert_never(command_)
        return reply  # type: ignore[no-any-return]

    # Games

    async def _begin(self, client: Client, command_: NewGame) -> Entered:
        clock = command_.clock
        if clock is not None:
            clock = str(TimeControl.parse(clock) if isinstance(clock, str) else TimeControl(clock))
        request = GameRequest(
            rules=command_.rules,
            options=command_.options,
            first="person" if command_.first == FRIEND else command_.first,
            second="person" if command_.second == FRIEND else command_.second,
            seed=command_.seed,
            position=command_.position,
            clock=clock,
            analysis=command_.analysis,
        )
        if FRIEND not in (command_.first, command_.second):
            return await _enter(client, await self._games.new(request, pace=command_.pace))
        # The client gets one seat, the other is reserved for a friend.
        seating = Seating()
        free: Side = "second" if command_.second == FRIEND else "first"
        key, invitation = seating.lock("first" if free == "second" else "second"), seating.invite(free)
        game = await self._games.new(request.with_seats(seating.text()), seating)
        return {**await _enter(client, game, key), "key": key, "invitation": invitation}

    async def _join(self, client: Client, command_: commands.JoinGame) -> Entered:
        if command_.take_over:
            self._refuse_unless_local("take games over")
        game = await self._games.open(command_.game, command_.accept_changed, command_.take_over)
        return await _enter(client, game, command_.key)

    async def _ask_game(
        self, game: SharedGame, command_: commands.AnyGameQuestion, on_progress: OnProgress | None
    ) -> Any:
        if command_.advice:
            game.refuse_advice()
        if isinstance(command_, commands.Choices) and game.host.is_here:
            self._refuse_foreign(command_.players)
        seq = game.seq
        reply: Any = await game.host.ask(command_, None, on_progress)
        if command_.slow:
            return {"seq": seq, **reply}
        if "variations" in reply:
            # From now on everybody sees them.
            variations, comments = reply.pop("variations"), reply.pop("comments")
            game.notify({"type": "variations", "variations": variations, "comments": comments})
        return reply

    def _refuse_foreign(self, players: Iterable[str]) -> None:
        if any(map(self._code.catalogue.is_foreign_player, players)):
            raise BadRequest("a player with foreign code can only be asked in its own games")

    def _read(self, command_: commands.ReadRecord) -> str:
        return self._games.kept(command_.game, command_.accept_changed)

    def _refuse_unless_local(self, what: str) -> None:
        if not self.settings.is_local:
            raise Forbidden(f"only a server that this machine alone can reach lets its clients {what}")


def refusal_of(error: Exception) -> KibitzError:
    """Return an error as a reply; internal errors are logged."""
    if isinstance(error, KibitzError):
        return error
    _log.error("a command could not be executed", exc_info=error)
    return Trouble("internal server error")


def _discard(text: str, *, more: bool = False) -> None:
    """The client has gone."""


def _game_of(client: Client) -> SharedGame:
    if client.game is None:
        raise BadRequest("join or start a game first")
    return client.game


async def _enter(client: Client, game: SharedGame, key: str = "") -> Entered:
    """Enter a game; cancel searches of another one."""
    _leave(client)
    for kind in tuple(client.slow):
        _cancel_command(client, kind)
    client.game, client.key = game, key
    return await game.join(client)


def _leave(client: Client) -> None:
    if client.game is not None:
        client.game.leave(client)
        client.game = None


def _cancel_command(client: Client, kind: type[Command[Any]]) -> None:
    """Cancel a slow command; it fails with an error that says so."""
    task = client.slow.pop(kind, None)
    if task is not None:
        task.cancel()
